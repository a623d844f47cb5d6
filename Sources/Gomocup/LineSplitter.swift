import Basics

/// One line of input, or what is left of one that was too long to keep.
public enum Line: Equatable, Sendable {
  /// The line without its terminator, as `ByteText` reads its bytes: paths are bytes.
  case text(String)
  /// A line of more than `LineSplitter.longest` bytes; its bytes are gone.
  case overlong
}

/// Cuts a stream of bytes into lines that end with LF, CR or CR LF, and skips a byte order mark.
///
/// The memory in use stays below twice `longest`, however long a line is.
public struct LineSplitter: Sendable {
  /// Longer lines are skipped.
  public static let longest = 65_536

  private var partial: [UInt8] = []
  private var isSkipping = false
  /// True if a line feed belongs to the line that has just ended.
  private var isBehindReturn = false
  private var isFirst = true

  public init() {}

  /// Takes the next bytes of the stream and returns the lines that they complete.
  public mutating func append(_ bytes: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in bytes {
      let isLineFeed = byte == UInt8(ascii: "\n")
      if isLineFeed || byte == UInt8(ascii: "\r") {
        if !isLineFeed || !isBehindReturn { lines.append(finish() ?? .text("")) }
        isBehindReturn = !isLineFeed
        continue
      }
      isBehindReturn = false
      if !isSkipping {
        if partial.count < LineSplitter.longest {
          partial.append(byte)
        } else {
          isSkipping = true
          partial.removeAll(keepingCapacity: true)
        }
      }
    }
    return lines
  }

  /// Ends the current line, and returns the line unless it is empty. The end of the stream needs
  /// this call too.
  public mutating func finish() -> Line? {
    defer {
      partial.removeAll(keepingCapacity: true)
      (isSkipping, isFirst) = (false, false)
    }
    if isSkipping { return .overlong }
    let line = isFirst ? OutsideText.withoutMark(partial) : partial[...]
    return line.isEmpty ? nil : .text(ByteText.string(line))
  }
}
