/// The kinds of formation (成城).
public enum Shape: UInt8, CaseIterable, Sendable {
  /// A 2x2 block (成方).
  case square
  /// Complete diagonals of the board, from rim to rim: 斜三, 斜四, 斜五 and 成六.
  case diagonal3, diagonal4, diagonal5, diagonal6
  /// A complete inner rank or file (成六).
  case six
  /// A complete rank or file on the rim, a formation only under rules that give it a value.
  case edgeSix
}

/// A set of points that earns captures when it is filled with live stones of one player.
public struct Formation: Hashable, Sendable {
  public let shape: Shape
  public let points: PointSet

  /// All possible formations: 25 squares, 14 diagonals, 8 inner and 4 rim sixes.
  public static let all: [Formation] = squares + diagonals + sixes

  private static var squares: [Formation] {
    pointSets(from: Point.all, count: 4) { point, i in
      Point(file: point.file + i % 2, rank: point.rank + i / 2)
    }.map { Formation(shape: .square, points: $0) }
  }

  private static var diagonals: [Formation] {
    let shapes: [Int: Shape] = [3: .diagonal3, 4: .diagonal4, 5: .diagonal5, 6: .diagonal6]
    return [1, -1].flatMap { step in
      // A complete diagonal begins where it cannot be continued backwards.
      Point.all.filter { Point(file: $0.file - step, rank: $0.rank - 1) == nil }.compactMap {
        start in
        let points = (0..<6).compactMap {
          Point(file: start.file + $0 * step, rank: start.rank + $0)
        }
        return shapes[points.count].map { Formation(shape: $0, points: PointSet(points)) }
      }
    }
  }

  private static var sixes: [Formation] {
    (0..<6).flatMap { line in
      let shape: Shape = 1...4 ~= line ? .six : .edgeSix
      let rank = (0..<6).compactMap { Point(file: $0, rank: line) }
      let file = (0..<6).compactMap { Point(file: line, rank: $0) }
      return [rank, file].map { Formation(shape: shape, points: PointSet($0)) }
    }
  }

  /// Returns a set of `count` points for each start: `step(start, 0)`, `step(start, 1)` and so on.
  ///
  /// A start from which a step leaves the board yields no set.
  private static func pointSets(
    from starts: [Point], count: Int, step: (Point, Int) -> Point?
  ) -> [PointSet] {
    starts.compactMap { start in
      let points = (0..<count).compactMap { step(start, $0) }
      return points.count == count ? PointSet(points) : nil
    }
  }
}
