import EngineProtocol
import Foundation
import Synchronization

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
  private let descriptor: Int32
  private let crc = CRC32()
  /// The length of the file, all of it sound.
  private let length: Mutex<Int>

  /// Opens the log at `path` for `schedule`, creating it if need be, repairs its tail and locks it
  /// until the value is released.
  public init(path: String, schedule: Schedule) throws(Failure) {
    self.path = path
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
    do throws(Failure) {
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw .cannotOpen(path: path, reason: "not a file")
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .locked(path: path) }
      contents = LogContents(
        parsing: try ResultLog.bytes(of: descriptor, path: path), game: schedule.config.game)
      if let found = contents.schedule, found != schedule.hash {
        throw .otherSchedule(path: path, found: found)
      }
      if let stray = contents.records.first(where: { !schedule.hash.hasPrefix($0.schedule) }) {
        throw .otherSchedule(path: path, found: stray.schedule)
      }
      guard ftruncate(descriptor, contents.soundLength) == 0 else {
        throw .cannotWrite(path: path, reason: String(cString: strerror(errno)))
      }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    length = Mutex(contents.soundLength)
    if contents.schedule == nil {
      try append(LogLine.header(schedule: schedule.hash, name: schedule.config.name))
    }
  }

  deinit { close(descriptor) }

  /// Adds a finished game; when this returns, it survives the loss of power.
  public func append(_ record: GameRecord) throws(Failure) { try append(record.json) }

  private func append(_ json: JSON) throws(Failure) {
    let line = LogLine.bytes(of: json, crc: crc)
    let written: Result<Void, Failure> = length.withLock { length in
      var done = 0
      while done < line.count {
        let count = line.withUnsafeBytes { buffer in
          pwrite(descriptor, buffer.baseAddress.map { $0 + done }, line.count - done, length + done)
        }
        if count > 0 {
          done += count
        } else if errno != EINTR {
          // Half a record must not stay: the next one would be glued to it.
          let reason = String(cString: strerror(errno))
          _ = ftruncate(descriptor, length)
          return .failure(.cannotWrite(path: path, reason: reason))
        }
      }
      guard fdatasync(descriptor) == 0 else {
        return .failure(.cannotWrite(path: path, reason: String(cString: strerror(errno))))
      }
      length += line.count
      return .success(())
    }
    try written.get()
  }

  private static func bytes(of descriptor: Int32, path: String) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
      }
    }
  }
}
