import Basics
import GomokuRules

/// The history tables: scores of moves by their success elsewhere in the tree.
struct History: ~Copyable {
  /// The largest absolute value of a score in a table.
  static let limit = 8192
  /// The scores by colour and point.
  private let quiet: UnsafeMutablePointer<Int16>
  /// The scores by colour, point of the opponent's last move, and point of the move.
  private let replies: UnsafeMutablePointer<Int16>
  private static var pointCount: Int { BoardSize.mostPoints }

  init() {
    quiet = .allocate(capacity: 2 * Point.cellCount)
    replies = .allocate(capacity: 2 * History.pointCount * History.pointCount)
    clear()
  }

  deinit {
    quiet.deallocate()
    replies.deallocate()
  }

  func clear() {
    quiet.update(repeating: 0, count: 2 * Point.cellCount)
    replies.update(repeating: 0, count: 2 * History.pointCount * History.pointCount)
  }

  /// Returns the index of a point in `replies`, below `pointCount`.
  @inline(__always) private static func number(_ point: Point) -> Int {
    point.y &* BoardSize.largestSide &+ point.x
  }

  @inline(__always) private func reply(_ color: Color, _ last: Point, _ point: Point)
    -> UnsafeMutablePointer<Int16>
  {
    replies
      + ((color.index &* History.pointCount &+ History.number(last)) &* History.pointCount
        &+ History.number(point))
  }

  /// Returns the history score of `color` at `point` after the opponent's move `last`.
  @inline(__always) func score(_ color: Color, _ point: Point, after last: Point?) -> Int {
    var score = Int(quiet[color.index &* Point.cellCount &+ point.index])
    if let last { score &+= Int(reply(color, last, point).pointee) }
    return score
  }

  /// Adds a bonus, negative for a penalty, to both scores of a move.
  @inline(__always) func update(_ color: Color, _ point: Point, after last: Point?, bonus: Int) {
    History.add(bonus, to: quiet + (color.index &* Point.cellCount &+ point.index))
    if let last { History.add(bonus, to: reply(color, last, point)) }
  }

  /// Adds a bonus, and subtracts the share `abs(bonus) / limit` of the old score. The score thus
  /// stays within ±`limit`.
  @inline(__always) private static func add(_ bonus: Int, to score: UnsafeMutablePointer<Int16>) {
    assert(abs(bonus) <= limit)
    let old = Int(score.pointee)
    score.pointee = Int16(truncatingIfNeeded: old &+ bonus &- old &* abs(bonus) / limit)
  }
}
