/// Gathers lines into commands: most are one line, blocks go on to DONE.
///
/// A block may also stand on one line, its parts separated by blanks. A command's word inside an open
/// block ends the block, so that a manager that forgot DONE is not ignored for ever; INFO alone may
/// come in between.
public struct CommandReader: Sendable {
  /// How moves are read: it follows the commands that choose the game and the order of pairs.
  public private(set) var notation: Notation
  private var block: Block?

  public typealias Outcome = Result<GomocupCommand, ProtocolError>

  public init(_ notation: Notation = Notation()) { self.notation = notation }

  /// The lines since a command that takes more than one.
  private struct Block {
    enum Kind {
      case own(Keyword)
      case foreign(ForeignCommand)
    }
    let kind: Kind
    let word: String
    var parts: [String] = []
    /// The first thing wrong with it.
    var damage: ProtocolError?

    /// Whether `keyword` is no command here but the block's first word.
    func isBegun(by keyword: Keyword?, in notation: Notation) -> Bool {
      guard case .own(let opener) = kind, parts.isEmpty, let keyword else { return false }
      return keyword.beginsBlock(of: opener, in: notation)
    }

    /// More parts than any game has moves are an error and not kept.
    static let mostParts = 4096
  }

  /// Takes the next line and returns what it completes: usually one command or error, none for a
  /// blank line or inside a block, two when it breaks a block off.
  public mutating func read(_ line: Line) -> [Outcome] {
    guard case .text(let text) = line else {
      guard block != nil else { return [.failure(.lineTooLong)] }
      block?.damage = .lineTooLong
      return []
    }
    let words = tokens(of: text)
    guard let first = words.first else { return [] }
    let keyword = Keyword(first)
    var outcomes: [Outcome] = []
    if let block {
      if keyword == nil || block.isBegun(by: keyword, in: notation) {
        return gather(words)
      }
      if let keyword, keyword != .info {
        self.block = nil
        if keyword != .end { outcomes.append(.failure(.unfinishedBlock(block.word))) }
      }
    }
    if let keyword {
      outcomes += open(keyword, words, text)
    } else if let foreign = ForeignCommand(first) {
      block = Block(kind: .foreign(foreign), word: first.uppercased())
      if words.count > 1 { outcomes += gather(Array(words.dropFirst())) }
    } else {
      outcomes.append(.failure(.unknownCommand(first)))
    }
    return outcomes
  }

  private mutating func open(_ keyword: Keyword, _ words: [String], _ text: String) -> [Outcome] {
    if keyword.opensBlock {
      block = Block(kind: .own(keyword), word: keyword.word)
      return words.count > 1 ? gather(Array(words.dropFirst())) : []
    }
    let outcome = Outcome { [notation] () throws(ProtocolError) in
      try GomocupCommand(keyword, words.dropFirst(), line: text, notation)
    }
    if case .success(let command) = outcome { follow(command) }
    return [outcome]
  }

  /// What is read next depends on the game that was begun, and on how its moves are to be written.
  private mutating func follow(_ command: GomocupCommand) {
    if let game = command.startedGame { notation.game = game }
    if case .info(.coordinates(let order)) = command { notation.order = order }
  }

  /// Adds parts to the open block, and closes it at DONE.
  private mutating func gather(_ words: [String]) -> [Outcome] {
    guard var block else { return [] }
    self.block = nil
    if case .foreign(.path) = block.kind { return [.failure(.unsupportedCommand(block.word))] }
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
    if case .own(let keyword) = block.kind {
      if let damage = block.damage { return [.failure(damage)] }
      guard end == words.count - 1 else {
        return [
          .failure(
            .badArgument(
              command: block.word, argument: words[end + 1], expected: "nothing after DONE"))
        ]
      }
      return [
        Outcome { [notation] () throws(ProtocolError) in
          try GomocupCommand(keyword, block: block.parts, notation)
        }
      ]
    }
    return [.failure(.unsupportedCommand(block.word))]
  }
}

extension GomocupCommand {
  /// Reads one whole command, block and all, from `text`.
  public init(
    parsing text: some StringProtocol, in notation: Notation = Notation()
  ) throws(ProtocolError) {
    var reader = CommandReader(notation)
    var outcomes: [CommandReader.Outcome] = []
    for line in text.split(whereSeparator: \.isNewline) {
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
