import Basics
import Foundation
import Gomocup
import Match

/// The contents of a log file: the valid lines, and the error of every other line.
public struct LogContents: Equatable, Sendable {
  /// The error of a line.
  public struct Damage: Equatable, Sendable, CustomStringConvertible {
    public let line: Int
    public let message: String

    public var description: String { "line \(line): \(message)" }
  }

  /// The schedule's hash from the header; `nil` if the log has no valid header.
  public private(set) var schedule: String?
  /// The games in the order in which they were written.
  public private(set) var records: [GameRecord] = []
  public private(set) var damage: [Damage] = []
  /// The number of bytes up to and including the last line end.
  public private(set) var soundLength = 0
  /// True if bytes follow the last line end, as after an interrupted write.
  public private(set) var hasTornTail = false

  /// Parses the log of a tournament of `game`.
  ///
  /// Any bytes are accepted; only lines with a valid checksum count as results.
  public init(parsing bytes: [UInt8], game: GameKind) {
    var start = OutsideText.withoutMark(bytes).startIndex
    var number = 0
    while let end = bytes[start...].firstIndex(of: CheckedLine.end) {
      number += 1
      switch LogLine(parsing: bytes[start..<end], of: game) {
      case .header(let hash): note(hash: hash, line: number)
      case .record(let record): note(record, line: number)
      case .damaged(let message): damage.append(Damage(line: number, message: message))
      }
      start = end + 1
    }
    soundLength = start
    hasTornTail = start < bytes.count
    if hasTornTail { damage.append(Damage(line: number + 1, message: "torn off, not finished")) }
  }

  private mutating func note(hash: String, line: Int) {
    if let schedule, schedule != hash {
      damage.append(Damage(line: line, message: "the header of another schedule"))
    } else {
      schedule = hash
    }
  }

  private mutating func note(_ record: GameRecord, line: Int) {
    if let schedule, !schedule.hasPrefix(record.schedule) {
      damage.append(Damage(line: line, message: "a game of another schedule"))
    } else {
      records.append(record)
    }
  }
}

/// One line of a log: `crc32 SP json`, without its line end.
enum LogLine {
  case header(schedule: String)
  case record(GameRecord)
  case damaged(String)

  private static let format = "wuliu games 1"

  /// The length of the prefix of the schedule's hash that each record repeats, in hexadecimal
  /// digits.
  ///
  /// It tells to which schedule a record belongs.
  static let tagLength = 16

  /// Parses a line; a wrong checksum or invalid contents make it `damaged`.
  init(parsing bytes: ArraySlice<UInt8>, of game: GameKind) {
    let body: ArraySlice<UInt8>
    do throws(CheckedLine.Problem) { body = try CheckedLine.body(of: bytes) } catch {
      self =
        switch error {
        case .noChecksum: .damaged("not a line of a log")
        case .wrongChecksum: .damaged("the checksum is wrong")
        }
      return
    }
    guard let json = try? JSON(parsing: Array(body)) else {
      self = .damaged("not a JSON value")
      return
    }
    if json["log"]?.string == LogLine.format, let hash = json["schedule"]?.string {
      self = .header(schedule: hash)
    } else {
      do { self = .record(try GameRecord(json, of: game)) } catch {
        self = .damaged(error.description)
      }
    }
  }

  /// Returns the bytes of a line with `json`, its line end included.
  static func bytes(of json: JSON) -> [UInt8] {
    CheckedLine.bytes(of: Array(json.description.utf8))
  }

  /// Returns the contents of a log's first line.
  static func header(schedule: String, name: String) -> JSON {
    .object(compacting: [
      ("log", .string(format)), ("schedule", .string(schedule)), ("name", .string(name)),
    ])
  }
}
