import Platform

/// Something that happens at one end of a link.
enum LinkEvent {
  /// A connection to the other end, or to a stranger. Of a public one nobody knows who is there.
  case opened(Int, isPublic: Bool)
  case closed(Int)
  case line(Int, String)
  /// Time has passed.
  case time
  /// The person at the guest's table wants to do this.
  case wants(Deed)
  /// A deed is in the file of the game.
  case kept
  /// The credentials are in the file of the game.
  case keptCredentials(LinkCredentials)
  /// The guest has the file of the host's game, with these credentials.
  case adopted(TableSettings, LinkCredentials)
}

/// What follows from an event, for the table to do.
enum LinkEffect: Equatable {
  case send(String, to: Int)
  case close(Int)
  /// Put the credentials into the file of the game, then tell by `keptCredentials`.
  case keep(LinkCredentials)
  /// Keep and perform the deed, then tell by `kept`.
  case commit(Deed)
  /// The same with a deed that the guest wants; the host's clock decides about its time.
  case grant(Deed)
  /// Open the file of this game, or begin one with these credentials, then tell by `adopted`.
  case adopt(TableSettings, LinkCredentials)
  /// The other end has proved itself on a new connection.
  case seated
  /// The milliseconds of the turn by the host's clock.
  case clock(Int)
  /// What was wanted cannot be.
  case denied(String)
  case news(String)
  case trouble(String)
  /// Nothing is left to do at this address.
  case leave(String)
}

/// One connection, and what the other end of it has proved.
struct LinkConnection {
  /// How far the greeting is.
  enum Stage: Equatable {
    /// Nothing is known; nothing but a greeting is listened to.
    case unproven
    /// Both know the token. The guest is asked to sit, or does so.
    case proven
    /// The other end has the seat, or is the host who knows it.
    case seated
  }

  let isPublic: Bool
  let opened: MonotonicTime
  var stage = Stage.unproven
  /// The guest's nonce; on the host's side, the one that was heard last.
  var nonce: LinkWord?
  /// The greeting under way.
  var greeting: LinkGreeting?
  /// The key of the session, once the other end has used it.
  var key: LinkKey?

  mutating func prove(_ stage: Stage, _ key: LinkKey?) {
    (self.stage, self.key) = (stage, key)
  }
}

/// The two nonces of a greeting and the keys that follow from them.
struct LinkGreeting {
  let guest: LinkWord
  let host: LinkWord
  /// The name of the seat if it is taken.
  let seat: LinkWord?
  /// The key of whoever knows the token.
  let key: LinkKey
  /// The key of him whose seat it is.
  let seatKey: LinkKey?

  init(token: LinkWord, guest: LinkWord, host: LinkWord, seat: LinkWord?, secret: LinkWord?) {
    (self.guest, self.host, self.seat) = (guest, host, seat)
    key = token.key(.token, guest: guest, host: host)
    seatKey = secret?.key(.seat, guest: guest, host: host)
  }

  /// What the guest's name is sealed with to prove that the seat is his.
  func proof(of name: String) -> String? { seatKey?.seal(of: "mine \(name)", by: .guest) }

  func isProved(by proof: String?, name: String) -> Bool {
    guard let proof, let seatKey else { return false }
    return seatKey.opens(proof, of: "mine \(name)", by: .guest)
  }
}
