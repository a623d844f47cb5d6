import Testing

@testable import SearchTypes

struct ScoreTests {
  /// Proven results and estimates with their borders, from the worst to the best.
  private static let ladder: [Score] =
    [0, 2, 4, 100, 1_998, 1_999].map { Score.loss(inPlies: $0) }
    + [-28_000, -27_999, -100, -1, 0, 1, 100, 27_999, 28_000].map { Score.centistones($0) }
    + [1_999, 1_998, 101, 3, 1, 0].map { Score.win(inPlies: $0) }

  @Test func soonerWinsAndLaterLossesAreBetterAndEstimatesLieBetween() {
    for (worse, better) in zip(Self.ladder, Self.ladder.dropFirst()) {
      #expect(worse < better && -better < -worse)
    }
    #expect(Self.ladder.allSatisfy { -Score.infinity < $0 && $0 < .infinity })
    #expect(Self.ladder.contains(.draw) && Self.ladder.contains(.largestEstimate))
  }

  @Test(arguments: [0, 1, 2, 7, 240, 1_998, 1_999])
  func aProvenResultKnowsItsPlies(plies: Int) {
    let (win, loss) = (Score.win(inPlies: plies), Score.loss(inPlies: plies))
    #expect(win.isWin && !win.isLoss && win.isProven && win.plies == plies)
    #expect(loss.isLoss && !loss.isWin && loss.isProven && loss.plies == plies)
    #expect(loss == -win)
  }

  @Test(arguments: [-28_000, -27_999, -1, 0, 1, 27_999, 28_000])
  func anEstimateIsNotProven(centistones: Int) {
    let score = Score.centistones(centistones)
    #expect(!score.isWin && !score.isLoss && !score.isProven && score.plies == nil)
  }

  // MARK: The table's distances

  /// Every value whose end, if it is proven, lies below the node.
  @Test(arguments: Array(0...12) + [100, 180, 239, 240, 255])
  func whatIsStoredAtAPlyIsRestoredThere(ply: Int) {
    let proven = (ply...1_999).flatMap { [Score.win(inPlies: $0), .loss(inPlies: $0)] }
    let estimates = stride(from: -28_000, through: 28_000, by: 175).map { Score.centistones($0) }
    for score in proven + estimates {
      let stored = score.stored(atPly: ply)
      #expect(stored.restored(atPly: ply) == score)
      // The table keeps sixteen bits.
      #expect(Int16(exactly: stored.rawValue) != nil)
    }
    #expect(estimates.allSatisfy { $0.stored(atPly: ply) == $0 })
  }

  /// An end is as far below a node wherever the node stands.
  @Test func theSameNodeIsStoredTheSameAtEveryPly() {
    for distance in [0, 1, 2, 3, 17, 400, 1_500] {
      let (nodeWin, nodeLoss) = (Score.win(inPlies: distance), Score.loss(inPlies: distance))
      for ply in 0...255 {
        let (win, loss) = (Score.win(inPlies: ply + distance), Score.loss(inPlies: ply + distance))
        #expect(win.stored(atPly: ply) == nodeWin && loss.stored(atPly: ply) == nodeLoss)
        #expect(nodeWin.restored(atPly: ply) == win && nodeLoss.restored(atPly: ply) == loss)
      }
    }
  }

  // MARK: Text

  @Test(
    arguments: [
      (.centistones(-35), "-35"), (.draw, "0"), (.largestEstimate, "28000"),
      (-.largestEstimate, "-28000"), (.win(inPlies: 7), "+M7"), (.loss(inPlies: 4), "-M4"),
      (.win(inPlies: 0), "+M0"), (.loss(inPlies: 0), "-M0"), (.win(inPlies: 1_999), "+M1999"),
    ] as [(Score, String)])
  func scoresAreWrittenAsTheyAreRead(score: Score, text: String) {
    #expect(score.description == text)
    #expect(Score(text) == score)
    #expect(Score(text[...]) == score)
  }

  @Test func everyScoreIsReadAsItWasWritten() {
    for value in (-30_000...30_000) as ClosedRange<Int32> {
      let score = Score(rawValue: value)
      if Score(score.description) != score { Issue.record("\(value) is \(score)") }
    }
  }

  @Test(arguments: [
    "", " ", "+", "-", "M7", "+M", "-M", "+M-1", "-M-4", "+M2000", "-M2000", "+M65536",
    "+M99999999999999999999", "++M7", "+-M7", "+m7", "+M7 ", " +M7", "+M 7", "+M7.5", "+M1e3",
    "28001", "-28001", "30000", "32000", "99999999999999999999", "1.5", "1e3", "0x10", " 35",
    "35 ", "--35", "35cp", "mate", "nan", "٣", "−35",
  ])
  func aTextThatIsNoScoreIsRefused(text: String) {
    #expect(Score(text) == nil)
  }
}
