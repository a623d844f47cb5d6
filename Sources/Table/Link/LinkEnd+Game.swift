import Basics
import Gomocup

/// What is said of the game, once both ends have proved themselves.
extension LinkEnd {
  /// Where this end stands.
  func have(_ game: TableGame, _ elapsed: Int?) -> [LinkEffect] {
    tell(.have(LinkMessage.Standing(game), elapsed: elapsed))
  }

  func want() -> [LinkEffect] {
    wanted.map { tell(.want(number: $0.number, deed: $0.deed.text)) } ?? []
  }

  /// A deed has been kept: the other end is told.
  mutating func committed(_ game: TableGame) -> [LinkEffect] {
    let count = game.deeds.count
    if role == .host { return deeds(from: count, of: game) }
    return settle(game) + have(game, nil)
  }

  /// Sees what has become of the guest's wish when its number is taken.
  private mutating func settle(_ game: TableGame) -> [LinkEffect] {
    guard let wanted, wanted.number <= game.deeds.count else { return [] }
    self.wanted = nil
    let deed = game.deeds[wanted.number - 1]
    if deed.isSame(as: wanted.deed) { return [] }
    switch deed {
    // A question or a name that came in between takes nothing from a move.
    case .ask, .name, .level:
      guard (try? game.check(wanted.deed)) != nil else { break }
      self.wanted = (game.deeds.count + 1, wanted.deed)
      return want()
    default: break
    }
    return [.denied("the other was faster")]
  }

  /// The deeds from a number on, as many as are sent at a time.
  private func deeds(from number: Int, of game: TableGame) -> [LinkEffect] {
    let last = min(game.deeds.count, number + LinkEnd.batch - 1)
    guard number <= last else { return [] }
    return (number...last).flatMap { place in
      tell(
        .deed(
          LinkMessage.NumberedDeed(
            number: place, deed: game.deeds[place - 1].text, hash: game.hashes[place])))
    }
  }

  // MARK: Hearing

  mutating func hostHears(
    _ message: LinkMessage, _ id: Int, _ game: TableGame, _ elapsed: Int?
  ) -> [LinkEffect] {
    switch message {
    case .hello, .sit: return have(game, elapsed)
    case .have(let standing, _): return compare(standing, id, game)
    case .want(let number, let text): return grant(number, text, game)
    case .differ: return doubtGame()
    case .bye: return leave()
    // The host has the list of deeds: nobody adds to it.
    case .knock, .table, .taken, .game, .deed, .deny: return []
    }
  }

  mutating func guestHears(
    _ message: LinkMessage, _ id: Int, _ game: TableGame?
  ) -> [LinkEffect] {
    guard let game else { return [] }
    switch message {
    case .have(let standing, let elapsed):
      let clock: [LinkEffect] =
        standing.count == game.deeds.count ? elapsed.map { [.clock($0)] } ?? [] : []
      return compare(standing, id, game) + clock
    case .deed(let deed): return follow(deed, id, game)
    case .deny(let number, let reason):
      guard let wanted, wanted.number == number else { return [] }
      self.wanted = nil
      return [.denied(reason)]
    case .differ: return doubtGame()
    case .bye: return leave()
    case .knock, .table, .hello, .taken, .game, .sit, .want: return []
    }
  }

  private mutating func leave() -> [LinkEffect] {
    heard = nil
    return [.news("the other has left the table; the game is kept")]
  }

  /// Compares the deeds of both ends as far as both have them, and sends what the guest lacks.
  private mutating func compare(
    _ other: LinkMessage.Standing, _ id: Int, _ game: TableGame
  ) -> [LinkEffect] {
    let count = game.deeds.count
    guard other.count <= count else {
      // The guest asks for what it lacks; a guest never has more than the host wrote down.
      return role == .guest ? have(game, nil) : differ(id)
    }
    guard game.hashes[other.count] == other.hash else { return differ(id) }
    // What the host had earlier may come late: it says nothing about the deeds after it.
    if role == .guest, other.count < count { return [] }
    (isAcquainted, isDiffering) = (true, false)
    return role == .host ? deeds(from: other.count + 1, of: game) : []
  }

  /// The proven other end has another game: nothing is done until that is over.
  private mutating func differ(_ id: Int) -> [LinkEffect] {
    let word = tell(.differ)
    return doubtGame() + word + reject(id)
  }

  private mutating func doubtGame() -> [LinkEffect] {
    defer { isDiffering = true }
    let text = "the two tables have different games; save FILE here, --load it in a new game"
    return isDiffering ? [] : [.trouble(text)]
  }

  /// The host does what the guest wants, if it is the next deed and the guest's to do.
  private func grant(_ number: Int, _ text: String, _ game: TableGame) -> [LinkEffect] {
    let count = game.deeds.count
    guard isAcquainted, !isDiffering, number <= count + 1 else { return [] }
    guard number == count + 1 else { return deeds(from: number, of: game) }
    guard let guest = settings?.remote, let deed = Deed(text, in: game.kind) else {
      return tell(.deny(number: number, reason: "not understood: \(text.prefix(40))"))
    }
    do throws(Refusal) {
      guard deed.isOwn(of: guest, in: game) else {
        throw Refusal("that is not for \(name(of: guest, game)) to do now")
      }
      try game.check(deed)
      return [.grant(deed)]
    } catch {
      return tell(.deny(number: number, reason: error.description))
    }
  }

  private func name(of player: Player, _ game: TableGame) -> String {
    game.names[player] ?? settings?[player].name ?? ""
  }

  /// Adds the host's next deed.
  private mutating func follow(
    _ deed: LinkMessage.NumberedDeed, _ id: Int, _ game: TableGame
  ) -> [LinkEffect] {
    let count = game.deeds.count
    guard deed.number <= count + 1 else { return have(game, nil) }
    guard deed.number == count + 1 else {
      return game.hashes[deed.number] == deed.hash ? [] : differ(id)
    }
    var next = game
    guard let new = Deed(deed.deed, in: game.kind), (try? next.perform(new)) != nil,
      next.hashes[count + 1] == deed.hash
    else { return differ(id) }
    return [.commit(new)]
  }
}

extension Deed {
  /// Whether the deed is one that the guest may do himself.
  ///
  /// His name comes with the seat, and the host's clock decides about flags.
  func isOwn(of player: Player, in game: TableGame) -> Bool {
    switch self {
    case .move, .choose: game.actor == player
    case .ask(let who, _), .answer(let who, _), .resign(let who): who == player
    case .undo, .reopen, .level, .flag, .name: false
    }
  }

  /// Whether the deeds are the same but for the time that they took.
  func isSame(as other: Deed) -> Bool {
    if case .move(let move, _) = self, case .move(move, _) = other { return true }
    return self == other
  }
}
