import GomokuRules

/// A board of at most 64 points, with sets of points as bit masks.
struct SmallBoard: Sendable {
  typealias Points = UInt64

  /// The stones of both sides.
  struct Stones: Hashable, Sendable {
    var black: Points = 0
    var white: Points = 0

    /// Returns the stones after a move of Black.
    func adding(black point: Int) -> Stones {
      Stones(black: black | 1 << Points(point), white: white)
    }
    /// Returns the stones after a move of White.
    func adding(white point: Int) -> Stones {
      Stones(black: black, white: white | 1 << Points(point))
    }
  }

  let size: BoardSize
  private let windows: [Points]

  /// Creates a board; `nil` if it has more than 64 points.
  init?(_ size: BoardSize) {
    guard size.pointCount <= Points.bitWidth else { return nil }
    self.size = size
    windows = size.windows.map { $0.reduce(0) { $0 | 1 << Points($1.y * size.width + $1.x) } }
  }

  /// Returns the number of the bit for `point`.
  func index(of point: Point) -> Int { point.y * size.width + point.x }

  func point(_ index: Int) -> Point { Point(x: index % size.width, y: index / size.width) }

  func stones(of position: Position) -> Stones {
    position.stones.reduce(into: Stones()) { stones, stone in
      switch stone.color {
      case .black: stones = stones.adding(black: index(of: stone.point))
      default: stones = stones.adding(white: index(of: stone.point))
      }
    }
  }

  /// Returns the empty points of each window of five points that has no white stone.
  func openWindows(_ stones: Stones) -> [Points] {
    windows.compactMap { $0 & stones.white == 0 ? $0 & ~stones.black : nil }
  }
}

extension SmallBoard.Points {
  /// The numbers of the bits that are set, from the lowest.
  var indices: [Int] {
    var indices: [Int] = []
    var rest = self
    while rest != 0 {
      indices.append(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
    return indices
  }
}
