import Basics
import Foundation
import Gomoku
import GomokuRules
import TestSupport

/// A published or generated position with a known answer.
struct PuzzleFixture: Decodable {
  let id: String
  let rule: Int
  let size: Int
  let side: String
  let black: String
  let white: String
  let length: Int?

  func position() throws -> Position {
    try GomokuFixtures.position(
      size: size, variant: GomokuFixtures.variant(code: "\(rule)"), black: black, white: white,
      toMove: GomokuFixtures.color(side))
  }

  static func rows(_ name: String) throws -> [PuzzleFixture] {
    try Fixture.rows(name + ".jsonl", in: .module)
  }
}

extension Position {
  /// The same position turned, mirrored and with the colours exchanged.
  ///
  /// - Parameter symmetry: 0...7, the board's symmetries; rectangles allow 0...3 only.
  func image(symmetry: Int, swappingColors: Bool) -> Position {
    var image = Position(size: size, variant: variant)
    for stone in stones {
      let color = swappingColors ? stone.color?.opponent : stone.color
      try? image.place(color, on: stone.point.image(symmetry: symmetry, on: size))
    }
    image.sideToMove = swappingColors ? sideToMove.opponent : sideToMove
    return image
  }

  /// The position with one stone more of each colour where no line of five reaches another stone.
  func withFarPair() -> Position? {
    var result = self
    for color in Color.allCases {
      let far = result.emptyPoints.first { point in
        result.stones.allSatisfy {
          max(abs($0.point.x - point.x), abs($0.point.y - point.y)) > 6
        }
      }
      guard let far, (try? result.place(color, on: far)) != nil else { return nil }
    }
    result.sideToMove = sideToMove
    return result
  }
}

extension Point {
  func image(symmetry: Int, on size: BoardSize) -> Point {
    let x = symmetry & 1 == 0 ? self.x : size.width - 1 - self.x
    let y = symmetry & 2 == 0 ? self.y : size.height - 1 - self.y
    return symmetry & 4 == 0 ? Point(x: x, y: y) : Point(x: y, y: x)
  }
}
