import Platform

/// An input of the link's state machine, `LinkEnd`.
enum LinkEvent {
  /// A new connection with its number. The peer of a public one may be anybody.
  case opened(Int, isPublic: Bool)
  case closed(Int)
  case line(Int, String)
  /// A timer tick.
  case time
  /// The guest's user wants to do this action.
  case wants(Deed)
  /// An action has been saved in the game's file and performed.
  case kept
  /// The credentials have been saved in the game's file.
  case keptCredentials(LinkCredentials)
  /// The guest has opened or created the file of the host's game, with these credentials.
  case adopted(TableSettings, LinkCredentials)
}

/// An output of the link's state machine, carried out by `TableLoop`.
enum LinkEffect: Equatable {
  case send(String, to: Int)
  case close(Int)
  /// The request to save the credentials in the game's file; `keptCredentials` reports that it is
  /// done.
  case keep(LinkCredentials)
  /// The request to save and perform an action; `kept` reports that it is done.
  case commit(Deed)
  /// The same request for an action of the guest, which the host's clock times.
  case grant(Deed)
  /// The request to open or create the guest's file of this game; `adopted` reports that it is
  /// done.
  case adopt(TableSettings, LinkCredentials)
  /// The peer has authenticated itself on a new connection.
  case seated
  /// The time of the current turn by the host's clock, in milliseconds.
  case clock(Int)
  /// The reason why the guest's requested action is not done.
  case denied(String)
  /// A message for the user.
  case news(String)
  case trouble(String)
  /// The reason to end the session: this guest cannot get a seat in the host's game.
  case leave(String)
}

/// One connection, with its state of authentication.
struct LinkConnection {
  /// The state of authentication; protocol.md has the table of transitions.
  enum Stage: Equatable {
    /// The peer is unknown, and only handshake messages are accepted.
    case unproven
    /// Both ends know the token, and the guest may take the free seat.
    case proven
    /// The peer is the guest who holds the seat, or the host who confirms it.
    case seated
  }

  let isPublic: Bool
  let opened: MonotonicTime
  var stage = Stage.unproven
  /// The guest's nonce. The host keeps the nonce that a guest without a seat used to authenticate.
  var nonce: LinkWord?
  /// The handshake in progress.
  var greeting: LinkGreeting?
  /// The session key, once the peer has used it.
  var key: LinkKey?

  mutating func prove(_ stage: Stage, _ key: LinkKey?) {
    (self.stage, self.key) = (stage, key)
  }
}

/// The two nonces of a handshake and the session keys derived from them.
struct LinkGreeting {
  let guest: LinkWord
  let host: LinkWord
  /// The name of the seat; `nil` while the seat is free.
  let seat: LinkWord?
  /// The key derived from the token, for a guest without a seat.
  let key: LinkKey
  /// The key derived from the token and the seat's secret, for the guest who holds the seat.
  let seatKey: LinkKey?

  init(token: LinkWord, guest: LinkWord, host: LinkWord, seat: LinkWord?, secret: LinkWord?) {
    (self.guest, self.host, self.seat) = (guest, host, seat)
    key = token.key(guest: guest, host: host, secret: nil)
    seatKey = secret.map { token.key(guest: guest, host: host, secret: $0) }
  }

  /// Returns the proof that the guest holds the seat: the MAC of his name under the seat's key.
  func proof(of name: String) -> String? { seatKey?.seal(of: "mine \(name)", by: .guest) }

  /// Returns whether `proof` is such a MAC of `name`.
  func isProved(by proof: String?, name: String) -> Bool {
    guard let proof, let seatKey else { return false }
    return seatKey.opens(proof, of: "mine \(name)", by: .guest)
  }
}
