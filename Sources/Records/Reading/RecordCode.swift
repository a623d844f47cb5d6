import Basics
import TextCodes

/// The conversion of a game file from any character encoding to UTF-8.
///
/// The encoding is UTF-16 if the file has its byte order mark. Otherwise it is the one that the
/// file names, in SGF's property `CA` or in the declaration of XML, if all bytes are valid in it.
/// But many files in UTF-8 name another encoding; these are read as UTF-8. Without a valid name,
/// the encoding is UTF-8 or a detected one.
public enum RecordCode {
  /// Returns the record as UTF-8, and notes if its encoding is uncertain.
  ///
  /// The whole record is decoded before it is parsed, because a character's second byte may be `]`
  /// or a backslash. No byte is lost: with an unknown encoding, each byte becomes the Latin-1
  /// character of its value.
  public static func utf8(_ raw: [UInt8]) -> (bytes: [UInt8], notes: [Phrase]) {
    let bytes = OutsideText.utf8(raw)
    guard bytes.contains(where: { $0 >= 0x80 }) else { return (bytes, []) }
    if [[0xFF, 0xFE], [0xFE, 0xFF]].contains(raw.prefix(2)) {
      return (bytes, halves(raw, bytes))
    }
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    let name = named(bytes)
    let code = name.flatMap { TextCode(name: $0) }
    if isUTF8 {
      return raw.starts(with: OutsideText.mark) ? (bytes, []) : validUTF8(bytes, name, code)
    }
    guard let name, code != .utf8 else {
      let code = TextCode.detect([bytes]) ?? .latin1
      if code == .windows1252 || code == .utf8 {
        return (text(bytes, .latin1), [latin1Note(on: name, isValid: false)])
      }
      return (text(bytes, code), [seemingNote(code)])
    }
    guard let code else { return (text(bytes, .latin1), [latin1Note(on: name, isValid: true)]) }
    return (text(bytes, code), [])
  }

  /// Returns the note on texts that are read in the encoding `code`, which was detected.
  static func seemingNote(_ code: TextCode) -> Phrase {
    Phrase("the texts are read as \(code.rawValue), which they seem to be")
  }

  /// Returns the note on texts that are read as Latin-1.
  ///
  /// - Parameters:
  ///   - name: the encoding that the file names, if it names one.
  ///   - isValid: false if the bytes are not valid in that encoding.
  private static func latin1Note(on name: String?, isValid: Bool) -> Phrase {
    switch name?.shown {
    case nil:
      Phrase("the file names no encoding, and its texts are read as Latin-1: no byte is lost")
    case let name? where isValid:
      Phrase("the texts are in \(name), which is read as Latin-1: no byte is lost")
    case let name?:
      Phrase("the texts are not valid \(name), and are read as Latin-1: no byte is lost")
    }
  }

  /// Returns a note if UTF-16 has halves of characters, which have become U+FFFD.
  private static func halves(_ raw: [UInt8], _ bytes: [UInt8]) -> [Phrase] {
    let high = raw[0] == 0xFF ? 1 : 0
    let own = stride(from: 2, to: raw.count - 1, by: 2).count {
      raw[$0 + high] == 0xFF && raw[$0 + 1 - high] == 0xFD
    }
    let all = String(decoding: bytes, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFD}" }
    return all == own
      ? [] : [Phrase("\(all - own) halves of characters of UTF-16 are read as U+FFFD")]
  }

  /// Decides between UTF-8, in which all bytes are valid, and the encoding that the file names.
  ///
  /// Few characters of two bytes may be valid in both. More of them, or longer characters, are
  /// hardly ever valid UTF-8 by chance. In the western encodings even one is not, since a capital
  /// with an accent would come before a sign.
  private static func validUTF8(
    _ bytes: [UInt8], _ name: String?, _ code: TextCode?
  ) -> (bytes: [UInt8], notes: [Phrase]) {
    guard let name, code != .utf8 else { return (bytes, []) }
    let pairs = bytes.count { 0xC0..<0xE0 ~= $0 }
    let isLong = pairs > mostPairs || bytes.contains { $0 >= 0xE0 }
    guard let code, !isLong, ![.latin1, .windows1252].contains(code), isValid(bytes, in: code)
    else {
      return (
        bytes, [Phrase("the texts are read as utf-8, which they are, not as \(name.shown)")]
      )
    }
    return (
      text(bytes, code), [Phrase("the texts are read as \(code.rawValue), which the file names")]
    )
  }

  /// The largest number of characters of two bytes that may be valid UTF-8 by chance.
  private static let mostPairs = 4

  private static func isValid(_ bytes: [UInt8], in code: TextCode) -> Bool {
    var isValid = true
    code.forEach(bytes) { if case .stray(0x80...) = $0 { isValid = false } }
    return isValid
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

  /// Returns the name of the encoding in the record; `nil` without one.
  ///
  /// Only the record's first 4096 bytes are examined.
  private static func named(_ bytes: [UInt8]) -> String? {
    let head = bytes.prefix(4096)
    let start = head.drop { $0 <= 0x20 }
    return start.starts(with: Array("<?xml".utf8)) ? declared(start) : property(head)
  }

  /// Returns the encoding in the declaration with which XML begins.
  private static func declared(_ head: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: head.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard let key = text.firstRange(of: "encoding") else { return nil }
    let value = text[key.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = value.first, "\"'".contains(quote) else { return nil }
    return String(value.dropFirst().prefix { $0 != quote }.prefix(40))
  }

  /// Returns the value of SGF's first property `CA`, which is outside all other values.
  ///
  /// A byte after one above 127 may belong to its character, so there a backslash is no escape.
  private static func property(_ head: ArraySlice<UInt8>) -> String? {
    var (name, value): ([UInt8], [UInt8]?) = ([], nil)
    var isEscaped = false
    for place in head.indices {
      let byte = head[place]
      if value != nil {
        if isEscaped || byte != UInt8(ascii: "]") {
          let isAfterHigh = place > 0 && head[place - 1] >= 0x80
          isEscaped = !isEscaped && byte == UInt8(ascii: "\\") && !isAfterHigh
          if value?.count ?? 40 < 40 { value?.append(byte) }
        } else {
          if name == Array("CA".utf8) { return String(decoding: value ?? [], as: UTF8.self) }
          value = nil
        }
      } else if byte == UInt8(ascii: "[") {
        value = []
      } else if 65...90 ~= byte {
        let isNext = place > 0 && (65...90 ~= head[place - 1] || 97...122 ~= head[place - 1])
        name = isNext ? name + [byte] : [byte]
      } else if byte > 0x20, !(97...122 ~= byte) {
        name = []
      }
    }
    return nil
  }
}
