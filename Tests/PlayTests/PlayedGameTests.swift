import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Testing

@testable import Match
@testable import Play

struct PlayedGameTests {
  @Test func fiveInARowEndsTheGameAndUndoTakesItUpAgain() throws {
    var game = PlayedGame(Sample.gomoku)
    try game.play("h8 a1 h9 a2 h10 a3 h11 a4")
    #expect(game.ending == nil && game.actor == .first)
    try game.play("h12")
    #expect(game.ending == .rules(.win(.black)))
    #expect(game.winner == .first && game.endReason == .row)
    #expect(throws: UserError.self) { try game.play("h13") }
    try game.perform(.undo(steps: 2))
    #expect(game.ending == nil && game.actor == .second && game.state.plies == 7)
  }

  @Test func everyDeedIsReadBackFromItsText() throws {
    let actions: [GameAction] = [
      .move(.point(Point(x: 7, y: 7)), milliseconds: 1234), .choose(.more, milliseconds: 77),
      .undo(steps: 3), .opening(.swap, milliseconds: 5), .opening(.announce(3), milliseconds: 0),
      .opening(.offer([Point(x: 6, y: 8), Point(x: 7, y: 11)]), milliseconds: 12),
      .ask(.first, .draw), .ask(.second, .undo(steps: 2)), .answer(.first, true),
      .answer(.second, false), .resign(.first), .flag(.second), .level(.second, 3),
      .name(.first, "小明 and co"), .reopen, .ask(.second, .reopen),
    ]
    for action in actions { #expect(GameAction(action.text, in: Sample.gomoku) == action) }
    let turn = try Turn("c3c4xa1f6")
    let slide = GameAction.move(.turn(turn), milliseconds: 5)
    #expect(GameAction(slide.text, in: Sample.liuzhou) == slide)
  }

  @Test(arguments: [
    "", "move", "move h8", "move h8 -1", "move h8 x", "move z9 1", "choose red", "undo 0",
    "opening swap", "opening swap -1", "opening h8 3", "opening take h8 3", "opening fifths 3",
    "opening offer 7", "opening offer g9, h8 7", "opening stay 1 2",
    "undo 99999", "ask 3 draw", "ask 1 tea", "answer 1 maybe", "resign", "resign 0", "level 1 0",
    "level 1 11", "name 1 ", "name 1 \u{1B}[2J", "fly 1", "resign 1 2",
    "reopen 1", "ask 1 reopen 2",
  ])
  func whatIsNoDeedIsRefused(text: String) {
    #expect(GameAction(text, in: Sample.gomoku) == nil)
  }

  @Test func aRefusedDeedChangesNothing() throws {
    var game = PlayedGame(Sample.renju)
    try game.play("h8 a1 h9 a2")
    let before = game
    let wrong: [GameAction] = [
      .move(.point(Point(x: 7, y: 7)), milliseconds: 0),
      .move(.point(Point(x: 20, y: 7)), milliseconds: 0), .choose(.black, milliseconds: 0),
      .opening(.swap, milliseconds: 0), .undo(steps: 5),
      .answer(.first, true), .reopen, .ask(.first, .reopen),
    ]
    for action in wrong { #expect(throws: UserError.self) { try game.perform(action) } }
    #expect(game.actions == before.actions && game.hashes == before.hashes)
    #expect(game.state.moves == before.state.moves)
  }

  @Test func theReasonOfAForbiddenPointIsNamed() throws {
    var game = PlayedGame(Sample.renju)
    try game.play("h7 a1 h9 a3 g8 a5 i8 a7")
    #expect(throws: UserError("h8 is forbidden: double three 三三")) { try game.play("h8") }
  }

  @Test func offersNeedTheOtherPlayersWord() throws {
    var game = PlayedGame(Sample.gomoku)
    try game.play("h8 h9 h10")
    try game.perform(.ask(.first, .undo(steps: 1)))
    #expect(throws: UserError.self) { try game.perform(.answer(.first, true)) }
    try game.perform(.answer(.second, false))
    #expect(game.state.plies == 3 && game.pendingRequest == nil)
    try game.perform(.ask(.first, .undo(steps: 1)))
    try game.perform(.answer(.second, true))
    #expect(game.state.plies == 2)
    try game.perform(.ask(.second, .draw))
    // A move is an answer too.
    try game.play("k5")
    #expect(game.pendingRequest == nil)
    try game.perform(.ask(.second, .draw))
    try game.perform(.answer(.first, true))
    #expect(game.ending == .agreed && game.winner == nil)
  }

  @Test func theHashTellsGamesApart() throws {
    var (a, b) = (PlayedGame(Sample.gomoku), PlayedGame(Sample.gomoku))
    #expect(PlayedGame(Sample.renju).hashes != a.hashes)
    try a.play("h8 h9")
    try b.play("h8 h10")
    #expect(a.hashes[1] == b.hashes[1] && a.hashes[2] != b.hashes[2])
  }

  @Test(arguments: [("10", 600_000, 0), ("10+5", 600_000, 5000), ("0.5+1", 30_000, 1000)])
  func clocksAreRead(text: String, total: Int, increment: Int) {
    #expect(ClockRule(text) == ClockRule(total: total, increment: increment))
  }

  @Test(arguments: ["", "x", "0", "10+", "+5", "10+5+1", "-1", "1e99", "nan", "inf"])
  func whatIsNoClockIsRefused(text: String) { #expect(ClockRule(text) == nil) }

  @Test func timeIsTakenFromTheMover() throws {
    var settings = Sample.settings(Sample.gomoku)
    settings.clock = ClockRule(total: 60_000, increment: 1000)
    var state = try PlayState(settings, now: .init(nanoseconds: 0))
    state.type("h8", at: 10_000)
    let later = { GameAction.move(.point(Point(x: 0, y: 0)), milliseconds: $0) }
    #expect(state.timeLeft(of: .first, at: .init(nanoseconds: 0)) == 51_000)
    #expect(
      state.timeLeft(of: .second, at: .init(nanoseconds: 30_000_000_000)) == 40_000)
    let effects = state.type("a1", at: 30_000)
    #expect(effects == [later(20_000)])
    #expect(state.fallenFlag(at: .init(nanoseconds: 80_000_000_000)) == nil)
    #expect(state.fallenFlag(at: .init(nanoseconds: 82_000_000_000)) == .flag(.first))
    // The clock stands still while the game pauses.
    state.type("pause", at: 40_000)
    #expect(state.fallenFlag(at: .init(nanoseconds: 900_000_000_000)) == nil)
    state.type("go", at: 900_000)
    #expect(state.fallenFlag(at: .init(nanoseconds: 905_000_000_000)) == nil)
    #expect(state.timeLeft(of: .first, at: .init(nanoseconds: 905_000_000_000)) == 36_000)
  }
}
