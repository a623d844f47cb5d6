/// A reader that joins lines into commands. Most commands are one line; a block of lines ends with
/// DONE.
///
/// A block may also be on one line, its parts separated by blanks. A command of this engine inside
/// an open block ends the block, so a manager that forgot DONE is not ignored for ever. INFO leaves
/// the block open. A line that continues a quoted text is not taken for a command. A line that is
/// awaited as a path is taken for none but END.
public struct CommandReader: Sendable {
  /// The notation in which moves are read. Commands that choose the game or the coordinate order
  /// change the notation.
  public private(set) var notation: Notation
  private var block: Block?
  /// True once a command has started a game. For a reader of Liuzhou chess it is true at once.
  private var hasGame: Bool
  /// True until the manager sets the coordinate order, reveals itself as Yixin-Board, or sends a
  /// command that depends on the order.
  private var isOrderOpen = true

  public typealias Outcome = Result<GomocupCommand, ProtocolError>

  public init(_ notation: Notation = Notation()) {
    self.notation = notation
    hasGame = notation.game == .liuzhou
  }

  /// An open block: a command of several lines that is not complete yet.
  private struct Block {
    enum Kind {
      case own(Keyword)
      case foreign(ForeignCommand)
    }
    let kind: Kind
    let word: String
    let load: CommandLoad
    /// The words of the block so far, such as moves, without the keyword and DONE.
    var parts: [String] = []
    /// The quoted text before the parts, while its closing quote is missing.
    var quotation: QuotedText?
    /// The complete quoted text before the parts; `nil` if the block has none.
    var text: String?
    /// The error to report at the end of the block, if there is one.
    var damage: ProtocolError?

    init(_ keyword: Keyword) {
      (kind, word, load) = (.own(keyword), keyword.word, keyword.load)
    }

    init(_ command: ForeignCommand) {
      (kind, word, load) = (.foreign(command), command.word, command.load)
    }

    /// Returns true if `words`, which look like a command, are the block's first line instead.
    ///
    /// In Liuzhou chess, for example, the first line of a BOARD block may begin with POSITION.
    func isBegun(by words: [String], in notation: Notation) -> Bool {
      guard case .own(let opener) = kind, parts.isEmpty, let keyword = Keyword(words[0]) else {
        return false
      }
      return keyword.beginsBlock(of: opener, with: words.dropFirst().first, in: notation)
    }

    /// True if the next line is a path, even if it begins with a keyword.
    var awaitsPath: Bool { load == .path }

    /// The limit on the parts of a block, which bounds the memory. A longer block is an error, and
    /// its parts are dropped.
    static let mostParts = 4096
  }

  /// Reads the next line and returns the commands and errors that the line completes.
  ///
  /// The result is usually one command or error. A blank line or a line inside a block gives none.
  /// A line that breaks off a block may give two: the block's error and its own command.
  public mutating func read(_ line: Line) -> [Outcome] {
    guard case .text(let text) = line else { return readOverlong() }
    if let outcomes = readRaw(text) { return outcomes }
    let words = tokens(of: text)
    guard let first = words.first else { return [] }
    let keyword = Keyword(first)
    var outcomes: [Outcome] = []
    if let block {
      if keyword == nil || block.isBegun(by: words, in: notation) {
        return gather(words)
      }
      if let keyword, keyword != .info {
        self.block = nil
        if keyword != .end { outcomes.append(.failure(.unfinishedBlock(block.word))) }
      }
    }
    if let keyword {
      outcomes += open(Block(keyword), words, text)
    } else if let foreign = ForeignCommand(first) {
      outcomes += open(Block(foreign), words, text)
    } else {
      outcomes.append(.failure(.unknownCommand(first)))
    }
    return outcomes
  }

  private mutating func readOverlong() -> [Outcome] {
    guard let block, !block.awaitsPath else {
      self.block = nil
      return [.failure(.lineTooLong)]
    }
    self.block?.damage = .lineTooLong
    self.block?.quotation = nil
    return []
  }

  /// Reads a line of an open block that must not be split into words: a path or quoted text.
  /// Returns `nil` for any other line.
  private mutating func readRaw(_ line: String) -> [Outcome]? {
    guard let block else { return nil }
    if block.awaitsPath, tokens(of: line).map(Keyword.init) != [.end] {
      return line.isEmpty ? [] : close(block, path: line)
    }
    if let quotation = block.quotation { return read(quotation, in: line) }
    return nil
  }

  /// Reads quoted text in `line`. The words after the closing quote become parts of the block.
  private mutating func read(_ text: QuotedText, in line: some StringProtocol) -> [Outcome] {
    var text = text
    let rest = text.read(line)
    block?.quotation = rest == nil ? text : nil
    guard let rest else { return [] }
    block?.text = text.content
    if text.isEndless, let word = block?.word {
      block?.damage = .badArgument(
        command: word, argument: "",
        expected: "at most \(QuotedText.mostLines) lines and \(QuotedText.mostBytes) bytes of text")
    }
    return gather(tokens(of: rest))
  }

