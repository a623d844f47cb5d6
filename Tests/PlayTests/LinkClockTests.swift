import Basics
import Gomocup
import Platform
import Testing

@testable import Match
@testable import Play

/// The clocks of a game over a link: the host's decides.
struct LinkClockTests {
  /// A world with clocks of ten seconds in which the host has Black.
  private static func world() throws -> LinkWorld {
    var settings = Sample.settings(Sample.gomoku, seats: [Sample.person, Sample.remote])
    settings.clock = ClockRule(total: 10_000, increment: 0)
    let token = try #require(LinkSecret("tokentokentokentoken12"))
    return LinkWorld(settings, token: token, seed: 2, badness: 0)
  }

  private static func pass(_ seconds: Int, _ world: LinkWorld) {
    for _ in 0..<(seconds * 10 / 3) { world.calmStep() }
  }

  private static func play(_ move: String, _ end: SimulatedEnd, _ world: LinkWorld) throws {
    let action = try #require(
      GameAction("move \(move) \(end.state?.elapsed(at: world.now) ?? 0)", in: Sample.gomoku))
    end.propose(action, world.now)
    for _ in 0..<4 { world.calmStep() }
  }

  private static func left(_ player: Player, _ end: SimulatedEnd, _ world: LinkWorld) -> Int {
    end.state?.timeLeft(of: player, at: world.now) ?? -1
  }

  @Test func noClockRunsBeforeBothAreHeard() throws {
    let world = try LinkClockTests.world()
    world.crash(world.guest)
    for _ in 0..<100 {
      world.now = world.now.advanced(milliseconds: 1000)
      world.exchange(world.host, .time, on: nil)
    }
    #expect(LinkClockTests.left(.first, world.host, world) == 10_000)
    #expect(world.host.state?.fallenFlag(at: world.now) == nil)
    LinkClockTests.pass(3, world)
    #expect((5000...9900).contains(LinkClockTests.left(.first, world.host, world)))
    // Both ends show the same, but for what the connection takes.
    let difference =
      LinkClockTests.left(.first, world.host, world)
      - LinkClockTests.left(.first, world.guest, world)
    #expect(abs(difference) <= 600)
  }

  @Test func aGuestWhoNeverMovesLosesOnBothEnds() throws {
    let world = try LinkClockTests.world()
    LinkClockTests.pass(3, world)
    try LinkClockTests.play("h8", world.host, world)
    // He goes away: his clock runs on.
    world.crash(world.guest)
    for _ in 0..<40 {
      world.now = world.now.advanced(milliseconds: 300)
      world.exchange(world.host, .time, on: nil)
    }
    let flag = try #require(world.host.state?.fallenFlag(at: world.now))
    #expect(flag == .flag(.second))
    world.host.propose(flag, world.now)
    LinkClockTests.pass(6, world)
    #expect(world.guest.game?.ending == .flagged(.second))
    #expect(world.faults == [])
  }

  @Test func aGuestFlagsNobody() throws {
    let world = try LinkClockTests.world()
    LinkClockTests.pass(3, world)
    let later = world.now.advanced(milliseconds: 60_000)
    #expect(world.guest.state?.fallenFlag(at: later) == nil)
    #expect(world.host.state?.fallenFlag(at: later) == .flag(.first))
  }

  @Test func theGuestsClockStandsUntilHeIsHeardAgainAfterTheHostWasAway() throws {
    let world = try LinkClockTests.world()
    LinkClockTests.pass(3, world)
    try LinkClockTests.play("h8", world.host, world)
    world.crash(world.host)
    world.crash(world.guest)
    world.now = world.now.advanced(milliseconds: 100_000)
    world.host.start(world.now)
    world.now = world.now.advanced(milliseconds: 100_000)
    #expect(LinkClockTests.left(.second, world.host, world) == 10_000)
    LinkClockTests.pass(3, world)
    #expect(LinkClockTests.left(.second, world.host, world) < 10_000)
  }

  @Test func theAllowanceForTheConnectionIsBounded() {
    var clock = LinkClock()
    #expect(clock.charge(claimed: 500, measured: 700) == 500)
    // Who claims less than is likely gets a second off, and no more than half a minute a game.
    #expect(clock.charge(claimed: 0, measured: 5000) == 4000)
    #expect(clock.charge(claimed: 9000, measured: 5000) == 5000)
    var saved = 0
    for _ in 0..<100 { saved += 5000 - clock.charge(claimed: 0, measured: 5000) }
    #expect(saved == LinkClock.gameAllowance - 1200)
    #expect(clock.charge(claimed: 0, measured: 5000) == 5000)
  }

  @Test func aMoveThatComesTooLateIsTheFallOfTheFlag() throws {
    let world = try LinkClockTests.world()
    LinkClockTests.pass(3, world)
    try LinkClockTests.play("h8", world.host, world)
    var state = try #require(world.host.state)
    let late = world.now.advanced(milliseconds: 20_000)
    let move = try #require(GameAction("move i9 100", in: Sample.gomoku))
    #expect(state.timed(move, now: late) == .flag(.second))
    let early = world.now.advanced(milliseconds: 100)
    guard case .move(_, let time) = state.timed(move, now: early) else {
      Issue.record("the move is not taken")
      return
    }
    #expect(time >= 100 && time <= 2000)
  }
}
