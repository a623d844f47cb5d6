import Gomocup
import Platform

/// The process's only way to its standard input and output.
public final class LineChannel: Sendable {
  private let input: FileDescriptor
  private let output: FileDescriptor

  public init(input: FileDescriptor = .standardInput, output: FileDescriptor = .standardOutput) {
    self.input = input
    self.output = output
  }

  /// Reads until the stream ends or fails, and hands over each line as soon as it is complete.
  public func readLines(_ body: (Line) -> Void) {
    var splitter = LineSplitter()
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while let count = try? input.read(into: &chunk), count > 0 {
      splitter.append(chunk[..<count]).forEach(body)
    }
    if let line = splitter.finish() { body(line) }
  }

  /// Whether nobody can read the output any more.
  var isClosed: Bool { output.isReady(for: .desertion) }

  /// Whether `line` and LF can be written now without waiting for the reader.
  func canTake(_ line: String) -> Bool {
    line.utf8.count < FileDescriptor.atomicWrite && output.isReady(for: .writing)
  }

  /// Writes `line` and LF with one system call (more only if the pipe takes a part).
  ///
  /// - Returns: whether the other side still listens.
  public func write(_ line: String) -> Bool {
    (try? output.writeAll(Array(line.utf8) + [UInt8(ascii: "\n")])) != nil
  }
}
