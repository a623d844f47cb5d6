/// A lossless encoding of arbitrary bytes as a string: a byte that is not valid UTF-8 becomes a
/// private-use character.
///
/// File names are bytes, and different names must give different strings. The characters U+10FE80
/// to U+10FEFF stand for the bytes 0x80 to 0xFF. Valid UTF-8 for one of these characters is itself
/// escaped byte by byte. So each sequence of bytes has a string of its own.
public enum ByteText {
  private static let base: UInt32 = 0x10FE00
  private static let escapes = base + 0x80...base + 0xFF
  /// The first byte, in UTF-8, of every character in `escapes`.
  private static let lead: UInt8 = 0xF4

  /// Returns the byte that one of the characters U+10FE80 to U+10FEFF stands for; `nil` for others.
  public static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    escapes ~= scalar.value ? UInt8(truncatingIfNeeded: scalar.value - base) : nil
  }

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

  /// Returns the bytes that `string(_:)` turns into `text`.
  ///
  /// Each of the characters U+10FE80 to U+10FEFF becomes one byte, any other its UTF-8.
  public static func bytes(_ text: some StringProtocol) -> [UInt8] {
    guard text.utf8.contains(lead) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      byte(scalar).map { [$0] } ?? Array(Unicode.UTF8.encode(scalar) ?? .init())
    }
  }

  private static func escape(_ byte: UInt8) -> Unicode.Scalar {
    // `base` plus a byte is always a valid scalar, so the replacement character is never used.
    Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}"
  }
}
