import Basics
import Gomocup
import Platform
import Tournament

/// One end of the line between two tables: what is said, and what follows from what is heard.
///
/// One table, the host, has the game: its list of deeds is the only one, and the other end, the
/// guest, has the beginning of it. The guest does nothing itself: it says what it wants to do as the
/// deed of the next number, until that number is taken. Whatever is lost is said again, what comes
/// twice or late has a number that is taken, and what is torn has no checksum: so the worst line
/// delays a game, and none damages it.
struct LinkEnd {
  enum Role: Equatable { case host, guest }

  /// What the table has to do about something heard.
  enum Action: Equatable {
    case send(String)
    /// Keep and perform the deed, then call `committed`.
    case commit(Deed)
    /// Sit down to this game.
    case adopt(TableSettings)
    /// What was wanted cannot be.
    case denied(String)
    /// The other end has come, gone, or can be heard again.
    case news(String)
    /// The two games are not the same: nothing more is done.
    case fatal(String)
  }

  let role: Role
  /// The name of whoever sits at this end.
  let name: String
  /// The game; a guest that was told of none has none.
  private var settings: TableSettings?
  /// What the guest wants to do, and as which number.
  private(set) var wanted: (number: Int, deed: Deed)?
  /// When the other end was heard last; `nil` before it was heard at all, or once it left.
  private(set) var heard: MonotonicTime?
  /// Whether the deeds of both ends were compared since this end began.
  private(set) var isAcquainted = false
  private(set) var isBroken = false
  private var lastSent: MonotonicTime?

  /// Milliseconds between two signs of life.
  static let beat = 1000
  /// Milliseconds without a word after which the line counts as lost.
  static let patience = 5000
  /// How many deeds are sent at a time.
  private static let batch = 64

  init(_ role: Role, name: String, settings: TableSettings?) {
    (self.role, self.name, self.settings) = (role, name, settings)
  }

  /// Whether the other end can be heard.
  func isAlive(at now: MonotonicTime) -> Bool {
    heard.map { now < $0.advanced(milliseconds: LinkEnd.patience) } ?? false
  }

  // MARK: Speaking

  /// What is to be said now, if anything.
  mutating func tick(_ game: TableGame?, now: MonotonicTime) -> [Action] {
    guard !isBroken, lastSent.map({ now >= $0.advanced(milliseconds: LinkEnd.beat) }) ?? true else {
      return []
    }
    lastSent = now
    return greeting(game) + want()
  }

  /// A new line has been put up: everything is said at once.
  mutating func connected() { lastSent = nil }

  /// Where this end stands.
  private func greeting(_ game: TableGame?) -> [Action] {
    guard role == .guest else { return game.map { [.send(.have(LinkMessage.Standing($0)))] } ?? [] }
    if isAcquainted, let game { return [.send(.have(LinkMessage.Standing(game)))] }
    let standing = game.map(LinkMessage.Standing.init) ?? LinkMessage.Standing(count: 0, hash: 0)
    return [.send(.hello(game: settings?.id, standing: standing, name: name))]
  }

  private func want() -> [Action] {
    wanted.map { [.send(.want(number: $0.number, deed: $0.deed.text))] } ?? []
  }

  /// The guest's table wants to do this.
  mutating func want(_ deed: Deed, in game: TableGame) -> [Action] {
    wanted = (game.deeds.count + 1, deed)
    return want()
  }

  /// A deed has been kept: the other end is told.
  mutating func committed(_ game: TableGame) -> [Action] {
    let count = game.deeds.count
    if role == .host { return deeds(from: count, of: game) }
    return settle(game) + [.send(.have(LinkMessage.Standing(game)))]
  }

  /// Sees what has become of the guest's wish when its number is taken.
  private mutating func settle(_ game: TableGame) -> [Action] {
    guard let wanted, wanted.number <= game.deeds.count else { return [] }
    self.wanted = nil
    switch game.deeds[wanted.number - 1] {
    case wanted.deed: return []
    // A question or a name that came in between takes nothing from a move.
    case .ask, .name, .level:
      guard (try? game.check(wanted.deed)) != nil else { fallthrough }
      return want(wanted.deed, in: game)
    default: return [.denied("the other was faster")]
    }
  }

  /// The deeds from a number on, as many as are sent at a time.
  private func deeds(from number: Int, of game: TableGame) -> [Action] {
    let last = min(game.deeds.count, number + LinkEnd.batch - 1)
    guard number <= last else { return [] }
    return (number...last).map { place in
      .send(
        .deed(
          LinkMessage.NumberedDeed(
            number: place, deed: game.deeds[place - 1].text, hash: game.hashes[place])))
    }
  }

  // MARK: Hearing

  /// Takes a line of the other end.
  mutating func receive(_ line: String, _ game: TableGame?, now: MonotonicTime) -> [Action] {
    guard !isBroken, let message = LinkMessage(line) else { return [] }
    let wasAlive = isAlive(at: now)
    heard = now
    let actions = role == .host ? hostHears(message, game) : guestHears(message, game)
    if message == .bye {
      heard = nil
      return actions
    }
    return wasAlive ? actions : [.news("the other table is on the line")] + actions
  }

