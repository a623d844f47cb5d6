import Basics
import GomokuRules
import Testing

@testable import Gomoku

@Suite struct OrderingScoreTests {
  /// The promise of a point with these patterns, in any order, for White or a Black of free rules.
  private static func orderingScore(_ patterns: [LinePattern], isRenjuBlack: Bool = false) -> Int16
  {
    let code = patterns + Array(repeating: .dead, count: 4 - patterns.count)
    return OrderingScore.of(code, PointClass(code, isRenjuBlack: isRenjuBlack))
  }

  @Test(
    arguments: [
      ([], 0), ([.blockedOne], 1), ([.openTwo], 10 + 8), ([.openTwo, .openTwo], 20 + 8 + 24),
      ([.blockedThree], 14 + 16), ([.openThree], 34 + 40),
      ([.openThree, .openThree], 68 + 60 + 56),
      ([.four], 50 + 88), ([.four, .openThree], 84 + 90 + 104), ([.openFour], 110 + 60 + 112),
      ([.four, .four], 100 + 60 + 112), ([.five], 130 + 60 + 120),
      ([.five, .five, .five, .five], 520 + 60 + 120),
    ] as [([LinePattern], Int16)])
  func shapesPromiseWhatTheyAreWorth(patterns: [LinePattern], orderingScore: Int16) {
    #expect(OrderingScoreTests.orderingScore(patterns) == orderingScore)
  }

  @Test func whatIsForbiddenPromisesItsClassAlone() {
    #expect(OrderingScoreTests.orderingScore([.overline], isRenjuBlack: true) == 72)
    #expect(OrderingScoreTests.orderingScore([.doubleFour, .openThree], isRenjuBlack: true) == 72)
    #expect(OrderingScoreTests.orderingScore([.four, .openFour], isRenjuBlack: true) == 72)
    #expect(
      OrderingScoreTests.orderingScore([.overline, .five], isRenjuBlack: true) == 130 + 60 + 120)
  }

  @Test func graverClassesPromiseMore() {
    let ladder: [[LinePattern]] = [
      [], [.openTwo], [.blockedThree], [.openTwo, .openTwo], [.openThree], [.four],
      [.openThree, .openThree], [.four, .openThree], [.openFour], [.five],
    ]
    let orderingScores = ladder.map { OrderingScoreTests.orderingScore($0) }
    #expect(zip(orderingScores, orderingScores.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: PointCode.multisets.enumerated().filter { $0.offset.isMultiple(of: 97) })
  func theOrderOfTheLinesDoesNotMatter(_ code: Int, patterns: [LinePattern]) {
    for turn in 1..<4 {
      let turned = Array(patterns[turn...] + patterns[..<turn])
      #expect(
        OrderingScoreTests.orderingScore(turned) == OrderingScoreTests.orderingScore(patterns))
    }
    #expect(
      OrderingScoreTests.orderingScore(patterns.reversed())
        == OrderingScoreTests.orderingScore(patterns))
  }

  /// The tables hold the function; only renju tells the colours apart.
  @Test(arguments: Variant.allCases) func theTablesHoldThePromises(_ variant: Variant) {
    let orderingScores = PatternTables.of(variant).orderingScores
    for (code, patterns) in PointCode.multisets.enumerated() {
      let black = OrderingScoreTests.orderingScore(patterns, isRenjuBlack: variant == .renju)
      #expect(orderingScores[code] == black)
      #expect(orderingScores[PointCode.count + code] == OrderingScoreTests.orderingScore(patterns))
    }
  }

  /// An own shape counts twice what it would count for the opponent.
  @Test func anOwnShapeIsBetterThanADeniedOne() throws {
    var position = Position()
    for text in ["h8", "a1", "i8", "c1", "j8", "e1"] {
      try position.play(try #require(Point(text)))
    }
    let four = try #require(Point("k8"))
    var board = Board<Freestyle>(position)
    let attack = board.orderingScore(of: board.state(at: four))
    board.makePass()
    let defence = board.orderingScore(of: board.state(at: four))
    #expect(attack > defence && attack <= 2 * defence)
    #expect(board.sideToMove == .white)
  }
}
