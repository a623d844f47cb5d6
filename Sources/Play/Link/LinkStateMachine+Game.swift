import Basics
import Gomocup
import Records

/// The messages about the game, which both ends exchange once they are authenticated.
extension LinkStateMachine {
  /// Sends the heartbeat: the number of this end's actions and their hash.
  ///
  /// - Parameter elapsed: the time of the turn, in milliseconds; `nil` to leave it out.
  mutating func have(_ game: PlayedGame, _ elapsed: Int?) -> [LinkEffect] {
    tell(.have(LinkMessage.Standing(game), elapsed: elapsed))
  }

  /// Sends the guest's pending request again, if there is one.
  mutating func want() -> [LinkEffect] {
    guard let wanted else { return [] }
    return tell(.want(number: wanted.number, action: wanted.action.text))
  }

  /// Tells the peer that an action was saved: the host sends the action, the guest a heartbeat.
  ///
  /// At the guest's end, the action may also settle his pending request.
  mutating func committed(_ game: PlayedGame) -> [LinkEffect] {
    let count = game.actions.count
    if role == .host { return actions(from: count, of: game) }
    return settle(game) + have(game, nil)
  }

  /// Ends the guest's request once the host's list has an action under its number.
  ///
  /// If that action is not the requested one, the request is repeated or reported as refused.
  private mutating func settle(_ game: PlayedGame) -> [LinkEffect] {
    guard let wanted, wanted.number <= game.actions.count else { return [] }
    self.wanted = nil
    let action = game.actions[wanted.number - 1]
    if action.isSame(as: wanted.action) { return [] }
    switch action {
    // A question, a name or a level leaves the turn as it is, so the wanted action may still be
    // possible. It is then requested again with the next number.
    case .ask, .name, .level:
      guard (try? game.after(wanted.action)) != nil else { break }
      self.wanted = (game.actions.count + 1, wanted.action)
      return want()
    default: break
    }
    return [.denied(Phrase("the other was faster"))]
  }

  /// Sends the actions from number `number` on, at most `batch` of them.
  private mutating func actions(from number: Int, of game: PlayedGame) -> [LinkEffect] {
    let last = min(game.actions.count, number + LinkStateMachine.batch - 1)
    guard number <= last else { return [] }
    return (number...last).flatMap { place in
      tell(
        .deed(
          LinkMessage.NumberedAction(
            number: place, action: game.actions[place - 1].text, hash: game.hashes[place])))
    }
  }

  // MARK: Receiving

  /// Handles an authenticated message of the guest.
  mutating func hostHears(
    _ message: LinkMessage, _ id: Int, _ game: PlayedGame, _ elapsed: Int?
  ) -> [LinkEffect] {
    switch message {
    case .hello, .sit: return have(game, elapsed)
    case .have(let standing, _): return compare(standing, id, game)
    case .want(let number, let text): return grant(number, text, game)
    case .differ: return doubtGame()
    case .bye: return leave()
    // A guest with a seat never sends these messages. Actions come only from the host's own list.
    case .knock, .table, .taken, .game, .deed, .deny: return []
    }
  }

  /// Handles an authenticated message of the host.
  mutating func guestHears(
    _ message: LinkMessage, _ id: Int, _ game: PlayedGame?
  ) -> [LinkEffect] {
    guard let game else { return [] }
    switch message {
    case .have(let standing, let elapsed):
      let clock: [LinkEffect] =
        standing.count == game.actions.count ? elapsed.map { [.clock($0)] } ?? [] : []
      return compare(standing, id, game) + clock
    case .deed(let action): return follow(action, id, game)
    case .deny(let number, let reason):
      guard let wanted, wanted.number == number else { return [] }
      self.wanted = nil
      // The host's reason is in English. If this end refuses the action too, it shows its own.
      let own = settings?.persons.first.flatMap { refusal(of: wanted.action, by: $0, game) }
      let told = reason.cleaned(longest: LinkStateMachine.longestReason)
      return [.denied(own ?? Phrase("the host refuses it: \(told)"))]
    case .differ: return doubtGame()
    case .bye: return leave()
    case .game(let json): return rematch(json, game).map { [.rematch($0)] } ?? []
    case .knock, .table, .hello, .taken, .sit, .want: return []
    }
  }

  /// Returns the settings of the host's next game, if it is a rematch of the same two players.
  ///
  /// Returns `nil` for any other game, and while this end's own game is not over.
  func rematch(_ json: JSON, _ game: PlayedGame) -> PlaySettings? {
    guard game.ending != nil, let settings, let next = try? PlaySettings(json),
      next.isRematch(of: settings)
    else { return nil }
    return next
  }

  private mutating func leave() -> [LinkEffect] {
    heard = nil
    return [.news(Phrase("the other has left the table; the game is kept"))]
  }

