import Basics
import GomokuRules
import SearchTypes

/// The settings of INFO, and the points that YXBLOCK excludes.
///
/// The settings stay in force over several games, and INFO may come before START.
public struct EngineSettings: Equatable, Sendable {
  /// The rules for games of gomoku.
  package var variant = Variant.freestyle
  /// True if games of gomoku go on after a finished row.
  package var isContinuous = false
  /// The code of the last `INFO rule`, if this engine does not play that rule; `nil` after a valid
  /// one.
  package var refusedRule: String?
  /// The points of gomoku on which the engine must not play.
  package var blocked: Set<Point> = []
  package var clock = MatchClock(turn: .seconds(5))
  /// True if the manager reports the time left in the match; otherwise the engine subtracts its
  /// turns.
  package var managerKeepsClock = false
  package var depth: Int?
  package var nodes: UInt64?
  package var maxMemory: Int?
  /// The requested size of the hash table, in KiB.
  package var hashSize: Int?
  package var threadCount = 1
  /// True if the engine searches while the opponent is to move.
  package var ponders = false
  /// The handicap of a weakened engine; `nil` at full strength.
  package var handicap: Handicap?
  /// True if the engine plays the moves of its book without a search.
  package var usesBook = true
  package var detail: Detail = []
  package var order = CoordinateOrder.columnRow
  package var isYixinBoard = false
  /// True if the database is in use: its marks restrict the engine's moves, and it records
  /// searches unless it is read-only.
  package var usesDatabase = false
  package var isDatabaseReadOnly = false
  /// The path of the database file, which YXSETDATABASE changes.
  package var databasePath = "wuliu.db"

  package init() {}

  /// Additional reports of a running search, which analysis programs ask for by `INFO show_detail`.
  package struct Detail: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// `MESSAGE REALTIME …` lines.
    package static let realtime = Detail(rawValue: 1)
    /// Blocks of `INFO …` lines.
    package static let info = Detail(rawValue: 2)
  }

  package static let mostThreads = 64
  /// The largest hash table in KiB: 4 GiB.
  package static let largestTable = 1 << 22
  /// The smallest memory limit in bytes, to which a smaller one is raised.
  package static let leastMemory = 32 << 20
  /// The memory limit in bytes if the manager sets none: a tournament's usual limit.
  private static let usualMemory = 350 << 20
  /// The largest memory limit in bytes if only `max_memory` is set.
  ///
  /// A larger hash table has to be requested by `hash_size`.
  private static let mostUnaskedMemory = 1 << 30

  /// Returns the memory limit of the whole process in bytes.
  ///
  /// - Parameter footprint: the memory of the process without its hash table, in bytes.
  package func memoryLimit(footprint: Int) -> Int {
    let limit =
      hashSize.map { min($0 << 10 + footprint, maxMemory ?? .max) }
      ?? min(maxMemory ?? EngineSettings.usualMemory, EngineSettings.mostUnaskedMemory)
    return max(limit, EngineSettings.leastMemory)
  }

  package mutating func apply(_ setting: InfoSetting) {
    switch setting {
    case .number(let key, let number): key.apply(&self, number)
    case .rule(let variant, let isContinuous):
      (self.variant, self.isContinuous) = (variant, isContinuous)
      refusedRule = nil
    case .coordinates(let order): self.order = order
    case .yixinBoard(_, let order):
      isYixinBoard = true
      self.order = order ?? self.order
    case .ignored: break
    }
  }

  /// Resets the match clock for a new game; the time left is unknown until the manager reports it.
  package mutating func resetClock() {
    clock.left = nil
    managerKeepsClock = false
  }
}
