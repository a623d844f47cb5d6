import Basics

/// A line of input, or the fact that an overlong line was dropped.
public enum Line: Equatable, Sendable {
  /// The line without its terminator.
  ///
  /// It is decoded by `ByteText`, which also keeps bytes that are not UTF-8, as a path may have
  /// them.
  case text(String)
  /// A line of more than `LineSplitter.longest` bytes; its content is dropped.
  case overlong
}

/// A parser that splits a stream of bytes into lines, which end with LF, CR or CR LF. A byte order
/// mark at the start is skipped.
///
/// Of an overlong line nothing is kept, so the memory for the unfinished line is bounded.
public struct LineSplitter: Sendable {
  /// The length in bytes of the longest line that is kept.
  public static let longest = 65_536

  private var partial: [UInt8] = []
  private var isSkipping = false
  /// True directly after CR: a line feed then belongs to the line that has ended.
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

  /// Ends the current line and returns it; `nil` if it is empty.
  ///
  /// Call it at the end of the stream, for a last line without a terminator.
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
