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
  /// The random word (nonce) with which the guest began the handshake.
  ///
  /// The host keeps the nonce only for a guest without a seat. It becomes the name of the seat if
  /// the guest takes the seat.
  var nonce: LinkSecret?
  /// The nonces and keys of the last handshake; `nil` before the first handshake.
  var greeting: LinkGreeting?
  /// The key of the message authentication codes on this connection: one of the two keys in
  /// `LinkGreeting`.
  ///
  /// It is `nil` until the peer has proved that it knows this key.
  var key: LinkKey?

  mutating func prove(_ stage: Stage, _ key: LinkKey?) {
    (self.stage, self.key) = (stage, key)
  }
}
