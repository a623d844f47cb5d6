import Basics

/// An unguessable word of letters and digits: a token, a nonce or a secret.
public struct LinkSecret: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// The accepted lengths; a random word of the shortest length has 95 bits.
  public static let lengths = 16...64
  private static let signs = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// Returns a random word of 22 characters, 131 bits.
  public static func random(_ source: inout some RandomNumberGenerator) -> LinkSecret {
    let word = (0..<22).map { _ in signs[Int.random(in: signs.indices, using: &source)] }
    return LinkSecret(unchecked: String(decoding: word, as: UTF8.self))
  }

  public static func random() -> LinkSecret {
    var source = SystemRandomNumberGenerator()
    return random(&source)
  }

  /// Parses a word; returns `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    guard LinkSecret.lengths ~= text.utf8.count, text.utf8.allSatisfy(LinkSecret.signs.contains)
    else {
      return nil
    }
    description = String(text)
  }

  private init(unchecked text: String) { description = text }

  /// Returns the secret of the seat called `seat`, derived from this word, the guest's own secret.
  func secret(ofSeat seat: LinkSecret) -> LinkSecret {
    LinkSecret(unchecked: derived("seat \(seat)").hexadecimal)
  }

  /// Returns the session key derived from this word, which is the token, and from the two nonces.
  ///
  /// - Parameter secret: the secret of the seat; `nil` while the guest has none. The secret is sent
  ///   over the connection once, so the key also depends on the token, which is never sent.
  func key(guest: LinkSecret, host: LinkSecret, secret: LinkSecret?) -> LinkKey {
    let purpose = secret.map { "seated \($0)" } ?? "session"
    return LinkKey(derived("\(purpose) \(guest) \(host)"))
  }

  /// Returns the HMAC of `purpose` under this word.
  private func derived(_ purpose: String) -> [UInt8] {
    HMAC(key: Array(description.utf8)).code(of: Array(purpose.utf8))
  }
}

/// The key of one connection, for the message authentication codes (MAC) of its lines.
struct LinkKey: Equatable, Sendable {
  private let bytes: [UInt8]
  private let code: HMAC

  fileprivate init(_ bytes: [UInt8]) { (self.bytes, code) = (bytes, HMAC(key: bytes)) }

  static func == (a: LinkKey, b: LinkKey) -> Bool { a.bytes == b.bytes }

  /// Returns the MAC of a text by `speaker`: 128 bits of HMAC-SHA-256 in 32 hexadecimal digits.
  func seal(of text: some StringProtocol, by speaker: LinkRole) -> String {
    code.code(of: Array("\(speaker.rawValue) \(text)".utf8)).prefix(16).hexadecimal
  }

  /// Returns whether `seal` is the MAC of the text, in constant time.
  func opens(_ seal: some StringProtocol, of text: some StringProtocol, by speaker: LinkRole)
    -> Bool
  {
    let (given, right) = (Array(seal.utf8), Array(self.seal(of: text, by: speaker).utf8))
    return given.count == right.count && zip(given, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
