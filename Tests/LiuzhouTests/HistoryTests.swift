import Basics
import LiuzhouRules
import TestSupport
import Testing

@testable import Liuzhou

/// What the search remembers of moves that refuted others.
@Suite struct HistoryTests {
  private static let moves =
    Point.all.map(SearchMove.init(place:)) + Point.all.map(SearchMove.init(capture:))
    + Point.all.flatMap { from in
      PointSet(from).neighbours.map { SearchMove(slide: from, to: $0) }
    }

  /// Books `move` as a refutation that `failed` was tried before.
  private static func reward(
    _ move: SearchMove, by side: Color = .black, depth: Int = 4, ply: Int = 0,
    failed: [SearchMove] = [], in history: borrowing History
  ) {
    var list = failed.map { RankedMove(move: $0, earned: 0, orderingScore: 0) }
    list.withUnsafeMutableBufferPointer {
      history.reward(move, by: side, depth: depth, ply: ply, failed: $0[...])
    }
  }

  /// Slides are told apart by where they come from, unless the stone has flown.
  @Test func noTwoMovesOfAKindShareACount() {
    let indices = HistoryTests.moves.map(\.historyIndex)
    #expect(indices.allSatisfy { 0..<SearchMove.historySize ~= $0 })
    #expect(Set(indices).count == indices.count)
    for move in [.pass, .remove, SearchMove(slide: Point(index: 0), to: Point(index: 35))] {
      #expect(0..<SearchMove.historySize ~= move.historyIndex)
    }
  }

  @Test func aRewardIsSeenByItsMoveAndSideAlone() {
    let history = History()
    for move in HistoryTests.moves {
      history.clear()
      HistoryTests.reward(move, by: .white, in: history)
      #expect(history.score(of: move, by: .white) > 0)
      #expect(HistoryTests.moves.allSatisfy { history.score(of: $0, by: .black) == 0 })
      #expect(HistoryTests.moves.count { history.score(of: $0, by: .white) != 0 } == 1)
    }
  }

  /// Those tried before a refutation lose as much as it gains.
  @Test func countsRiseWithTheDepthAndNeverPassTheirBound() {
    let history = History()
    let (good, bad) = (HistoryTests.moves[0], HistoryTests.moves[1])
    var last: Int32 = 0
    for depth in 1...19 {
      history.clear()
      HistoryTests.reward(good, depth: depth, failed: [bad], in: history)
      #expect(history.score(of: good, by: .black) > last)
      #expect(history.score(of: bad, by: .black) == -history.score(of: good, by: .black))
      last = history.score(of: good, by: .black)
    }
    var generator = SplitMix64(seed: 51)
    var greatest: Int32 = 0
    for _ in 0..<5_000 {
      let depth = Int.random(in: 1...120, using: &generator)
      HistoryTests.reward(good, depth: depth, failed: [bad], in: history)
      for move in [good, bad] {
        let score = history.score(of: move, by: .black)
        #expect(abs(score) <= History.limit)
        greatest = max(greatest, abs(score))
      }
    }
    #expect(greatest > 16_000)
    // One that is punished again and again loses what it had.
    for _ in 0..<100 { HistoryTests.reward(bad, depth: 20, failed: [good], in: history) }
    #expect(
      history.score(of: good, by: .black) < -16_000 && history.score(of: bad, by: .black) > 16_000)
  }

  @Test func aNewSearchHalvesTheCountsAndForgetsTheKillers() {
    let history = History()
    let (good, bad) = (HistoryTests.moves[0], HistoryTests.moves[1])
    HistoryTests.reward(good, depth: 20, ply: 3, failed: [bad], in: history)
    let scores = [good, bad].map { history.score(of: $0, by: .black) }
    history.age()
    #expect([good, bad].map { history.score(of: $0, by: .black) } == scores.map { $0 / 2 })
    #expect(history.isKiller(good, atPly: 3) == false)
    history.clear()
    #expect([good, bad].allSatisfy { history.score(of: $0, by: .black) == 0 })
  }

  @Test func theLastTwoRefutationsOfAPlyAreItsKillers() {
    let history = History()
    let moves = Array(HistoryTests.moves.prefix(4))
    let last = AlphaBeta.maximumPly
    for ply in [0, 1, 100, last] {
      func killers() -> [SearchMove] { moves.filter { history.isKiller($0, atPly: ply) } }
      for move in [moves[0], moves[1], moves[1], moves[2], moves[1]] {
        HistoryTests.reward(move, ply: ply, in: history)
      }
      #expect(killers() == [moves[1], moves[2]])
      HistoryTests.reward(moves[3], ply: ply, in: history)
      #expect(killers() == [moves[1], moves[3]])
    }
    #expect([2, 99].allSatisfy { !history.isKiller(moves[1], atPly: $0) })
  }

  @Test func aCaptureIsNoKiller() {
    let history = History()
    let capture = SearchMove(capture: Point(index: 7))
    HistoryTests.reward(capture, ply: 5, in: history)
    #expect(history.isKiller(capture, atPly: 5) == false)
    #expect(history.score(of: capture, by: .black) > 0)
  }

  @Test func selectionSortsMovesByTheirRank() {
    var generator = SplitMix64(seed: 52)
    for count in [0, 1, 2, 3, 40] {
      let orderingScores = (0..<count).map { _ in Int32.random(in: -9...9, using: &generator) }
      var moves = orderingScores.enumerated().map {
        RankedMove(move: SearchMove(bits: UInt16($0)), earned: 0, orderingScore: $1)
      }
      moves.withUnsafeMutableBufferPointer { list in
        for index in list.indices { list.selectBest(from: index) }
      }
      #expect(moves.map(\.orderingScore) == orderingScores.sorted(by: >))
      #expect(moves.map { Int($0.move.bits) }.sorted() == Array(0..<count))
    }
  }
}
