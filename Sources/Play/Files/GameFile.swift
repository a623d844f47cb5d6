import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Match
import Platform
import Records

/// A game read from a file.
public struct LoadedGame: Equatable, Sendable {
  public var game: GameKind
  /// The set-up position in which the game begins; `nil` for the usual start.
  public var origin: GameOrigin?
  /// The moves, legal from the start of the game.
  public var moves: [Move]
  /// The names, result, comments and marks of the record.
  public var texts: RecordTexts
  /// Notes for the user on parts of the file that were chosen, skipped or dropped while reading.
  public var notes: [Phrase]

  init(
    game: GameKind, origin: GameOrigin? = nil, moves: [Move], texts: RecordTexts? = nil,
    notes: [Phrase] = []
  ) {
    (self.game, self.origin, self.moves, self.notes) = (game, origin, moves, notes)
    self.texts = texts ?? RecordTexts(course: moves)
  }
}

/// The reader of games in the formats of other programs and in our own.
public enum GameFile {
  /// The properties that the command line demands of the game; `nil` for a property left to the
  /// file.
  public struct Wanted: Sendable {
    public var variant: Variant?
    public var size: BoardSize?
    /// True if Liuzhou chess (六洲棋) is named, perhaps without its rules.
    public var isLiuzhou = false
    public var liuzhou: RuleSet?
    /// The number of the game in a file with several games, from 1.
    public var number = 1
    /// The number of the line in the game's tree of variations; the main line is number 1.
    public var line = 1
    /// The number of moves to take from the line; `nil` for all.
    public var moveCount: Int?

    public init() {}
  }

  /// The largest accepted file, in bytes.
  private static let largest = 64 << 20

  /// Reads a game file in any format of `RecordFile`, in our text format, or a saved game.
  public static func read(_ path: String, _ wanted: Wanted = Wanted()) throws(UserError)
    -> LoadedGame
  {
    let contents: [UInt8]?
    do { contents = try FileSystem.plainContents(of: path, limit: largest) } catch {
      throw UserError("\(path): cannot be read: \(error)")
    }
    guard let bytes = contents else { throw UserError("\(path): not a plain file") }
    guard bytes.count <= largest else { throw UserError("\(path): too large for a game") }
    do throws(UserError) { return try parse(bytes, wanted, name: path) } catch {
      throw UserError("\(path): \(error)")
    }
  }

  /// Parses the bytes of a file, and checks the game against `wanted` and the rules.
  ///
  /// - Parameter name: the name of the file; its suffix tells apart formats that look alike.
  static func parse(
    _ raw: [UInt8], _ wanted: Wanted = Wanted(), name: String = ""
  ) throws(UserError) -> LoadedGame {
    var loaded: LoadedGame
    if let contents = try? SavedGame.contents(of: raw, path: "") {
      try checkIsOnly(wanted)
      loaded = LoadedGame(
        game: contents.game.kind, origin: contents.game.origin, moves: contents.game.moves,
        texts: contents.settings.texts)
      if let damage = contents.damage {
        loaded.notes.append(Phrase("\(damage); the rest is left out"))
      }
      if let opening = contents.game.currentOpening {
        loaded.notes.append(Phrase("only the stones of the opening \(opening.rule) are taken"))
      }
    } else if let text = ownText(raw), isOfWords(text) || wanted.isLiuzhou && isList(raw, name) {
      try checkIsOnly(wanted)
      loaded = isOfWords(text) ? try TextRecord.loaded(text[...]) : try turns(text, wanted)
    } else {
      loaded = try record(raw, wanted, name)
    }
    try compare(&loaded, wanted)
    try check(&loaded)
    if let count = wanted.moveCount {
      guard count <= loaded.moves.count else {
        throw UserError("there is no move \(count): the record has \(loaded.moves.count)")
      }
      // The texts keep the whole course, so the record's result does not count here.
      loaded.moves.removeSubrange(count...)
    }
    return loaded
  }

  /// Throws unless the first game and line are wanted, for a file that holds no others.
  private static func checkIsOnly(_ wanted: Wanted) throws(UserError) {
    guard wanted.number == 1 else {
      throw UserError("there is no game \(wanted.number): the file holds one")
    }
    if wanted.line > 1 { throw UserError(phrase: TreeGame.noLine(wanted.line, of: 1)) }
  }

