import Glibc
import Gomocup

/// The process's only way to its standard input and output.
public final class LineChannel: Sendable {
  private let input: CInt
  private let output: CInt

  public init(input: CInt = STDIN_FILENO, output: CInt = STDOUT_FILENO) {
    self.input = input
    self.output = output
  }

  /// Reads until the stream ends or fails, and hands over each line as soon as it is complete.
  public func readLines(_ body: (Line) -> Void) {
    var splitter = LineSplitter()
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { buffer in
      while true {
        let count = read(input, buffer.baseAddress, buffer.count)
        if count > 0 {
          splitter.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])).forEach(body)
        } else if count == 0 || errno != EINTR {
          break
        }
      }
    }
    if let line = splitter.finish() { body(line) }
  }

  /// Whether nobody can read the output any more.
  var isClosed: Bool {
    var request = pollfd(fd: output, events: 0, revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// The most that a pipe takes at once or not at all: `PIPE_BUF` of Linux.
  private static let atomicWrite = 4096

  /// Whether `line` and LF can be written now without waiting for the reader.
  func canTake(_ line: String) -> Bool {
    var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    return line.utf8.count < LineChannel.atomicWrite && poll(&request, 1, 0) > 0
  }

  /// Writes `line` and LF with one system call (more only if the pipe takes a part).
  ///
  /// - Returns: whether the other side still listens.
  public func write(_ line: String) -> Bool {
    let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
    return bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          output, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
          poll(&request, 1, -1)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}
