import Basics
import Platform
import Records

/// The guest's side of the handshake: authenticates the host and takes the seat.
extension LinkStateMachine {
  /// Sends `knock`, the first message of a handshake. A repetition in one handshake has the same
  /// nonce.
  mutating func knock(_ id: Int) -> [LinkEffect] {
    let nonce = connections[id]?.nonce ?? LinkSecret.random(&random)
    connections[id]?.nonce = nonce
    return [.send(LinkLine.text(.knock(nonce)), to: id)]
  }

  /// Sends the guest's periodic messages on all connections, and repeats the pending request.
  ///
  /// A connection without the seat gets the next message of the handshake. One with the seat gets
  /// the number and hash of the guest's actions, and a new `knock` too while the host is silent.
  mutating func call(_ game: PlayedGame?, _ now: MonotonicTime) -> [LinkEffect] {
    var effects: [LinkEffect] = []
    for (id, connection) in connections.sorted(by: { $0.key < $1.key }) {
      switch connection.stage {
      case .unproven, .proven:
        // Restarts a handshake that takes too long. The user's command may have connected to a new
        // host, which does not know the old handshake.
        if now >= connection.opened.advanced(milliseconds: LinkStateMachine.greetingTime) {
          connections[id] = LinkConnection(isPublic: connection.isPublic, opened: now)
        }
        effects += connections[id]?.stage == .proven ? sit(on: id) : knock(id)
      case .seated:
        if !isAlive(at: now) { effects += knock(id) }
        if let game { effects += have(game, nil) }
      }
    }
    return effects + want()
  }

  /// Handles a line that the host has sent on the connection `id`.
  ///
  /// If neither the session key nor a key of the handshake authenticates the line, it can only be
  /// `table`, the first message of the host.
  mutating func guestHears(
    _ line: String, _ id: Int, _ connection: LinkConnection, _ game: PlayedGame?,
    _ now: MonotonicTime
  ) -> [LinkEffect] {
    guard let line = LinkLine(line) else { return doubt(id) }
    if let key = connection.key, let (number, message) = line.message(key, by: .host) {
      guard connections[id]?.hears(number) == true else { return [] }
      return connection.stage == .seated
        ? hear(now) + guestHears(message, id, game) : hostSays(message, id, connection)
    }
    if let greeting = connection.greeting {
      if let key = greeting.seatKey, let line = line.message(key, by: .host) {
        return comeBack(line, id, greeting, game, now)
      }
      // A repeated `table` is answered again, by `greet` below.
      if let line = line.message(greeting.key, by: .host), connection.stage != .seated,
        line.message != .table(greeting.host, seat: greeting.seat)
      {
        return welcome(line, id, greeting)
      }
    }
    return greet(line, id, connection)
  }

  /// Answers the host's `table` with `hello`, if the token authenticates the host.
  ///
  /// A guest with a confirmed seat answers only if `table` names this seat.
  private mutating func greet(
    _ line: LinkLine, _ id: Int, _ connection: LinkConnection
  ) -> [LinkEffect] {
    guard case .table(let host, let seat)? = line.numbered?.message, let nonce = connection.nonce
    else { return doubt(id) }
    let greeting = LinkGreeting(
      token: credentials.token, guest: nonce, host: host, seat: seat,
      secret: seat.flatMap { credentials.secret?.secret(ofSeat: $0) })
    guard greeting.key.opens(line.seal, of: line.text, by: .host) else { return doubt(id) }
    if let own = credentials.seat, own != seat {
      // Somebody else who knows the token may have given this guest his seat.
      return doubt(
        id,
        Phrase(
          """
          who answers at that address knows the token, but not your seat: to sit down anew, remove \
          the file of this game, which --list names, and call again
          """))
    }
    connections[id]?.greeting = greeting
    return send(
      .hello(name: name, proof: greeting.proof(of: name)), key: greeting.key, to: id)
  }

  /// Closes an unauthenticated public connection; reports once that the peer is not the host, or
  /// the given text.
  private mutating func doubt(_ id: Int, _ text: Phrase? = nil) -> [LinkEffect] {
    guard connections[id]?.stage == .unproven else { return [] }
    let text = text ?? Phrase("who answers at that address is not the host of this game")
    defer { lastRejection = text }
    return reject(id) + (lastRejection == text ? [] : [.news(text)])
  }

  // MARK: Returning to a seat

