import Basics
import CNetworks
import GomokuRules

/// What a mix network knows of a search's board: it follows the board when it is asked.
///
/// Invariant: vectors and sums are those of the states that have been seen, from scratch. Whatever the
/// board did in between, following makes the states seen the board's; that levels are kept only saves
/// work where moves are taken back.
struct MixBoard: ~Copyable {
  private let network: MixNetwork
  private let cells: mix_cells
  /// The board's points.
  private let inside: PointSet
  /// What was there before each change of something.
  private let levels: UnsafeMutablePointer<Level>
  private var levelCount = 0
  private let saved: UnsafeMutablePointer<mix_saved>
  private var savedCount = 0
  private let roomForSaved: Int
  /// The most that are saved at once.
  private let mostSaved: Int

  /// How far a path is expected to be followed: a longer one is followed too, with more work.
  private static let longestPath = 128
  /// What one move changes, beside the points around it.
  private static let usuallySaved = 160

  /// A change of the board's, and what was there before.
  private struct Level {
    /// When the board has made so many moves, and this one as the last.
    var ply: Int
    var move: Point?
    var savedCount: Int
    var sums: Sums
  }

  typealias Sums = (SIMD32<Int32>, SIMD32<Int32>)

  /// Knows an empty board of this size.
  init<Rules: RuleTraits>(_ network: MixNetwork, _ size: BoardSize, _ rules: Rules.Type) {
    self.network = network
    func numbers<Number: FixedWidthInteger>(_ count: Int) -> UnsafeMutablePointer<Number> {
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: count * MemoryLayout<Number>.stride, alignment: 64)
      return memory.initializeMemory(as: Number.self, repeating: 0, count: count)
    }
    let channels = 2 * MixNetwork.channels
    cells = mix_cells(
      states: numbers(Point.cellCount), excited: numbers(channels * Point.cellCount),
      mixed: numbers(channels * Point.cellCount), sums: numbers(channels))
    inside = PointSet(size.points)
    mostSaved = 2 * size.pointCount
    roomForSaved = MixBoard.longestPath * MixBoard.usuallySaved + mostSaved
    levels = .allocate(capacity: MixBoard.longestPath)
    saved = .allocate(capacity: roomForSaved)
    // Sums are those beyond an empty board's, which say nothing; both views' mean of them.
    for point in size.points { cells.states[point.index] = .max }
    renew(Board<Rules>(Position(size: size, variant: Rules.variant)))
    for channel in 0..<MixNetwork.channels {
      let (black, white) = (cells.sums + channel, cells.sums + MixNetwork.channels + channel)
      let usual = (black.pointee + white.pointee) >> 1
      black.pointee -= usual
      white.pointee -= usual
    }
    savedCount = 0
  }

  deinit {
    cells.states.deallocate()
    cells.excited.deallocate()
    cells.mixed.deallocate()
    cells.sums.deallocate()
    levels.deallocate()
    saved.deallocate()
  }

  // MARK: Asking

  /// The worth of `board` for its side to move, in the logarithm of its odds of winning.
  @inline(__always) mutating func worth<Rules: RuleTraits>(of board: borrowing Board<Rules>)
    -> Float
  {
    follow(board)
    let own = board.sideToMove
    return network.worth(
      own: sums(own), opponent: sums(own.opponent), threats: board.threatIndex)
  }

  /// Writes how promising moves on some points of `board` are for its side to move.
  @inline(__always) mutating func score<Rules: RuleTraits>(
    _ points: UnsafePointer<UInt16>, count: Int, on board: borrowing Board<Rules>,
    to scores: UnsafeMutablePointer<Float>
  ) {
    follow(board)
    network.score(
      points, count: count, in: cells, mover: board.sideToMove, threats: board.threatIndex,
      to: scores)
  }

  /// What has been summed in a colour's view.
  @inline(__always) func sums(_ color: Color) -> UnsafePointer<Int32> {
    UnsafePointer(cells.sums + color.index &* MixNetwork.channels)
  }

  // MARK: Following

  private mutating func follow<Rules: RuleTraits>(_ board: borrowing Board<Rules>) {
    while levelCount > 0, !isBehind(levels[levelCount &- 1], board) { restore() }
    if levelCount == MixBoard.longestPath || savedCount &+ mostSaved > roomForSaved {
      (levelCount, savedCount) = (0, 0)
    }
    let level = Level(
      ply: board.ply, move: board.frames[board.ply].move, savedCount: savedCount,
      sums: UnsafeRawPointer(cells.sums).load(as: Sums.self))
    renew(board)
    guard savedCount > level.savedCount else { return }
    (levels + levelCount).initialize(to: level)
    levelCount &+= 1
  }

  /// Whether the board's path seems to go through a level.
  @inline(__always) private func isBehind<Rules: RuleTraits>(
    _ level: Level, _ board: borrowing Board<Rules>
  ) -> Bool {
    level.ply <= board.ply && board.frames[level.ply].move == level.move
  }

  /// Sees the states that the board has now.
  private mutating func renew<Rules: RuleTraits>(_ board: borrowing Board<Rules>) {
    renew(UnsafeRawPointer(board.cells).assumingMemoryBound(to: UInt64.self))
  }

  /// Sees the states of a grid's cells, zero outside the board.
  mutating func renew(_ states: UnsafePointer<UInt64>) {
    var (body, cells) = (network.body, cells)
    savedCount = withUnsafePointer(to: inside.words) { words in
      let words = UnsafeRawPointer(words).assumingMemoryBound(to: UInt64.self)
      return mix_follow(&body, &cells, states, words, saved + savedCount) - saved
    }
  }

  /// Takes the last change back.
  private mutating func restore() {
    levelCount &-= 1
    let level = levels[levelCount]
    var cells = cells
    mix_restore(&cells, saved + level.savedCount, saved + savedCount)
    UnsafeMutableRawPointer(cells.sums).storeBytes(of: level.sums, as: Sums.self)
    savedCount = level.savedCount
  }
}
