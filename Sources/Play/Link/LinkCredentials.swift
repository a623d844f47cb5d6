import Basics

/// The two ends of a link.
public enum LinkRole: String, Sendable {
  /// The end that owns the list of actions and decides which requests are granted.
  case host
  case guest

  var other: LinkRole { self == .host ? .guest : .host }
}

/// The credentials that prove that an end of a link belongs to its game, saved in the game's file.
///
/// The token admits a guest to the host's address. The first guest takes the seat, which is the
/// place of the remote player. The seat's secret lets only this guest return to the seat later.
public struct LinkCredentials: Hashable, Sendable {
  public let role: LinkRole
  /// The token of the game, a part of the host's address; a guest who does not know it is refused.
  public let token: LinkSecret
  /// The secret of the seat; `nil` at the host's end while the seat is free.
  ///
  /// At the guest's end it is the random word from which the secret is derived. There it is `nil`
  /// until the host has offered the game.
  public var secret: LinkSecret?
  /// The name of the seat: the random word (nonce) that its guest sent on connecting to take it.
  ///
  /// By this name a returning guest sees that the seat is his. It is `nil` while the seat is free,
  /// and at the guest's end until the host has confirmed the seat.
  public var seat: LinkSecret?

  public init(
    _ role: LinkRole, token: LinkSecret, secret: LinkSecret? = nil, seat: LinkSecret? = nil
  ) {
    (self.role, self.token, self.secret, self.seat) = (role, token, secret, seat)
  }

  var json: JSON {
    .object(compacting: [
      ("role", .string(role.rawValue)), ("token", .string(token.description)),
      ("secret", secret.map { .string($0.description) }),
      ("seat", seat.map { .string($0.description) }),
    ])
  }

  init?(_ json: JSON) {
    guard let role = json["role"]?.string.flatMap(LinkRole.init),
      let token = json["token"]?.string.flatMap({ LinkSecret($0) })
    else { return nil }
    self.init(
      role, token: token, secret: json["secret"]?.string.flatMap { LinkSecret($0) },
      seat: json["seat"]?.string.flatMap { LinkSecret($0) })
  }
}
