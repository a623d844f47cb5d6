import Basics
import Platform

/// The union of the logs of a tournament: each game once, with an account of what is wrong.
public struct MergedResults: Sendable {
  /// The games by number.
  public private(set) var games: [Int: GameRecord] = [:]
  /// Lines that say again what another line says.
  public private(set) var duplicates = 0
  /// Games of which two lines tell different stories; the first one counts.
  public private(set) var conflicts: [Int] = []
  /// Damaged lines, each with its file.
  public private(set) var damage: [String] = []
  /// Files that belong to another schedule.
  public private(set) var foreign: [String] = []
  private let schedule: Schedule

  public init(schedule: Schedule) { self.schedule = schedule }

  /// Reads every log in `folder`.
  public init(schedule: Schedule, folder: String) throws {
    self.schedule = schedule
    for path in try MergedResults.logs(in: folder) {
      let bytes: [UInt8]
      do { bytes = try FileSystem.contents(of: path) } catch {
        throw ResultLog.Failure.cannotOpen(path: path, reason: "\(error)")
      }
      add(LogContents(parsing: bytes, game: schedule.config.game), name: path)
    }
  }

  /// The paths of the logs in `folder`, sorted.
  public static func logs(in folder: String) throws -> [String] {
    do {
      return try FileSystem.names(inFolder: folder)
        .filter { $0.hasSuffix(".log") }.sorted().map { "\(folder)/\($0)" }
    } catch {
      throw ResultLog.Failure.cannotOpen(path: folder, reason: "\(error)")
    }
  }

  /// Adds the games of one log.
  public mutating func add(_ contents: LogContents, name: String) {
    if let hash = contents.schedule, hash != schedule.hash {
      foreign.append(name)
      return
    }
    damage += contents.damage.map { "\(name): \($0)" }
    for record in contents.records { add(record, name: name) }
  }

  /// Adds one game, if it is one of the schedule.
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

  /// The numbers of the games that are still to be played.
  public var missing: [Int] { (0..<schedule.gameCount).filter { games[$0] == nil } }

  /// A hash of what happened on the boards: equal for equal games, whoever played them and when.
  public var digest: String { MergedResults.digest(of: games.values) }

  /// The digest of `records` in the order of their numbers.
  public static func digest(of records: some Collection<GameRecord>) -> String {
    var hash = SHA256()
    for record in records.sorted(by: { $0.id < $1.id }) {
      hash.update(Array("\(record.essence)\n".utf8))
    }
    return hash.hexDigest()
  }
}
