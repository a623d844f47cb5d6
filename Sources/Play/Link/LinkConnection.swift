import Platform

/// A connection of the link, with its state of authentication.
struct LinkConnection {
  /// The state of authentication; Sources/link.md has the table of transitions.
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
  /// The guest's nonce. The host keeps the nonce with which a guest without a seat has
  /// authenticated himself.
  var nonce: LinkSecret?
  /// The nonces and keys of the handshake in progress.
  var greeting: LinkGreeting?
  /// The session key; `nil` until the peer has used it.
  var key: LinkKey?

  mutating func prove(_ stage: Stage, _ key: LinkKey?) {
    (self.stage, self.key) = (stage, key)
  }
}
