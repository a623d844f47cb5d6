import Basics
import GomokuRules
import Testing

@testable import Gomoku

/// What the search remembers of moves by colour, point and the move before.
@Suite struct HistoryTests {
  /// One kind of move: a colour's on a point, after a move of the opponent's or after any.
  private struct Kind: Hashable {
    let color: Color
    let point: Point
    let last: Point?
  }

  /// The largest board, on which no two moves may share a place.
  private static let points = BoardSize(side: BoardSize.largestSide)?.points ?? []

  @Test func everyPointAndReplyHasAScoreOfItsOwn() {
    let history = History()
    var generator = SplitMix64(seed: 101)
    var known: [Kind: Int] = [:]
    func add(_ bonus: Int, _ kind: Kind) {
      let old = known[kind, default: 0]
      known[kind] = old + bonus - old * abs(bonus) / History.limit
    }
    for _ in 0..<50_000 {
      let color: Color = Bool.random(using: &generator) ? .black : .white
      guard let point = Self.points.randomElement(using: &generator) else { break }
      let last = Bool.random(using: &generator) ? Self.points.randomElement(using: &generator) : nil
      let bonus = Int.random(in: -1_600...1_600, using: &generator)
      history.update(color, point, after: last, bonus: bonus)
      add(bonus, Kind(color: color, point: point, last: nil))
      if let last { add(bonus, Kind(color: color, point: point, last: last)) }
    }
    for color in Color.allCases {
      for point in Self.points {
        let quiet = known[Kind(color: color, point: point, last: nil), default: 0]
        #expect(history.score(color, point, after: nil) == quiet)
        for last in Self.points.indices.filter({ $0 % 37 == point.index % 37 }) {
          let reply = Kind(color: color, point: point, last: Self.points[last])
          let score = history.score(color, point, after: Self.points[last])
          #expect(score == quiet + known[reply, default: 0])
        }
      }
    }
  }

  @Test(arguments: [1_600, 48, -48, -1_600]) func scoresNearTheirBoundAndNeverPassIt(bonus: Int) {
    let history = History()
    let (point, last) = (Point(x: 3, y: 4), Point(x: 7, y: 7))
    var previous = 0
    for _ in 0..<2_000 {
      history.update(.black, point, after: nil, bonus: bonus)
      let score = history.score(.black, point, after: nil)
      #expect(bonus > 0 ? score >= previous : score <= previous)
      #expect(abs(score) <= History.limit)
      previous = score
    }
    #expect(abs(previous) > History.limit * 9 / 10)
    // With the reply's score there are two of them.
    for _ in 0..<2_000 { history.update(.black, point, after: last, bonus: bonus) }
    let both = abs(history.score(.black, point, after: last))
    #expect(both > History.limit * 18 / 10 && both <= 2 * History.limit)
    #expect(history.score(.white, point, after: last) == 0)
  }

  @Test func rewardAndPunishmentWeighTheSame() {
    let history = History()
    let (good, bad) = (Point(x: 0, y: 0), Point(x: 21, y: 21))
    for bonus in [16, 300, 1_600, 7, 1_600] {
      history.update(.white, good, after: nil, bonus: bonus)
      history.update(.white, bad, after: nil, bonus: -bonus)
      let scores = [good, bad].map { history.score(.white, $0, after: nil) }
      #expect(scores[0] == -scores[1] && scores[0] > 0)
    }
  }

  @Test func whatIsClearedIsForgotten() {
    let history = History()
    let (point, last) = (Point(x: 21, y: 21), Point(x: 21, y: 0))
    for color in Color.allCases { history.update(color, point, after: last, bonus: 900) }
    history.clear()
    #expect(Color.allCases.allSatisfy { history.score($0, point, after: last) == 0 })
  }
}
