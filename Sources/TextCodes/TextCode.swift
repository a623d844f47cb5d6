import TextCodeData

/// A character encoding.
public enum TextCode: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  /// Simplified Chinese, with the two-byte characters of GB18030.
  case gbk
  /// Traditional Chinese, as in Windows code page 950.
  case big5
  /// Japanese, as in Windows code page 932.
  case shiftJIS = "shift_jis"
  /// Korean, with the additional syllables of Windows code page 949.
  case eucKR = "euc-kr"
  /// Cyrillic.
  case windows1251 = "windows-1251"
  /// Western European.
  case windows1252 = "windows-1252"
  case latin1 = "iso-8859-1"

  private static let otherNames: [String: TextCode] = [
    "utf8": .utf8, "gb2312": .gbk, "gb18030": .gbk, "cp936": .gbk, "cp950": .big5,
    "shift-jis": .shiftJIS, "sjis": .shiftJIS, "cp932": .shiftJIS, "euckr": .eucKR,
    "cp949": .eucKR, "uhc": .eucKR, "cp1251": .windows1251, "cp1252": .windows1252,
    "ansi": .windows1252, "latin-1": .latin1, "latin1": .latin1, "iso8859-1": .latin1,
    "gb-2312": .gbk, "windows-936": .gbk, "big-5": .big5, "windows-950": .big5,
    "euc_kr": .eucKR, "ks_c_5601-1987": .eucKR, "windows-949": .eucKR,
    "windows-31j": .shiftJIS, "windows-932": .shiftJIS,
  ]

  /// Creates the encoding with this name, in upper or lower case; `nil` for an unknown name.
  public init?(name: some StringProtocol) {
    let name = name.lowercased()
    guard let code = TextCode(rawValue: name) ?? TextCode.otherNames[name] else { return nil }
    self = code
  }
}

// MARK: - Decoding

extension TextCode {
  /// Decodes `bytes`.
  ///
  /// A byte that is invalid in the encoding becomes an escape such as `\xE5`. If the text itself
  /// contains such an escape, its backslash becomes `\x5C`, so that the result is unambiguous.
  public func text(_ bytes: some Collection<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    forEach(bytes) { part in
      switch part {
      case .character(let scalar): text.append(scalar)
      case .stray(let byte): text.append(contentsOf: TextCode.escape(byte).unicodeScalars)
      }
    }
    return String(text)
  }

  /// Returns the escape of a byte that is invalid in the encoding, such as `\xE5`.
  public static func escape(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return (digits.count == 1 ? "\\x0" : "\\x") + digits
  }

  /// A decoded part of a text: one character, or one invalid byte.
  public enum Part {
    case character(Unicode.Scalar)
    /// A byte that is invalid in the encoding, or a backslash that must be escaped.
    case stray(UInt8)
  }

  /// Decodes `bytes` and calls `body` with each part in order.
  public func forEach(_ bytes: some Collection<UInt8>, _ body: (Part) -> Void) {
    var rest = Array(bytes)[...]
    while let next = first(of: rest) {
      body(next.part)
      rest.removeFirst(next.count)
    }
  }

  /// Decodes the first part of `bytes`, and returns it with its length in bytes; `nil` without
  /// bytes.
  public func first(of bytes: ArraySlice<UInt8>) -> (part: Part, count: Int)? {
    guard let first = bytes.first else { return nil }
    if first < 0x80 {
      // A backslash before `x` and two hexadecimal digits would read as an escape: escape it.
      let isEscape = first == UInt8(ascii: "\\") && TextCode.beginsEscape(bytes)
      let part: Part = isEscape ? .stray(first) : .character(Unicode.Scalar(first))
      return (part: part, count: 1)
    }
    guard let (scalar, count) = character(bytes) else {
      return (part: Part.stray(first), count: 1)
    }
    return (part: Part.character(scalar), count: count)
  }

  private static func beginsEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    let (start, digits) = (bytes.startIndex, bytes.dropFirst(2).prefix(2))
    return digits.count == 2 && bytes[start + 1] == UInt8(ascii: "x")
      && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  /// Decodes the first character, whose first byte must not be ASCII.
  ///
  /// Returns the character and its length in bytes; `nil` if the bytes are invalid.
  private func character(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    let first = bytes[bytes.startIndex]
    let second = bytes.dropFirst().first
    switch self {
    case .utf8:
      var (parser, iterator) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator())
      guard case .valid(let encoded) = parser.parseScalar(from: &iterator) else { return nil }
      return (Unicode.UTF8.decode(encoded), encoded.count)
    case .latin1: return (Unicode.Scalar(first), 1)
    case .windows1252: return TextCode.windows1252(first).map { ($0, 1) }
    case .windows1251: return TextTable.windows1251.scalar(0, Int(first) - 0x80).map { ($0, 1) }
    case .gbk:
      if first == 0x80 { return ("€", 1) }
      return second.flatMap { TextTable.gbk.scalar(first, $0) }.map { ($0, 2) }
    case .big5: return second.flatMap { TextTable.big5.scalar(first, $0) }.map { ($0, 2) }
    case .shiftJIS:
      if 0xA1...0xDF ~= first {
        return Unicode.Scalar(0xFF61 + UInt32(first) - 0xA1).map { ($0, 1) }
      }
      return second.flatMap { TextTable.shiftJIS.scalar(first, $0) }.map { ($0, 2) }
    case .eucKR:
      return second.flatMap {
        TextTable.korean.scalar(first, $0) ?? TextTable.addedSyllable(first, $0)
      }.map { ($0, 2) }
    }
  }

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar? {
    guard 0x80..<0xA0 ~= byte else { return Unicode.Scalar(byte) }
    let code = windowsLetters[Int(byte) - 0x80]
    return code == 0 ? nil : Unicode.Scalar(code)
  }

  /// The characters that code page 1252 has in place of Latin-1's control characters; 0 for none.
  private static let windowsLetters: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}

