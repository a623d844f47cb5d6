import Basics
import Platform

/// The host's side of the handshake: authenticates guests and gives one of them the seat.
extension LinkStateMachine {
  /// Closes a random one of the public connections whose peers do not hold the seat, if there are
  /// more than `mostUnproven`.
  ///
  /// The choice is random so that the guest gets through in the end, even if he is the slowest.
  mutating func crowd() -> [LinkEffect] {
    let idle = connections.filter { $0.value.isPublic && $0.value.stage != .seated }.keys.sorted()
    guard idle.count > LinkStateMachine.mostUnproven,
      let victim = idle.randomElement(using: &random)
    else { return [] }
    return close(victim)
  }

  /// Handles a line that the guest has sent on the connection `id`.
  ///
  /// A valid line has a message authentication code (MAC) under the connection's session key. Two
  /// lines of the handshake are also valid: `hello`, with a MAC under the handshake's key, and
  /// `knock`, which needs no key. Any other line is refused.
  mutating func hostHears(
    _ line: String, _ id: Int, _ connection: LinkConnection, _ game: PlayedGame?, _ elapsed: Int?,
    _ now: MonotonicTime
  ) -> [LinkEffect] {
    // Strangers cannot keep the host busy, whose clock may run.
    if connection.isPublic, connection.stage != .seated,
      connection.strayLines > LinkStateMachine.mostStrayLines
    {
      return close(id)
    }
    guard let game, let line = LinkLine(line) else { return refuse(id, connection) }
    if let key = connection.key, let (number, message) = line.message(key, by: .guest) {
      guard connections[id]?.hears(number) == true else { return [] }
      return connection.stage == .seated
        ? hear(now) + hostHears(message, id, game, elapsed)
        : newcomerSays(message, id, connection)
    }
    if let nonce = line.knock { return answer(nonce, id, connection) }
    if let greeting = connection.greeting,
      let (number, message) = line.message(greeting.key, by: .guest),
      case .hello(let name, let proof) = message
    {
      // The `hello` that gave the guest his seat on this connection may be repeated by anybody.
      if connection.key == greeting.seatKey, number <= connection.lastHeard { return [] }
      return admit(id, greeting, number, name: name, proof: proof, game, elapsed, now)
    }
    return refuse(id, connection)
  }

  /// Handles an invalid line: closes an unproven public connection, otherwise ignores the line.
  private mutating func refuse(_ id: Int, _ connection: LinkConnection) -> [LinkEffect] {
    connection.stage == .unproven ? reject(id) : []
  }

  /// Answers `knock` with `table` and a nonce. The connection's state of authentication stays as it
  /// is.
  private mutating func answer(
    _ nonce: LinkSecret, _ id: Int, _ connection: LinkConnection
  ) -> [LinkEffect] {
    let greeting: LinkGreeting
    if let known = connection.greeting, known.guest == nonce, known.seat == credentials.seat {
      greeting = known
    } else {
      greeting = LinkGreeting(
        token: credentials.token, guest: nonce, host: LinkSecret.random(&random),
        seat: credentials.seat, secret: credentials.secret)
    }
    connections[id]?.greeting = greeting
    return send(.table(greeting.host, seat: greeting.seat), key: greeting.key, to: id)
  }

  /// Handles `hello` of a guest who knows the token.
  ///
  /// While the seat is free, the guest is offered the game. Otherwise he gets the seat if he proves
  /// that it is his, and is turned away if not.
  private mutating func admit(
    _ id: Int, _ greeting: LinkGreeting, _ number: Int, name: String, proof: String?,
    _ game: PlayedGame, _ elapsed: Int?, _ now: MonotonicTime
  ) -> [LinkEffect] {
    guard let settings else { return [] }
    guard credentials.seat != nil else {
      connections[id]?.prove(.proven, greeting.key, by: number)
      connections[id]?.nonce = greeting.guest
      return send(.game(settings.seenFromAfar.json), to: id)
    }
    guard greeting.seat == credentials.seat, greeting.isProved(by: proof, name: name) else {
      return turnAway(id, greeting.key)
    }
    // The guest has moved to a new connection, so his old ones are closed.
    let others = connections.filter { $0.key != id && $0.value.stage == .seated }.keys
    let closings = others.sorted().flatMap { close($0) }
    connections[id]?.prove(.seated, greeting.seatKey, by: number)
    // The guest may still be in the game before this one, so he is sent this one's settings.
    return closings + [.seated] + hear(now) + send(.game(settings.seenFromAfar.json), to: id)
      + rename(name, game) + have(game, elapsed)
  }

  /// Answers that the seat is taken, and closes a public connection.
  private mutating func turnAway(_ id: Int, _ key: LinkKey) -> [LinkEffect] {
    send(.taken, key: key, to: id) + reject(id)
  }

  /// Handles a message of a guest who knows the token but has no seat.
  ///
  /// Answers `hello` with the game. After `sit`, has the seat's credentials saved; `seat` then
  /// gives the guest the seat. If another guest has the seat, this one is turned away.
  private mutating func newcomerSays(
    _ message: LinkMessage, _ id: Int, _ connection: LinkConnection
  ) -> [LinkEffect] {
    guard let settings, let key = connection.key, let nonce = connection.nonce else { return [] }
    if credentials.seat != nil { return turnAway(id, key) }
    switch message {
    case .hello: return send(.game(settings.seenFromAfar.json), to: id)
    case .sit(let secret, let name):
      let taken = LinkCredentials(.host, token: credentials.token, secret: secret, seat: nonce)
      sitting = (id, name, taken)
      return [.keep(taken)]
    default: return []
    }
  }

  /// Gives the guest the seat, once its secret is in the game's file, and turns all others away.
  mutating func seat(
    _ kept: LinkCredentials, _ game: PlayedGame?, _ elapsed: Int?, _ now: MonotonicTime
  ) -> [LinkEffect] {
    guard let game, let sitting, sitting.credentials == kept else { return [] }
    credentials = kept
    self.sitting = nil
    connections[sitting.connection]?.stage = .seated
    var effects = [.seated] + hear(now)
    for (id, connection) in connections.sorted(by: { $0.key < $1.key })
    where connection.stage == .proven {
      if let key = connection.key { effects += turnAway(id, key) }
    }
    return effects + rename(sitting.name, game) + have(game, elapsed)
  }

  /// Sets the guest's name to the one in his `sit` or `hello`, unless his name was set before.
  ///
  /// If the host's name looks the same, ` 2` is added to the guest's.
  private func rename(_ name: String, _ game: PlayedGame) -> [LinkEffect] {
    guard let settings, let guest = settings.remote, game.names[guest] == nil else { return [] }
    let host = game.names[guest.other] ?? settings[guest.other].name
    guard let name = PlayerName(name) else { return [] }
    return [.commit(.name(guest, (name.resembles(host) ? name.second : name).text))]
  }
}
