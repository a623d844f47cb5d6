import Basics
import Gomocup
import Platform

@testable import Match
@testable import Play

/// Somebody on the network who belongs to neither end.
class Enemy: WireEnd {
  /// Whether it sits on the host's port while the host is away.
  let isImpostor: Bool
  fileprivate(set) var wires: [Wire] = []

  init(isImpostor: Bool) { self.isImpostor = isImpostor }

  func take(_ event: LinkEvent, on wire: Wire, _ now: MonotonicTime) -> [LinkEffect] {
    switch event {
    case .opened: wires.append(wire)
    case .closed: wires.removeAll { $0 === wire }
    default: break
    }
    return []
  }

  /// Does whatever it does between the lines that it hears.
  func act(_ world: LinkWorld) {
    if !isImpostor, wires.count < 3, world.random.next() % 8 == 0 {
      _ = world.connectToHost(self)
    }
  }
}

/// An enemy who plays by all rules, with a program like ours: a guest or a host of something else.
final class PoliteEnemy: Enemy {
  private let end: SimulatedEnd

  init(_ end: SimulatedEnd) {
    self.end = end
    super.init(isImpostor: end.role == .host)
  }

  override func take(_ event: LinkEvent, on wire: Wire, _ now: MonotonicTime) -> [LinkEffect] {
    _ = super.take(event, on: wire, now)
    return end.take(event, on: wire, now)
  }

  override func act(_ world: LinkWorld) {
    if end.departure != nil || !end.isUp { return }
    super.act(world)
    for wire in wires { world.exchange(self, .time, on: wire) }
    guard let player = end.player else { return }
    // It wants to lose for whomever it sits for.
    end.effects = []
    end.propose(.resign(player), world.now)
    for case .send(let line, let number) in end.effects {
      wires.first { $0.number == number }?.send(line, from: self)
    }
  }
}

/// An enemy who says anything, well-formed or not, and repeats whatever it has heard.
final class Liar: Enemy {
  private let token: LinkSecret?
  private var random: SplitMix64
  /// What is known of the greeting on each wire.
  private var nonces: [Int: (own: LinkSecret, other: LinkSecret?, seat: LinkSecret?)] = [:]
  private weak var world: LinkWorld?

  init(token: LinkSecret?, isImpostor: Bool, seed: UInt64) {
    (self.token, random) = (token, SplitMix64(seed: seed))
    super.init(isImpostor: isImpostor)
  }

  private var role: LinkRole { isImpostor ? .host : .guest }

  override func take(_ event: LinkEvent, on wire: Wire, _ now: MonotonicTime) -> [LinkEffect] {
    _ = super.take(event, on: wire, now)
    guard case .line(let number, let line) = event else { return [] }
    // Most of the time it knows what a good answer would be.
    switch LinkLine(line)?.content {
    case .knock(let nonce)?:
      nonces[number] = (LinkSecret.random(&random), nonce, nil)
      let seat = random.next() % 2 == 0 ? world?.host.file?.credentials.seat : nil
      return [.send(say(.table(nonces[number]?.own ?? nonce, seat: seat), number), to: number)]
    case .table(let nonce, let seat)?:
      nonces[number]?.other = nonce
      nonces[number]?.seat = seat
      return [.send(say(.hello(name: "Eve", proof: proof), number), to: number)]
    default: return []
    }
  }

  override func act(_ world: LinkWorld) {
    self.world = world
    super.act(world)
    for wire in wires where random.next() % 2 == 0 {
      if nonces[wire.number] == nil, !isImpostor {
        nonces[wire.number] = (LinkSecret.random(&random), nil, nil)
        let own = nonces[wire.number]?.own ?? LinkSecret.random(&random)
        wire.send(LinkLine.text(.knock(own)), from: self)
      } else {
        wire.send(line(world, wire.number), from: self)
      }
    }
  }

  private var proof: String? {
    switch random.next() % 3 {
    case 0: nil
    case 1: String(repeating: "0", count: 32)
    default: world?.heard.randomElement(using: &random)?.prefix(32).description
    }
  }

  /// A line with the best seal that it can make: with the token's key, some key, or none.
  private func say(_ message: LinkMessage, _ number: Int) -> String {
    let known = nonces[number]
    let (guest, host) = isImpostor ? (known?.other, known?.own) : (known?.own, known?.other)
    // A seat's secret crosses the line once, in `sit SECRET NAME`.
    let overheard = world?.heard.lazy.compactMap { line -> LinkSecret? in
      let words = line.split(separator: " ")
      return words.count > 3 && words[2] == "sit" ? LinkSecret(words[3]) : nil
    }.first
    let word = token ?? overheard ?? LinkSecret.random(&random)
    let count = 1 + Int(random.next() % 500)
    switch random.next() % 8 {
    case 0: return LinkLine.text(message)
    case 1:
      let key = word.key(
        guest: LinkSecret.random(&random), host: LinkSecret.random(&random), secret: overheard)
      return LinkLine.text(message, number: count, key: key, by: role)
    default:
      guard let guest, let host else { return LinkLine.text(message) }
      let secret = random.next() % 3 == 0 ? overheard ?? word : nil
      let key = word.key(guest: guest, host: host, secret: secret)
      return LinkLine.text(message, number: count, key: key, by: role)
    }
  }

  private func line(_ world: LinkWorld, _ number: Int) -> String {
    switch random.next() % 10 {
    case 0: return "POST / HTTP/1.1"
    case 1: return ""
    case 2...4:
      guard let line = world.heard.randomElement(using: &random) else { return "x" }
      // Sometimes torn or under another seal.
      switch random.next() % 6 {
      case 0: return String(line.prefix(Int(random.next() % 40)))
      case 1: return (LinkLine(line)?.content).map { say($0, number) } ?? line
      default: return line
      }
    default: return say(message(world), number)
    }
  }

  /// A well-formed message about the real game, which it is assumed to know.
  private func message(_ world: LinkWorld) -> LinkMessage {
    let game = world.host.game ?? Sample.settings(Sample.gomoku).start
    let count = game.actions.count
    let number = [1, count, count + 1, Int(random.next() % 9), .max].randomElement(using: &random)
    let place = max(1, number ?? 1)
    let hash = game.hashes.randomElement(using: &random) ?? random.next()
    let action = GameAction.move(
      game.state.randomMove(from: &random) ?? .point(.init(x: 0, y: 0)), milliseconds: 0)
    let texts = [
      action.text, "resign 1", "resign 2", "flag 1", "flag 2", "answer 1 yes", "name 2 Eve",
    ]
    let text = texts.randomElement(using: &random) ?? ""
    switch random.next() % 13 {
    case 0: return .hello(name: "Eve", proof: proof)
    case 1: return .taken
    case 2: return .game((world.host.file?.settings ?? Sample.settings(Sample.gomoku)).json)
    case 3: return .game(Sample.settings(Sample.renju, seats: [Sample.person, Sample.remote]).json)
    case 4: return .sit(secret: LinkSecret.random(&random), name: "Eve")
    case 5: return .have(.init(count: place, hash: hash), elapsed: nil)
    case 6: return .have(.init(count: 0, hash: 0), elapsed: 10_000_000)
    case 7: return .deed(.init(number: place, action: text, hash: hash))
    case 8: return .want(number: place, action: text)
    case 9: return .deny(number: place, reason: "no")
    case 10: return .differ
    case 11: return .knock(LinkSecret.random(&random))
    default: return .bye
    }
  }
}
