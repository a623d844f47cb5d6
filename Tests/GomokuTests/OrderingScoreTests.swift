import Basics
import GomokuRules
import Testing

@testable import Gomoku

@Suite struct PromiseTests {
  /// The promise of a point with these patterns, in any order, for White or a Black of free rules.
  private static func promise(_ patterns: [LinePattern], isRenjuBlack: Bool = false) -> Int16 {
    let code = patterns + Array(repeating: .dead, count: 4 - patterns.count)
    return Promise.of(code, PointClass(code, isRenjuBlack: isRenjuBlack))
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
  func shapesPromiseWhatTheyAreWorth(patterns: [LinePattern], promise: Int16) {
    #expect(PromiseTests.promise(patterns) == promise)
  }

  @Test func whatIsForbiddenPromisesItsClassAlone() {
    #expect(PromiseTests.promise([.overline], isRenjuBlack: true) == 72)
    #expect(PromiseTests.promise([.doubleFour, .openThree], isRenjuBlack: true) == 72)
    #expect(PromiseTests.promise([.four, .openFour], isRenjuBlack: true) == 72)
    #expect(PromiseTests.promise([.overline, .five], isRenjuBlack: true) == 130 + 60 + 120)
  }

  @Test func graverClassesPromiseMore() {
    let ladder: [[LinePattern]] = [
      [], [.openTwo], [.blockedThree], [.openTwo, .openTwo], [.openThree], [.four],
      [.openThree, .openThree], [.four, .openThree], [.openFour], [.five],
    ]
    let promises = ladder.map { PromiseTests.promise($0) }
    #expect(zip(promises, promises.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: PointCode.multisets.enumerated().filter { $0.offset.isMultiple(of: 97) })
  func theOrderOfTheLinesDoesNotMatter(_ code: Int, patterns: [LinePattern]) {
    for turn in 1..<4 {
      let turned = Array(patterns[turn...] + patterns[..<turn])
      #expect(PromiseTests.promise(turned) == PromiseTests.promise(patterns))
    }
    #expect(PromiseTests.promise(patterns.reversed()) == PromiseTests.promise(patterns))
  }

  /// The tables hold the function; only renju tells the colours apart.
  @Test(arguments: Variant.allCases) func theTablesHoldThePromises(_ variant: Variant) {
    let promises = PatternTables.of(variant).promises
    for (code, patterns) in PointCode.multisets.enumerated() {
      let black = PromiseTests.promise(patterns, isRenjuBlack: variant == .renju)
      #expect(promises[code] == black)
      #expect(promises[PointCode.count + code] == PromiseTests.promise(patterns))
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
    let attack = board.promise(of: board.state(at: four))
    board.makePass()
    let defence = board.promise(of: board.state(at: four))
    #expect(attack > defence && attack <= 2 * defence)
    #expect(board.sideToMove == .white)
  }
}
