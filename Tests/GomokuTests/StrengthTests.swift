import Basics
import Foundation
import SearchTypes
import Testing

@testable import Gomoku
@testable import GomokuRules

/// Games against a plain yardstick.
///
/// A few fast ones run always. `WULIU_MATCH_GAMES=40 WULIU_MATCH_MS=1000 swift test -c release
/// -Xswiftc -enable-testing --filter StrengthTests` plays a longer match on the clock.
@Suite struct StrengthTests {
  private static let openings = [
    "h8i9g7", "h8h9j8", "h8i7i9j8", "f6g7h9", "h8h7f9", "h8i9j7", "g8i8h10", "h8j10h9i7", "e8f9g7",
    "h8g9f8h10", "k8j9h7", "h8j9h6", "h8f7g9i10", "h8i8g6", "h8g10j7", "h8i10g7h6", "f9h8g10",
    "h8k9i7", "j8h9i6", "h8f8h6j9",
  ]

  @Test func beatsTheTextbookProgram() throws {
    let environment = ProcessInfo.processInfo.environment
    let games = environment["WULIU_MATCH_GAMES"].flatMap(Int.init) ?? 6
    let milliseconds = environment["WULIU_MATCH_MS"].flatMap(Int.init)
    let limits =
      milliseconds.map { SearchLimits(time: .exactly(.milliseconds($0))) }
      ?? SearchLimits(nodes: 4_000)
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    var points = 0.0
    for game in 0..<games {
      let opening = Self.openings[game / 2 % Self.openings.count]
      let outcome = try play(player, limits, opening: opening, asBlack: game % 2 == 0)
      let own: Color = game % 2 == 0 ? .black : .white
      points += outcome == .win(own) ? 1 : outcome == .draw ? 0.5 : 0
      if milliseconds != nil { print("game \(game + 1): \(outcome), \(points) points") }
    }
    #expect(points >= 0.9 * Double(games))
  }

  private func play(
    _ player: GomokuPlayer, _ limits: SearchLimits, opening: String, asBlack: Bool
  ) throws -> Position.Outcome {
    var position = Position()
    for point in try #require(Point.list(opening)) { try position.play(point) }
    let opponent = ClassicOpponent()
    player.forget()
    while true {
      if let outcome = position.outcome { return outcome }
      let isOurTurn = (position.sideToMove == .black) == asBlack
      let move =
        isOurTurn ? player.search(position, limits: limits).bestMove : opponent.move(in: position)
      try position.play(try #require(move))
    }
  }
}
