import Basics
import CNetworks
import GomokuRules

/// The mix network's state on a search's board: embeddings, convolution and accumulators, updated
/// on demand.
///
/// Invariant: vectors and accumulators equal those computed from scratch for the states in
/// `cells.states`. An update sets these states to the board's, whatever moves were made or taken
/// back in between. The undo stack only saves work: after moves are taken back, it restores results
/// that would otherwise be computed again.
struct MixAccumulator: ~Copyable {
  private let network: MixNetwork
  private let cells: mix_cells
  private let inside: PointSet
  /// The undo stack, with an entry for each update that changed something.
  private let updates: UnsafeMutablePointer<Update>
  private var updateCount = 0
  /// The undo log of changed cells, of all updates in order.
  private let saved: UnsafeMutablePointer<mix_saved>
  private var savedCount = 0
  private let roomForSaved: Int
  /// The largest number of entries that one update adds to the undo log.
  private let mostSaved: Int

  /// The largest depth of the undo stack.
  ///
  /// A longer sequence of updates empties the stack. When moves are then taken back, their cells
  /// are recomputed, which costs more than to restore them.
  private static let mostUpdates = 128
  /// The number of entries that the update after one move usually adds to the undo log.
  private static let usuallySaved = 160

  /// An update of the state, with the data that undo it.
  private struct Update {
    /// The board's ply and last move at the update. `isBehind` recognises by them that the update
    /// belongs to the board's present line of moves.
    var ply: Int
    var move: Point?
    /// The length of the undo log and the accumulators before the update.
    var savedCount: Int
    var sums: Accumulators
  }

  /// The accumulators of Black's and of White's view.
  typealias Accumulators = (SIMD32<Int32>, SIMD32<Int32>)

  /// Creates the state for an empty board of this size.
  init<Rules: RuleTraits>(_ network: MixNetwork, _ size: BoardSize, _ rules: Rules.Type) {
    assert(network.variant == Rules.variant)
    self.network = network
    func numbers<Number: FixedWidthInteger>(_ count: Int) -> UnsafeMutablePointer<Number> {
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: count * MemoryLayout<Number>.stride, alignment: 64)
      return memory.initializeMemory(as: Number.self, repeating: 0, count: count)
    }
    let channels = 2 * MixNetwork.channels
    cells = mix_cells(
      states: numbers(Point.cellCount), embedded: numbers(channels * Point.cellCount),
      convolved: numbers(channels * Point.cellCount), sums: numbers(channels))
    inside = PointSet(size.points)
    mostSaved = 2 * size.pointCount
    roomForSaved = MixAccumulator.mostUpdates * MixAccumulator.usuallySaved + mostSaved
    updates = .allocate(capacity: MixAccumulator.mostUpdates)
    saved = .allocate(capacity: roomForSaved)
    // No state equals `.max`, so this update fills all cells. The mean of both views of the empty
    // board is then subtracted, because `MixNetwork.Table.centers` counts from it.
    for point in size.points { cells.states[point.index] = .max }
    recompute(Board<Rules>(Position(size: size, variant: Rules.variant)))
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
    cells.embedded.deallocate()
    cells.convolved.deallocate()
    cells.sums.deallocate()
    updates.deallocate()
    saved.deallocate()
  }

  // MARK: Asking

  /// Returns the value of `board` for its side to move, as log odds of winning.
  @inline(__always) mutating func logOdds<Rules: RuleTraits>(of board: borrowing Board<Rules>)
    -> Float
  {
    update(board)
    let own = board.sideToMove
    return network.logOdds(
      own: sums(own), opponent: sums(own.opponent), threats: board.threatIndex)
  }

  /// Writes the policy logits of the moves on `count` points of `board`, for its side to move.
  @inline(__always) mutating func writeLogits<Rules: RuleTraits>(
    _ points: UnsafePointer<UInt16>, count: Int, on board: borrowing Board<Rules>,
    to logits: UnsafeMutablePointer<Float>
  ) {
    assert(0...board.size.pointCount ~= count)
    update(board)
    network.writeLogits(
      points, count: count, in: cells, mover: board.sideToMove, threats: board.threatIndex,
      to: logits)
  }

  /// Returns the accumulator of a colour's view.
  @inline(__always) func sums(_ color: Color) -> UnsafePointer<Int32> {
    UnsafePointer(cells.sums + color.index &* MixNetwork.channels)
  }

  // MARK: Updating

  /// Brings the network's state up to date with `board`.
  ///
  /// First undoes the updates for moves that have been taken back, then recomputes the cells that
  /// have changed.
  private mutating func update<Rules: RuleTraits>(_ board: borrowing Board<Rules>) {
    while updateCount > 0, !isBehind(updates[updateCount &- 1], board) { restore() }
    if updateCount == MixAccumulator.mostUpdates || savedCount &+ mostSaved > roomForSaved {
      (updateCount, savedCount) = (0, 0)
    }
    let update = Update(
      ply: board.ply, move: board.frames[board.ply].move, savedCount: savedCount,
      sums: UnsafeRawPointer(cells.sums).load(as: Accumulators.self))
    recompute(board)
    assert(update.savedCount...update.savedCount + mostSaved ~= savedCount)
    guard savedCount > update.savedCount else { return }
    assert(updateCount < MixAccumulator.mostUpdates)
    (updates + updateCount).initialize(to: update)
    updateCount &+= 1
  }

  /// Returns whether the position of an update is one that the board's present moves led through.
  ///
  /// The position is recognised by its ply and last move. A wrong answer costs only work, because
  /// the next update compares the states of all cells.
  @inline(__always) private func isBehind<Rules: RuleTraits>(
    _ update: Update, _ board: borrowing Board<Rules>
  ) -> Bool {
    update.ply <= board.ply && board.frames[update.ply].move == update.move
  }

  private mutating func recompute<Rules: RuleTraits>(_ board: borrowing Board<Rules>) {
    recompute(UnsafeRawPointer(board.cells).assumingMemoryBound(to: UInt64.self))
  }

  /// Brings the network's state up to date with `states`, the cell states of a whole grid, which
  /// are zero outside the board.
  mutating func recompute(_ states: UnsafePointer<UInt64>) {
    var (trunk, cells) = (network.trunk, cells)
    savedCount = withUnsafePointer(to: inside.words) { words in
      let words = UnsafeRawPointer(words).assumingMemoryBound(to: UInt64.self)
      return mix_update(&trunk, &cells, states, words, saved + savedCount) - saved
    }
  }

  /// Undoes the last update.
  private mutating func restore() {
    assert(updateCount > 0)
    updateCount &-= 1
    let update = updates[updateCount]
    var cells = cells
    mix_restore(&cells, saved + update.savedCount, saved + savedCount)
    UnsafeMutableRawPointer(cells.sums).storeBytes(of: update.sums, as: Accumulators.self)
    savedCount = update.savedCount
  }
}
