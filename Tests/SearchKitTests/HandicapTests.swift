import Basics
import Testing

@testable import SearchTypes

struct HandicapTests {
  private static func report(_ scores: [Score]) -> SearchReport<Int> {
    SearchReport(lines: scores.enumerated().map { .init(score: $1, moves: [$0]) })
  }

  /// How often the best of the moves with these scores is played, of a thousand times.
  private static func best(of scores: [Score], strength: Int) -> Int {
    guard let handicap = Handicap(strength: strength) else { return 1000 }
    var generator = SplitMix64(seed: 3)
    let report = report(scores)
    return (0..<1000).count { _ in
      handicap.choice(from: report, using: &generator).bestMove == 0
    }
  }

  @Test func fullStrengthHasNone() { #expect(Handicap(strength: 100) == nil) }

  @Test func theWeakerTheMoreOftenItErrs() {
    let scores: [Score] = [.centistones(60), .centistones(20), .centistones(0)]
    let shares = [0, 25, 50, 75, 99].map { Self.best(of: scores, strength: $0) }
    #expect(shares == shares.sorted() && shares[0] < 500 && shares[4] > 990)
    let nodes = [0, 25, 50, 75, 99].compactMap { Handicap(strength: $0)?.nodes }
    #expect(nodes == nodes.sorted() && nodes.count == 5)
  }

  @Test func aMoveOfItsDoubtWorseIsTakenIn27PercentOfAllCases() throws {
    let doubt = try #require(Handicap(strength: 0)).doubt
    let share = Self.best(of: [.centistones(Int(doubt)), .draw], strength: 0)
    #expect(abs(share - 731) < 45)
  }

  @Test func evenTheWeakestSeesWhatEndsTheGame() {
    #expect(Self.best(of: [.win(inPlies: 1), .centistones(300)], strength: 0) > 990)
    #expect(Self.best(of: [.draw, .loss(inPlies: 2)], strength: 0) > 990)
  }

  @Test func theLineThatIsPlayedIsAllThatIsTold() throws {
    var generator = SplitMix64(seed: 1)
    let handicap = try #require(Handicap(strength: 0))
    let report = Self.report([.draw, .draw, .draw])
    let choices = (0..<100).map { _ in handicap.choice(from: report, using: &generator) }
    #expect(choices.allSatisfy { $0.lines.count == 1 })
    #expect(Set(choices.compactMap(\.bestMove)) == [0, 1, 2])
  }
}
