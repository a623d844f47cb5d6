/// One line of input, or what is left of one that was too long to keep.
public enum Line: Equatable, Sendable {
  /// The line without its terminator. Bytes that are no UTF-8 have become U+FFFD.
  case text(String)
  /// A line of more than `LineSplitter.longest` bytes; its bytes are gone.
  case overlong
}

/// Cuts a stream of bytes into lines that end with LF, CR or CR LF.
///
/// NUL and TAB count as blanks. The memory in use stays below twice `longest`, however long a line is.
public struct LineSplitter: Sendable {
  /// Longer lines are skipped.
  public static let longest = 65_536

  private var partial: [UInt8] = []
  private var isSkipping = false
  /// Whether a line feed belongs to the line that has just ended.
  private var isBehindReturn = false

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
          partial.append(byte == 0 || byte == UInt8(ascii: "\t") ? UInt8(ascii: " ") : byte)
        } else {
          isSkipping = true
          partial.removeAll(keepingCapacity: true)
        }
      }
    }
    return lines
  }

  /// Ends the current line, and returns it unless it is empty. Call it at the end of the stream too.
  public mutating func finish() -> Line? {
    defer {
      partial.removeAll(keepingCapacity: true)
      isSkipping = false
    }
    if isSkipping { return .overlong }
    return partial.isEmpty ? nil : .text(String(decoding: partial, as: UTF8.self))
  }
}
