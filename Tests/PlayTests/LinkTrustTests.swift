import Basics
import Gomocup
import Platform
import Testing

@testable import Match
@testable import Play

/// The two ends of a link that trust neither the network nor each other.
struct LinkTrustTests {
  @Test func whoKnocksOnAndOnIsCutOff() throws {
    let world = try LinkTests.pair()
    var link = world.host.link
    #expect(link.handle(.opened(99, isPublic: true), world.host.game, now: world.now) == [])
    var answers = 0
    while answers < 1000 {
      let knock = LinkEvent.line(99, LinkLine.text(.knock(.random())))
      if link.handle(knock, world.host.game, now: world.now) == [.close(99)] { break }
      answers += 1
    }
    #expect(answers == LinkStateMachine.mostStrayLines)
    #expect(link.seated == world.host.link.seated)
  }

  /// What the guest's machine does with messages that the seated host seals.
  private static func guestHears(
    _ messages: LinkMessage..., in world: LinkWorld, _ guest: inout LinkStateMachine
  ) -> [LinkEffect] {
    var (host, effects) = (world.host.link, [LinkEffect]())
    for message in messages {
      for case .send(let line, let number) in host.tell(message) {
        effects += guest.handle(.line(number, line), world.guest.game, now: world.now)
      }
    }
    return effects
  }

  @Test func aRepeatedLineIsNotHeard() throws {
    let world = try LinkTests.pair()
    let game = try #require(world.guest.game)
    var (host, guest) = (world.host.link, world.guest.link)
    let later = world.now.advanced(milliseconds: LinkStateMachine.patience)
    let lines = [100, 200].flatMap { elapsed in
      host.tell(.have(.init(game), elapsed: elapsed)).compactMap { effect -> LinkEvent? in
        if case .send(let line, let number) = effect { .line(number, line) } else { nil }
      }
    }
    try #require(lines.count == 2)
    #expect(guest.handle(lines[1], game, now: world.now) == [.clock(200)])
    for line in lines { #expect(guest.handle(line, game, now: later) == []) }
    #expect(!guest.isAlive(at: later))
    // The same at the host's end, also for the lines of a greeting.
    guest = LinkStateMachine(
      name: "Ben", settings: world.guest.file?.settings,
      credentials: try #require(world.guest.file).credentials)
    host = world.host.link
    var (said, heard) = (guest.handle(.opened(50, isPublic: true), game, now: later), [String]())
    _ = host.handle(.opened(50, isPublic: true), game, now: later)
    for _ in 0..<4 {
      var answers: [LinkEffect] = []
      for case .send(let line, _) in said {
        heard.append(line)
        answers += host.handle(.line(50, line), game, now: later)
      }
      said = []
      for case .send(let line, 50) in answers {
        said += guest.handle(.line(50, line), game, now: later)
      }
    }
    #expect(host.seated == 50 && guest.seated == 50 && heard.count >= 3)
    let end = later.advanced(milliseconds: LinkStateMachine.patience)
    for line in heard.dropFirst() {
      #expect(host.handle(.line(50, line), game, now: end) == [], "\(line)")
    }
    #expect(!host.isAlive(at: end))
  }

  @Test func aHostCannotActInTheGuestsName() throws {
    let world = try LinkTests.pair()
    let game = try #require(world.guest.game)
    func follows(_ text: String, _ guest: LinkStateMachine) throws -> Bool {
      var guest = guest
      let action = try #require(GameAction(text, in: game.kind))
      let deed = LinkMessage.NumberedAction(
        number: game.actions.count + 1, action: text,
        hash: try #require(try game.after(action).hashes.last))
      return LinkTrustTests.guestHears(.deed(deed), in: world, &guest) == [.commit(action)]
    }
    var guest = world.guest.link
    for text in ["resign 2", "ask 2 draw", "level 1 3"] {
      #expect(try !follows(text, guest), "\(text)")
    }
    for text in ["move h8 5", "resign 1", "flag 2", "ask 1 draw"] {
      #expect(try follows(text, guest), "\(text)")
    }
    _ = guest.handle(.wants(.resign(.second)), game, now: world.now)
    #expect(try follows("resign 2", guest) && !follows("ask 2 draw", guest))
  }

  @Test func theReasonOfARefusalIsCleaned() throws {
    let world = try LinkTests.pair()
    let game = try #require(world.guest.game)
    var guest = world.guest.link
    _ = guest.handle(.wants(.resign(.second)), game, now: world.now)
    let reason = "no\u{1B}[2J\u{202E}" + String(repeating: "x", count: 3000)
    let effects = LinkTrustTests.guestHears(
      .deny(number: game.actions.count + 1, reason: reason), in: world, &guest)
    guard case .denied(let text)? = effects.last else {
      Issue.record("\(effects)")
      return
    }
    let lead = "the host refuses it: "
    #expect(text.hasPrefix("\(lead)no[2Jxxx"))
    #expect(text.description.count <= lead.count + LinkStateMachine.longestReason)
  }

  @Test func aRefusalIsToldInTheGuestsOwnWords() throws {
    let world = try LinkTests.pair()
    let game = try #require(world.guest.game)
    for (text, told) in [
      ("resign 1", "现在不能由Ben这样做"), ("answer 2 yes", "没有人提问"), ("resign 2", "主方不同意：no"),
    ] {
      var guest = world.guest.link
      _ = guest.handle(.wants(try #require(GameAction(text, in: game.kind))), game, now: world.now)
      let effects = LinkTrustTests.guestHears(
        .deny(number: game.actions.count + 1, reason: "no"), in: world, &guest)
      guard case .denied(let reason)? = effects.last else {
        Issue.record("\(effects)")
        continue
      }
      #expect(Speech(.chinese).text(reason) == told)
    }
  }
}
