import Basics
import Gomocup
import GomokuRules
import Platform
import TestSupport
import Testing

@testable import Match
@testable import Play

/// The two ends of a link among enemies, over thousands of random schedules.
///
/// The enemies open connections to the host, sit on its port while it is away, and say anything:
/// junk, well-formed messages under any seal they can make, all that they have heard on connections of
/// their own, and what old games have left in their hands.
struct LinkModelTests {
  /// Who is on the network besides the two.
  enum Company: CaseIterable {
    /// Strangers who do not know the token and hear every line of the two.
    case eavesdroppers
    /// People who know the token and come too late, or sit on the host's port.
    case lateComers
    /// The host and guest of another game.
    case otherGame
    /// All of them.
    case everybody
  }

  private static func settings(_ seed: UInt64, _ id: String, hasClock: Bool) throws -> PlaySettings
  {
    let seats =
      seed.isMultiple(of: 2) ? [Sample.person, Sample.remote] : [Sample.remote, Sample.person]
    // Every third game begins with an opening rule.
    let rule = seed % 3 == 1 ? OpeningRule.samples[Int(seed / 3) % OpeningRule.samples.count] : nil
    var settings = Sample.settings(
      try GameKind(named: rule == nil ? "freestyle 6" : "renju 9"), seats: seats, opening: rule)
    settings.id = id
    if hasClock { settings.clock = ClockRule(total: 20_000, increment: 300) }
    return settings
  }

  /// The two files of an old game, whose ends have known each other.
  private static func oldGame() throws -> (host: SimulatedEnd.File, guest: SimulatedEnd.File) {
    let token = try #require(LinkSecret("oldoldoldoldoldoldold1"))
    let world = LinkWorld(
      try settings(0, "fedcba9876543210", hasClock: false), token: token, seed: 5, badness: 0)
    for _ in 0..<12 { world.calmStep() }
    return (try #require(world.host.file), try #require(world.guest.file))
  }

  private static func enemies(
    _ company: Company, token: LinkSecret, seed: UInt64
  ) throws -> [Enemy] {
    let other = try #require(LinkSecret("anotheranotheranother2"))
    let isAll = company == .everybody
    var enemies: [Enemy] = []
    if company == .eavesdroppers || isAll {
      enemies.append(Liar(token: nil, isImpostor: false, seed: seed))
      enemies.append(Liar(token: nil, isImpostor: true, seed: seed + 1))
    }
    if company == .lateComers || isAll {
      enemies.append(PoliteEnemy(SimulatedEnd(guest: "Eve", token: token, seed: seed + 2)))
      enemies.append(Liar(token: token, isImpostor: false, seed: seed + 3))
      enemies.append(Liar(token: token, isImpostor: true, seed: seed + 4))
      // It offers the same game and another one, with the right token.
      for id in ["0123456789abcdef", "1111111111111111"] {
        let game = try settings(seed, id, hasClock: false)
        enemies.append(
          PoliteEnemy(SimulatedEnd(host: "Mallory", game, token: token, seed: seed + 5)))
      }
    }
    if company == .otherGame || isAll {
      let (host, guest) = try oldGame()
      enemies.append(
        PoliteEnemy(
          SimulatedEnd(guest: "Old", file: guest, token: guest.credentials.token, seed: seed + 6)))
      enemies.append(
        PoliteEnemy(SimulatedEnd(host: "New", host.settings, token: other, seed: seed + 7)))
    }
    var random = SplitMix64(seed: seed)
    return enemies.shuffled(using: &random)
  }

  /// Plays one schedule to its calm end.
  private static func run(_ company: Company, seed: UInt64) throws -> LinkWorld {
    let token = try #require(LinkSecret("theTokenOfThisGame1234"))
    let settings = try settings(seed, "0123456789abcdef", hasClock: seed % 3 == 0)
    let world = LinkWorld(settings, token: token, seed: seed, badness: seed % 5 == 0 ? 0 : 25)
    world.enemies = try enemies(company, token: token, seed: seed &* 977)
    world.crashes = seed % 4 == 0 ? 0 : 10
    world.eavesdrops = company == .eavesdroppers
    // Who knows the token may take a free seat: that is what it is for.
    if company == .lateComers || company == .everybody {
      world.enemiesWait = { $0.guest.file?.credentials.seat == nil }
    }
    for _ in 0..<110 { world.step() }
    for _ in 0..<50 where !world.isSettled { world.calmStep() }
    return world
  }

  static let schedules = Effort.count(150, thorough: 20_000, sanitized: 100)

  @Test(arguments: Company.allCases)
  func nothingComesFromAnybodyButTheTwo(company: Company) throws {
    var (actions, finished, flags, openings) = (0, 0, 0, 0)
    for seed in 0..<UInt64(LinkModelTests.schedules) {
      let world = try LinkModelTests.run(company, seed: seed)
      #expect(world.faults == [], "seed \(seed)")
      #expect(world.isSettled, "seed \(seed): \(world.summary)")
      #expect(world.host.game?.actions == world.guest.game?.actions, "seed \(seed)")
      guard world.faults.isEmpty, world.isSettled else { return }
      actions += world.host.game?.actions.count ?? 0
      if world.host.game?.ending != nil { finished += 1 }
      if world.host.game?.opening?.isOver == true { openings += 1 }
      if case .flagged? = world.host.game?.ending { flags += 1 }
    }
    print(
      "\(company): \(LinkModelTests.schedules) schedules, \(actions) deeds, \(finished) finished, "
        + "\(flags) by the clock, \(openings) openings by a rule")
    #expect(actions > 8 * LinkModelTests.schedules && openings > LinkModelTests.schedules / 10)
  }
}
