import Basics
import Match
import Platform

/// The union of the logs of a tournament: each game once, with a list of the errors found.
public struct MergedResults: Sendable {
  /// The games by their index in the schedule.
  public private(set) var games: [Int: GameRecord] = [:]
  /// The number of records of games that were already known.
  public private(set) var duplicates = 0
  /// The indices of games with different records; the first record of each counts.
  public private(set) var conflicts: [Int] = []
  /// Damaged lines, and games that are not in the schedule, each with the log's name.
  public private(set) var damage: [String] = []
  /// The names of log files that belong to other schedules; their games do not count.
  public private(set) var foreign: [String] = []
  private let schedule: Schedule

  public init(schedule: Schedule) { self.schedule = schedule }

  /// Reads all logs in `folder`; throws if a file cannot be read.
  public init(schedule: Schedule, folder: String) throws {
    self.schedule = schedule
    for path in try MergedResults.logs(in: folder) {
      let bytes = try MergedResults.bytes(of: path)
      add(LogContents(parsing: bytes, game: schedule.config.game), name: path)
    }
  }

  /// Returns the bytes of a log. Refuses a pipe or a device, which might never end.
  private static func bytes(of path: String) throws(ResultLog.Failure) -> [UInt8] {
    do throws(SystemError) {
      let file = try FileDescriptor.open(path, for: .reading, waits: false)
      defer { file.close() }
      if file.isPlainFile { return try file.readAll() }
    } catch {
      throw .cannotOpen(path: path, reason: "\(error)")
    }
    throw .cannotOpen(path: path, reason: "not a file")
  }

  /// Returns the sorted paths of the files in `folder` whose names end in `.log`.
  public static func logs(in folder: String) throws -> [String] {
    do {
      return try FileSystem.names(inFolder: folder)
        .filter { $0.hasSuffix(".log") }.sorted().map { "\(folder)/\($0)" }
    } catch {
      throw ResultLog.Failure.cannotOpen(path: folder, reason: "\(error)")
    }
  }

  public mutating func add(_ contents: LogContents, name: String) {
    if let hash = contents.schedule, hash != schedule.hash {
      foreign.append(name)
      return
    }
    damage += contents.damage.map { "\(name): \($0)" }
    for record in contents.records { add(record, name: name) }
  }

  public mutating func add(_ record: GameRecord, name: String) {
    guard schedule.hash.hasPrefix(record.schedule), record.schedule.count >= LogLine.tagLength,
      record.id < schedule.gameCount
    else {
      damage.append("\(name): game \(record.id) is not of this schedule")
      return
    }
    guard let known = games[record.id] else {
      games[record.id] = record
      return
    }
    duplicates += 1
    if known.essence != record.essence { conflicts.append(record.id) }
  }

  /// The indices of the games that are still to be played.
  public var missing: [Int] { (0..<schedule.gameCount).filter { games[$0] == nil } }

  /// A hash over the moves and results of all games (`GameRecord.essence`).
  ///
  /// It is the same if another machine plays the same moves on another day.
  public var digest: String { MergedResults.digest(of: games.values) }

  /// Returns the hash of `records` in the order of their game indices.
  public static func digest(of records: some Collection<GameRecord>) -> String {
    var hash = SHA256()
    for record in records.sorted(by: { $0.id < $1.id }) {
      hash.update(Array("\(record.essence)\n".utf8))
    }
    return hash.hexDigest()
  }
}
