import GomokuRules
import TestSupport
import Testing

@Suite struct RenjuOpeningTests {
  @Test func allTwentySixDiffer() {
    let all = RenjuOpening.all
    #expect(all.map(\.code) == (1...13).map { "D\($0)" } + (1...13).map { "I\($0)" })
    #expect(Set(all.map(\.name)).count == 26 && Set(all.map(\.characters)).count == 26)
    #expect(all.allSatisfy { $0.characters.count == 2 && "月星".contains($0.characters.last ?? " ") })
  }

  /// The third stones as the pages on renju list them, after h8 h9 or h8 i9, rows from below.
  @Test(arguments: [
    ("h9", "D", "h10i10j10i9j9i8j8h7i7j7h6i6j6"), ("i9", "I", "j10j9j8j7j6i8i7i6h7h6g7g6f6"),
  ])
  func thePublishedPointsHaveTheirNumbers(second: String, letter: String, thirds: String) throws {
    let white = try #require(Point(second))
    for (index, third) in try #require(Point.list(thirds)).enumerated() {
      let points = [BoardSize.standard.center, white, third]
      // Counted from above, the rows are mirrored: the opening stays.
      let mirrored = points.map { Point(x: $0.x, y: 14 - $0.y) }
      for stones in [points, mirrored] {
        let opening = RenjuOpening.opening(of: stones, on: .standard)
        #expect(opening?.code == "\(letter)\(index + 1)")
      }
    }
  }

  @Test func famousOpeningsHaveTheirNames() throws {
    for (stones, name, characters) in [
      ("h8h9i9", "Kagetsu", "花月"), ("h8i9i7", "Hogetsu", "浦月"), ("h8h9h10", "Kansei", "寒星"),
      ("h8h9h6", "Zuisei", "瑞星"), ("h8i9f6", "Suisei", "彗星"), ("h8i9i8", "Ungetsu", "雲月"),
    ] {
      let points = try #require(Point.list(stones))
      let opening = try #require(RenjuOpening.opening(of: points, on: .standard))
      #expect(opening.name == name && opening.characters == characters)
    }
  }

  /// Two legal patterns have the same name exactly if a symmetry about the centre joins them.
  @Test(arguments: [15, 9, 20]) func everyLegalPatternHasOneName(side: Int) throws {
    let size = try #require(BoardSize(side: side))
    var codes: [Set<[Int]>: String] = [:]
    var count = 0
    for second in square(1, on: size) {
      for third in square(2, on: size) where third != second {
        let points = [size.center, second, third]
        let opening = try #require(RenjuOpening.opening(of: points + [Point(x: 0, y: 0)], on: size))
        let steps = points.dropFirst().map { ($0.x - size.center.x, $0.y - size.center.y) }
        let images = Set(
          (0..<8).map { turn in
            steps.flatMap { x, y in
              let (x, y) = (turn & 1 == 0 ? x : -x, turn & 2 == 0 ? y : -y)
              return turn & 4 == 0 ? [x, y] : [y, x]
            }
          })
        #expect(codes[images] ?? opening.code == opening.code)
        codes[images] = opening.code
        count += 1
      }
    }
    #expect(count == 8 * 23 && codes.count == 26 && Set(codes.values).count == 26)
  }

  @Test(arguments: ["", "h8", "h8h9", "g8h8h9", "h8h10h9", "h8h9k8", "h8h9h9", "h8h9h8", "h8h8h9"])
  func otherStonesAreNoOpening(stones: String) throws {
    let points = try #require(Point.list(stones))
    #expect(RenjuOpening.opening(of: points, on: .standard) == nil)
  }

  /// The points at most so many lines from the centre, without it.
  private func square(_ distance: Int, on size: BoardSize) -> [Point] {
    size.points.filter {
      let far = max(abs($0.x - size.center.x), abs($0.y - size.center.y))
      return 1...distance ~= far
    }
  }
}
