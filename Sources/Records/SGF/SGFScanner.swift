/// A scanner of SGF files (FF[1] to FF[4]): finds games, and reads properties one by one.
///
/// It skips all that is no property, as FF[4] requires. Source of the format: Arno Hollosi's *SGF
/// File Format FF[4]* (red-bean.com/sgf).
struct SGFScanner {
  /// A name with the byte ranges of its values.
  struct Property {
    var name: String
    /// The offset of the first value's bracket.
    var offset: Int
    /// The values between the brackets, with their escapes; at least one.
    var values: [Range<Int>]
  }

  /// The text in UTF-8.
  let bytes: [UInt8]
  /// The offset of the next byte.
  var place = 0
  /// The offset of the first byte that is not white space.
  private let start: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    start = bytes.firstIndex { !SGFScanner.isBlank($0) } ?? bytes.count
  }

  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

  mutating func skipBlanks() {
    while let byte = next, SGFScanner.isBlank(byte) { place += 1 }
  }

  /// Moves to the next parenthesis that begins a game, over other text; returns false if there is
  /// none.
  ///
  /// A game begins with a parenthesis and a semicolon. In old files a property may directly follow
  /// the parenthesis with which the file begins.
  mutating func findGame() -> Bool {
    skipBlanks()
    var isFirst = place == start
    while let byte = next {
      if byte == UInt8(ascii: "(") {
        var ahead = place + 1
        while ahead < bytes.count, SGFScanner.isBlank(bytes[ahead]) { ahead += 1 }
        guard ahead < bytes.count else { return false }
        if bytes[ahead] == UInt8(ascii: ";") { return true }
        if isFirst, SGFScanner.isNameByte(bytes[ahead]) { return true }
        place = max(place, ahead - 1)
      }
      isFirst = false
      place += 1
    }
    return false
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }

  /// Reads a name and its values; `nil` if there is no value.
  ///
  /// Skips a byte that begins neither, except for parentheses and semicolons.
  ///
  /// A value without its closing bracket ends the file, and is dropped.
  mutating func property() -> Property? {
    skipBlanks()
    let start = place
    while let byte = next, SGFScanner.isNameByte(byte) { place += 1 }
    let end = place
    skipBlanks()
    let offset = place
    var values: [Range<Int>] = []
    while next == UInt8(ascii: "[") {
      if let value = value() { values.append(value) }
      skipBlanks()
    }
    // Skips a stray byte, but not one that begins a node or ends a variation.
    if place == start, let byte = next, !"();".utf8.contains(byte) { place += 1 }
    guard !values.isEmpty else { return nil }
    return Property(name: SGFScanner.name(bytes[start..<end]), offset: offset, values: values)
  }

  /// Returns a property's name without small letters, which have no meaning before FF[4].
  ///
  /// A name without capitals, or with other characters, is returned as it is.
  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    let isCapital = { (byte: UInt8) in UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
    let isSmall = { (byte: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }
    let capitals = bytes.filter(isCapital)
    let isName = !capitals.isEmpty && bytes.allSatisfy { isCapital($0) || isSmall($0) }
    return String(decoding: isName ? capitals : Array(bytes), as: UTF8.self)
  }

  /// Reads the bytes up to the closing bracket; `nil` without one. A backslash escapes a byte.
  private mutating func value() -> Range<Int>? {
    place += 1
    let start = place
    while let byte = next, byte != UInt8(ascii: "]") {
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    guard place < bytes.count else {
      place = bytes.count
      return nil
    }
    defer { place += 1 }
    return start..<place
  }
}
