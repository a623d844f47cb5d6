/// A line of a file that only grows, with its CRC-32 before it: `crc32 SP body`.
public enum CheckedLine {
  /// What is wrong with a line.
  public enum Problem: Error, Equatable, Sendable {
    case noChecksum
    case wrongChecksum
  }

  public static let end = UInt8(ascii: "\n")
  private static let crc = CRC32()
  /// Bytes before the body.
  public static let prefixLength = 9

  /// The bytes of the line, with its end.
  public static func bytes(of body: [UInt8]) -> [UInt8] {
    Array(crc.text(of: body).utf8) + [UInt8(ascii: " ")] + body + [end]
  }

  /// The body of a line without its end.
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
