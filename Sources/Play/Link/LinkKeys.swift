import Basics

/// The two ends of a link.
public enum LinkRole: String, Sendable {
  /// The end that keeps the game and decides.
  case host
  case guest

  var other: LinkRole { self == .host ? .guest : .host }
}

/// An unguessable word of letters and digits: a token, a nonce or a secret.
public struct LinkWord: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// The accepted lengths; a random word of the shortest has 95 bits.
  public static let lengths = 16...64
  private static let signs = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// Returns a random word of 22 characters, 131 bits.
  public static func random(_ source: inout some RandomNumberGenerator) -> LinkWord {
    let word = (0..<22).map { _ in signs[Int.random(in: signs.indices, using: &source)] }
    return LinkWord(unchecked: String(decoding: word, as: UTF8.self))
  }

  /// Returns a random word from the system's generator.
  public static func random() -> LinkWord {
    var source = SystemRandomNumberGenerator()
    return random(&source)
  }

  /// Parses a word; returns `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    guard LinkWord.lengths ~= text.utf8.count, text.utf8.allSatisfy(LinkWord.signs.contains) else {
      return nil
    }
    description = String(text)
  }

  private init(unchecked text: String) { description = text }

  /// Returns the secret of the seat called `seat`, derived from this word, the guest's own secret.
  func secret(ofSeat seat: LinkWord) -> LinkWord {
    LinkWord(unchecked: derived("seat \(seat)").hexadecimal)
  }

  /// Returns the session key derived from this word, the token, and the two nonces.
  ///
  /// - Parameter secret: the secret of the seat; `nil` while the guest has none. The secret is sent
  ///   over the connection once, so the key also depends on the token, which is never sent.
  func key(guest: LinkWord, host: LinkWord, secret: LinkWord?) -> LinkKey {
    let purpose = secret.map { "seated \($0)" } ?? "session"
    return LinkKey(HMAC(key: derived("\(purpose) \(guest) \(host)")))
  }

  /// Returns the HMAC of `purpose` under this word.
  private func derived(_ purpose: String) -> [UInt8] {
    HMAC(key: Array(description.utf8)).code(of: Array(purpose.utf8))
  }
}

/// The key of one connection, for the message authentication codes (MAC) of its lines.
struct LinkKey: Sendable {
  private let code: HMAC

  fileprivate init(_ code: HMAC) { self.code = code }

  /// Returns the MAC of a text by `speaker`: 128 bits of HMAC-SHA-256 in 32 hexadecimal digits.
  func seal(of text: some StringProtocol, by speaker: LinkRole) -> String {
    code.code(of: Array("\(speaker.rawValue) \(text)".utf8)).prefix(16).hexadecimal
  }

  /// Returns whether `seal` is the MAC of the text; the time does not depend on where they differ.
  func opens(_ seal: some StringProtocol, of text: some StringProtocol, by speaker: LinkRole)
    -> Bool
  {
    let (given, right) = (Array(seal.utf8), Array(self.seal(of: text, by: speaker).utf8))
    return given.count == right.count && zip(given, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The credentials by which an end of a link belongs to its game, saved in the game's file.
///
/// The token admits a guest to the host's address. The first guest takes the seat, the place of the
/// remote player. Its secret lets this guest alone return to the seat later.
public struct LinkCredentials: Hashable, Sendable {
  public let role: LinkRole
  /// The token in the host's address; a connection without it is refused.
  public let token: LinkWord
  /// The secret of the seat; in the guest's file, the word from which such secrets are derived.
  public var secret: LinkWord?
  /// The name of the seat, which is the guest's nonce when he took it; `nil` while the seat is
  /// free.
  public var seat: LinkWord?

  public init(_ role: LinkRole, token: LinkWord, secret: LinkWord? = nil, seat: LinkWord? = nil) {
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
      let token = json["token"]?.string.flatMap({ LinkWord($0) })
    else { return nil }
    self.init(
      role, token: token, secret: json["secret"]?.string.flatMap { LinkWord($0) },
      seat: json["seat"]?.string.flatMap { LinkWord($0) })
  }
}
