import Basics

/// Cuts a stream of bytes into lines, within fixed bounds.
struct LineBuffer {
  /// The longest line that is read; Gomocup's managers read 2,000 bytes.
  static let longestLine = 64 * 1024

  private var bytes: [UInt8] = []
  /// How much of `bytes` was handed out.
  private var consumed = 0
  /// Where the search for a line end goes on.
  private var searched = 0

  /// Whether the line in progress is longer than any line may be.
  var isOverfull: Bool { bytes.count - consumed > LineBuffer.longestLine }

  /// The line in progress, for evidence.
  var unfinished: String { String(decoding: bytes[consumed...].prefix(200), as: UTF8.self) }

  mutating func append(_ new: ArraySlice<UInt8>) {
    if consumed > 0 {
      bytes.removeFirst(consumed)
      searched -= consumed
      consumed = 0
    }
    bytes += new
  }

  /// Takes the next whole line, without its end (LF or CR LF).
  mutating func next() -> String? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    var line = bytes[consumed..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    consumed = end + 1
    searched = consumed
    return String(decoding: line, as: UTF8.self)
  }
}

/// The last lines of a dialogue, kept as evidence.
struct Transcript {
  private var lines: [String] = []
  private static let capacity = 40

  /// Notes a line, cut to a readable length.
  mutating func note(_ mark: String, _ line: String) {
    if lines.count == Transcript.capacity { lines.removeFirst() }
    let text = line.utf8.count > 200 ? "\(line.prefix(200))…" : line
    lines.append("\(mark) \(text.shown)")
  }

  var recent: [String] { lines }
}
