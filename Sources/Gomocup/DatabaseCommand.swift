import GomokuRules

/// A command for the engine's database of positions.
///
/// The commands are those of Yixin-Board, a program in which people play and analyse gomoku.
public enum DatabaseCommand: Equatable, Sendable {
  /// Opens the database in a file, which is created if necessary, for the following commands.
  case use(path: String)
  case save
  case check
  case fix
  /// Asks about the position after the given moves, which alternate from Black.
  case query(DatabaseQuery, [Point])
  /// Changes the record of the position after the given moves.
  case edit(DatabaseEdit, [Point])
  /// Deletes the record of the position after the given moves.
  case delete([Point])
  /// Deletes records of positions that follow the position after the given moves.
  case prune(DatabasePruning, [Point])
  /// Exports to a file or imports from it.
  case transfer(DatabaseTransfer, path: String)
}

/// The kind of a question about a position.
public enum DatabaseQuery: CaseIterable, Sendable {
  /// The moves from the position that lead to known positions, and the points with a text.
  case moves
  /// The moves as for `moves`, and the comment of the position itself.
  case movesAndText
  /// The record of the position itself.
  case one
  /// The position's comment.
  case text

  var keyword: Keyword {
    switch self {
    case .moves: .yxQueryDatabaseAll
    case .movesAndText: .yxQueryDatabaseAllT
    case .one: .yxQueryDatabaseOne
    case .text: .yxQueryDatabaseText
    }
  }
}

/// A change of a position's record.
public enum DatabaseEdit: Equatable, Sendable {
  /// Changes the fields that are not `nil`.
  case fields(tag: Tag?, value: Int16?, depth: Int16?)
  /// Replaces the comment.
  case text(String)
  /// Replaces the label shown on a point, by default on the last move's; an empty text removes the
  /// label.
  case boardText(Point?, String)
  /// Marks the last move as the best.
  case best
  /// Removes the mark of the best move from the last move.
  case notBest

  /// The mark of a position, such as `w` for a win, which Yixin-Board shows on the board.
  public enum Tag: Equatable, Sendable {
    case removed
    /// The code of a printable character.
    case character(UInt8)
  }

  var keyword: Keyword {
    switch self {
    case .fields: .yxEditTVDDatabase
    case .text: .yxEditTextDatabase
    case .boardText: .yxEditLabelDatabase
    case .best: .yxSetBestMoveDatabase
    case .notBest: .yxClearBestMoveDatabase
    }
  }
}

/// The choice of positions to delete from the tree below a position.
public struct DatabasePruning: Equatable, Sendable {
  /// The criterion by which positions are selected.
  public enum Kind: Equatable, Sendable {
    case all
    case wins
    case losses
    /// Proven wins and losses.
    case results
    case allButResults
    /// Proven results whose distance in plies is unknown.
    case resultsWithoutDistance
    /// Proven results that are at most this number of plies away.
    case resultsWithin(Int)

    fileprivate var word: String {
      switch self {
      case .all: ""
      case .wins: "w"
      case .losses: "l"
      case .results: "wl"
      case .allButResults: "nonwl"
      case .resultsWithoutDistance: "wlnostep"
      case .resultsWithin: "wlinstep"
      }
    }
  }

  public var kind: Kind
  /// True if positions to delete are also sought below those that are kept.
  public var isRecursive: Bool

  public init(_ kind: Kind, isRecursive: Bool = false) {
    (self.kind, self.isRecursive) = (kind, isRecursive)
  }

  static let recursiveWord = "recursive"

  /// Reads the words after YXDELETEDATABASEALL, as in `wlinsteprecursive 5`; `nil` if they are
  /// invalid.
  init?(_ words: ArraySlice<String>) {
    var name = words.first?.lowercased() ?? ""
    isRecursive = name.hasSuffix(DatabasePruning.recursiveWord)
    if isRecursive { name.removeLast(DatabasePruning.recursiveWord.count) }
    if name.isEmpty, isRecursive { return nil }
    let plain: [Kind] = [
      .all, .wins, .losses, .results, .allButResults, .resultsWithoutDistance,
    ]
    if let kind = plain.first(where: { $0.word == name }), words.count <= 1 {
      self.kind = kind
    } else if name == Kind.resultsWithin(0).word, words.count == 2,
      let plies = words.last.flatMap(integer)
    {
      kind = .resultsWithin(plies)
    } else {
      return nil
    }
  }

