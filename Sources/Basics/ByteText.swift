/// Bytes as a string without loss: a byte that is no part of UTF-8 becomes a private character.
///
/// Names of files are bytes, and two names that differ must stay two. The characters U+10FE80 to
/// U+10FEFF stand for the bytes 0x80 to 0xFF. Bytes that spell such a character in UTF-8 are
/// escaped one by one too, so every string stands for one sequence of bytes.
public enum ByteText {
  private static let base: UInt32 = 0x10FE00
  private static let escapes = base + 0x80...base + 0xFF
  /// The byte that all characters in question begin with in UTF-8.
  private static let lead: UInt8 = 0xF4

  /// Returns the byte that a character stands for; `nil` for an ordinary one.
  public static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    escapes ~= scalar.value ? UInt8(truncatingIfNeeded: scalar.value - base) : nil
  }

  /// Returns the string that stands for the bytes.
  public static func string(_ bytes: some Collection<UInt8>) -> String {
    if !bytes.contains(lead), let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while !rest.isEmpty {
      var parser = Unicode.UTF8.ForwardParser()
      var iterator = rest.makeIterator()
      let count: Int
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        count = encoded.count
        if byte(scalar) == nil {
          text.append(scalar)
        } else {
          text.append(contentsOf: encoded.map(escape))
        }
      case .error(let length):
        count = length
        text.append(contentsOf: rest.prefix(length).map(escape))
      case .emptyInput: return String(text)
      }
      rest = rest.dropFirst(count)
    }
    return String(text)
  }

  /// Returns the bytes that a string stands for.
  public static func bytes(_ text: some StringProtocol) -> [UInt8] {
    guard text.utf8.contains(lead) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      byte(scalar).map { [$0] } ?? Array(Unicode.UTF8.encode(scalar) ?? .init())
    }
  }

  private static func escape(_ byte: UInt8) -> Unicode.Scalar {
    // Bytes below 0x80 are never in error.
    Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}"
  }
}
