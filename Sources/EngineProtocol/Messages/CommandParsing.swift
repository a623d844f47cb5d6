import Gomoku
import SearchKit

extension GomocupCommand {
  /// Reads a command that fits on one line.
  ///
  /// - Parameters:
  ///   - arguments: the words after the keyword.
  ///   - line: the whole line, for arguments that may hold blanks.
  init(
    _ keyword: Keyword, _ arguments: ArraySlice<String>, line: String, order: CoordinateOrder
  ) throws(ProtocolError) {
    let reader = ArgumentReader(keyword: keyword, words: Array(arguments), order: order)
    switch keyword {
    case .start: self = .start(try reader.boardSize())
    case .rectStart: self = .rectStart(try reader.rectangle())
    case .turn: self = .turn(try reader.pair())
    case .play: self = .play(try reader.pair())
    case .takeBack: self = .takeBack(try reader.pair())
    case .info: self = .info(try reader.setting(line))
    case .yxNBest: self = .yxNBest(try reader.number(1...BoardSize.mostPoints, "a number of lines"))
    case .yxBalanceOne: self = .yxBalance(try reader.balance(stones: 1))
    case .yxBalanceTwo: self = .yxBalance(try reader.balance(stones: 2))
    case .position: self = .position(try reader.position())
    case .perft: self = try reader.perft()
    case .search: self = .search(try reader.limits())
    case .solve: self = try reader.solve(line)
    case .bench: self = .bench(depth: try reader.benchDepth())
    case .end: self = .end
    case .stop, .yxStop: self = .stop
    default: self = try GomocupCommand(bare: keyword, reader)
    }
  }

  /// Reads a command without arguments.
  private init(bare keyword: Keyword, _ reader: ArgumentReader) throws(ProtocolError) {
    try reader.expectNothing()
    switch keyword {
    case .restart: self = .restart
    case .begin: self = .begin
    case .about: self = .about
    case .yxShowInfo: self = .yxShowInfo
    case .yxShowForbid: self = .yxShowForbid
    case .yxSearchDefend: self = .yxSearchDefend
    case .yxBlockReset: self = .yxBlockReset
    case .yxHashClear: self = .yxHashClear
    case .yxShowHashUsage: self = .yxShowHashUsage
    case .show: self = .show
    case .moves: self = .moves
    case .eval: self = .eval
    default: throw .unknownCommand(keyword.word)
    }
  }

  /// Reads a command whose block holds `parts`.
  init(_ keyword: Keyword, block parts: [String], order: CoordinateOrder) throws(ProtocolError) {
    let reader = ArgumentReader(keyword: keyword, words: parts, order: order)
    switch keyword {
    case .board: self = .board(try reader.entries(allowPass: false))
    case .yxBoard: self = .yxBoard(try reader.entries(allowPass: true))
    case .swap2Board: self = .swap2Board(try reader.pairs())
    case .yxBlock: self = .yxBlock(try reader.pairs())
    case .yxBlockUndo: self = .yxBlockUndo(try reader.pairs())
    default: throw .unknownCommand(keyword.word)
    }
  }
}

extension BoardSize {
  /// The points of the largest board.
  static let mostPoints = sides.upperBound * sides.upperBound
}

/// Turns the words behind a keyword into values.
private struct ArgumentReader {
  let keyword: Keyword
  let words: [String]
  let order: CoordinateOrder

  private func refusal(_ expected: String, of argument: String? = nil) -> ProtocolError {
    .badArgument(
      command: keyword.word, argument: argument ?? words.joined(separator: " "), expected: expected)
  }

  func expectNothing() throws(ProtocolError) {
    guard words.isEmpty else { throw refusal("no argument") }
  }

  // MARK: Numbers