  /// Accepts a host who has authenticated a line with the key of this guest's seat.
  ///
  /// If the seat is not in the guest's file yet, it is saved first. Otherwise only `game` counts: it
  /// tells whether the host has begun another game, and no longer knows the actions of this one. If
  /// it is lost, the next `knock` brings it again.
  private mutating func comeBack(
    _ line: LinkLine.Numbered, _ id: Int, _ greeting: LinkGreeting, _ game: PlayedGame?,
    _ now: MonotonicTime
  ) -> [LinkEffect] {
    guard credentials.seat != nil else {
      connections[id]?.prove(.proven, greeting.seatKey, by: line.number)
      return keep(seat: greeting.seat, id)
    }
    guard case .game(let json) = line.message else { return [] }
    connections[id]?.prove(.proven, greeting.seatKey, by: line.number)
    if let game, let next = rematch(json, game) { return [.rematch(next)] }
    return arrive(id, game, now)
  }

  /// Takes the seat on a connection to the authenticated host, and sends him a heartbeat.
  private mutating func arrive(
    _ id: Int, _ game: PlayedGame?, _ now: MonotonicTime
  ) -> [LinkEffect] {
    connections[id]?.stage = .seated
    connections[id]?.nonce = nil
    lastRejection = nil
    return [.seated] + hear(now) + (game.map { have($0, nil) } ?? [])
  }

  // MARK: Taking a seat

  /// Handles the first message of a host who knows the token, while this guest has no seat.
  private mutating func welcome(
    _ line: LinkLine.Numbered, _ id: Int, _ greeting: LinkGreeting
  ) -> [LinkEffect] {
    guard credentials.seat == nil else { return doubt(id) }
    switch line.message {
    case .taken: return turnedAway(id, greeting)
    case .game(let json):
      // Settings with engines are refused: a remote host must not start programs here. So are the
      // texts of a record, which no honest host sends.
      guard greeting.seat == nil, let settings = try? PlaySettings(json),
        settings.remote != nil, settings.persons.count == 1, settings.texts == nil
      else { return doubt(id) }
      connections[id]?.prove(.proven, greeting.key, by: line.number)
      if settings.id == self.settings?.id, credentials.secret != nil { return sit(on: id) }
      let secret = LinkSecret.random(&random)
      return [.adopt(settings, LinkCredentials(.guest, token: credentials.token, secret: secret))]
    default: return []
    }
  }

  /// Requests the seat, now that the file of the game is open.
  mutating func sit(_ settings: PlaySettings, _ credentials: LinkCredentials) -> [LinkEffect] {
    (self.settings, self.credentials) = (settings, credentials)
    return connections.filter { $0.value.stage == .proven }.keys.sorted().flatMap { sit(on: $0) }
  }

  /// Requests the seat, and sends the secret by which this guest can later prove that it is his.
  ///
  /// The secret is derived from this connection's nonce and from the guest's own secret, which is
  /// never sent.
  private mutating func sit(on id: Int) -> [LinkEffect] {
    guard let secret = credentials.secret, let nonce = connections[id]?.nonce else { return [] }
    return send(.sit(secret: secret.secret(ofSeat: nonce), name: name), to: id)
  }

  /// Handles a message of a host who knows the token, while the request for the seat is pending.
  private mutating func hostSays(
    _ message: LinkMessage, _ id: Int, _ connection: LinkConnection
  ) -> [LinkEffect] {
    switch message {
    case .game: return sit(on: id)
    case .have:
      return keep(seat: connection.greeting?.seat ?? connection.nonce, id)
    case .taken: return turnedAway(id, connection.greeting)
    default: return []
    }
  }

  /// Ends the session if another guest holds the seat.
  ///
  /// If the handshake named no seat, this guest himself may have taken it on an earlier connection.
  /// A new handshake then names the seat and decides.
  private mutating func turnedAway(_ id: Int, _ greeting: LinkGreeting?) -> [LinkEffect] {
    if greeting?.seat != nil || credentials.secret == nil {
      return [.leave(Phrase("the seat at that table is taken"))]
    }
    guard connections[id]?.isPublic == false else { return close(id) }
    connections[id]?.prove(.unproven, nil)
    connections[id]?.nonce = nil
    return knock(id)
  }

  /// Requests to save the seat in the game's file; `keptCredentials` reports that it is done.
  private mutating func keep(seat: LinkSecret?, _ id: Int) -> [LinkEffect] {
    var confirmed = credentials
    confirmed.seat = seat
    sitting = (id, name, confirmed)
    return [.keep(confirmed)]
  }

  /// Starts the game once the seat is in the file.
  mutating func confirm(
    _ kept: LinkCredentials, _ game: PlayedGame?, _ now: MonotonicTime
  ) -> [LinkEffect] {
    guard let sitting, sitting.credentials == kept else { return [] }
    credentials = kept
    self.sitting = nil
    return arrive(sitting.connection, game, now)
  }
}
