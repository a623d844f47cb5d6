/// The conversion of text from outside: byte order marks are removed, UTF-16 becomes UTF-8.
public enum OutsideText {
  /// The byte order mark of UTF-8.
  public static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns the bytes after a UTF-8 byte order mark; all bytes if there is none.
  public static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
  }

  /// Returns the text as UTF-8 without its byte order mark.
  ///
  /// UTF-16 is recognised by its byte order mark. Bytes without a mark are returned unchanged.
  public static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xFF, 0xFE]) { return utf8(ofUnits: bytes.dropFirst(2), high: 1) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf8(ofUnits: bytes.dropFirst(2), high: 0) }
    return Array(withoutMark(bytes))
  }

  /// Converts UTF-16 to UTF-8. An odd last byte is dropped.
  ///
  /// - Parameter high: the index of each unit's high byte: 0 for big endian, 1 for little endian.
  private static func utf8(ofUnits bytes: ArraySlice<UInt8>, high: Int) -> [UInt8] {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place in
      UInt16(bytes[place + high]) << 8 | UInt16(bytes[place + 1 - high])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
