import Basics
import GomokuRules
import SearchTypes

/// A key of INFO whose value is an integer, with its range and its effect.
///
/// To support another key, add a row to `table`.
public struct InfoKey: Sendable {
  /// The key in commands, in lower case.
  public let name: String
  /// The valid values.
  let range: ClosedRange<Int>
  /// The description of valid values, for error texts.
  let expectation: String
  /// True if the key can move the deadline of a running search.
  let movesDeadline: Bool
  /// Stores a valid value in the settings. Does nothing for a key whose value is checked but has no
  /// effect on this engine.
  let apply: @Sendable (inout EngineSettings, Int) -> Void

  private init(
    _ name: String, _ range: ClosedRange<Int>, _ expectation: String? = nil,
    movesDeadline: Bool = false,
    apply: @escaping @Sendable (inout EngineSettings, Int) -> Void = { _, _ in }
  ) {
    self.name = name
    self.range = range
    self.expectation = expectation ?? "\(range.lowerBound) to \(range.upperBound)"
    self.movesDeadline = movesDeadline
    self.apply = apply
  }

  // MARK: The keys

  public static let table = [
    timeoutTurn, timeoutMatch, timeLeft, timeIncrement, maxMemory, maxDepth, maxNode, gameType,
    InfoKey(
      "hash_size", 0...EngineSettings.largestTable, "KiB, 0 to \(EngineSettings.largestTable)"
    ) {
      $0.hashSize = limit($1)
    },
    InfoKey("thread_num", 1...1024) { $0.threadCount = min($1, EngineSettings.mostThreads) },
    InfoKey("strength", 0...Handicap.fullStrength) { $0.handicap = Handicap(strength: $1) },
    InfoKey("book", 0...1) { $0.usesBook = $1 == 1 },
    InfoKey("show_detail", 0...3) { $0.detail = EngineSettings.Detail(rawValue: $1) },
    InfoKey("pondering", 0...1) { $0.ponders = $1 == 1 },
    InfoKey("usedatabase", 0...1) { $0.usesDatabase = $1 == 1 },
    InfoKey("database_readonly", 0...1) { $0.isDatabaseReadOnly = $1 == 1 },
    InfoKey("caution_factor", 0...5),
  ]

  /// The time limit of a turn; zero means to move at once.
  public static let timeoutTurn = InfoKey(
    "timeout_turn", 0...longestTime, "milliseconds", movesDeadline: true
  ) { $0.clock.turn = .milliseconds($1) }
  public static let timeoutMatch = InfoKey(
    "timeout_match", 0...longestTime, "milliseconds", movesDeadline: true
  ) { $0.clock.match = limit($1).map { .milliseconds($0) } }
  /// The time left in the match, which may be negative.
  public static let timeLeft = InfoKey(
    "time_left", -longestTime...longestTime, "milliseconds", movesDeadline: true
  ) {
    $0.clock.left = .milliseconds($1)
    $0.managerKeepsClock = true
  }
  public static let timeIncrement = InfoKey(
    "time_increment", 0...longestTime, "milliseconds", movesDeadline: true
  ) { $0.clock.increment = .milliseconds($1) }
  public static let maxMemory = InfoKey("max_memory", 0...largestMemory, "bytes, 0 to 2^50") {
    $0.maxMemory = limit($1)
  }
  public static let maxDepth = InfoKey(
    "max_depth", -1...Int.max, "plies, 0 or -1 for no limit"
  ) { $0.depth = limit($1) }
  public static let maxNode = InfoKey(
    "max_node", -1...Int.max, "nodes, 0 or -1 for no limit"
  ) { $0.nodes = limit($1).map(UInt64.init) }
  public static let gameType = InfoKey("game_type", 0...3)

  /// The largest time in milliseconds, about a thousand years: in effect no limit, and sums of such
  /// times cannot overflow.
  static let longestTime = Int(clamping: 1 << 45 as Int64)
  /// The largest memory limit in bytes, one pebibyte. Real managers send up to 3.8e14.
  private static let largestMemory = Int(clamping: 1 << 50 as Int64)

