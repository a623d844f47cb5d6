import Basics

/// Text files whose reading and writing can be stopped: no call blocks for long.
public enum TextFile {
  /// The reason why a file cannot be read or written.
  public enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// A system call failed.
    case unusable(path: String, SystemError)
    /// A line is longer than the reader accepts.
    case lineTooLong

    public var description: String {
      switch self {
      case .unusable(let path, let reason): "\(path): \(reason)"
      case .lineTooLong: "a line is too long for such a file"
      }
    }
  }

  /// Writes `text` to the file. If nobody reads a pipe, waits until somebody does.
  ///
  /// An existing file is replaced only if it is empty or begins with the first word of `text` and a
  /// blank. A file of another kind is thus kept.
  ///
  /// - Throws: `unusable`, also if `isStopped` returns true while nobody reads a pipe.
  public static func write(
    _ text: String, to path: String, isStopped: () -> Bool
  ) throws(Failure) {
    let bytes = Array(text.utf8)
    let kind = bytes.prefix { $0 > UInt8(ascii: " ") } + [UInt8(ascii: " ")]
    do throws(SystemError) {
      let file = try OutputFile(path) { $0.starts(with: kind) }
      try file.write(bytes, isStopped: isStopped)
      try file.finish()
    } catch {
      throw .unusable(path: path, error)
    }
  }

  /// The time to wait for a file to become ready before `isStopped` is asked again.
  ///
  /// A pipe may never become ready.
  static let moment = Duration.milliseconds(20)
}

/// A reader of a file's lines that reads the file piece by piece.
///
/// The file may be larger than memory. Reading can be stopped at any time, also from a pipe that
/// sends nothing or never ends.
public struct FileLines: ~Copyable {
  private let path: String
  private let longest: Int
  private let file: FileDescriptor
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var unread: Range<Int> = 0..<0
  private var isAtBegin = true

  /// Opens the file at `path`.
  ///
  /// - Parameter longest: the longest accepted line in bytes; a longer line is an error.
  public init(_ path: String, longest: Int) throws(TextFile.Failure) {
    self.path = path
    self.longest = longest
    do throws(SystemError) {
      file = try FileDescriptor.open(path, for: .reading, waits: false)
    } catch {
      throw .unusable(path: path, error)
    }
  }

  /// Takes over an open file, and closes it at the end of the reader's life.
  ///
  /// - Parameter path: the file's name for errors.
  public init(_ file: FileDescriptor, path: String, longest: Int) {
    (self.file, self.path, self.longest) = (file, path, longest)
  }

  deinit { file.close() }

  /// Returns the next line without its line feed; `nil` at the end of the file, or once `isStopped`
  /// returns true.
  ///
  /// A byte order mark before the first line is dropped.
  /// Bytes that are not UTF-8 become U+FFFD.
  public mutating func next(isStopped: () -> Bool) throws(TextFile.Failure) -> String? {
    try nextBytes(isStopped: isStopped).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the bytes of the next line, as `next` does.
  public mutating func nextBytes(
    isStopped: () -> Bool
  ) throws(TextFile.Failure) -> ArraySlice<UInt8>? {
    var line: [UInt8] = []
    while !isStopped() {
      if unread.isEmpty {
        guard try refill(isStopped) else { return line.isEmpty ? nil : unmarked(line[...]) }
      }
      let bytes = chunk[unread]
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      guard line.count + end - bytes.startIndex <= longest else { throw .lineTooLong }
      unread = min(end + 1, bytes.endIndex)..<bytes.endIndex
      if end < bytes.endIndex, line.isEmpty { return unmarked(bytes[..<end]) }
      line += bytes[..<end]
      if end < bytes.endIndex { return unmarked(line[...]) }
    }
    return nil
  }

  /// Returns a line without a byte order mark before it, if it is the first.
  private mutating func unmarked(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    defer { isAtBegin = false }
    return isAtBegin ? OutsideText.withoutMark(Array(bytes)) : bytes
  }

  /// Reads the next chunk of the file.
  ///
  /// - Returns: false at the end of the file, or once `isStopped` returns true.
  private mutating func refill(_ isStopped: () -> Bool) throws(TextFile.Failure) -> Bool {
    while !isStopped() {
      // Before a writer has opened a pipe, a read would report the end of the file.
      guard file.isReady(for: .reading, within: TextFile.moment) else { continue }
      let count: Int?
      do throws(SystemError) { count = try file.read(into: &chunk) } catch {
        throw .unusable(path: path, error)
      }
      guard let count else { continue }
      unread = 0..<count
      return count > 0
    }
    return false
  }
}
