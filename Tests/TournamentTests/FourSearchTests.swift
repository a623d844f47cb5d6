import Basics
import Gomoku
import GomokuRules
import SearchKit
import Testing

@testable import Tournament

/// The search for fours by the rules alone and the engine's share nothing: where both come to an end
/// they have to agree.
@Suite struct FourSearchTests {
  @Test(arguments: Variant.allCases) func agreesWithTheSolver(variant: Variant) throws {
    var generator = SplitMix64(seed: UInt64(variant.gomocupCode))
    var (wins, others) = (0, 0)
    for _ in 0..<600 {
      guard let position = FourSearchTests.position(variant, using: &generator) else { continue }
      let plain = FourSearch(position, nodeLimit: 300)
      let solver = ThreatSearch(.vcf, position, nodeLimit: 20_000)
      switch (plain.outcome, solver.outcome) {
      case (.win(let line), .win):
        wins += 1
        try FourSearchTests.replay(line, in: position)
      case (.none, .none): others += 1
      case (.unknown, _), (_, .unknown): break
      default:
        Issue.record("\(position.stones) \(plain.outcome) \(solver.outcome)")
      }
    }
    #expect(wins > 50 && others > 50, "\(wins) wins, \(others) others")
  }

  @Test func keepsToItsLimit() {
    var generator = SplitMix64(seed: 7)
    for _ in 0..<50 {
      guard let position = FourSearchTests.position(.freestyle, using: &generator) else { continue }
      #expect(FourSearch(position, nodeLimit: 5).nodes <= 6)
    }
  }

  /// A crowded position in which the game goes on, stones of both sides about the centre.
  private static func position(
    _ variant: Variant, using generator: inout SplitMix64
  ) -> Position? {
    guard let size = BoardSize(side: 12) else { return nil }
    var position = Position(size: size, variant: variant)
    let points = size.points.filter { 2...9 ~= $0.x && 2...9 ~= $0.y }
    for point in points.shuffled(using: &generator).prefix(
      Int.random(in: 16...34, using: &generator))
    {
      guard position.outcome == nil else { return nil }
      try? position.play(point)
    }
    return position.outcome == nil ? position : nil
  }

  /// The attacker's moves all make fours, and the last makes five.
  private static func replay(_ line: [Point], in position: Position) throws {
    let winner = position.sideToMove
    var next = position
    for move in line { try next.play(move) }
    #expect(next.outcome == .win(winner))
  }
}
