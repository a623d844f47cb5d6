import Gomocup
import Platform

/// The connection to the manager over standard input and output, by complete lines.
public final class LineChannel: Sendable {
  private let input: FileDescriptor
  private let output: FileDescriptor

  public init(input: FileDescriptor = .standardInput, output: FileDescriptor = .standardOutput) {
    self.input = input
    self.output = output
  }

  /// Reads until the stream ends or fails, and calls `body` with each line once it is complete.
  ///
  /// The end of the stream completes the last line.
  public func readLines(_ body: (Line) -> Void) {
    var splitter = LineSplitter()
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while let count = try? input.read(into: &chunk), count > 0 {
      splitter.append(chunk[..<count]).forEach(body)
    }
    if let line = splitter.finish() { body(line) }
  }

  /// True if the reading end of the output has been closed.
  var isClosed: Bool { output.isReady(for: .otherEndClosed) }

  /// Returns whether `line` and LF can certainly be written now without blocking.
  ///
  /// This is never certain of a line of `FileDescriptor.atomicWrite` bytes or more.
  func canTake(_ line: String) -> Bool {
    line.utf8.count < FileDescriptor.atomicWrite && output.isReady(for: .writing)
  }

  /// Writes `line` and LF by one system call, or by several if the pipe accepts only a part.
  ///
  /// - Returns: false if the write fails, as it does once the reading end has been closed.
  public func write(_ line: String) -> Bool {
    (try? output.writeAll(Array(line.utf8) + [UInt8(ascii: "\n")])) != nil
  }
}
