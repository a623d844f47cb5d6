import Basics

/// The move-ordering statistics of a search: killers by ply and history scores by side.
struct History: ~Copyable {
  private let scores: UnsafeMutablePointer<Int32>
  private let killers: UnsafeMutablePointer<UInt16>
  /// The largest absolute value of a history score.
  static var limit: Int32 { 16_384 }
  /// The largest bonus for one cut-off, before `add` scales it.
  private static var maximumBonus: Int { 400 }
  private static var plies: Int { AlphaBeta.maximumPly + 1 }

  init() {
    scores = .allocate(capacity: 2 * SearchMove.historySize)
    killers = .allocate(capacity: 2 * History.plies)
    clear()
  }

  deinit {
    scores.deallocate()
    killers.deallocate()
  }

  func clear() {
    scores.initialize(repeating: 0, count: 2 * SearchMove.historySize)
    killers.initialize(repeating: 0, count: 2 * History.plies)
  }

  /// Halves the history scores and clears the killers, at the start of a new search.
  func age() {
    for i in 0..<2 * SearchMove.historySize { scores[i] /= 2 }
    killers.initialize(repeating: 0, count: 2 * History.plies)
  }

  @inline(__always) func score(of move: SearchMove, by side: Color) -> Int32 {
    scores[Int(side.rawValue) &* SearchMove.historySize &+ move.historyIndex]
  }

  @inline(__always) func isKiller(_ move: SearchMove, atPly ply: Int) -> Bool {
    killers[2 &* ply] == move.bits || killers[2 &* ply &+ 1] == move.bits
  }

  /// Rewards a move that caused a beta cut-off, and penalises the moves that were tried before it.
  ///
  /// An action also becomes a killer; a captured stone does not.
  @inline(__always) func reward(
    _ move: SearchMove, by side: Color, depth: Int, ply: Int, failed: Slice<MoveList>
  ) {
    assert(0..<History.plies ~= ply)
    if !move.isCapture, killers[2 &* ply] != move.bits {
      killers[2 &* ply &+ 1] = killers[2 &* ply]
      killers[2 &* ply] = move.bits
    }
    let bonus = Int32(truncatingIfNeeded: min(depth &* depth, History.maximumBonus))
    add(bonus, to: move, of: side)
    for other in failed { add(0 &- bonus, to: other.move, of: side) }
  }

  /// Adds 32 times `bonus` to a history score, less a share of the score that keeps it in `limit`.
  @inline(__always) private func add(_ bonus: Int32, to move: SearchMove, of side: Color) {
    let index = Int(side.rawValue) &* SearchMove.historySize &+ move.historyIndex
    let scaled = bonus &* 32
    assert(abs(scaled) <= History.limit)
    scores[index] &+= scaled &- scores[index] &* abs(scaled) / History.limit
  }
}

/// The moves of one node, in the stack shared by all nodes of a search.
typealias MoveList = UnsafeMutableBufferPointer<RankedMove>

extension MoveList {
  /// Swaps the highest ranked of the moves from `index` on with the move at `index`.
  @inline(__always) func selectBest(from index: Int) {
    assert(indices.contains(index))
    var best = index
    for i in index &+ 1..<Swift.max(count, index &+ 1)
    where self[i].orderingScore > self[best].orderingScore {
      best = i
    }
    if best != index { swapAt(best, index) }
  }
}
