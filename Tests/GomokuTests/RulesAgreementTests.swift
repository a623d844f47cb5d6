import Basics
import Foundation
import SearchKit
import TestSupport
import Testing

@testable import Gomoku
@testable import GomokuRules

/// The referee's rules against the search's board and against `NaiveBoard`'s reading of the rules.
///
/// `WULIU_SOAK=1` takes twenty times as many positions.
@Suite struct RulesAgreementTests {
  @Test(arguments: Variant.allCases)
  func refereeBoardAndNaiveRulesAgree(_ variant: Variant) throws {
    let isSoak = ProcessInfo.processInfo.environment["WULIU_SOAK"] != nil
    try Agreement(count: isSoak ? 200_000 : Effort.count(10_000, sanitized: 1_000)).run(variant)
  }

  @Test(arguments: Variant.allCases)
  func aFiveUpToAStoneOfNobodyIsSeen(_ variant: Variant) throws {
    try FiveBesideNeutral().run(variant)
  }
}

/// Moves of Black that stay legal whatever stones White adds, on which strategies for renju rely.
extension RulesAgreementTests {
  @Test func moreWhiteStonesForbidNoMoveThatStaysLegal() throws {
    var crowds = Crowds(variant: .renju)
    var (staying, doubtful, forbidden) = (0, 0, 0)
    for number in 0..<Effort.count(4_000, thorough: 100_000) {
      let position = try crowds.next(number)
      let naive = try #require(NaiveBoard(position))
      for point in position.emptyPoints.shuffled(using: &crowds.generator).prefix(6) {
        let place = NaiveBoard.Place(point)
        let staysLegal = position.staysLegalForBlack(point)
        #expect(staysLegal == naive.isLegal(.black, on: place, anyThree: true), "\(position)")
        guard naive.isLegal(.black, on: place) else {
          #expect(!staysLegal)
          continue
        }
        let isForbidden = crowds.whiteStones(around: place).contains { stones in
          var board = naive
          for stone in stones where board[stone] == .empty { board = board.with(.white, on: stone) }
          return !board.isLegal(.black, on: place)
        }
        if staysLegal {
          staying += 1
          #expect(!isForbidden, "\(point) in \(position)")
        } else {
          doubtful += 1
          if isForbidden { forbidden += 1 }
        }
      }
    }
    print("\(staying) stay legal; of \(doubtful) others \(forbidden) can be forbidden")
    #expect(staying > 1_000 && doubtful > 0 && forbidden > 0)
  }
}

extension Crowds {
  /// Up to three stones at random near `place`, again and again: those that matter stand there.
  fileprivate mutating func whiteStones(around place: NaiveBoard.Place) -> [[NaiveBoard.Place]] {
    (0..<60).map { round in
      (0...round % 3).map { _ in
        NaiveBoard.Place(
          x: place.x + Int.random(in: -6...6, using: &generator),
          y: place.y + Int.random(in: -6...6, using: &generator))
      }.filter { $0 != place }
    }
  }
}

private struct Agreement: BoardScript {
  let count: Int

  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    var crowds = Crowds(variant: Rules.variant)
    var differences: [String] = []
    for number in 0..<count {
      let position = try crowds.next(number)
      let board = Board<Rules>(position)
      let naive = try #require(NaiveBoard(position))
      func compare(_ claim: String, _ isSo: Bool, _ others: Bool...) {
        if others.contains(!isSo) { differences.append("\(claim) \(position)") }
      }
      compare("over", position.outcome != nil, naive.isOver)
      for color in Color.allCases {
        let fives = board.fours(of: color, being: .five)
        compare("\(color) can win", position.hasWinningPoint(color), !fives.isEmpty)
      }
      // A few points of each position: there are many positions.
      for point in position.emptyPoints.shuffled(using: &crowds.generator).prefix(4) {
        let place = NaiveBoard.Place(point)
        for color in Color.allCases {
          compare(
            "\(color) five \(point)", position.isWinning(color, at: point),
            board.pointClass(of: color, at: point) == .five,
            naive.makesFive(NaiveBoard.Side(color), on: place))
        }
        compare(
          "forbidden \(point)", position.blackForbiddance(of: point) != nil,
          board.isForbiddenToBlack(point), naive.ban(on: place) != nil)
        compare(
          "legal \(point)", position.forbiddance(of: point) == nil, board.isLegal(point),
          naive.isLegal(NaiveBoard.Side(position.sideToMove), on: place))
      }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.first ?? "")")
  }
}

/// Random stones on boards of many sizes: all the way from a few to a full board, of both colours or
/// nearly all of Black, with and without stones that belong to nobody.
private struct Crowds {
  let variant: Variant
  var generator = SplitMix64(seed: 909)

  mutating func next(_ number: Int) throws -> Position {
    // Most boards are small, where much happens near an edge; one in 50 is of any size.
    let sides =
      number % 50 == 0
      ? (5 + number / 50 % 18, 5 + number / 50 % 17) : (5 + number % 7, 5 + number % 5)
    let size = try #require(BoardSize(width: sides.0, height: sides.1))
    var position = Position(size: size, variant: variant)
    let whiteShare = number % 4 == 0 ? 0.1 : 0.5
    let neutralShare = [0, 0.1, 0.3][number % 3]
    let stones = Int.random(in: 0..<size.pointCount, using: &generator)
    for point in size.points.shuffled(using: &generator).prefix(stones) {
      let isNeutral = Double.random(in: 0..<1, using: &generator) < neutralShare
      let isWhite = Double.random(in: 0..<1, using: &generator) < whiteShare
      try position.place(isNeutral ? nil : isWhite ? .white : .black, on: point)
    }
    position.sideToMove = Bool.random(using: &generator) ? .black : .white
    return position
  }
}

/// Four stones, their fifth point, a stone of nobody and whatever lies behind it.
private struct FiveBesideNeutral: BoardScript {
  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    for behind in ["", "black", "white", "neutral"] {
      var position = Position(
        size: try #require(BoardSize(width: 11, height: 5)), variant: Rules.variant)
      for point in try #require(Point.list("a3b3c3d3")) { try position.place(.black, on: point) }
      try position.place(nil, on: Point(x: 5, y: 2))
      if !behind.isEmpty {
        let color = Color.allCases.first { "\($0)" == behind }
        try position.place(color, on: Point(x: 6, y: 2))
      }
      let fifth = Point(x: 4, y: 2)
      #expect(position.isWinning(.black, at: fifth))
      #expect(Board<Rules>(position).pointClass(of: .black, at: fifth) == .five, "\(behind)")
    }
  }
}
