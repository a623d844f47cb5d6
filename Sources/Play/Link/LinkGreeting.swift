/// The two random words (nonces) of a handshake, and the session keys derived from them.
struct LinkGreeting {
  let guest: LinkSecret
  let host: LinkSecret
  /// The name of the seat; `nil` while the seat is free.
  let seat: LinkSecret?
  /// The key derived from the token, for a guest without a seat.
  let key: LinkKey
  /// The key derived from the token and the seat's secret, for the guest who holds the seat.
  let seatKey: LinkKey?

  init(
    token: LinkSecret, guest: LinkSecret, host: LinkSecret, seat: LinkSecret?, secret: LinkSecret?
  ) {
    (self.guest, self.host, self.seat) = (guest, host, seat)
    key = token.key(guest: guest, host: host, secret: nil)
    seatKey = secret.map { token.key(guest: guest, host: host, secret: $0) }
  }

  /// Returns the proof that the guest holds the seat; `nil` without `seatKey`.
  ///
  /// The proof is the message authentication code (MAC) of `mine NAME` under `seatKey`.
  func proof(of name: String) -> String? { seatKey?.seal(of: "mine \(name)", by: .guest) }

  /// Returns whether `proof` equals `proof(of: name)`; false without `proof` or `seatKey`.
  func isProved(by proof: String?, name: String) -> Bool {
    guard let proof, let seatKey else { return false }
    return seatKey.opens(proof, of: "mine \(name)", by: .guest)
  }
}
