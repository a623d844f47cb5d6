import Basics
import Gomocup

/// The messages about the game, exchanged once both ends are authenticated.
extension LinkEnd {
  /// Sends the heartbeat: the number of this end's actions, their hash and the time of the turn.
  func have(_ game: TableGame, _ elapsed: Int?) -> [LinkEffect] {
    tell(.have(LinkMessage.Standing(game), elapsed: elapsed))
  }

  /// Sends the guest's pending request, if there is one.
  func want() -> [LinkEffect] {
    wanted.map { tell(.want(number: $0.number, deed: $0.deed.text)) } ?? []
  }

  /// Tells the peer about an action that was saved.
  mutating func committed(_ game: TableGame) -> [LinkEffect] {
    let count = game.deeds.count
    if role == .host { return deeds(from: count, of: game) }
    return settle(game) + have(game, nil)
  }

  /// Checks, once the number of the guest's request is taken, whether the request was granted.
  private mutating func settle(_ game: TableGame) -> [LinkEffect] {
    guard let wanted, wanted.number <= game.deeds.count else { return [] }
    self.wanted = nil
    let deed = game.deeds[wanted.number - 1]
    if deed.isSame(as: wanted.deed) { return [] }
    switch deed {
    // A request, name or level of the other player leaves a move valid, so the move is requested
    // again.
    case .ask, .name, .level:
      guard (try? game.check(wanted.deed)) != nil else { break }
      self.wanted = (game.deeds.count + 1, wanted.deed)
      return want()
    default: break
    }
    return [.denied("the other was faster")]
  }

  /// Sends the actions from a number on, at most `batch` of them.
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

  // MARK: Receiving

  /// Handles an authenticated message of the guest.
  mutating func hostHears(
    _ message: LinkMessage, _ id: Int, _ game: TableGame, _ elapsed: Int?
  ) -> [LinkEffect] {
    switch message {
    case .hello, .sit: return have(game, elapsed)
    case .have(let standing, _): return compare(standing, id, game)
    case .want(let number, let text): return grant(number, text, game)
    case .differ: return doubtGame()
    case .bye: return leave()
    // A guest with a seat never sends these. The host owns the list of actions and accepts none.
    case .knock, .table, .taken, .game, .deed, .deny: return []
    }
  }

  /// Handles an authenticated message of the host.
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

  /// Compares the actions that both ends have, by their hash, and sends the guest the missing ones.
  private mutating func compare(
    _ other: LinkMessage.Standing, _ id: Int, _ game: TableGame
  ) -> [LinkEffect] {
    let count = game.deeds.count
    guard other.count <= count else {
      // A guest asks for the actions that it lacks. It can never have more than the host has saved.
      return role == .guest ? have(game, nil) : differ(id)
    }
    guard game.hashes[other.count] == other.hash else { return differ(id) }
    // An old message may arrive late, and says nothing about the later actions.
    if role == .guest, other.count < count { return [] }
    (isAcquainted, isDiffering) = (true, false)
    return role == .host ? deeds(from: other.count + 1, of: game) : []
  }

  /// Tells the authenticated peer that the games differ; no action is possible until they agree.
  private mutating func differ(_ id: Int) -> [LinkEffect] {
    let word = tell(.differ)
    return doubtGame() + word + reject(id)
  }

  /// Records that the games differ; reports it to the user once.
  private mutating func doubtGame() -> [LinkEffect] {
    defer { isDiffering = true }
    let text = "the two tables have different games; save FILE here, --load it in a new game"
    return isDiffering ? [] : [.trouble(text)]
  }

  /// Grants the guest's request if it has the next number, is legal and is his to make.
  private func grant(_ number: Int, _ text: String, _ game: TableGame) -> [LinkEffect] {
    let count = game.deeds.count
    guard isAcquainted, !isDiffering, number <= count + 1 else { return [] }
    guard number == count + 1 else { return deeds(from: number, of: game) }
    guard let guest = settings?.remote, let deed = Deed(text, in: game.kind) else {
      return tell(.deny(number: number, reason: "not understood: \(text.prefix(40))"))
    }
    do throws(UserError) {
      guard deed.isOwn(of: guest, in: game) else {
        throw UserError("that is not for \(name(of: guest, game)) to do now")
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

  /// Adds the next action of the host's list, if its hash is right.
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
  /// Returns whether `player`, the guest, may request this action himself.
  ///
  /// His name comes with the seat, and the host's clock decides when a flag falls.
  func isOwn(of player: Player, in game: TableGame) -> Bool {
    switch self {
    case .move, .choose: game.actor == player
    case .ask(let who, _), .answer(let who, _), .resign(let who): who == player
    case .undo, .reopen, .level, .flag, .name: false
    }
  }

  /// Returns whether two actions are equal, ignoring their times.
  func isSame(as other: Deed) -> Bool { taking(milliseconds: 0) == other.taking(milliseconds: 0) }
}
