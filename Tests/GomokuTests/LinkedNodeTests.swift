import Basics
import GomokuRules
import SearchKit
import TestSupport
import Testing

/// Strategies in which two branches of each node lead to the same node: 2^n lines of play in n nodes.
@Suite struct LinkedNodeTests {
  /// The two branches of a node.
  enum Kind: CaseIterable {
    case replies, passes, markedReplies

    func branches(_ replies: [Point]) -> [String] {
      switch self {
      case .replies: replies.map(\.description)
      case .passes: ["-", "-"]
      case .markedReplies: replies.map { "\($0)!" }
      }
    }
  }

  /// The text of a strategy with a node for each of `nodes`: a move, two replies and a kind.
  ///
  /// Black has an open four all the time, so no reply matters, and the last node makes five.
  static func text(
    _ variant: Variant, side: Int, _ nodes: [(move: Point, replies: [Point], kind: Kind)]
  ) -> String {
    let row = side / 2
    let four = (3...6).map { Point(x: $0, y: row).description }.joined(separator: " ")
    var opening = ""
    var rest = ""
    for (index, node) in nodes.enumerated() {
      let branches = node.kind.branches(node.replies)
      opening += "\(node.move)(\(branches[0]) "
      rest = " \(branches[1]) =\(index + 1))" + rest
    }
    return """
      wuliu-proof 2
      rule \(variant.gomocupCode)
      size \(side) \(side)
      black \(four)
      white
      neutral
      turn black
      winner black
      \(opening)\(Point(x: 2, y: row))\(rest)
      end

      """
  }

  /// Points that are not in one row of five with each other, nor near the four.
  private static func sparePoints(side: Int) -> [Point] {
    var points: [Point] = []
    for y in 0..<side where abs(y - side / 2) > 1 {
      for x in stride(from: 2 * y % 4, to: side, by: 4) { points.append(Point(x: x, y: y)) }
    }
    return points
  }

  private static func text(_ count: Int, _ kind: Kind, side: Int) -> String {
    let points = sparePoints(side: side)
    var nodes: [(move: Point, replies: [Point], kind: Kind)] = []
    for start in stride(from: 0, to: 3 * count, by: 3) {
      nodes.append((points[start], Array(points[start + 1...start + 2]), kind))
    }
    return text(.freestyle, side: side, nodes)
  }

  @Test(arguments: Kind.allCases) func aFewAreJudgedAlikeByBothCheckers(_ kind: Kind) throws {
    for count in 1...5 {
      let text = LinkedNodeTests.text(count, kind, side: 15)
      #expect(StrategyOpinion.ofNaive(text) == .valid, "\(text)")
      #expect(StrategyOpinion.ofEngine(text) == .valid, "\(text)")
      for extraStones in 1...3 {
        let zones = StrategyOpinion.naiveZones(of: text, extraStones: extraStones)
        #expect(
          zones != nil && zones == StrategyOpinion.engineZones(of: text, extraStones: extraStones))
      }
    }
  }

  @Test(arguments: [Kind.replies, .passes]) func manyTakeFewPositions(_ kind: Kind) throws {
    for (count, side) in [(12, 15), (25, 22), (30, 22)] {
      let text = LinkedNodeTests.text(count, kind, side: side)
      guard case .strategy(let proof) = StrategyOpinion.content(of: text) else {
        Issue.record("unreadable")
        return
      }
      let report = try StrategyChecker.check(proof, bounds: CheckBounds(positions: 1_000))
      #expect(report.positions == 2 << count - 1 && report.longest == 2 * count + 1)
      #expect(proof.strategy.nodes.count == count + 1)
    }
  }

  @Test func positionsHaveABound() throws {
    let text = LinkedNodeTests.text(12, .markedReplies, side: 22)
    guard case .strategy(let proof) = StrategyOpinion.content(of: text) else {
      Issue.record("unreadable")
      return
    }
    let failure = #expect(throws: StrategyChecker.Failure.self) {
      try StrategyChecker.check(proof, bounds: CheckBounds(positions: 100))
    }
    #expect(failure?.reason == .abandoned(.tooManyPositions(100)))
  }

  /// Nodes on points drawn by lot near the four, where stones count.
  private static func draw(_ variant: Variant, _ random: inout SplitMix64) -> String {
    let side = [9, 11, 15].randomElement(using: &random) ?? 9
    let row = side / 2
    var near: [Point] = []
    for y in max(0, row - 4)...min(side - 1, row + 4) where y != row {
      for x in 0..<min(side, 10) { near.append(Point(x: x, y: y)) }
    }
    near.shuffle(using: &random)
    let count = Int.random(in: 2...4, using: &random)
    var nodes: [(move: Point, replies: [Point], kind: Kind)] = []
    for start in stride(from: 0, to: 3 * count, by: 3) {
      let kind = Kind.allCases.randomElement(using: &random) ?? .replies
      nodes.append((near[start], Array(near[start + 1...start + 2]), kind))
    }
    return text(variant, side: side, nodes)
  }

  @Test(arguments: Variant.allCases) func bothCheckersAgreeOnMutants(_ variant: Variant) throws {
    let count = StrategyEffort.mutants(250) / Variant.allCases.count
    var random = SplitMix64(seed: StrategyEffort.seed &+ 77)
    let bases = (0..<40).map { _ in LinkedNodeTests.draw(variant, &random) }
    var rehearsal = StrategyRehearsal(
      variant, seed: StrategyEffort.seed &+ 1_000, bases: bases.compactMap { NaiveStrategyText($0) }
    )
    for index in 0..<count { try rehearsal.judgeMutant(index) }
    let tally = rehearsal.tally
    print("linked \(variant): \(tally)")
    #expect(tally.accepted * 10 >= count && tally.refused * 10 >= count, "\(tally)")
    #expect(tally.givenUp * 10 <= count, "\(tally)")
  }
}