  var text: String {
    let word = kind.word + (isRecursive ? DatabasePruning.recursiveWord : "")
    return if case .resultsWithin(let plies) = kind { "\(word) \(plies)" } else { word }
  }
}

/// A transfer between the database and another file.
public enum DatabaseTransfer: CaseIterable, Sendable {
  /// Writes the positions of the current board size and rules as lines of moves, `h8i9j10`.
  ///
  /// Positions that alternating moves cannot reach are left out.
  case writeMoves
  /// Writes the positions of the current board size and rules.
  case writeText
  /// Writes all positions.
  case writeAllText
  case readText
  /// Reads a library of RenLib.
  case readLibrary
  /// Writes the positions of the current rules on 15 x 15 points as a library of RenLib.
  case writeLibrary
  /// Copies to another database: the position on the board, those that lead to it and those that
  /// follow.
  case split
  /// Adds the positions of another database.
  case merge

  var keyword: Keyword {
    switch self {
    case .writeMoves: .yxDBToPos
    case .writeText: .yxDBToTxt
    case .writeAllText: .yxDBToTxtAll
    case .readText: .yxTxtToDB
    case .readLibrary: .yxLibToDB
    case .writeLibrary: .yxDBToLib
    case .split: .yxDBSplit
    case .merge: .yxDBMerge
    }
  }
}

// MARK: - Text

extension DatabaseCommand {
  /// The first word of the command.
  package var word: String { keyword.word }

  var keyword: Keyword {
    switch self {
    case .use: .yxSetDatabase
    case .save: .yxSaveDatabase
    case .check: .yxDBCheck
    case .fix: .yxDBFix
    case .query(let query, _): query.keyword
    case .edit(let edit, _): edit.keyword
    case .delete: .yxDeleteDatabaseOne
    case .prune: .yxDeleteDatabaseAll
    case .transfer(let transfer, _): transfer.keyword
    }
  }

  func text(_ order: CoordinateOrder) -> String {
    switch self {
    case .save, .check, .fix: return word
    case .use(let path), .transfer(_, let path): return "\(word)\n\(path)"
    case .query(_, let moves), .delete(let moves): return keyword.block(moves.map(order.pair))
    case .prune(let pruning, let moves):
      let words = pruning.text.isEmpty ? word : "\(word) \(pruning.text)"
      return ([words] + moves.map(order.pair) + ["DONE"]).joined(separator: "\n")
    case .edit(let edit, let moves):
      return edit.head(order) + (moves.map(order.pair) + ["DONE"]).joined(separator: "\n")
    }
  }
}

extension DatabaseEdit {
  /// The bits of YXEDITTVDDATABASE that select the fields to change.
  static let (tagBit, valueBit, depthBit) = (1, 2, 4)

  /// Returns the part of the command before the moves.
  fileprivate func head(_ order: CoordinateOrder) -> String {
    let word = keyword.word
    switch self {
    case .fields(let tag, let value, let depth):
      let bits =
        (tag == nil ? 0 : DatabaseEdit.tagBit) + (value == nil ? 0 : DatabaseEdit.valueBit)
        + (depth == nil ? 0 : DatabaseEdit.depthBit)
      let code = if case .character(let code) = tag { Int(code) } else { -1 }
      return "\(word) \(bits) \(code) \(value ?? 0) \(depth ?? 0)\n"
    // The first move follows the closing quote directly.
    case .text(let text): return "\(word) \(QuotedText.sent(text))"
    case .boardText(let point, let text):
      return "\(word) " + (point.map { order.pair($0) + " " } ?? "") + "\(text)\n"
    case .best, .notBest: return "\(word)\n"
    }
  }
}