  /// Returns the bytes as text; `nil` if they are too many for our text format.
  private static func ownText(_ raw: [UInt8]) -> String? {
    guard raw.count <= 1 << 20 else { return nil }
    let text = String(decoding: RecordCode.utf8(raw).bytes, as: UTF8.self)
    return String(text.drop(while: \.isWhitespace))
  }

  /// Returns whether a text is in our text format, whose first word is `game`.
  private static func isOfWords(_ text: String) -> Bool {
    text.prefix(5).lowercased().hasPrefix("game ")
  }

  private static func isList(_ raw: [UInt8], _ name: String) -> Bool {
    RecordFormat(of: raw, name: name) == .moves
  }

  /// Parses a list of turns of Liuzhou chess (六洲棋); `#` begins a comment.
  private static func turns(_ text: String, _ wanted: Wanted) throws(UserError) -> LoadedGame {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.prefix { $0 != "#" } }
    let kind = GameKind.liuzhou(wanted.liuzhou ?? .fengyang)
    do {
      let moves = try kind.moves(named: UserCommand.narrowed(lines.joined(separator: " ")))
      return LoadedGame(game: kind, moves: moves)
    } catch {
      throw UserError(phrase: Phrase(error))
    }
  }

  /// Reads a record with the module `Records`, which knows the formats of other programs.
  private static func record(
    _ raw: [UInt8], _ wanted: Wanted, _ name: String
  ) throws(UserError) -> LoadedGame {
    var options = RecordFile.Options()
    (options.name, options.number) = (name, wanted.number)
    let file: RecordFile
    do { file = try RecordFile(raw, options) } catch .unknownFormat {
      throw UserError(
        """
        neither a record (arena convert --help lists the formats) nor a text or a saved game of \
        arena play
        """)
    } catch {
      throw UserError(phrase: Phrase(error))
    }
    // The reader leaves out an invalid node with all nodes after it. If only the root is left,
    // there is no game to load, and the reader's first note becomes the error.
    if file.games[0].count == 1, let fault = file.notes.first, file.format == .sgf {
      throw UserError(phrase: fault)
    }
    return try TreeGame.loaded(file, wanted)
  }

  // MARK: Checks for all formats

  /// Returns the board's size: the file's; otherwise the command line's; otherwise the smallest
  /// usual size that contains all `points`.
  ///
  /// Throws if one of the points is off that board.
  static func board(
    _ given: BoardSize?, of points: [GomokuRules.Point], _ wanted: Wanted, _ notes: inout [Phrase]
  ) throws(UserError) -> BoardSize {
    guard let size = given ?? wanted.size ?? BoardSize.smallestUsual(for: points)
    else { throw UserError("a move is off every board") }
    if let point = points.first(where: { !size.contains($0) }) {
      throw UserError("\(point) is off the board, which is \(size.width)x\(size.height)")
    }
    if given == nil, wanted.size == nil, size != .standard {
      notes.append(Phrase("no size is named: the moves need \(size.width)x\(size.height)"))
    }
    return size
  }

  /// Returns the rule that the command line names, otherwise the file's rule, otherwise freestyle.
  static func variant(_ word: String?, _ wanted: Wanted, _ notes: inout [Phrase]) -> Variant {
    let given = word.flatMap { Variant(recordName: $0) }
    let variant = wanted.variant ?? given ?? .freestyle
    if let given, given != variant {
      notes.append(Phrase("the file says \(given), \(variant) is played as named"))
    } else if let word, given == nil, word.contains(where: { !$0.isWhitespace }) {
      notes.append(
        Phrase("the rule \"\(word.prefix(40))\" is not known here: \(variant) is played"))
    }
    return variant
  }

  /// Throws if the file has another game, board or rule set than the command line names.
  ///
  /// A different rule of gomoku is no error: the command line's rule replaces the file's.
  private static func compare(_ loaded: inout LoadedGame, _ wanted: Wanted) throws(UserError) {
    switch loaded.game {
    case .gomoku(let variant, let size):
      if wanted.isLiuzhou { throw UserError("a game of \(loaded.game.name), not of liuzhou") }
      if let named = wanted.size, named != size {
        throw UserError(
          "the board is \(size.width)x\(size.height), not \(named.width)x\(named.height) as named")
      }
      if let named = wanted.variant, named != variant {
        loaded.notes.append(Phrase("the file says \(variant), \(named) is played as named"))
        loaded.game = .gomoku(named, size)
        do { loaded.origin = try loaded.origin?.under(loaded.game) } catch {
          throw UserError(phrase: Phrase(error))
        }
      }
    case .liuzhou(let rules):
      guard wanted.variant == nil, wanted.size == nil else {
        throw UserError("a game of \(loaded.game.name), not of gomoku")
      }
      if let named = wanted.liuzhou, named != rules {
        throw UserError("a game of \(loaded.game.name), not of liuzhou \(named)")
      }
    }
  }

  /// Checks the moves against the rules.
  ///
  /// A move that renju forbids ends the list of moves. The texts on this move stay, those on later
  /// moves are dropped. For any other illegal move, the function throws.
  private static func check(_ loaded: inout LoadedGame) throws(UserError) {
    var state = loaded.origin?.state ?? GameState(loaded.game)
    var forbidden: (index: Int, reason: Phrase)?
    for (index, move) in loaded.moves.enumerated() {
      do throws(GameState.IllegalMove) { try state.play(move) } catch {
        guard error.isForbidden else {
          let fault = Phrase(
            "not a game by its rules: move \(index + 1), \(state.sentence(about: error))")
          guard state.result != nil, case .gomoku(let variant, _) = loaded.game else {
            throw UserError(phrase: fault)
          }
          throw UserError(
            "\(fault) by the rule \(variant) (arena play caro --load FILE names another)")
        }
        forbidden = (index, state.sentence(about: error))
        break
      }
    }
    if let (index, reason) = forbidden {
      let rest = loaded.moves.count - index - 1
      let name = Phrase("move \(index + 1): \(reason)")
      if rest == 0 {
        loaded.texts.forbidden = loaded.moves[index]
        loaded.notes.append(Phrase("\(name); the record ends before it, white wins"))
      } else {
        loaded.notes.append(Phrase("\(name); it and \(rest) moves behind it are left out"))
      }
      loaded.moves.removeSubrange(index...)
    }
    loaded.texts.course = loaded.moves
    let marks = loaded.texts.moves.filter { $0.key <= loaded.moves.count + 1 }
    loaded.texts.moves = marks
  }
}

