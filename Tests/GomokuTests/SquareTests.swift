import Basics
import SearchKit
import Testing

@testable import Gomoku
@testable import GomokuRules

/// Games in which Black's fives have to lie in a square.
@Suite struct SquareTests {
  /// A position on 15x15 with a square of 7x7 points around h8.
  private static func position(
    _ variant: Variant = .freestyle, black: String = "", white: String = ""
  ) throws -> Position {
    var position = Position(variant: variant)
    position.square = Square(center: Point(x: 7, y: 7), radius: 3)
    for (points, color) in [(black, Color.black), (white, .white)] {
      for point in Point.list(points) ?? [] { try position.place(color, on: point) }
    }
    return position
  }

  @Test func blacksFivesCountInTheSquareAlone() throws {
    // The square has the points from e5 to k11.
    #expect(try SquareTests.position(black: "e5f5g5h5i5").outcome == .win(.black))
    #expect(try SquareTests.position(black: "d5e5f5g5h5").outcome == nil)
    #expect(try SquareTests.position(black: "d5e5f5g5h5i5").outcome == .win(.black))
    #expect(try SquareTests.position(black: "g4h4i4j4k4").outcome == nil)
    #expect(try SquareTests.position(black: "g11h10i9j8k7").outcome == .win(.black))
    #expect(try SquareTests.position(black: "h10i9j8k7l6").outcome == nil)
    #expect(try SquareTests.position(white: "a1a2a3a4a5").outcome == .win(.white))
  }

  @Test func inExactFiveNoStoneOfAFiveLiesOutside() throws {
    #expect(try SquareTests.position(.standard, black: "e5f5g5h5i5").outcome == .win(.black))
    #expect(try SquareTests.position(.standard, black: "e5f5g5h5i5j5").outcome == nil)
    #expect(try SquareTests.position(.standard, black: "d5e5f5g5h5").outcome == nil)
    // Five of these six lie in the square, but they are an overline.
    #expect(try SquareTests.position(.standard, black: "d5e5f5g5h5i5").outcome == nil)
    let cross = "d5e5f5g5h5i5h6h7h8h9"
    #expect(try SquareTests.position(.standard, black: cross).outcome == .win(.black))
    #expect(try SquareTests.position(.standard, white: "d5e5f5g5h5").outcome == .win(.white))
    #expect(try SquareTests.position(.standard, white: "d5e5f5g5h5i5").outcome == nil)
  }

  @Test func otherRulesHaveNoSquare() throws {
    for variant in Variant.allCases {
      let square = try SquareTests.position().under(variant).square
      #expect((square != nil) == (variant == .freestyle || variant == .standard))
    }
  }

  @Test func threatsOutsideAreNone() throws {
    let position = try SquareTests.position(black: "e5f5g5h5", white: "a1")
    #expect(ZoneBoard(position, winner: .black).fives == [Point(x: 8, y: 4)])
    let overline = try SquareTests.position(.standard, black: "d5e5f5g5h5", white: "a1")
    #expect(ZoneBoard(overline, winner: .black).fives == [])
    let outside = try SquareTests.position(black: "d5e5f5g5", white: "a1")
    #expect(ZoneBoard(outside, winner: .black).fives == [])
  }

  @Test func symmetriesTurnTheSquare() throws {
    var position = Position(size: BoardSize(width: 15, height: 12) ?? .standard)
    position.square = Square(center: Point(x: 2, y: 3), radius: 4)
    let image = position.image(under: Symmetry(code: 3))
    #expect(image.square == Square(center: Point(x: 12, y: 8), radius: 4))
  }

  @Test func imagesHaveTheSameSquare() throws {
    var position = try SquareTests.position(black: "h8i9", white: "h9")
    let image = position.image(under: Symmetry(code: 6))
    #expect(image.isImage(of: position))
    position.square = Square(center: Point(x: 7, y: 7), radius: 4)
    #expect(!image.isImage(of: position))
    position.square = Square(center: Point(x: 8, y: 7), radius: 3)
    #expect(!image.isImage(of: position))
    position.square = nil
    #expect(!image.isImage(of: position))
  }

  #if WideBoards
    @Test func theSearchBoardKeepsWhatAFreshOneHas() throws {
      try play(Freestyle.self)
      try play(Standard.self)
    }

    /// Plays and takes back random moves in a square and around it.
    ///
    /// In exact five the search board may miss a five near a stone of Black outside.
    private func play<Rules: RuleTraits>(_: Rules.Type) throws {
      var position = Position(
        size: BoardSize(side: 24) ?? .standard, variant: Rules.variant)
      position.square = Square(center: Point(x: 12, y: 12), radius: 5)
      let square = try #require(position.square)
      var board = Board<Rules>(position)
      var generator = SplitMix64(seed: 5)
      var missed = 0
      var found = 0
      for _ in 0..<600 {
        let near = Square(center: Point(x: 12, y: 12), radius: 6)
        let empty = position.emptyPoints.filter(near.contains)
        guard let point = empty.randomElement(using: &generator) else { break }
        let goesBack = position.outcome != nil || Int.random(in: 0..<8, using: &generator) == 0
        if goesBack, let last = position.stones.last?.point {
          board.unmake()
          position.remove(last)
        } else {
          board.make(point)
          try position.place(position.sideToMove, on: point)
          position.sideToMove = position.sideToMove.opponent
        }
        let fresh = Board<Rules>(position)
        #expect(board.summary == fresh.summary)
        if position.outcome != nil { continue }
        for point in position.emptyPoints {
          for color in Color.allCases {
            let makesFive = board.pointClass(of: color, at: point) == .five
            let wins = position.isWinning(color, at: point)
            if color == .black, wins, !makesFive, Rules.variant == .standard {
              missed += 1
              let isBeside = position.stones.contains {
                $0.color == .black && !square.contains($0.point)
                  && Offset(from: point, to: $0.point).steps <= Rules.radius
              }
              #expect(isBeside, "\(point)")
            } else {
              #expect(makesFive == wins, "\(color) \(point)")
              if makesFive, color == .black { found += 1 }
            }
          }
        }
      }
      #expect(found > missed, "\(found) \(missed)")
    }
  #endif
}
