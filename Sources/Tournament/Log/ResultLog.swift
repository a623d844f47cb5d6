import Basics
import Foundation
import Gomocup
import Match
import Platform

/// The append-only file of finished games, which is the whole state of a tournament.
///
/// Each game is one line, written by one `write` and then synced. A crash leaves at most one
/// incomplete line at the end, which the next writer removes.
public final class ResultLog: Sendable {
  /// The reason why a log cannot be used.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    case cannotOpen(path: String, reason: String)
    case locked(path: String)
    /// The file is not a log.
    case noLog(path: String)
    /// The log belongs to another schedule, whose hash is `found`.
    case otherSchedule(path: String, found: String)
    case cannotWrite(path: String, reason: String)

    public var description: String {
      switch self {
      case .cannotOpen(let path, let reason): "\(path): cannot be opened: \(reason)"
      case .locked(let path): "\(path): another program is writing this log"
      case .noLog(let path): "\(path): not a log of games; it is left as it is"
      case .otherSchedule(let path, let found):
        "\(path): belongs to another schedule (\(found.prefix(LogLine.tagLength))); "
          + "the tournament file, its openings or an engine has changed"
      case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
      }
    }
  }

  public let path: String
  /// The contents of the log when it was opened.
  public let contents: LogContents
  private let file: FileDescriptor
  /// The length of the file's complete lines, in bytes. The monitor lets one thread write at a
  /// time.
  private let length: Monitor<Int>

  /// Opens the log at `path` for `schedule`, or creates it, and cuts off an incomplete last line.
  ///
  /// The file stays locked against other writers as long as this object exists.
  public init(path: String, schedule: Schedule) throws(Failure) {
    self.path = path
    let file: FileDescriptor
    do throws(SystemError) { file = try .open(path, for: .updating) } catch {
      throw .cannotOpen(path: path, reason: "\(error)")
    }
    do throws(Failure) {
      guard file.isPlainFile else { throw .cannotOpen(path: path, reason: "not a file") }
      guard file.lock() else { throw .locked(path: path) }
      let bytes = try ResultLog.bytes(of: file, path: path)
      contents = LogContents(parsing: bytes, game: schedule.config.game)
      guard !ResultLog.isForeign(bytes, contents, schedule) else { throw .noLog(path: path) }
      if let found = contents.schedule, found != schedule.hash {
        throw .otherSchedule(path: path, found: found)
      }
      if let stray = contents.records.first(where: { !schedule.hash.hasPrefix($0.schedule) }) {
        throw .otherSchedule(path: path, found: stray.schedule)
      }
      do throws(SystemError) { try file.truncate(to: contents.soundLength) } catch {
        throw .cannotWrite(path: path, reason: "\(error)")
      }
    } catch {
      file.closeUnlocked()
      throw error
    }
    self.file = file
    length = Monitor(contents.soundLength)
    if contents.schedule == nil { try append(ResultLog.header(of: schedule)) }
  }

  private static func header(of schedule: Schedule) -> JSON {
    LogLine.header(schedule: schedule.hash, name: schedule.config.name)
  }

  /// Returns whether the file is no log and must not be changed.
  ///
  /// The beginning of a header counts as a log whose first write was interrupted.
  private static func isForeign(
    _ bytes: [UInt8], _ contents: LogContents, _ schedule: Schedule
  ) -> Bool {
    contents.schedule == nil && contents.records.isEmpty
      && !LogLine.bytes(of: header(of: schedule)).starts(with: bytes)
  }

  deinit { file.closeUnlocked() }

  /// Adds a finished game. Once the function has returned, the game survives a loss of power.
  public func append(_ record: GameRecord) throws(Failure) { try append(record.json) }

  private func append(_ json: JSON) throws(Failure) {
    let line = LogLine.bytes(of: json)
    let written: Result<Void, Failure> = length.access { length in
      do throws(SystemError) {
        try file.append(line, at: &length)
        return .success(())
      } catch {
        return .failure(.cannotWrite(path: path, reason: "\(error)"))
      }
    }
    try written.get()
  }

  private static func bytes(of file: FileDescriptor, path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) { return try file.readAll() } catch {
      throw .cannotOpen(path: path, reason: "\(error)")
    }
  }
}