/// The part of the table `text_code_data` that maps the bytes of one encoding to characters.
///
/// The first of two bytes selects the row, the second the column; windows-1251 has a single row. An
/// entry is a 16-bit code point, or 0 if there is no character.
struct TextTable {
  private let start: Int
  private let rows: [ClosedRange<UInt8>]
  private let columns: [ClosedRange<UInt8>]
  private let width: Int

  private init(_ start: Int, _ rows: [ClosedRange<UInt8>], _ columns: [ClosedRange<UInt8>]) {
    (self.start, self.rows, self.columns) = (start, rows, columns)
    width = columns.reduce(0) { $0 + $1.count }
  }

  private var end: Int { start + width * rows.reduce(0) { $0 + $1.count } }

  static let gbk = TextTable(0, [0x81...0xFE], [0x40...0x7E, 0x80...0xFE])
  static let big5 = TextTable(gbk.end, [0xA1...0xF9], [0x40...0x7E, 0xA1...0xFE])
  static let shiftJIS = TextTable(
    big5.end, [0x81...0x9F, 0xE0...0xFC], [0x40...0x7E, 0x80...0xFC])
  static let korean = TextTable(shiftJIS.end, [0xA1...0xFE], [0xA1...0xFE])
  static let windows1251 = TextTable(korean.end, [0...0], [0x80...0xFF])

  private static let bytes: [UInt8] = {
    var count = 0
    let start = text_code_data(&count)
    return Array(UnsafeBufferPointer(start: start, count: count))
  }()

  /// Returns the index of a byte in the concatenated `ranges`; `nil` if no range contains it.
  private static func place(_ byte: UInt8, _ ranges: [ClosedRange<UInt8>]) -> Int? {
    var place = 0
    for range in ranges {
      if range ~= byte { return place + Int(byte - range.lowerBound) }
      place += range.count
    }
    return nil
  }

  func scalar(_ first: UInt8, _ second: UInt8) -> Unicode.Scalar? {
    guard let row = TextTable.place(first, rows), let column = TextTable.place(second, columns)
    else { return nil }
    return scalar(row, column)
  }

  func scalar(_ row: Int, _ column: Int) -> Unicode.Scalar? {
    let place = 2 * (start + row * width + column)
    let code = UInt32(TextTable.bytes[place]) | UInt32(TextTable.bytes[place + 1]) << 8
    return code == 0 ? nil : Unicode.Scalar(code)
  }

  // MARK: Korean syllables that Windows adds

  /// The Hangul syllables that the Korean standard KS X 1001 lacks, in the order of Unicode.
  private static let addedSyllables: [Unicode.Scalar] = {
    var known = Set<Unicode.Scalar>()
    for row in 0..<94 {
      for column in 0..<94 { if let scalar = korean.scalar(row, column) { known.insert(scalar) } }
    }
    return (0xAC00...0xD7A3).compactMap(Unicode.Scalar.init).filter { !known.contains($0) }
  }()

  /// Returns the syllable that Windows code page 949 adds at the two bytes; `nil` if it adds none.
  ///
  /// The added syllables fill the pairs of bytes that the standard KS X 1001 leaves free, by first
  /// byte. For each first byte below A1 there are 178 such pairs, for the others only 84.
  static func addedSyllable(_ first: UInt8, _ second: UInt8) -> Unicode.Scalar? {
    let columns: [ClosedRange<UInt8>] = [0x41...0x5A, 0x61...0x7A, 0x81...0xFE]
    guard 0x81...0xC6 ~= first, let column = place(second, columns) else { return nil }
    let (wide, narrow) = (178, 84)
    if first >= 0xA1, column >= narrow { return nil }
    let row = Int(first) - 0x81
    let number = row <= 32 ? row * wide + column : 32 * wide + (row - 32) * narrow + column
    return number < addedSyllables.count ? addedSyllables[number] : nil
  }
}
