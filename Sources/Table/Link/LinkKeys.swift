import Basics

/// The two ends of a link.
public enum LinkRole: String, Sendable {
  /// The end that keeps the game and decides.
  case host
  case guest

  var other: LinkRole { self == .host ? .guest : .host }
}

/// A word of letters and digits that nobody can guess: a token, a nonce or a secret.
public struct LinkWord: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// The lengths of words that are read; the shortest has 95 bits if it is random.
  public static let lengths = 16...64
  private static let signs = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// A word of 22 signs, 131 bits.
  public static func random(_ source: inout some RandomNumberGenerator) -> LinkWord {
    let word = (0..<22).map { _ in signs[Int.random(in: signs.indices, using: &source)] }
    return LinkWord(unchecked: String(decoding: word, as: UTF8.self))
  }

  /// A word from the random source of the system.
  public static func random() -> LinkWord {
    var source = SystemRandomNumberGenerator()
    return random(&source)
  }

  /// Reads a word; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    guard LinkWord.lengths ~= text.utf8.count, text.utf8.allSatisfy(LinkWord.signs.contains) else {
      return nil
    }
    description = String(text)
  }

  private init(unchecked text: String) { description = text }

  /// The secret that a guest whose own secret is this word gives for the seat called `seat`.
  func secret(ofSeat seat: LinkWord) -> LinkWord {
    LinkWord(unchecked: derived("seat \(seat)").hexadecimal)
  }

  /// The key of a session between two nonces.
  func key(_ purpose: LinkKey.Purpose, guest: LinkWord, host: LinkWord) -> LinkKey {
    LinkKey(HMAC(key: derived("\(purpose.rawValue) \(guest) \(host)")))
  }

  private func derived(_ purpose: String) -> [UInt8] {
    HMAC(key: Array(description.utf8)).code(of: Array(purpose.utf8))
  }
}

/// The key of one session, which seals its lines.
struct LinkKey: Sendable {
  enum Purpose: String {
    /// Made from the token of the address.
    case token = "session"
    /// Made from the secret of the seat.
    case seat = "seated"
  }

  private let code: HMAC

  fileprivate init(_ code: HMAC) { self.code = code }

  /// The seal of a text said by `speaker`: 32 hexadecimal digits.
  func seal(of text: some StringProtocol, by speaker: LinkRole) -> String {
    code.code(of: Array("\(speaker.rawValue) \(text)".utf8)).prefix(16).hexadecimal
  }

  /// Whether `seal` is the seal of the text; takes the same time wherever they differ.
  func opens(_ seal: some StringProtocol, of text: some StringProtocol, by speaker: LinkRole)
    -> Bool
  {
    let (given, right) = (Array(seal.utf8), Array(self.seal(of: text, by: speaker).utf8))
    return given.count == right.count && zip(given, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// What proves that an end of a link belongs to its game: a line of the game's file.
public struct LinkCredentials: Hashable, Sendable {
  public let role: LinkRole
  /// The word of the host's address; without it nobody is listened to.
  public let token: LinkWord
  /// The secret of the seat at the host's; at the guest's, what such secrets are made from.
  public var secret: LinkWord?
  /// The name of the seat: the guest's nonce when he took it. `nil` while the seat is free.
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
