import GomokuRules

/// A command of Yixin-Board about its database of positions.
public enum DatabaseCommand: Equatable, Sendable {
  /// Uses the database in a file from now on; one that is not there is made.
  case use(path: String)
  case save
  case check
  case fix
  /// About the position after moves that alternate from Black, as the next ones.
  case query(DatabaseQuery, [Point])
  case edit(DatabaseEdit, [Point])
  case delete([Point])
  case prune(DatabasePruning, [Point])
  case transfer(DatabaseTransfer, path: String)
}

/// What is asked of a position.
public enum DatabaseQuery: CaseIterable, Sendable {
  /// The moves from here that are known.
  case moves
  /// These, and the comment.
  case movesAndText
  /// What is known of the position itself.
  case one
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

/// What is changed of a position.
public enum DatabaseEdit: Equatable, Sendable {
  /// `nil` for what stays.
  case fields(tag: Tag?, value: Int16?, depth: Int16?)
  case text(String)
  /// What stands beside a point, or beside that of the last move; nothing if it is empty.
  case boardText(Point?, String)
  /// The last move is the best.
  case best
  case notBest

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

/// Which of the positions below one are deleted.
public struct DatabasePruning: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case all
    case wins
    case losses
    /// Wins and losses.
    case results
    case allButResults
    case resultsWithoutDistance
    /// Those at most so many plies away.
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
  /// Whether to look for them below the moves that stay, too.
  public var isRecursive: Bool

  public init(_ kind: Kind, isRecursive: Bool = false) {
    (self.kind, self.isRecursive) = (kind, isRecursive)
  }

  static let recursiveWord = "recursive"

  /// Reads the words behind YXDELETEDATABASEALL: `wlinsteprecursive 5`.
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

/// Between the database and another file.
public enum DatabaseTransfer: CaseIterable, Sendable {
  /// The stones of each position of the board's size and rules, as moves.
  case writeMoves
  /// The positions of the board's size and rules.
  case writeText
  case writeAllText
  case readText
  /// A library of RenLib.
  case readLibrary
  /// The board's position and what follows it, into another database.
  case split
  /// Another database.
  case merge

  var keyword: Keyword {
    switch self {
    case .writeMoves: .yxDBToPos
    case .writeText: .yxDBToTxt
    case .writeAllText: .yxDBToTxtAll
    case .readText: .yxTxtToDB
    case .readLibrary: .yxLibToDB
    case .split: .yxDBSplit
    case .merge: .yxDBMerge
    }
  }
}

// MARK: - Text

extension DatabaseCommand {
  /// The word that the command begins with.
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
  /// The bits of YXEDITTVDDATABASE.
  static let (tagBit, valueBit, depthBit) = (1, 2, 4)

  /// What stands before the moves.
  fileprivate func head(_ order: CoordinateOrder) -> String {
    let word = keyword.word
    switch self {
    case .fields(let tag, let value, let depth):
      let bits =
        (tag == nil ? 0 : DatabaseEdit.tagBit) + (value == nil ? 0 : DatabaseEdit.valueBit)
        + (depth == nil ? 0 : DatabaseEdit.depthBit)
      let code = if case .character(let code) = tag { Int(code) } else { -1 }
      return "\(word) \(bits) \(code) \(value ?? 0) \(depth ?? 0)\n"
    // Nothing stands between the text and the moves.
    case .text(let text): return "\(word) \(QuotedText.quoted(text))"
    case .boardText(let point, let text):
      return "\(word) " + (point.map { order.pair($0) + " " } ?? "") + "\(text)\n"
    case .best, .notBest: return "\(word)\n"
    }
  }
}
