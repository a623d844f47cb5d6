import Basics
import TextCodes

/// The conversion of a game file from any character encoding to UTF-8.
///
/// The encoding is UTF-8, UTF-16 with a byte order mark, the one that SGF's property `CA` names, or
/// a detected one.
public enum RecordCode {
  /// Returns the record as UTF-8, and a note if its encoding is uncertain.
  ///
  /// The whole record is decoded before it is parsed, because a character's second byte may be `]`
  /// or a backslash. No byte is lost: with an unknown encoding, each byte becomes the Latin-1
  /// character of its value.
  public static func utf8(_ raw: [UInt8]) -> (bytes: [UInt8], note: String?) {
    let bytes = OutsideText.utf8(raw)
    if String(validating: bytes, as: UTF8.self) != nil { return (bytes, nil) }
    let name = named(bytes)
    guard let name, TextCode(name: name) != .utf8 else {
      let code = TextCode.detect([bytes]) ?? .latin1
      if code == .windows1252 || code == .utf8 {
        return (text(bytes, .latin1), note(name.map { "no good \($0)" } ?? "no code that is named"))
      }
      return (text(bytes, code), "the texts are read as \(code.rawValue), which they seem to be")
    }
    guard let code = TextCode(name: name) else {
      return (text(bytes, .latin1), note("CA[\(name.prefix(20))]"))
    }
    return (text(bytes, code), nil)
  }

  private static func note(_ code: String) -> String {
    "the texts are in \(code), which is read as Latin-1: no byte is lost"
  }

  /// Returns bytes in the encoding `code` as UTF-8.
  ///
  /// A byte that is invalid in the encoding becomes an escape such as `\xE5`. The backslash of the
  /// escape is doubled, as SGF requires.
  private static func text(_ bytes: [UInt8], _ code: TextCode) -> [UInt8] {
    var text = String.UnicodeScalarView()
    code.forEach(bytes) { part in
      switch part {
      case .character(let scalar): text.append(scalar)
      case .stray(UInt8(ascii: "\\")): text.append("\\")
      case .stray(let byte):
        text.append(contentsOf: ("\\" + TextCode.escape(byte)).unicodeScalars)
      }
    }
    return Array(String(text).utf8)
  }

  /// Returns the value of the first property `CA`, the name of the encoding; `nil` without one.
  ///
  /// Only the record's first 4096 bytes are examined.
  private static func named(_ bytes: [UInt8]) -> String? {
    let head = bytes.prefix(4096)
    let key = Array("CA[".utf8)
    for place in head.indices.dropLast(key.count) where head[place...].starts(with: key) {
      let value = head[(place + key.count)...].prefix { $0 != UInt8(ascii: "]") }
      return String(decoding: value.prefix(40), as: UTF8.self)
    }
    return nil
  }
}
