import Basics

/// What earlier parts of a search learned about moves: killers by ply and success counts by side.
struct MoveHistory {
  private let counts: UnsafeMutablePointer<Int32>
  private let killers: UnsafeMutablePointer<UInt16>
  static let plies = 256

  init() {
    counts = .allocate(capacity: 2 * SearchMove.historySize)
    killers = .allocate(capacity: 2 * MoveHistory.plies)
    clear()
  }

  func deallocate() {
    counts.deallocate()
    killers.deallocate()
  }

  func clear() {
    counts.initialize(repeating: 0, count: 2 * SearchMove.historySize)
    killers.initialize(repeating: 0, count: 2 * MoveHistory.plies)
  }

  /// Halves what was learned, at the start of a new search.
  func age() {
    for i in 0..<2 * SearchMove.historySize { counts[i] /= 2 }
    killers.initialize(repeating: 0, count: 2 * MoveHistory.plies)
  }

  @inline(__always) func count(_ move: SearchMove, by side: Color) -> Int32 {
    counts[Int(side.rawValue) &* SearchMove.historySize &+ move.historyIndex]
  }

  @inline(__always) func isKiller(_ move: SearchMove, atPly ply: Int) -> Bool {
    killers[2 &* ply] == move.bits || killers[2 &* ply &+ 1] == move.bits
  }

  /// Books a move that refuted its parent, and those that were tried before it and did not.
  @inline(__always) func reward(
    _ move: SearchMove, by side: Color, depth: Int, ply: Int, failed: Slice<MoveList>
  ) {
    if !move.isCapture, killers[2 &* ply] != move.bits {
      killers[2 &* ply &+ 1] = killers[2 &* ply]
      killers[2 &* ply] = move.bits
    }
    let bonus = Int32(truncatingIfNeeded: min(depth &* depth, 400))
    add(bonus, to: move, of: side)
    for other in failed { add(0 &- bonus, to: other.move, of: side) }
  }

  /// Moves a count towards ±16,384 by `bonus`, the slower the nearer it is.
  @inline(__always) private func add(_ bonus: Int32, to move: SearchMove, of side: Color) {
    let index = Int(side.rawValue) &* SearchMove.historySize &+ move.historyIndex
    let scaled = bonus &* 32
    counts[index] &+= scaled &- counts[index] &* abs(scaled) / 16_384
  }
}

/// The moves of one node, in a stack shared by all nodes of a search.
typealias MoveList = UnsafeMutableBufferPointer<RankedMove>

extension MoveList {
  /// Brings the highest ranked of the moves from `index` on to `index`.
  @inline(__always) func selectBest(from index: Int) {
    var best = index
    for i in index &+ 1..<Swift.max(count, index &+ 1) where self[i].rank > self[best].rank {
      best = i
    }
    if best != index { swapAt(best, index) }
  }
}
