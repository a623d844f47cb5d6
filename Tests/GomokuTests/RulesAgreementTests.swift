import Foundation
import SearchKit
import Testing

@testable import Gomoku

/// The referee's rules against the search's board and against a third, naive reading of the rules.
///
/// `WULIU_SOAK=1` takes twenty times as many positions.
@Suite struct RulesAgreementTests {
  @Test(arguments: Variant.allCases)
  func refereeBoardAndNaiveRulesAgree(_ variant: Variant) throws {
    let isSoak = ProcessInfo.processInfo.environment["WULIU_SOAK"] != nil
    try Agreement(count: isSoak ? 200_000 : 10_000).run(variant)
  }
}

private struct Agreement: BoardScript {
  let count: Int

  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    var generator = SplitMix64(seed: 909)
    var differences = 0
    for number in 0..<count {
      let size = try #require(BoardSize(width: 5 + number % 7, height: 5 + number % 5))
      var position = Position(size: size, variant: Rules.variant)
      let stones = Int.random(in: 0..<size.pointCount, using: &generator)
      for point in size.points.shuffled(using: &generator).prefix(stones) {
        try position.place(Bool.random(using: &generator) ? .black : .white, on: point)
      }
      let board = Board<Rules>(position)
      // A few points of each position: there are many positions.
      for point in position.emptyPoints.shuffled(using: &generator).prefix(2) {
        for color in Color.allCases {
          let wins = position.isWinning(color, at: point)
          let isFive = board.pointClass(of: color, at: point) == .five
          let naive = NaiveRules(position: position).wins(color, at: point)
          if wins != isFive || wins != naive { differences += 1 }
        }
        let isForbidden = position.blackForbiddance(of: point) != nil
        if Rules.hasForbiddenPoints, isForbidden != board.isForbiddenToBlack(point) {
          differences += 1
        }
      }
    }
    #expect(differences == 0)
  }
}

/// Rows read off the four lines through a point, cell by cell.
private struct NaiveRules {
  let position: Position
  private static let steps = [(1, 0), (0, 1), (1, 1), (1, -1)]

  func wins(_ color: Color, at point: Point) -> Bool {
    Self.steps.contains { step in
      let line = (-6...6).map { offset -> Cell in
        let (x, y) = (point.x + offset * step.0, point.y + offset * step.1)
        guard 0..<position.size.width ~= x, 0..<position.size.height ~= y else { return .edge }
        if offset == 0 { return .own }
        guard let stone = position.color(at: Point(x: x, y: y)) else { return .empty }
        return stone == color ? .own : .foreign
      }
      return wins(line, color)
    }
  }

  private enum Cell { case edge, empty, own, foreign }

  /// Whether the row of own stones through the middle of `line` wins.
  private func wins(_ line: [Cell], _ color: Color) -> Bool {
    let before = line[..<6].reversed().prefix { $0 == .own }.count
    let after = line[7...].prefix { $0 == .own }.count
    let length = before + 1 + after
    func end(_ index: Int) -> Cell { line.indices.contains(index) ? line[index] : .edge }
    let isEnclosed = end(6 - before - 1) == .foreign && end(6 + after + 1) == .foreign
    switch position.variant {
    case .freestyle: return length > 4
    case .standard: return length == 5
    case .renju: return color == .white ? length > 4 : length == 5
    case .caro: return length > 5 || length == 5 && !isEnclosed
    case .exactCaro: return length == 5 && !isEnclosed
    }
  }
}
