import Basics
import GomokuRules

extension OpeningGame {
  /// The task of the player who has to act, with all that is allowed; empty once it is over.
  var task: String {
    options.map(text).joined(separator: ", or ")
  }

  private func text(of option: OpeningOption) -> String {
    switch option {
    case .place(let points):
      let number = position.stones.count + 1
      return "set stone \(number), \(position.sideToMove)\(OpeningGame.place(points, position))"
    case .swapOrStay:
      let color = actor.map(color) ?? .black
      return "swap (you take \(color.opponent)) or stay (\(color))"
    case .announce(let numbers):
      return "announce \(numbers.lowerBound) to \(numbers.upperBound) fifth moves, such as fifths 3"
    case .offer(1, _): return "offer a fifth move, such as offer g9"
    case .offer(let count, _): return "offer \(count) fifth moves, such as offer g9,h12"
    case .take(let points):
      return "take one of \(points.map(\.description).joined(separator: ", "))"
    }
  }

  /// Returns the allowed points in words: a point, all of a rectangle, or all outside it.
  private static func place(_ points: [Point], _ position: Position) -> String {
    let allowed = Set(points)
    let empty = position.emptyPoints
    if allowed.count == empty.count { return "" }
    if let point = points.first, points.count == 1 { return ", on \(point)" }
    let forbidden = empty.filter { !allowed.contains($0) }
    let inner = Rectangle(points)
    return forbidden.contains(where: inner.contains)
      ? ", outside \(Rectangle(forbidden))" : ", in \(inner)"
  }

  /// The smallest rectangle of points that contains given ones.
  private struct Rectangle: CustomStringConvertible {
    let columns: ClosedRange<Int>
    let rows: ClosedRange<Int>

    init(_ points: [Point]) {
      let (columns, rows) = (points.map(\.x), points.map(\.y))
      self.columns = (columns.min() ?? 0)...(columns.max() ?? 0)
      self.rows = (rows.min() ?? 0)...(rows.max() ?? 0)
    }

    func contains(_ point: Point) -> Bool { columns ~= point.x && rows ~= point.y }

    /// The corners, as in `g7 to i9`.
    var description: String {
      "\(Point(x: columns.lowerBound, y: rows.lowerBound)) to "
        + "\(Point(x: columns.upperBound, y: rows.upperBound))"
    }
  }
}
