import GomokuRules
import SearchKit

/// What `INFO key value` sets. An absent limit is no limit.
public enum InfoSetting: Equatable, Sendable {
  /// Zero: move at once.
  case timeoutTurn(Duration)
  case timeoutMatch(Duration?)
  /// May be negative.
  case timeLeft(Duration)
  case timeIncrement(Duration)
  /// Most memory for the whole process, in bytes.
  case maxMemory(Int?)
  /// Size of the hash table in KiB; `nil`: as large as the memory allows.
  case hashSize(Int?)
  case maxDepth(Int?)
  case maxNode(UInt64?)
  case rule(Variant)
  case showDetail(DetailLevel)
  /// 0...100, the full strength.
  case strength(Int)
  /// How many threads search, 1 or more.
  case threadCount(Int)
  /// Whether to think while the opponent does.
  case pondering(Bool)
  case coordinates(CoordinateOrder)
  /// Understood, checked, and without effect on how this engine plays.
  case accepted(key: Key, value: Int)
  /// A key that this engine has no use for; its value may be anything.
  case ignored(key: String, value: String)

  /// What an analysis program wants to see of a search beside MESSAGE lines.
  public struct DetailLevel: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// `MESSAGE REALTIME …` lines.
    public static let realtime = DetailLevel(rawValue: 1)
    /// Blocks of `INFO …` lines.
    public static let info = DetailLevel(rawValue: 2)
  }

  /// The keys with a meaning, spelt as they are sent.
  public enum Key: String, CaseIterable, Sendable {
    case timeoutTurn = "timeout_turn"
    case timeoutMatch = "timeout_match"
    case timeLeft = "time_left"
    case timeIncrement = "time_increment"
    case maxMemory = "max_memory"
    case hashSize = "hash_size"
    case maxDepth = "max_depth"
    case maxNode = "max_node"
    case rule
    case showDetail = "show_detail"
    case strength
    case coordinates
    case gameType = "game_type"
    case threadNum = "thread_num"
    case cautionFactor = "caution_factor"
    case pondering
  }

  /// Whether the setting can move the deadline of a running search.
  package var movesDeadline: Bool {
    switch self {
    case .timeoutTurn, .timeoutMatch, .timeLeft, .timeIncrement: true
    default: false
    }
  }
}

// MARK: - Text

extension InfoSetting {
  /// Reads `key` and `value`, the latter being the rest of the line.
  public init(key: String, value: String) throws(ProtocolError) {
    guard let known = Key(rawValue: key.lowercased()) else {
      self = .ignored(key: key, value: value)
      return
    }
    if known == .rule {
      guard let code = integer(value), let variant = Variant(gomocupCode: code) else {
        throw .unsupportedRule(value)
      }
      self = .rule(variant)
      return
    }
    if known == .coordinates {
      guard let order = CoordinateOrder(rawValue: value.lowercased()) else {
        throw InfoSetting.refusal(of: known, value)
      }
      self = .coordinates(order)
      return
    }
    guard let number = integer(value), let range = known.range, range ~= number else {
      throw InfoSetting.refusal(of: known, value)
    }
    self.init(known, number)
  }

  /// The setting of a key whose value is a number inside the key's range.
  private init(_ key: Key, _ number: Int) {
    let limit = number > 0 ? number : nil
    self =
      switch key {
      case .timeoutTurn: .timeoutTurn(.milliseconds(number))
      case .timeoutMatch: .timeoutMatch(limit.map { .milliseconds($0) })
      case .timeLeft: .timeLeft(.milliseconds(number))
      case .timeIncrement: .timeIncrement(.milliseconds(number))
      case .maxMemory: .maxMemory(limit)
      case .hashSize: .hashSize(limit)
      case .maxDepth: .maxDepth(limit)
      case .maxNode: .maxNode(limit.map(UInt64.init))
      case .showDetail: .showDetail(DetailLevel(rawValue: number))
      case .strength: .strength(number)
      case .threadNum: .threadCount(number)
      case .pondering: .pondering(number == 1)
      case .rule, .coordinates, .gameType, .cautionFactor:
        .accepted(key: key, value: number)
      }
  }

  private static func refusal(of key: Key, _ value: String) -> ProtocolError {
    .badArgument(
      command: "INFO \(key.rawValue)", argument: value, expected: key.expectation)
  }

  /// `key value`, as it stands behind INFO.
  public var text: String {
    switch self {
    case .timeoutTurn(let time): "timeout_turn \(time.milliseconds)"
    case .timeoutMatch(let time): "timeout_match \(time?.milliseconds ?? 0)"
    case .timeLeft(let time): "time_left \(time.milliseconds)"
    case .timeIncrement(let time): "time_increment \(time.milliseconds)"
    case .maxMemory(let bytes): "max_memory \(bytes ?? 0)"
    case .hashSize(let size): "hash_size \(size ?? 0)"
    case .maxDepth(let depth): "max_depth \(depth ?? 0)"
    case .maxNode(let nodes): "max_node \(nodes ?? 0)"
    case .rule(let variant): "rule \(variant.gomocupCode)"
    case .showDetail(let level): "show_detail \(level.rawValue)"
    case .strength(let strength): "strength \(strength)"
    case .threadCount(let count): "thread_num \(count)"
    case .pondering(let isWanted): "pondering \(isWanted ? 1 : 0)"
    case .coordinates(let order): "coordinates \(order.rawValue)"
    case .accepted(let key, let value): "\(key.rawValue) \(value)"
    case .ignored(let key, let value): value.isEmpty ? key : "\(key) \(value)"
    }
  }
}

extension InfoSetting.Key {
  /// A thousand years of milliseconds are as good as no limit, and safe to add up.
  private static let longestTime = 1 << 45
  /// One pebibyte: above the largest value that real managers send (3.8e14), below nonsense.
  private static let largestMemory = 1 << 50
  /// 4 GiB, in KiB.
  package static let largestTable = 1 << 22

  /// The numbers that make sense, or `nil` for a key whose value is none.
  var range: ClosedRange<Int>? {
    switch self {
    case .timeoutTurn, .timeoutMatch, .timeIncrement: 0...Self.longestTime
    case .timeLeft: -Self.longestTime...Self.longestTime
    case .maxMemory: 0...Self.largestMemory
    case .hashSize: 0...Self.largestTable
    case .maxDepth, .maxNode: -1...Int.max
    case .showDetail: 0...3
    case .strength: 0...100
    case .gameType: 0...3
    case .threadNum: 1...1024
    case .cautionFactor: 0...5
    case .pondering: 0...1
    case .rule, .coordinates: nil
    }
  }

  /// What the value should have been, for error texts.
  var expectation: String {
    switch self {
    case .timeoutTurn, .timeoutMatch, .timeLeft, .timeIncrement: "milliseconds"
    case .maxMemory: "bytes, 0 to 2^50"
    case .hashSize: "KiB, 0 to \(Self.largestTable)"
    case .rule: "0, 1, 2, 4, 8 or 9"
    case .coordinates: "xy or yx"
    case .maxDepth: "plies, 0 or -1 for no limit"
    case .maxNode: "nodes, 0 or -1 for no limit"
    case .showDetail, .strength, .gameType, .threadNum, .cautionFactor, .pondering:
      range.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "a number"
    }
  }
}
