import Basics
import Gomoku
import GomokuRules
import SearchKit
import TestSupport
import Testing

/// The second reading of the rules against the published cases; against the engine's own reading it
/// is held in `RulesAgreementTests`.
@Suite struct NaiveBoardTests {
  @Test func everyMoveDoesWhatTheRuleSays() throws {
    for row in try GomokuFixtures.ruleCases() {
      let side = NaiveBoard.Side(GomokuFixtures.color(row.side))
      let move = NaiveBoard.Place(try #require(Point(row.move)))
      for (code, expected) in row.expect {
        let board = try board(
          variant: GomokuFixtures.variant(code: code), row.size, row.black, row.white)
        let effect =
          !board.isLegal(side, on: move)
          ? "forbidden" : board.makesFive(side, on: move) ? "win" : "none"
        #expect(effect == expected, "\(row.id) rule \(code)")
      }
    }
  }

  @Test func forbiddenPointsAreExactlyThePublishedOnes() throws {
    for row in try GomokuFixtures.forbiddenCases() {
      let board = try board(variant: .renju, row.size, row.black, row.white)
      var found: [String: String] = [:]
      for place in board.emptyPlaces {
        if let ban = board.ban(on: place) {
          found["\(Point(x: place.x, y: place.y))"] = ForbiddenReason(ban).fixtureCode
        }
      }
      // Where a row names several kinds, the first outranks the others.
      #expect(found == row.points.mapValues { String($0.prefix(1)) }, "\(row.id)")
    }
  }

  /// Crowds of black stones, where many points are forbidden, and stones that belong to nobody.
  @Test(arguments: Variant.allCases) func crowdedBoardsAreReadAsTheEngineDoes(
    _ variant: Variant
  ) throws {
    var generator = SplitMix64(seed: 4)
    var bans: [ForbiddenReason: Int] = [:]
    var fives = 0
    let count = Effort.count(4_000, thorough: 100_000, sanitized: 800)
    for round in 0..<count {
      let size = try #require(BoardSize(width: 6 + round % 6, height: 5 + round % 7))
      var position = Position(size: size, variant: variant)
      let points = size.points.shuffled(using: &generator)
      // Threes need room.
      let most = round % 4 == 0 ? points.count : points.count / 4
      for point in points.prefix(Int.random(in: 4...most, using: &generator)) {
        let roll = Int.random(in: 0..<12, using: &generator)
        try position.place(roll < 9 ? .black : roll < 11 ? .white : nil, on: point)
      }
      let board = try #require(NaiveBoard(position))
      #expect(board.isOver == (position.outcome != nil), "\(position)")
      for point in position.emptyPoints.shuffled(using: &generator).prefix(25) {
        let place = NaiveBoard.Place(point)
        for color in Color.allCases {
          let isFive = board.makesFive(NaiveBoard.Side(color), on: place)
          #expect(isFive == position.isWinning(color, at: point), "\(point) \(position)")
          if isFive { fives += 1 }
        }
        let forbiddance = board.ban(on: place).map(ForbiddenReason.init)
        #expect(forbiddance == position.blackForbiddance(of: point), "\(point) \(position)")
        if let forbiddance { bans[forbiddance, default: 0] += 1 }
      }
    }
    #expect(fives > count / 8)
    if variant == .renju {
      #expect(ForbiddenReason.allCases.allSatisfy { bans[$0, default: 0] > count / 70 }, "\(bans)")
    }
  }

  private func board(
    variant: Variant, _ size: Int, _ black: String, _ white: String
  ) throws -> NaiveBoard {
    let position = try GomokuFixtures.position(
      size: size, variant: variant, black: black, white: white)
    return try #require(NaiveBoard(position))
  }
}

extension NaiveBoard {
  /// The stones of `position`; `nil` under a rule that is not known here.
  init?(_ position: Position) {
    guard let rule = Rule(rawValue: position.variant.gomocupCode) else { return nil }
    self.init(rule: rule, width: position.size.width, height: position.size.height)
    for stone in position.stones {
      self[Place(stone.point)] =
        stone.color.map { $0 == .black ? .black : .white } ?? Cell.neutral
    }
  }
}

extension NaiveBoard.Place {
  init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

extension NaiveBoard.Side {
  init(_ color: Color) { self = color == .black ? .black : .white }
}

extension ForbiddenReason {
  init(_ ban: NaiveBoard.Ban) {
    self =
      switch ban {
      case .doubleThree: .doubleThree
      case .doubleFour: .doubleFour
      case .overline: .overline
      }
  }
}
