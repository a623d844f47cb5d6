import Basics
import GomokuRules
import LiuzhouRules
import SearchTypes

extension GomocupCommand {
  /// Reads a command that fits on one line.
  ///
  /// - Parameters:
  ///   - arguments: the words after the keyword.
  ///   - line: the whole line, for arguments that may hold blanks.
  init(
    _ keyword: Keyword, _ arguments: ArraySlice<String>, line: String, _ notation: Notation
  ) throws(ProtocolError) {
    let reader = ArgumentReader(
      keyword: keyword, words: Array(arguments), line: line, notation: notation)
    switch keyword {
    case .start: self = try reader.start()
    case .rectStart: self = .rectStart(try reader.rectangle())
    case .info: self = .info(try reader.setting())
    case .yxNBest: self = .yxNBest(try reader.number(1...BoardSize.mostPoints, "a number of lines"))
    case .perft: self = try reader.perft()
    case .search: self = .search(try reader.limits())
    case .bench: self = .bench(depth: try reader.benchDepth())
    case .end: self = .end
    case .stop, .yxStop: self = .stop
    case .restart: self = try reader.bare(.restart)
    case .begin: self = try reader.bare(.begin)
    case .about: self = try reader.bare(.about)
    case .yxShowInfo: self = try reader.bare(.yxShowInfo)
    case .yxHashClear: self = try reader.bare(.yxHashClear)
    case .yxShowHashUsage: self = try reader.bare(.yxShowHashUsage)
    case .show: self = try reader.bare(.show)
    case .moves: self = try reader.bare(.moves)
    case .eval: self = try reader.bare(.eval)
    default: self = try GomocupCommand(ofGame: reader, notation)
    }
  }

  /// Reads a command that one game alone has, or that has a form of its own in each game.
  private init(ofGame reader: ArgumentReader, _ notation: Notation) throws(ProtocolError) {
    switch notation.game {
    case .gomoku: self = .gomoku(try GomokuCommand(reader))
    case .liuzhou: self = .liuzhou(try LiuzhouCommand(reader))
    }
  }

  /// Reads a command whose argument is `path`; spaces, tabs and zero bytes around it are dropped.
  init(_ keyword: Keyword, path: String, _ notation: Notation) throws(ProtocolError) {
    try self.init(
      ofGame: ArgumentReader(
        keyword: keyword, words: [], line: "", text: path.path, notation: notation), notation)
  }

  /// Reads a command with a block: the `parts` up to DONE, and the free text before them, if any.
  init(
    _ keyword: Keyword, block parts: [String], text: String?, _ notation: Notation
  ) throws(ProtocolError) {
    let reader = ArgumentReader(
      keyword: keyword, words: parts, line: "", text: text, notation: notation)
    switch notation.game {
    case .gomoku: self = .gomoku(try GomokuCommand(block: reader))
    case .liuzhou: self = .liuzhou(try LiuzhouCommand(block: reader))
    }
  }
}

/// A parser of the arguments of a command.
struct ArgumentReader {
  let keyword: Keyword
  let words: [String]
  /// The whole line; empty for a block and for a command with a path.
  let line: String
  /// The free text of a command, such as a path or a comment, which is not split into words; `nil`
  /// if the command has none.
  var text: String?
  let notation: Notation

  var game: Notation.Game { notation.game }
  var order: CoordinateOrder { notation.order }

  func refusal(_ expected: String, of argument: String? = nil) -> ProtocolError {
    .badArgument(
      command: keyword.word, argument: argument ?? words.joined(separator: " "), expected: expected)
  }

  /// Returns the error for a command or argument that belongs to the game that is not being played.
  ///
  /// - Parameters:
  ///   - argument: the argument that belongs to the other game; `nil` if the command itself does.
  ///   - expected: the form of the argument in the game being played.
  func refusalInOtherGame(_ argument: String? = nil, _ expected: String? = nil) -> ProtocolError {
    .otherGame(
      sent: keyword.word + (argument.map { " \($0)" } ?? ""), of: game.other, expected: expected)
  }

  private func expectNothing() throws(ProtocolError) {
    guard words.isEmpty else { throw refusal("no argument") }
  }

  /// Returns `command`, or throws if there is an argument.
  func bare<Command>(_ command: Command) throws(ProtocolError) -> Command {
    try expectNothing()
    return command
  }

  // MARK: Games

  func start() throws(ProtocolError) -> GomocupCommand {
    guard words.first?.lowercased() == GomocupCommand.liuzhouWord else {
      return .start(try boardSize())
    }
    // Blanks beside an equals sign are no separators.
    let text = words.dropFirst().joined(separator: " ")
      .split(separator: "=", omittingEmptySubsequences: false).map { $0.trimmingBlanks }
      .joined(separator: "=")
    do { return .startLiuzhou(try RuleSet(text)) } catch { throw .badRules(error) }
  }

  private func boardSize() throws(ProtocolError) -> BoardSize {
    let numbers = words.compactMap(integer)
    guard 1...2 ~= words.count, numbers.count == words.count, let width = numbers.first,
      let height = numbers.last, let size = BoardSize(width: width, height: height)
    else { throw refusal("a board size, \(BoardSize.sidesText)") }
    return size
  }

  func rectangle() throws(ProtocolError) -> BoardSize {
    let parts = words.first?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    let numbers = parts.compactMap(integer)
    guard words.count == 1, parts.count == 2, numbers.count == 2,
      let size = BoardSize(width: numbers[0], height: numbers[1])
    else { throw refusal("width,height, each \(BoardSize.sidesText)") }
    return size
  }

  // MARK: Numbers

  func number(_ range: ClosedRange<Int>, _ expected: String) throws(ProtocolError) -> Int {
    guard words.count == 1, let number = integer(words[0]), range ~= number else {
      throw refusal("\(expected), \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func benchDepth() throws(ProtocolError) -> Int? {
    words.isEmpty ? nil : try number(1...64, "a depth")
  }

  func perft() throws(ProtocolError) -> GomocupCommand {
    let isDivided = words.count == 2 && words[1].lowercased() == "divide"
    guard words.count == (isDivided ? 2 : 1), let depth = integer(words[0]), 0...16 ~= depth else {
      throw refusal("a depth, 0 to 16, and perhaps \"divide\"")
    }
    return .perft(depth: depth, isDivided: isDivided)
  }

  func limits() throws(ProtocolError) -> SearchLimits {
    var limits = SearchLimits()
    var rest = words[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst().flatMap(integer), value > 0 else {
        throw refusal("depth, nodes or time, each with a number above 0")
      }
      switch name.lowercased() {
      case "depth": limits.depth = value
      case "nodes": limits.nodes = UInt64(value)
      case "time" where value <= InfoKey.longestTime: limits.time = .exactly(.milliseconds(value))
      default: throw refusal("depth, nodes or time, each with a number above 0")
      }
    }
    return limits
  }

  func setting() throws(ProtocolError) -> InfoSetting {
    guard let key = words.first else { throw refusal("a key and a value") }
    // The value is the rest of the line: a path may hold blanks and commas.
    let blank: (Character) -> Bool = { $0.isBlank }
    let rest = line.drop(while: blank).dropFirst(keyword.word.count).drop(while: blank)
    let value = rest.dropFirst(key.count).trimming(blank)
    return try InfoSetting(
      key: key, value: String(value), isYixinBoard: notation.isYixinBoard)
  }
}
