import Basics
import GomokuRules

/// How well moves did elsewhere in the tree, for ordering and reductions.
struct History: ~Copyable {
  /// Scores stay within this bound.
  static let limit = 8192
  /// By colour and point.
  private let quiet: UnsafeMutablePointer<Int16>
  /// By the opponent's last point and our point, both numbered densely.
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

  /// What is known of a move of `color` on `point` after the opponent's `last` move.
  @inline(__always) func score(_ color: Color, _ point: Point, after last: Point?) -> Int {
    var score = Int(quiet[color.index &* Point.cellCount &+ point.index])
    if let last { score &+= Int(reply(color, last, point).pointee) }
    return score
  }

  /// Rewards or, with a negative bonus, punishes a move.
  @inline(__always) func update(_ color: Color, _ point: Point, after last: Point?, bonus: Int) {
    History.add(bonus, to: quiet + (color.index &* Point.cellCount &+ point.index))
    if let last { History.add(bonus, to: reply(color, last, point)) }
  }

  /// Moves a score towards the bound it never passes.
  @inline(__always) private static func add(_ bonus: Int, to score: UnsafeMutablePointer<Int16>) {
    let old = Int(score.pointee)
    score.pointee = Int16(truncatingIfNeeded: old &+ bonus &- old &* abs(bonus) / limit)
  }
}
