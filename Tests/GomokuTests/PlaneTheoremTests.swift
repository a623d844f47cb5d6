import Basics
import GomokuRules
import TestSupport
import Testing

/// The list of answers on the unbounded board, and strategies whose far points are moved.
@Suite struct PlaneTheoremTests {
  private static let text = """
    wuliu-plane 1
    far ad30
    moved ad30 18 17 3
    moved b-1 5 0 7
    end

    """

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test func aTextIsReadAndWritten() throws {
    let theorem = try PlaneTheorem(parsing: PlaneTheoremTests.lines(PlaneTheoremTests.text))
    #expect(theorem.far == "ad30")
    #expect(theorem.moved[1] == .init("b-1", to: Offset(x: 5, y: 0), under: Symmetry(code: 7)))
    #expect(theorem.text == PlaneTheoremTests.text)
  }

  @Test(arguments: [
    ("wuliu-plane 1", "wuliu-plane 2", 1), ("far ad30", "far a/b", 2), ("far ad30", "far", 2),
    ("far ad30", "moved ad30 1 1 0", 2), ("18 17 3", "17 18 3", 3), ("18 17 3", "18 17 8", 3),
    ("18 17 3", "18  17 3", 3), ("18 17 3", "18 -1 3", 3), ("18 17 3", "018 17 3", 3),
    ("18 17 3", "0 0 3", 3), ("5 0 7", "18 17 7", 4), ("end\n", "", 5), ("end", "end ", 5),
    ("end\n", "end\nend\n", 6),
  ]) func aMistakeIsNamedWithItsLine(part: String, wrong: String, line: Int) {
    let text = PlaneTheoremTests.text.replacing(part, with: wrong, maxReplacements: 1)
    let error = #expect(throws: ProofSyntaxError.self) {
      try PlaneTheorem(parsing: PlaneTheoremTests.lines(text))
    }
    #expect(error?.line == line, "\(text)")
  }

  /// Black's stone h8 with points near it; White's stone is four columns farther than they reach.
  ///
  /// - Parameter square: the centre and radius of a square, such as `h8 7`.
  private static func strategy(
    _ nodes: String, white: String = "q8", square: String? = nil, rule: Int = 0
  ) throws -> StrategyProof {
    let text = """
      wuliu-proof 2
      rule \(rule)
      size 22 22
      black h8
      white \(white)
      neutral\(square.map { "\nsquare \($0)" } ?? "")
      turn black
      winner black
      \(nodes)
      end

      """
    guard case .strategy(let proof) = StrategyOpinion.content(of: text) else {
      throw CancellationError()
    }
    return proof
  }

  /// The points of a strategy, as offsets from Black's first stone.
  private static func named(_ proof: StrategyProof) -> Set<Offset> {
    let stones = proof.position.stones
    guard let first = stones.first(where: { $0.color == .black })?.point else { return [] }
    let points =
      stones.map(\.point) + proof.strategy.nodes.compactMap(\.move)
      + proof.strategy.branches.compactMap(\.reply)
    return Set(points.map { Offset(from: first, to: $0) })
  }

  @Test func farPointsAreThoseWithoutAChainOfFourSteps() throws {
    // h8, i9 and m9 are near; q8 is four columns from m9, so that all points are near then.
    let together = try #require(
      OpeningStrategy(PlaneTheoremTests.strategy("i9(- j10 m9 j10)")))
    #expect(together.farRadius == nil && together.leastFarReply == nil)
    #expect(together.nearRadius == 9)
    #expect(together.moved(to: Offset(x: 9, y: 3), under: .identity) == nil)
    let apart = try #require(
      OpeningStrategy(PlaneTheoremTests.strategy("i9(- j10 l9 j10 r9 s10)")))
    #expect(apart.nearRadius == 4 && apart.farRadius == 2 && apart.leastFarReply == 11)
    let marked = try #require(
      OpeningStrategy(PlaneTheoremTests.strategy("i9(- j10 l9! j10 r9 s10)")))
    #expect(marked.farRadius == 2 && marked.leastFarReply == nil)
    #expect(
      OpeningStrategy(try PlaneTheoremTests.strategy("i9(- j10)", white: "q8 r8")) == nil)
    #expect(OpeningStrategy(try PlaneTheoremTests.strategy("@other")) == nil)
    for rule in [0, 1, 4, 8, 9] {
      let strategy = OpeningStrategy(try PlaneTheoremTests.strategy("i9(- j10)", rule: rule))
      #expect((strategy != nil) == (rule <= 1))
    }
  }

  @Test func farPointsMoveWithTheReplyAndTheOthersTurn() throws {
    let strategy = try #require(
      OpeningStrategy(PlaneTheoremTests.strategy("i9(- j10 l9 j10 r9 s10)")))
    for symmetry in Symmetry.ofPlane {
      for reply in [Offset(x: 9, y: 0), Offset(x: 7, y: 6), Offset(x: 1, y: -1)] {
        let moved = try #require(strategy.moved(to: reply, under: symmetry))
        func turned(_ x: Int, _ y: Int) -> Offset { Offset(x: x, y: y).image(under: symmetry) }
        // From White's stone, r9 and s10 are one and two columns to the right.
        let near = [turned(0, 0), turned(1, 1), turned(2, 2), turned(4, 1)]
        let far = [reply, reply + turned(1, 1), reply + turned(2, 2)]
        #expect(PlaneTheoremTests.named(moved) == Set(near + far), "\(symmetry) \(reply)")
        #expect(moved.strategy.nodes.count == strategy.proof.strategy.nodes.count)
      }
    }
    #expect(strategy.moved(to: Offset(x: 60, y: 0), under: .identity) == nil)
    #expect(strategy.moved(to: Offset(x: 0, y: 0), under: .identity) == nil)
  }

  @Test func theSquareTurnsWithTheFirstStone() throws {
    let proof = try PlaneTheoremTests.strategy("i9(- j10 l9 j10 r9 s10)", square: "i8 6")
    let strategy = try #require(OpeningStrategy(proof))
    let moved = try #require(strategy.moved(to: Offset(x: 9, y: 0), under: Symmetry(code: 1)))
    let first = try #require(Offset.ofReply(in: moved.position, winner: .black)?.first)
    #expect(moved.position.square == Square(center: Point(x: first.x - 1, y: first.y), radius: 6))
  }

  @Test func noFarPointMayComeIntoTheSquare() throws {
    for (square, isFarEnough) in [("h8 7", false), ("h8 6", true), ("i8 6", false)] {
      // The near points are at most two steps from the first stone.
      let proof = try PlaneTheoremTests.strategy("i9(- j10 q9 r9)", square: square)
      #expect((OpeningStrategy(proof)?.leastFarReply != nil) == isFarEnough, "\(square)")
    }
  }

  @Test func canonicalImagesStandForEightReplies() {
    for x in -3...3 {
      for y in -3...3 {
        let offset = Offset(x: x, y: y)
        let images = Set(Symmetry.ofPlane.map { offset.image(under: $0) })
        #expect(images.filter { $0.x >= $0.y && $0.y >= 0 } == [offset.canonicalImage])
      }
    }
  }

  @Test func allNearRepliesNeedAnAnswer() throws {
    let far = try #require(OpeningStrategy(PlaneTheoremTests.strategy("i9(- j10 q9 r9)")))
    let least = try #require(far.leastFarReply)
    #expect(least == 2 + 1 + 5)
    let center = Point(x: 10, y: 10)
    func position(_ offset: Offset) -> Position {
      var position = Position(size: BoardSize(side: 22) ?? .standard)
      try? position.play(center)
      try? position.play(Point(x: 10 + offset.x, y: 10 + offset.y))
      return position
    }
    var coverage = PlaneTheorem.Coverage(.freestyle)
    #expect(coverage.side == nil)
    let fives = PointSet([Point(x: 7, y: 7), Point(x: 11, y: 11)])
    let isTooFar = !coverage.add(far: far, fives: PointSet([Point(x: 7 + 7, y: 7)]))
    let isAdded = coverage.add(far: far, fives: fives)
    #expect(isTooFar && isAdded)
    for x in 1..<least {
      for y in 0...x {
        #expect(coverage.side == nil && coverage.open.contains(Offset(x: x, y: y)))
        // Any image will do.
        let reach = PointSet([Point(x: 10, y: 10 - min(x, 6))])
        coverage.add(position(Offset(x: -y, y: x)), winner: .black, fives: reach)
      }
    }
    #expect(coverage.open.isEmpty && coverage.side == 2 * 6 + 1)
    // A strategy that needs less room replaces the other; replies that the far one answers count for nothing.
    for x in 5..<least {
      for y in 0...x {
        coverage.add(
          position(Offset(x: x, y: -y)), winner: .black,
          fives: PointSet([Point(x: 10 + 5, y: 10)]))
      }
    }
    coverage.add(
      position(Offset(x: least, y: 0)), winner: .black, fives: PointSet([Point(x: 0, y: 0)]))
    #expect(coverage.side == 2 * 5 + 1)
  }

  @Test func eachRuleHasATheoremOfItsOwn() throws {
    let freestyle = try #require(OpeningStrategy(PlaneTheoremTests.strategy("i9(- j10 q9 r9)")))
    let exactFive = try #require(
      OpeningStrategy(PlaneTheoremTests.strategy("i9(- j10 q9 r9)", rule: 1)))
    var coverage = PlaneTheorem.Coverage(.standard)
    let isRefused = !coverage.add(far: freestyle, fives: PointSet())
    let isAdded = coverage.add(far: exactFive, fives: PointSet())
    #expect(isRefused && isAdded)
    coverage.add(freestyle.proof.position, winner: .black, fives: PointSet())
    #expect(coverage.radii.isEmpty)
    coverage.add(exactFive.proof.position, winner: .black, fives: PointSet())
    #expect(coverage.radii.count == 1)
  }

  @Test func columnsAfterZHaveTwoLetters() {
    #expect(Point(x: 25, y: 0).description == "z1" && Point(x: 26, y: 3).description == "aa4")
    #expect(Point("v22") == Point(x: 21, y: 21))
    // Boards with such columns are too large, unless the build is for wide boards.
    let isWide = BoardSize.largestSide > 26
    #expect((Point("aa4") != nil) == isWide && (Point("w1") != nil) == isWide)
    #expect(Point("a") == nil && Point("aaa1") == nil && Point("a1b") == nil && Point("1") == nil)
    #expect(Point.list("h8i10") == [Point(x: 7, y: 7), Point(x: 8, y: 9)])
  }
}
