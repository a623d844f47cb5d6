import Gomocup
import Gomoku
import GomokuRules
import SearchKit

/// Everything that INFO sets, and the points that YXBLOCK excludes. It outlives games: INFO may come
/// before START.
struct EngineSettings: Equatable, Sendable {
  /// The rules of games of gomoku.
  var variant = Variant.freestyle
  /// The code of rules that are not played here, until good ones arrive.
  var refusedRule: String?
  /// Points of gomoku not to be played.
  var blocked: Set<Point> = []
  var clock = MatchClock(turn: .seconds(5))
  /// Whether the manager says what is left of the match; otherwise the own clock counts.
  var managerKeepsClock = false
  var depth: Int?
  var nodes: UInt64?
  var maxMemory: Int?
  /// In KiB.
  var hashSize: Int?
  var threadCount = 1
  /// Whether to think while the opponent does.
  var ponders = false
  /// `nil` at full strength.
  var handicap: Handicap?
  var detail: InfoSetting.DetailLevel = []
  var order = CoordinateOrder.columnRow

  static let mostThreads = 64
  /// Below this nothing useful can be done.
  static let leastMemory = 32 << 20
  /// What the engine takes for itself when nothing is said: a tournament's usual limit.
  static let usualMemory = 350 << 20
  /// A limit is no request: more than this is only taken when `hash_size` asks for it.
  static let mostUnaskedMemory = 1 << 30

  /// Most memory for the whole process.
  var memoryLimit: Int {
    let limit =
      hashSize.map { min($0 << 10 + GomokuPlayer.footprint.process, maxMemory ?? .max) }
      ?? min(maxMemory ?? EngineSettings.usualMemory, EngineSettings.mostUnaskedMemory)
    return max(limit, EngineSettings.leastMemory)
  }

  mutating func apply(_ setting: InfoSetting) {
    switch setting {
    case .timeoutTurn(let time): clock.turn = time
    case .timeoutMatch(let time): clock.match = time
    case .timeLeft(let time):
      clock.left = time
      managerKeepsClock = true
    case .timeIncrement(let time): clock.increment = time
    case .maxMemory(let bytes): maxMemory = bytes
    case .hashSize(let size): hashSize = size
    case .maxDepth(let depth): self.depth = depth
    case .maxNode(let nodes): self.nodes = nodes
    case .rule(let variant):
      self.variant = variant
      refusedRule = nil
    case .showDetail(let level): detail = level
    case .strength(let strength): handicap = Handicap(strength: strength)
    case .pondering(let isWanted): ponders = isWanted
    case .threadCount(let count): threadCount = min(count, EngineSettings.mostThreads)
    case .coordinates(let order): self.order = order
    case .accepted, .ignored: break
    }
  }

  /// A new game starts with a full clock.
  mutating func resetClock() {
    clock.left = nil
    managerKeepsClock = false
  }

  /// The limits that INFO sets for an assignment.
  func limits(for assignment: Assignment) -> SearchLimits {
    SearchLimits(depth: depth, nodes: nodes, time: budget(for: assignment))
  }

  /// The time that is left for an assignment.
  func budget(for assignment: Assignment) -> TimeBudget? {
    clock.budget(movesToGo: assignment.movesToGo, policy: assignment.task.timePolicy)
  }
}