  func number(_ range: ClosedRange<Int>, _ expected: String) throws(ProtocolError) -> Int {
    guard words.count == 1, let number = integer(words[0]), range ~= number else {
      throw refusal("\(expected), \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func boardSize() throws(ProtocolError) -> BoardSize {
    let numbers = words.compactMap(integer)
    guard 1...2 ~= words.count, numbers.count == words.count, let width = numbers.first,
      let height = numbers.last, let size = BoardSize(width: width, height: height)
    else { throw refusal("a board size, 5 to 22") }
    return size
  }

  func rectangle() throws(ProtocolError) -> BoardSize {
    let parts = words.first?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    let numbers = parts.compactMap(integer)
    guard words.count == 1, parts.count == 2, numbers.count == 2,
      let size = BoardSize(width: numbers[0], height: numbers[1])
    else { throw refusal("width,height, each 5 to 22") }
    return size
  }

  func balance(stones: Int) throws(ProtocolError) -> BalanceTask {
    if words.isEmpty { return BalanceTask(stones: stones, bias: 0) }
    let largest = Int(Score.largestEstimate.rawValue)
    return BalanceTask(stones: stones, bias: try number(-largest...largest, "centistones"))
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
      case "time" where value <= 1 << 45: limits.time = .exactly(.milliseconds(value))
      default: throw refusal("depth, nodes or time, each with a number above 0")
      }
    }
    return limits
  }

  func solve(_ line: String) throws(ProtocolError) -> GomocupCommand {
    guard let (task, limits) = SolveTask.parse(words, line: line) else {
      throw refusal(SolveTask.forms)
    }
    return .solve(task, limits)
  }

  func setting(_ line: String) throws(ProtocolError) -> InfoSetting {
    guard let key = words.first else { throw refusal("a key and a value") }
    // The value is the rest of the line: a path may hold blanks and commas.
    let blank: (Character) -> Bool = { $0.isWhitespace }
    let rest = line.drop(while: blank).dropFirst(keyword.word.count).drop(while: blank)
    var value = rest.dropFirst(key.count).drop(while: blank)
    while value.last.map(blank) == true { value.removeLast() }
    return try InfoSetting(key: key, value: String(value))
  }

  // MARK: Points

  /// The one argument, a pair.
  func pair() throws(ProtocolError) -> Point {
    guard words.count == 1, let point = try order.point(words[0]) else { throw refusal("x,y") }
    return point
  }

  /// Every word a pair.
  func pairs() throws(ProtocolError) -> [Point] {
    var points: [Point] = []
    for word in words {
      guard let point = try order.point(word) else { throw refusal("lines x,y", of: word) }
      points.append(point)
    }
    return points
  }

  func entries(allowPass: Bool) throws(ProtocolError) -> [BoardEntry] {
    var entries: [BoardEntry] = []
    for word in words {
      guard let comma = word.lastIndex(of: ","),
        let owner = integer(word[word.index(after: comma)...]).flatMap(BoardEntry.Owner.init)
      else { throw refusal("lines x,y,1 or x,y,2 or x,y,3", of: word) }
      let pair = word[..<comma]
      if allowPass, pair == "-1,-1" {
        entries.append(BoardEntry(point: nil, owner: owner))
      } else {
        guard let point = try order.point(pair) else {
          throw refusal("lines x,y,1 or x,y,2 or x,y,3", of: word)
        }
        entries.append(BoardEntry(point: point, owner: owner))
      }
    }
    return entries
  }

  // MARK: POSITION

  func position() throws(ProtocolError) -> PositionSetup {
    let words = words.map { $0.lowercased() }
    switch words.first {
    case "start" where words.count == 1: return .start
    case "moves": return .moves(try points(words.dropFirst()))
    case "black":
      guard let white = words.firstIndex(of: "white"), white < words.count - 2,
        words[words.count - 2] == "to",
        let color = Color.allCases.first(where: { $0.description == words.last })
      else { throw refusal(ArgumentReader.positionForms) }
      return .stones(
        black: try points(words[1..<white]), white: try points(words[(white + 1)...].dropLast(2)),
        toMove: color)
    default: throw refusal(ArgumentReader.positionForms)
    }
  }

  private static let positionForms =
    "start, or moves h8 ..., or black h8 ... white i9 ... to black|white"

  /// Points as `h8` or `7,7`, also several written together.
  private func points(_ words: ArraySlice<String>) throws(ProtocolError) -> [Point] {
    var points: [Point] = []
    for word in words {
      if word.contains(",") {
        guard let point = try order.point(word) else { throw refusal("points", of: word) }
        points.append(point)
      } else {
        guard let list = Point.list(word) else { throw refusal("points", of: word) }
        points += list
      }
    }
    return points
  }
}
