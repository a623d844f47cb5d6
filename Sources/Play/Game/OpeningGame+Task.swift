import Basics
import GomokuRules
import Records

extension OpeningGame {
  /// The instruction to the player who has to act: all that the opening allows him to do.
  ///
  /// It is empty once the opening is over.
  var task: Phrase {
    Phrase(options.map(text), separator: Phrase(", or "))
  }

  private func text(of option: OpeningOption) -> Phrase {
    switch option {
    case .place(let points):
      let (number, place) = (position.stones.count + 1, OpeningGame.place(points, position))
      return Phrase("set stone \(number), \(position.sideToMove)\(place)")
    case .swapOrStay:
      let color = actor.map(color) ?? .black
      return Phrase("swap (you take \(color.opponent)) or stay (\(color))")
    case .announce(let numbers):
      let (least, most) = (numbers.lowerBound, numbers.upperBound)
      return Phrase("announce \(least) to \(most) fifth moves, such as fifths 3")
    case .offer(1, _): return Phrase("offer a fifth move, such as offer g9")
    case .offer(let count, _):
      return Phrase("offer \(count) fifth moves, such as offer g9,h12")
    case .take(let points):
      return Phrase(
        "take one of \(Phrase(points.map { Phrase("\($0)") }, separator: Phrase(", ")))")
    }
  }

  /// Describes the allowed points in words, as a single point or by a rectangle.
  ///
  /// The allowed points are all empty points inside the rectangle, or all outside it. The text is
  /// empty if every empty point is allowed.
  private static func place(_ points: [Point], _ position: Position) -> Phrase {
    let allowed = Set(points)
    let empty = position.emptyPoints
    if allowed.count == empty.count { return Phrase(verbatim: "") }
    if let point = points.first, points.count == 1 { return Phrase(", on \(point)") }
    let forbidden = empty.filter { !allowed.contains($0) }
    let inner = Rectangle(points)
    return forbidden.contains(where: inner.contains)
      ? Phrase(", outside \(Rectangle(forbidden).text)") : Phrase(", in \(inner.text)")
  }

  /// The smallest rectangle on the board that contains all given points.
  private struct Rectangle {
    let columns: ClosedRange<Int>
    let rows: ClosedRange<Int>

    init(_ points: [Point]) {
      let (columns, rows) = (points.map(\.x), points.map(\.y))
      self.columns = (columns.min() ?? 0)...(columns.max() ?? 0)
      self.rows = (rows.min() ?? 0)...(rows.max() ?? 0)
    }

    func contains(_ point: Point) -> Bool { columns ~= point.x && rows ~= point.y }

    /// The corners, as in `g7 to i9`.
    var text: Phrase {
      let first = Point(x: columns.lowerBound, y: rows.lowerBound)
      return Phrase("\(first) to \(Point(x: columns.upperBound, y: rows.upperBound))")
    }
  }
}