  /// Compares the peer's number of actions and hash with this end's game.
  ///
  /// If they agree, the host sends the guest the actions that he lacks. If they do not, both ends
  /// are told. A guest who has fewer actions than the host asks for the rest.
  private mutating func compare(
    _ other: LinkMessage.Standing, _ id: Int, _ game: PlayedGame
  ) -> [LinkEffect] {
    let count = game.actions.count
    guard other.count <= count else {
      // A guest with fewer actions asks for the rest. A host with fewer actions reports a
      // difference, since a guest never has more than its host has saved.
      return role == .guest ? have(game, nil) : differ(id)
    }
    guard game.hashes[other.count] == other.hash else { return differ(id) }
    // The message may be old: it does not show that the later actions agree.
    if role == .guest, other.count < count { return [] }
    (agreed, isDiffering) = (other.count, false)
    return role == .host ? actions(from: other.count + 1, of: game) : []
  }

  /// Tells the user and the authenticated peer that the games differ; closes a public connection.
  ///
  /// At the guest's end, no action is possible until the games agree.
  private mutating func differ(_ id: Int) -> [LinkEffect] {
    let word = tell(.differ)
    return doubtGame() + word + reject(id)
  }

  /// Records that the games differ; reports it to the user once.
  private mutating func doubtGame() -> [LinkEffect] {
    defer { isDiffering = true }
    let text = Phrase(
      "the two tables have different games; save FILE here, --load it in a new game")
    return isDiffering ? [] : [.warning(text)]
  }

  /// Grants the guest's request if it has the next number and the action is legal for the guest.
  ///
  /// An action that is not possible is denied with the reason. A request with a number that is
  /// taken is answered with the actions from this number on. While the games are not known to
  /// agree, requests are ignored.
  private mutating func grant(_ number: Int, _ text: String, _ game: PlayedGame) -> [LinkEffect] {
    let count = game.actions.count
    guard isAcquainted, !isDiffering, number <= count + 1 else { return [] }
    guard number == count + 1 else { return actions(from: number, of: game) }
    guard let guest = settings?.remote, let action = GameAction(text, in: game.kind) else {
      return tell(.deny(number: number, reason: "not understood: \(text.prefix(40))"))
    }
    return refusal(of: action, by: guest, game).map {
      tell(.deny(number: number, reason: $0.description))
    } ?? [.grant(action)]
  }

  /// Returns the reason why `guest` may not do this action now; `nil` if he may.
  private func refusal(of action: GameAction, by guest: Player, _ game: PlayedGame) -> Phrase? {
    guard action.isOwn(of: guest, in: game) else {
      return Phrase("that is not for \(name(of: guest, game)) to do now")
    }
    do throws(UserError) { _ = try game.after(action) } catch { return error.phrase }
    return nil
  }

  private func name(of player: Player, _ game: PlayedGame) -> String {
    game.names[player] ?? settings?[player].name ?? ""
  }

  /// Adds the next action of the host's list to the guest's game, if the hash after it is right.
  ///
  /// An action that the guest has is compared. A later one makes him ask for those before it.
  private mutating func follow(
    _ action: LinkMessage.NumberedAction, _ id: Int, _ game: PlayedGame
  ) -> [LinkEffect] {
    let count = game.actions.count
    guard action.number <= count + 1 else { return have(game, nil) }
    guard action.number == count + 1 else {
      return game.hashes[action.number] == action.hash ? [] : differ(id)
    }
    guard let new = GameAction(action.action, in: game.kind), let next = try? game.after(new),
      next.hashes[count + 1] == action.hash, isHonest(new, number: action.number, game)
    else { return differ(id) }
    return [.commit(new)]
  }

  /// Returns whether an honest host can have added this action to the guest's game.
  ///
  /// An action in the guest's name is one that he has requested. Before the two games have agreed,
  /// it may be from an earlier session.
  private func isHonest(_ action: GameAction, number: Int, _ game: PlayedGame) -> Bool {
    guard isAcquainted, let guest = settings?.persons.first else { return true }
    switch action {
    // A host asks for these, or has no use for them over a link.
    case .choose, .undo, .reopen, .level: return false
    case .name, .flag: return true
    case .move, .opening, .ask, .answer, .resign:
      guard action.isOwn(of: guest, in: game) else { return true }
      return wanted.map { $0.number == number && $0.action.isSame(as: action) } ?? false
    }
  }
}

extension GameAction {
  /// Returns whether `player`, the guest, may request this action.
  ///
  /// The guest gives his name when he takes the seat, and only the host decides when a flag falls.
  func isOwn(of player: Player, in game: PlayedGame) -> Bool {
    switch self {
    case .move, .opening: game.actor == player
    case .ask(let who, _), .answer(let who, _), .resign(let who): who == player
    case .choose, .undo, .reopen, .level, .flag, .name: false
    }
  }

  /// Returns whether two actions are equal, ignoring their times.
  func isSame(as other: GameAction) -> Bool {
    taking(milliseconds: 0) == other.taking(milliseconds: 0)
  }
}