extension GameKind {
  /// Parses a game's name, such as `renju 15x15`, `renju 19`, `renju` or `liuzhou quiet=80`.
  public init(named text: some StringProtocol) throws(UserError) {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    if words.first == "liuzhou" {
      do { self = .liuzhou(try RuleSet(words.dropFirst().joined(separator: " "))) } catch {
        throw UserError(phrase: Phrase(error))
      }
      return
    }
    let name = words.first.map(String.init) ?? "freestyle"
    guard let variant = Variant(rawValue: name == "gomoku" ? "freestyle" : name) else {
      let known = Variant.allCases.map(\.rawValue).joined(separator: ", ")
      throw UserError("unknown game \"\(name)\"; known: \(known), liuzhou")
    }
    var size = BoardSize.standard
    if words.count > 1 {
      let sides = words[1].split(separator: "x", omittingEmptySubsequences: false).map {
        Int($0) ?? 0
      }
      guard words.count == 2, 1...2 ~= sides.count,
        let given = BoardSize(width: sides[0], height: sides[sides.count - 1])
      else {
        let wrong = words.dropFirst().joined(separator: " ")
        throw UserError(
          """
          the size of a board of \(name) is one side, such as 15, or width and height, such as \
          15x17, each \(BoardSize.sidesText), not "\(wrong)"
          """)
      }
      size = given
    }
    self = .gomoku(variant, size)
  }
}

extension GameFile.Wanted {
  /// Reads the words of a command line that describe the game to load, such as `renju 15`.
  ///
  /// Properties that the words do not name are taken from the file.
  public init(words: [String]) throws(UserError) {
    self.init()
    guard let first = words.first else { return }
    switch try GameKind(named: words.joined(separator: " ")) {
    case .gomoku(let variant, let size):
      // `gomoku` stands for any rule.
      if first.lowercased() != "gomoku" { self.variant = variant }
      if words.count > 1 { self.size = size }
    case .liuzhou(let rules):
      liuzhou = words.count > 1 ? rules : nil
      isLiuzhou = true
    }
  }
}