  private mutating func open(_ opened: Block, _ words: [String], _ line: String) -> [Outcome] {
    let arguments = Array(words.dropFirst())
    /// The rest of the line after the command's keyword.
    var rest: Substring {
      let blank: (Character) -> Bool = { $0.isBlank }
      return line.drop(while: blank).dropFirst(words[0].count).drop(while: blank)
    }
    switch opened.load {
    case .line:
      guard case .own(let keyword) = opened.kind else { return [refusal(of: opened)] }
      return [
        outcome { notation throws(ProtocolError) in
          try GomocupCommand(keyword, words.dropFirst(), line: line, notation)
        }
      ]
    case .path where !arguments.isEmpty: return close(opened, path: String(rest))
    case .path: block = opened
    case .list:
      block = opened
      return gather(arguments)
    case .lineAndList:
      block = opened
      block?.text = String(rest)
    case .textAndList:
      block = opened
      // The comparison is by scalars, since a combining mark after the quote would form one
      // character with it.
      let scalars = rest.unicodeScalars
      return scalars.first == "\""
        ? read(QuotedText(), in: Substring(scalars.dropFirst())) : gather(arguments)
    }
    return []
  }

  private func refusal(of block: Block) -> Outcome { .failure(.unsupportedCommand(block.word)) }

  /// Completes a command whose argument is a path.
  private mutating func close(_ block: Block, path: String) -> [Outcome] {
    self.block = nil
    guard case .own(let keyword) = block.kind else { return [refusal(of: block)] }
    return [
      outcome { notation throws(ProtocolError) in
        try GomocupCommand(keyword, path: path, notation)
      }
    ]
  }

  /// Parses a complete command and updates the notation. Returns the command or the error.
  private mutating func outcome(
    _ parse: (Notation) throws(ProtocolError) -> GomocupCommand
  ) -> Outcome {
    do throws(ProtocolError) {
      let command = ordered(try parse(notation))
      follow(command)
      return .success(command)
    } catch {
      if case .otherGame = error, !hasGame { return .failure(.noGame) }
      return .failure(error)
    }
  }

  /// Adds the coordinate order row,column to the setting that reveals the program Yixin-Board.
  ///
  /// Yixin-Board sends its pairs in this order without announcing it. An order that the manager has
  /// already set stays.
  private func ordered(_ command: GomocupCommand) -> GomocupCommand {
    guard isOrderOpen, case .info(.yixinBoard(let value, _)) = command else { return command }
    return .info(.yixinBoard(value: value, order: .rowColumn))
  }

  /// Updates the notation for the lines after `command`: the game, the coordinate order and the
  /// manager.
  private mutating func follow(_ command: GomocupCommand) {
    if let game = command.startedGame {
      notation.game = game
      hasGame = true
    }
    switch command {
    case .info(.coordinates(let order)):
      notation.order = order
      isOrderOpen = false
    case .info(.yixinBoard(_, let order)):
      notation.isYixinBoard = true
      notation.order = order ?? notation.order
      isOrderOpen = false
    case .gomoku, .begin, .yxNBest: isOrderOpen = false
    default: break
    }
  }

  /// Adds parts to the open block, and completes the command at DONE.
  private mutating func gather(_ words: [String]) -> [Outcome] {
    guard var block else { return [] }
    self.block = nil
    let end = words.firstIndex { $0.uppercased() == "DONE" }
    block.parts += words[..<(end ?? words.endIndex)]
    if block.parts.count > Block.mostParts {
      block.parts = []
      block.damage = .badArgument(
        command: block.word, argument: "", expected: "at most \(Block.mostParts) lines")
    }
    guard let end else {
      self.block = block
      return []
    }
    guard case .own(let keyword) = block.kind else { return [refusal(of: block)] }
    if let damage = block.damage { return [.failure(damage)] }
    guard end == words.count - 1 else {
      return [
        .failure(
          .badArgument(
            command: block.word, argument: words[end + 1], expected: "nothing after DONE"))
      ]
    }
    return [
      outcome { notation throws(ProtocolError) in
        try GomocupCommand(keyword, block: block.parts, text: block.text, notation)
      }
    ]
  }
}

extension GomocupCommand {
  /// Reads one complete command, with its block of lines, from `text`.
  ///
  /// Throws if the text is not exactly one valid command.
  public init(
    parsing text: some StringProtocol, in notation: Notation = Notation()
  ) throws(ProtocolError) {
    var reader = CommandReader(notation)
    var outcomes: [CommandReader.Outcome] = []
    for line in text.split(whereSeparator: { $0.isNewline }) {
      outcomes += reader.read(.text(String(line)))
    }
    guard let first = outcomes.first, outcomes.count == 1 else {
      throw outcomes.isEmpty
        ? .unfinishedBlock(String(text.prefix { !$0.isNewline }))
        : .unknownCommand("several commands")
    }
    self = try first.get()
  }
}
