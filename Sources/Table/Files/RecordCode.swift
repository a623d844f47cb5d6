import Basics

/// The text code of a record: UTF-8, UTF-16 with its mark, or the code that the record names.
enum RecordCode {
  /// Returns the record as UTF-8, and a note if its code is not known.
  ///
  /// No byte is lost: bytes of an unknown code become the characters of Latin-1 with their numbers.
  static func utf8(_ raw: [UInt8]) -> (bytes: [UInt8], note: String?) {
    let bytes = OutsideText.utf8(raw)
    if String(validating: bytes, as: UTF8.self) != nil { return (bytes, nil) }
    let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    let name = named(bytes)
    let isLatin = name.map { latin.contains($0.lowercased()) } ?? true
    let code = name.map { "CA[\($0.prefix(20))]" } ?? "no code that is named"
    let note = "the texts are in \(code), which is read as Latin-1: no byte is lost"
    return (Array(text.utf8), isLatin && name != nil ? nil : note)
  }

  private static let latin: Set<String> = ["iso-8859-1", "iso8859-1", "latin1", "latin-1"]

  /// Returns the first value of `CA`, the character set.
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