  /// Returns the limit; `nil`, no limit, for zero and negative numbers.
  private static func limit(_ number: Int) -> Int? { number > 0 ? number : nil }
}

extension InfoKey: Equatable {
  public static func == (a: InfoKey, b: InfoKey) -> Bool { a.name == b.name }
}

/// The setting in a line `INFO key value`.
public enum InfoSetting: Equatable, Sendable {
  /// A number inside the key's range.
  case number(InfoKey, Int)
  /// The rules of gomoku. A continuous game goes on after a finished row.
  case rule(Variant, isContinuous: Bool = false)
  case coordinates(CoordinateOrder)
  /// The key `vcthread`, by which Yixin-Board is recognised. Only Yixin-Board, its fork and
  /// programs modelled on them send it, at the start.
  ///
  /// The coordinate order is set to `order`, unless that is `nil`.
  case yixinBoard(value: String, order: CoordinateOrder? = nil)
  /// A key that this engine has no use for; its value may be anything.
  case ignored(key: String, value: String)

  static let keyOfYixinBoard = "vcthread"

  /// Reads a setting; `value` is the rest of the line after the key.
  ///
  /// - Parameter isYixinBoard: whether the sender is Yixin-Board.
  public init(key: String, value: String, isYixinBoard: Bool = false) throws(ProtocolError) {
    switch key.lowercased() {
    case "rule":
      guard let code = integer(value),
        let rule = InfoSetting.rule(code: code, isYixinBoard: isYixinBoard)
      else { throw .unsupportedRule(value) }
      self = rule
    case "coordinates":
      guard let order = CoordinateOrder(rawValue: value.lowercased()) else {
        throw .badSetting(key: "coordinates", value: value, expected: "xy or yx")
      }
      self = .coordinates(order)
    case InfoSetting.keyOfYixinBoard: self = .yixinBoard(value: value)
    case let name:
      guard let known = InfoKey.table.first(where: { $0.name == name }) else {
        self = .ignored(key: key, value: value)
        return
      }
      guard let number = integer(value), known.range ~= number else {
        throw .badSetting(key: name, value: value, expected: known.expectation)
      }
      // Both 0 and -1 mean no limit; the setting keeps 0.
      self = .number(known, known.range.lowerBound == -1 ? max(number, 0) : number)
    }
  }

  /// The bit of a rule's code for a continuous game.
  private static let continuousBit = 2

  /// Returns the rules for a code; `nil` if this engine does not play them.
  ///
  /// The code is a sum of bits: 1 exactly five, 2 continuous, 4 renju, 8 caro. Yixin-Board has no
  /// continuous games, and its renju is 2.
  private static func rule(code: Int, isYixinBoard: Bool) -> InfoSetting? {
    guard code >= 0 else { return nil }
    if isYixinBoard, code == continuousBit { return .rule(.renju) }
    let variant = Variant.allCases.first { $0.gomocupCode == code & ~continuousBit }
    let isContinuous = code & continuousBit != 0 && !isYixinBoard
    return variant.map { .rule($0, isContinuous: isContinuous) }
  }

  /// The arguments of INFO: `key value`.
  public var text: String {
    switch self {
    case .number(let key, let number): "\(key.name) \(number)"
    case .rule(let variant, let isContinuous):
      "rule \(variant.gomocupCode + (isContinuous ? InfoSetting.continuousBit : 0))"
    case .coordinates(let order): "coordinates \(order.rawValue)"
    case .yixinBoard(let value, _):
      InfoSetting.ignored(key: InfoSetting.keyOfYixinBoard, value: value).text
    case .ignored(let key, let value): value.isEmpty ? key : "\(key) \(value)"
    }
  }

  /// True if the setting can move the deadline of a running search.
  package var movesDeadline: Bool {
    if case .number(let key, _) = self { key.movesDeadline } else { false }
  }
}
