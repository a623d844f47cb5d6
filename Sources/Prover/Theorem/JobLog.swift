import Basics
import CommandLineKit
import Platform

/// The append-only file of a proof's finished jobs, from which an interrupted run continues. It also
/// has the results of the searches for moves in openings.
///
/// Each job is a line that begins with a checksum. After a kill, the file has whole lines and at
/// most one incomplete line at the end, which the next writer cuts off. A damaged whole line is an
/// error that the user has to repair.
final class JobLog: Sendable {
  /// A finished job: its number of nodes, and the place of its strategy in the file.
  struct LoggedJob: Sendable {
    let nodes: UInt64
    /// The strategy's range of bytes in the file; empty if no win was found. Of a search for moves,
    /// the range of `OpeningSearch.text(of:)`.
    let strategy: Range<Int>
  }

  /// Returns the key of a search for moves in the position of a job.
  static func searchKey(_ key: String, _ kind: OpeningSearch.Kind, nodes: UInt64) -> String {
    "\(key)?\(kind),\(nodes)"
  }

  /// The state of the file, guarded by the monitor's lock.
  private struct State {
    var entries: [String: LoggedJob] = [:]
    /// The length of the file in bytes, which is the offset of the next line.
    var length = 0
  }

  private let path: String
  private let file: FileDescriptor
  private let state: Monitor<State>

  /// Opens the log at `path`, or creates it, and locks it as long as this object exists.
  ///
  /// - Parameter title: the text of the first line; a log with another title is refused.
  init(path: String, title: String) throws(CommandError) {
    self.path = path
    do throws(SystemError) { file = try .open(path, for: .updating) } catch {
      throw CommandError("\(path): \(error)")
    }
    guard file.lock() else {
      file.close()
      throw CommandError("\(path): another program is writing this log")
    }
    state = Monitor(State())
    try read(title)
    if state.access(\.length) == 0 { try append(title, "") }
  }

  deinit { file.closeUnlocked() }

  /// Reads the whole lines, and cuts off an incomplete line at the end.
  private func read(_ title: String) throws(CommandError) {
    var lines: FileLines
    do throws(TextFile.Failure) { lines = try FileLines(path, longest: .max) } catch {
      throw CommandError("\(error)")
    }
    let first = CheckedLine.bytes(of: Array("\(title) ".utf8))
    var length = 0
    var number = 0
    do {
      let size = try file.size
      guard first.starts(with: try file.read(min(size, first.count), at: 0)) else {
        throw CommandError("no log of this task with these limits")
      }
      while let line = try lines.next(isStopped: { false }) {
        let bytes = Array(line.utf8)
        number += 1
        let isPlain = bytes.allSatisfy { $0 < 0x80 }
        // A line without a line end is incomplete, even if its checksum matches.
        guard !isPlain || length + bytes.count < size else { break }
        guard isPlain, (try? CheckedLine.body(of: bytes[...])) != nil else {
          throw CommandError("line \(number) is damaged: remove it to have its job done again")
        }
        if length > 0, let (key, entry) = JobLog.entry(bytes, at: length) {
          state.access { $0.entries[key] = entry }
        }
        length += bytes.count + 1
      }
      try file.truncate(to: length)
    } catch {
      throw CommandError("\(path): \(error)")
    }
    let sound = length
    state.access { $0.length = sound }
  }

  /// Reads a line `CHECKSUM KEY NODES STRATEGY` that starts at `offset` in the file.
  private static func entry(_ line: [UInt8], at offset: Int) -> (String, LoggedJob)? {
    let words = line.split(
      separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, let nodes = UInt64(String(decoding: words[2], as: UTF8.self)) else {
      return nil
    }
    let start = offset + words[3].startIndex
    return (
      String(decoding: words[1], as: UTF8.self),
      LoggedJob(nodes: nodes, strategy: start..<start + words[3].count)
    )
  }

  /// The number of finished jobs.
  var count: Int { state.access { $0.entries.keys.count { !$0.contains("?") } } }

  subscript(_ key: String) -> LoggedJob? { state.access { $0.entries[key] } }

  func text(of entry: LoggedJob) throws(CommandError) -> [UInt8] {
    do throws(SystemError) {
      return try file.read(entry.strategy.count, at: entry.strategy.lowerBound)
    } catch {
      throw CommandError("\(path): \(error)")
    }
  }

  /// Adds the jobs of another log that are not in this one, or that have a win only there.
  func append(_ other: JobLog) throws(CommandError) {
    for (key, entry) in other.state.access(\.entries).sorted(by: { $0.key < $1.key })
    where self[key].map({ $0.strategy.isEmpty && !entry.strategy.isEmpty }) ?? true {
      let text = String(decoding: try other.text(of: entry), as: UTF8.self)
      try append(key, "\(entry.nodes) \(text)")
    }
  }

  /// Appends a finished job. After the return, the line survives a power failure.
  ///
  /// - Parameter rest: the number of nodes and the strategy's text.
  func append(_ key: String, _ rest: String) throws(CommandError) {
    let line = CheckedLine.bytes(of: Array("\(key) \(rest)".utf8))
    let written: Result<Void, SystemError> = state.access { state in
      let offset = state.length
      do throws(SystemError) { try file.append(line, at: &state.length) } catch {
        return .failure(error)
      }
      if let (key, entry) = JobLog.entry(Array(line.dropLast()), at: offset) {
        state.entries[key] = entry
      }
      return .success(())
    }
    if case .failure(let error) = written { throw CommandError("\(path): \(error)") }
  }
}
