import GomokuRules
import Testing

@testable import GomokuLab
@testable import Prover

/// Defences in which several branches lead to the same node.
@Suite struct DefenceLinkTests {
  /// A defence of a board whose windows all hold a white stone, with two branches from each node to
  /// the next: 2^n lines of play in n nodes.
  private static func doubling(_ count: Int, lastPairing: String = "[]") throws -> String {
    let size = try #require(BoardSize(width: 22, height: 22))
    let white = size.points.filter { ($0.x + 2 * $0.y) % 5 == 0 }
    let free = size.points.filter { ($0.x + 2 * $0.y) % 5 != 0 }.map(\.description)
    var opening = ""
    var rest = ""
    for index in 0..<count {
      let points = free[6 * index..<6 * index + 6].map { $0 }
      opening += "(\(points[0]) \(points[1]) "
      // The third branch leaves no point without an answer.
      rest = " \(points[2]) \(points[3]) =\(index + 1) \(points[4]) \(points[5]) [])" + rest
    }
    return "wuliu-defence 1\nsize 22 22\nblack\nwhite "
      + white.map(\.description).joined(separator: " ") + "\n\(opening)\(lastPairing)\(rest)\nend\n"
  }

  @Test func linkedNodesAreJudgedOnce() throws {
    for count in 1...3 {
      let text = try DefenceLinkTests.doubling(count)
      #expect(DefenceTests.opinion(text) == .valid && DefenceTests.naiveOpinion(text) == .valid)
    }
    let proof = try #require(DefenceTests.read(DefenceLinkTests.doubling(40)))
    let positions = try DefenceChecker.check(proof, bounds: CheckBounds(positions: 200))
    // Each node has two branches to the next and one to a pairing.
    #expect(positions == 3 << 40 - 2)
    let failure = #expect(throws: DefenceChecker.Failure.self) {
      try DefenceChecker.check(proof, bounds: CheckBounds(positions: 20))
    }
    #expect(failure?.reason == .abandoned(.tooManyPositions(20)))
  }

  @Test func aLinkedNodeFailsWhereItDoesNotFit() throws {
    // The second way to the last node takes a point of its pair.
    let text = try DefenceLinkTests.doubling(3, lastPairing: "[d1 e1]")
    #expect(DefenceTests.naiveOpinion(text) == .refused)
    #expect(DefenceTests.opinion(text) == .refused)
  }
}
