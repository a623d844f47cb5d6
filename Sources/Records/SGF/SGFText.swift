import GomokuRules

/// The values of SGF's properties: texts and points.
public enum SGFText {
  /// Returns the text as a value of SGF, with `\` and `]` escaped.
  public static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "]") }) else {
      return text
    }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "]") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a value of SGF as plain text, with LF for every line end.
  ///
  /// A backslash escapes the next character; before a line end it joins the lines.
  ///
  /// - Parameter isSimple: true for a text of one line, in which a line end counts as a space.
  static func plain(_ value: ArraySlice<UInt8>, isSimple: Bool = false) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.count)
    var place = value.startIndex
    /// The length of a line end at `place`; 0 if there is none.
    func lineEnd() -> Int {
      guard place < value.endIndex else { return 0 }
      if value[place] == 0x0A { return 1 }
      guard value[place] == 0x0D else { return 0 }
      return place + 1 < value.endIndex && value[place + 1] == 0x0A ? 2 : 1
    }
    while place < value.endIndex {
      let byte = value[place]
      let length = lineEnd()
      if length > 0 {
        bytes.append(isSimple ? UInt8(ascii: " ") : 0x0A)
        place += length
        continue
      }
      place += 1
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      let joined = lineEnd()
      place += joined
      if joined == 0, place < value.endIndex {
        bytes.append(value[place])
        place += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a point's two letters, counted from the top left.
  static func letters(_ point: Point) -> String {
    String(decoding: [UInt8(97 + point.x), UInt8(97 + point.y)], as: UTF8.self)
  }

  /// Parses a point: `aa` from the top left, as SGF defines, or `h8`, which some programs write.
  ///
  /// - Returns: `nil` if it is no point of the largest board.
  static func point(_ value: ArraySlice<UInt8>) -> Point? {
    let text = value.filter { $0 > 0x20 }
    guard text.count == 2, text.allSatisfy({ $0 | 0x20 >= 97 && $0 | 0x20 <= 122 }) else {
      guard text.count <= 3, !text.contains(UInt8(ascii: ",")) else { return nil }
      return Point(String(decoding: text, as: UTF8.self))
    }
    let (x, y) = (Int(text[0] | 0x20) - 97, Int(text[1] | 0x20) - 97)
    guard x < BoardSize.largestSide, y < BoardSize.largestSide else { return nil }
    return Point(x: x, y: y)
  }
}
