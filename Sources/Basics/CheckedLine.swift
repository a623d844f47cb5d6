/// The line format of append-only files: a checksum, a space, and the content, called the body.
///
/// The checksum is the CRC-32 of the body. It reveals a line of which a crash wrote only a part.
public enum CheckedLine {
  /// The reasons to reject a line.
  public enum Problem: Error, Equatable, Sendable {
    /// The line does not begin with eight characters and a space, or nothing follows them.
    case noChecksum
    /// The checksum does not match the body.
    case wrongChecksum
  }

  /// The line terminator.
  public static let end = UInt8(ascii: "\n")
  private static let crc = CRC32()
  /// The number of bytes before the body: eight hexadecimal digits and a space.
  public static let prefixLength = 9

  /// Returns the whole line for `body`: checksum, space, body and line terminator.
  public static func bytes(of body: [UInt8]) -> [UInt8] {
    Array(crc.text(of: body).utf8) + [UInt8(ascii: " ")] + body + [end]
  }

  /// Returns the body of `line`, which is given without its terminator.
  ///
  /// - Throws: `noChecksum`, also if the body is empty, or `wrongChecksum`.
  public static func body(of line: ArraySlice<UInt8>) throws(Problem) -> ArraySlice<UInt8> {
    let body = line.dropFirst(prefixLength)
    guard line.count > prefixLength, line[body.startIndex - 1] == UInt8(ascii: " ") else {
      throw .noChecksum
    }
    guard Array(line.prefix(prefixLength - 1)) == Array(crc.text(of: body).utf8) else {
      throw .wrongChecksum
    }
    return body
  }
}
