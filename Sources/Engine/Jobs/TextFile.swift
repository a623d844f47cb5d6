import Basics
import Glibc
import Gomocup
import SearchKit

/// The files that SOLVE reads and writes.
enum TextFile {
  /// Why a file is of no use.
  enum Failure: Error, Equatable, Sendable {
    /// It cannot be read or written.
    case unusable(path: String)
    /// A line longer than any such file has.
    case lineTooLong
  }

  /// Writes `text` to the file. A pipe that nobody reads is waited for until `stop` comes.
  static func write(_ text: String, to path: String, stop: StopSignal) throws(Failure) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .unusable(path: path) }
    defer { close(file) }
    let bytes = Array(text.utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      guard isReady(file, POLLOUT) else {
        if stop.isRequested { throw .unusable(path: path) }
        continue
      }
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EAGAIN, errno != EINTR {
        throw .unusable(path: path)
      }
    }
  }

  /// Whether a file is ready now or in a moment: a pipe may never be.
  fileprivate static func isReady(_ file: CInt, _ events: Int32) -> Bool {
    var request = pollfd(fd: file, events: Int16(events), revents: 0)
    return poll(&request, 1, 20) > 0
  }
}

/// The lines of a file, read piece by piece: none is too large to be looked at, and one that never
/// ends or never begins can be left at any time.
struct FileLines: ~Copyable {
  private let path: String
  private let file: CInt
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var unread: Range<Int> = 0..<0

  init(_ path: String) throws(TextFile.Failure) {
    self.path = path
    file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw .unusable(path: path) }
  }

  deinit { close(file) }

  /// The next line without its line feed; `nil` at the end of the file, or when `stop` comes first.
  mutating func next(_ stop: StopSignal) throws(TextFile.Failure) -> String? {
    var line: [UInt8] = []
    while !stop.isRequested {
      if unread.isEmpty {
        guard try refill(stop) else { return line.isEmpty ? nil : FileLines.text(line[...]) }
      }
      let bytes = chunk[unread]
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      guard line.count + end - bytes.startIndex <= LineSplitter.longest else { throw .lineTooLong }
      unread = min(end + 1, bytes.endIndex)..<bytes.endIndex
      if end < bytes.endIndex, line.isEmpty { return FileLines.text(bytes[..<end]) }
      line += bytes[..<end]
      if end < bytes.endIndex { return FileLines.text(line[...]) }
    }
    return nil
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Reads more of the file.
  ///
  /// - Returns: whether there was more before the end, or before `stop`.
  private mutating func refill(_ stop: StopSignal) throws(TextFile.Failure) -> Bool {
    while !stop.isRequested {
      // A pipe that nobody has opened for writing yet would look as if it had ended.
      guard TextFile.isReady(file, POLLIN) else { continue }
      let count = read(file, &chunk, chunk.count)
      if count > 0 {
        unread = 0..<count
        return true
      } else if count == 0 {
        return false
      } else if errno != EAGAIN, errno != EINTR {
        throw .unusable(path: path)
      }
    }
    return false
  }
}
