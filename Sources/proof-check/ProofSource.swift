import Basics
import GomokuRules
import Platform

/// The file with a text to be checked, or standard input.
struct ProofSource {
  /// The reason why a text cannot be read to its end.
  enum Problem: Error {
    case unreadable(String)
    case lineTooLong
    case tooManyEmptyLines
  }

  /// The path of the file; `-` means standard input.
  let path: String
  /// True if the path may be a symbolic link.
  ///
  /// False for the files of a folder, as their links could lead anywhere.
  let followsLinks: Bool

  /// The path with control characters escaped.
  var name: String { path.shown }

  /// Opens the text. Apart from standard input only regular files are opened, so the call never
  /// waits for a pipe.
  func open() throws(Problem) -> ProofLines {
    if path == "-" {
      return ProofLines(
        FileLines(.standardInput, path: path, longest: ProofReader.longestLine))
    }
    let file: FileDescriptor?
    do throws(SystemError) {
      file = try FileDescriptor.openRegular(path, followsLinks: followsLinks)
    } catch { throw .unreadable("\(error)") }
    guard let file else { throw .unreadable("no regular file") }
    return ProofLines(FileLines(file, path: path, longest: ProofReader.longestLine))
  }
}

/// The lines of a proof's text.
struct ProofLines: ~Copyable {
  private var lines: FileLines
  /// The number of bytes of empty lines since the last other line.
  private var emptyBytes = 0

  /// The largest number of bytes of successive empty lines.
  ///
  /// All other lines take memory, which has a bound of its own.
  static let mostEmptyBytes = 1 << 20

  init(_ lines: consuming FileLines) { self.lines = lines }

  /// Returns the next line and adds its bytes to `hash`.
  mutating func next(
    addingTo hash: inout SHA256
  ) throws(ProofSource.Problem) -> String? {
    let line: String?
    do throws(TextFile.Failure) { line = try lines.next { false } } catch {
      switch error {
      case .unusable(_, let reason): throw .unreadable("\(reason)")
      case .lineTooLong: throw .lineTooLong
      }
    }
    guard let line else { return nil }
    hash.update(Array("\(line)\n".utf8))
    let isEmpty = line.utf8.allSatisfy { $0 == UInt8(ascii: " ") }
    emptyBytes = isEmpty ? emptyBytes + line.utf8.count + 1 : 0
    if emptyBytes > ProofLines.mostEmptyBytes { throw .tooManyEmptyLines }
    return line
  }
}

/// The result of a check: a line to print, and an exit status.
struct Judgement {
  enum Status: CInt {
    case valid = 0
    case refused = 1
    case unreadable = 2
    case notJudged = 3
  }

  let line: String
  let status: Status

  init(_ line: String, _ status: Status) { (self.line, self.status) = (line, status) }

  /// Creates the judgement for a text that cannot be read.
  init(_ name: String, _ problem: ProofSource.Problem) {
    self =
      switch problem {
      case .unreadable(let reason): Judgement("\(name): cannot be read: \(reason)", .unreadable)
      case .lineTooLong: Judgement("\(name): refused: a line is too long for a proof", .refused)
      case .tooManyEmptyLines:
        Judgement(
          name, needsMoreThan: "\(ProofLines.mostEmptyBytes >> 20) MiB of empty lines in a row")
      }
  }

  /// Creates the judgement for a text whose check would exceed a limit.
  init(_ name: String, needsMoreThan bound: String) {
    self.init("\(name): not judged: needs more than \(bound)", .notJudged)
  }
}

extension Judgement {
  static func tooManyPositions(_ name: String, _ bound: Int) -> Judgement {
    Judgement(name, needsMoreThan: "\(bound) positions (--max-positions)")
  }

  static func outOfMemory(_ name: String, _ bytes: Int) -> Judgement {
    Judgement(name, needsMoreThan: "\(bytes >> 20) MiB of memory (--max-memory)")
  }
}
