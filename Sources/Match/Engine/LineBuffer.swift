import Basics

/// A buffer that splits a stream of bytes into lines.
struct LineBuffer {
  private var bytes: [UInt8] = []
  /// The number of bytes at the start that have been returned as lines.
  private var consumed = 0
  /// The offset at which the search for a line end continues.
  private var searched = 0

  /// True if the next line is too long, finished or not. Valid once `next` has returned `nil`.
  var isOverfull: Bool { bytes.count - consumed > OutputLimits.line }

  /// The beginning of the next line, for the transcript.
  var unfinished: String { String(decoding: bytes[consumed...].prefix(200), as: UTF8.self) }

  mutating func append(_ new: ArraySlice<UInt8>) {
    if consumed > 0 {
      bytes.removeFirst(consumed)
      searched -= consumed
      consumed = 0
    }
    bytes += new
  }

  /// Removes and returns the next line without its end (LF or CR LF).
  ///
  /// Returns `nil` if none is complete, or if the next one is too long.
  mutating func next() -> String? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    guard end - consumed <= OutputLimits.line else { return nil }
    var line = bytes[consumed..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    consumed = end + 1
    searched = consumed
    return String(decoding: line, as: UTF8.self)
  }
}

/// The last 40 lines of a dialogue with an engine, kept as evidence of a fault.
public struct Transcript {
  private var lines: [String] = []
  private static let capacity = 40

  /// Adds a line, cut to 200 characters, after a mark.
  ///
  /// The mark is `>` for a line to the engine, `<` for its output and `!` for its error stream.
  mutating func note(_ mark: String, _ line: String) {
    if lines.count == Transcript.capacity { lines.removeFirst() }
    let text = line.utf8.count > 200 ? "\(line.prefix(200))…" : line
    lines.append("\(mark) \(text.shown)")
  }

  public var recent: [String] { lines }
}
