import Basics
import GomokuRules
import SearchKit

/// Everything that INFO sets, and the points that YXBLOCK excludes.
///
/// The settings outlive games: INFO may come before START.
public struct EngineSettings: Equatable, Sendable {
  /// The rules of games of gomoku.
  package var variant = Variant.freestyle
  /// The code of rules that are not played here, until good ones arrive.
  package var refusedRule: String?
  /// Points of gomoku not to be played.
  package var blocked: Set<Point> = []
  package var clock = MatchClock(turn: .seconds(5))
  /// True if the manager reports the time left in the match; otherwise the engine counts it.
  package var managerKeepsClock = false
  package var depth: Int?
  package var nodes: UInt64?
  package var maxMemory: Int?
  /// In KiB.
  package var hashSize: Int?
  package var threadCount = 1
  /// True if the engine searches while the opponent is to move.
  package var ponders = false
  /// `nil` at full strength.
  package var handicap: Handicap?
  /// True if the engine plays wins from its book, which are proved beforehand.
  package var usesBook = true
  package var detail: Detail = []
  package var order = CoordinateOrder.columnRow
  package var isYixinBoard = false
  /// True if searches look up positions in the database file and store their results in the file.
  package var usesDatabase = false
  package var isDatabaseReadOnly = false
  /// In the working folder, unless YXSETDATABASE says another.
  package var databasePath = "wuliu.db"

  package init() {}

  /// The reports of a running search that an analysis program asks for, beside MESSAGE lines.
  package struct Detail: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// `MESSAGE REALTIME …` lines.
    package static let realtime = Detail(rawValue: 1)
    /// Blocks of `INFO …` lines.
    package static let info = Detail(rawValue: 2)
  }

  package static let mostThreads = 64
  /// 4 GiB, in KiB.
  package static let largestTable = 1 << 22
  /// Below this nothing useful can be done.
  package static let leastMemory = 32 << 20
  /// The memory limit in bytes if the manager sets none: a tournament's usual limit.
  private static let usualMemory = 350 << 20
  /// A limit is no request: more than this is only taken when `hash_size` asks for it.
  private static let mostUnaskedMemory = 1 << 30

  /// Most memory for the whole process.
  ///
  /// - Parameter footprint: what the process takes beside its hash table, in bytes.
  package func memoryLimit(footprint: Int) -> Int {
    let limit =
      hashSize.map { min($0 << 10 + footprint, maxMemory ?? .max) }
      ?? min(maxMemory ?? EngineSettings.usualMemory, EngineSettings.mostUnaskedMemory)
    return max(limit, EngineSettings.leastMemory)
  }

  package mutating func apply(_ setting: InfoSetting) {
    switch setting {
    case .number(let key, let number): key.apply(&self, number)
    case .rule(let variant):
      self.variant = variant
      refusedRule = nil
    case .coordinates(let order): self.order = order
    case .yixinBoard(_, let order):
      isYixinBoard = true
      self.order = order ?? self.order
    case .ignored: break
    }
  }

  /// A new game starts with a full clock.
  package mutating func resetClock() {
    clock.left = nil
    managerKeepsClock = false
  }
}
