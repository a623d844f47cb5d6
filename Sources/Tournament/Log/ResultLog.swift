import Basics
import Foundation
import Gomocup
import Platform

/// The append-only file of finished games: the only state of a tournament.
///
/// A game is in the log once its line was written by one `write` and synced. Whatever kills the
/// program leaves whole lines, and at most one torn one at the end, which the next writer cuts off.
public final class ResultLog: Sendable {
  public enum Failure: Error, Equatable, CustomStringConvertible {
    case cannotOpen(path: String, reason: String)
    case locked(path: String)
    case otherSchedule(path: String, found: String)
    case cannotWrite(path: String, reason: String)

    public var description: String {
      switch self {
      case .cannotOpen(let path, let reason): "\(path): cannot be opened: \(reason)"
      case .locked(let path): "\(path): another program is writing this log"
      case .otherSchedule(let path, let found):
        "\(path): belongs to another schedule (\(found.prefix(LogLine.tagLength))); "
          + "the tournament file, its openings or an engine has changed"
      case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
      }
    }
  }

  public let path: String
  /// What the log held when it was opened.
  public let contents: LogContents
  private let file: FileDescriptor
  /// The length of the file, all of it sound.
  private let length: Monitor<Int>

  /// Opens the log at `path` for `schedule`, creating it if need be, repairs its tail and locks it
  /// until the value is released.
  public init(path: String, schedule: Schedule) throws(Failure) {
    self.path = path
    let file: FileDescriptor
    do throws(SystemError) { file = try .open(path, for: .updating) } catch {
      throw .cannotOpen(path: path, reason: "\(error)")
    }
    do throws(Failure) {
      guard file.isPlainFile else { throw .cannotOpen(path: path, reason: "not a file") }
      guard file.lock() else { throw .locked(path: path) }
      contents = LogContents(
        parsing: try ResultLog.bytes(of: file, path: path), game: schedule.config.game)
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
    if contents.schedule == nil {
      try append(LogLine.header(schedule: schedule.hash, name: schedule.config.name))
    }
  }

  deinit { file.closeUnlocked() }

  /// Adds a finished game; when this returns, it survives the loss of power.
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
