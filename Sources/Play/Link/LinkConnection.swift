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
  private(set) var key: LinkKey?
  /// The number of the last line that this end has sent.
  private var lastSent = 0
  /// The number of the last line heard under `key`.
  private(set) var lastHeard = 0
  /// The number of lines, valid or not, that have come before the seat was taken.
  var strayLines = 0

  init(isPublic: Bool, opened: MonotonicTime) { (self.isPublic, self.opened) = (isPublic, opened) }

  /// Sets the state and the key that a line with this number has proved.
  mutating func prove(_ stage: Stage, _ key: LinkKey?, by number: Int = 0) {
    (self.stage, self.key, lastHeard) = (stage, key, number)
  }

  /// Returns whether a line under `key` is newer than all before it, and notes its number.
  ///
  /// A line that is repeated or late is ignored: its sender repeats what still matters.
  mutating func hears(_ number: Int) -> Bool {
    guard number > lastHeard else { return false }
    lastHeard = number
    return true
  }

  /// Returns the next line to send, with its number.
  mutating func line(_ message: LinkMessage, key: LinkKey, by speaker: LinkRole) -> String {
    lastSent += 1
    return LinkLine.text(message, number: lastSent, key: key, by: speaker)
  }
}