  private mutating func hostHears(_ message: LinkMessage, _ game: TableGame?) -> [Action] {
    guard let game, let settings else { return [] }
    switch message {
    case .hello(let id, let standing, let name):
      guard id == settings.id else { return [.send(.game(settings.seenFromAfar.json))] }
      return compare(standing, game) + rename(name, game)
    case .have(let standing): return compare(standing, game)
    case .want(let number, let text): return grant(number, text, game)
    case .deed(let deed): return restore(deed, game)
    case .bye: return [.news("the other has left the table; the game is kept")]
    case .game, .deny: return []
    }
  }

  private mutating func guestHears(_ message: LinkMessage, _ game: TableGame?) -> [Action] {
    switch message {
    case .game(let json):
      // Who calls may be told of a game, not of programs to start.
      guard let settings = try? TableSettings(json), settings.id != self.settings?.id,
        settings.remote != nil, settings.persons.count == 1
      else { return [] }
      guard self.settings == nil else {
        isBroken = true
        return [.fatal("the other table plays another game than this one")]
      }
      self.settings = settings
      lastSent = nil
      return [.adopt(settings)]
    case .have(let standing): return game.map { compare(standing, $0) } ?? []
    case .deed(let deed): return game.map { follow(deed, $0) } ?? []
    case .deny(let number, let reason):
      guard let wanted, wanted.number == number else { return [] }
      self.wanted = nil
      return [.denied(reason)]
    case .bye: return [.news("the other has left the table; the game is kept")]
    case .hello, .want: return []
    }
  }

  /// Compares the deeds of both ends as far as both have them, and sends what the other lacks.
  private mutating func compare(
    _ other: LinkMessage.Standing, _ game: TableGame
  ) -> [Action] {
    let count = game.deeds.count
    guard other.count <= count else {
      // The other end has more and will send it, once it knows where this one stands.
      return [.send(.have(LinkMessage.Standing(game)))]
    }
    guard game.hashes[other.count] == other.hash else { return differ(other.count) }
    isAcquainted = true
    return deeds(from: other.count + 1, of: game)
  }

  private mutating func differ(_ number: Int) -> [Action] {
    isBroken = true
    return [.fatal("the two tables have different games, at the latest from move \(number) on")]
  }

  /// The host does what the guest wants, if it is the next deed and the guest's to do.
  private mutating func grant(_ number: Int, _ text: String, _ game: TableGame) -> [Action] {
    let count = game.deeds.count
    guard isAcquainted, number <= count + 1 else { return [] }
    guard number == count + 1 else { return deeds(from: number, of: game) }
    guard let guest = settings?.remote, let deed = Deed(text, in: game.kind) else {
      return [.send(.deny(number: number, reason: "not understood: \(text.prefix(40))"))]
    }
    do throws(Refusal) {
      guard deed.isOwn(of: guest, in: game) else {
        throw Refusal("it is not the turn of \(name(of: guest, game))")
      }
      try game.check(deed)
      return [.commit(deed)]
    } catch {
      return [.send(.deny(number: number, reason: error.description))]
    }
  }

  private func name(of player: Player, _ game: TableGame) -> String {
    game.names[player] ?? settings?[player].name ?? ""
  }

  /// The guest is called by the name that it gives.
  private func rename(_ name: String, _ game: TableGame) -> [Action] {
    guard isAcquainted, let guest = settings?.remote, self.name(of: guest, game) != name else {
      return []
    }
    return [.commit(.name(guest, name))]
  }

  /// The guest has a deed that the host has lost.
  private mutating func restore(_ deed: LinkMessage.NumberedDeed, _ game: TableGame) -> [Action] {
    guard !isAcquainted else { return [] }
    return follow(deed, game)
  }

  /// Adds the other end's next deed.
  private mutating func follow(_ deed: LinkMessage.NumberedDeed, _ game: TableGame) -> [Action] {
    let count = game.deeds.count
    guard deed.number <= count + 1 else { return [.send(.have(LinkMessage.Standing(game)))] }
    guard deed.number == count + 1 else {
      return game.hashes[deed.number] == deed.hash ? [] : differ(deed.number)
    }
    var next = game
    guard let new = Deed(deed.deed, in: game.kind), (try? next.perform(new)) != nil,
      next.hashes[count + 1] == deed.hash
    else { return differ(deed.number) }
    return [.commit(new)]
  }
}

extension LinkEnd.Action {
  fileprivate static func send(_ message: LinkMessage) -> LinkEnd.Action { .send(message.line) }
}

extension Deed {
  /// Whether the deed is one that `player` may do himself.
  func isOwn(of player: Player, in game: TableGame) -> Bool {
    switch self {
    case .move, .choose: game.actor == player
    case .ask(let who, _), .answer(let who, _), .resign(let who), .flag(let who), .name(let who, _):
      who == player
    case .undo, .reopen, .level: false
    }
  }
}
