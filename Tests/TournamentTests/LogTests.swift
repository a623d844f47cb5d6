import Basics
import Foundation
import Gomocup
import GomokuRules
import TestSupport
import Testing

@testable import Match
@testable import Tournament

@Suite("The result log") struct LogTests {
  /// A schedule of 10 games and its finished log.
  static func finishedLog() throws -> (schedule: Schedule, bytes: [UInt8]) {
    let schedule = try Schedule(TestTournament(["null", "scatter"], pairs: 5).config)
    return try TestFiles.withFolder { folder in
      let log = try ResultLog(path: "\(folder)/games.log", schedule: schedule)
      for id in 0..<schedule.gameCount { try log.append(record(id, of: schedule)) }
      return (schedule, Array(try Data(contentsOf: URL(filePath: log.path))))
    }
  }

  static func record(_ id: Int, of schedule: Schedule) -> GameRecord {
    let names = id.isMultiple(of: 2) ? ["null", "scatter"] : ["scatter", "null"]
    var record = GameRecord(
      id: id, schedule: String(schedule.hash.prefix(LogLine.tagLength)), opener: names[0],
      replier: names[1], black: names[0], opening: "random", symmetry: 0, openingPlies: 1,
      moves: [(7, 7), (8, 8), (0, id)].map { Move.point(Point(x: $0.0, y: $0.1)) },
      winner: [nil, "null", "scatter"][id % 3], reason: .row)
    record.detail = "quote \" and 五六"
    record.searches = [.init(microseconds: 12), .init(microseconds: 34)]
    record.searches[1].nodes = 5
    record.searches[1].score = .loss(inPlies: 4)
    record.usage = [.init(peak: 5, cpu: 6), .init(peak: 7, cpu: 8)]
    record.evidence = ["> TURN 1,1", "< 2,2"]
    return record
  }

  @Test func recordsComeBackAsTheyWereWritten() throws {
    let (schedule, bytes) = try LogTests.finishedLog()
    let contents = LogContents(parsing: bytes, game: schedule.config.game)
    #expect(contents.schedule == schedule.hash)
    #expect(contents.records == (0..<10).map { LogTests.record($0, of: schedule) })
    #expect(contents.damage.isEmpty)
  }

  /// What stands for a move, and what is said about it.
  @Test(arguments: [
    ("h8 i99 j10", "i99: a move expected"), ("c3c4", "c3c4: a move expected"),
    ("h8 pass", "pass: a move expected"), ("h8,i9", "h8,i9: a move expected"),
    ("h8", "start: after the last move"),
  ]) func aRecordWithAnUnreadableMoveIsDamaged(moves: String, message: String) throws {
    let schedule = try Schedule(TestTournament(["null", "scatter"], pairs: 5).config)
    guard case .object(let members) = LogTests.record(3, of: schedule).json else { return }
    let changed = members.map { member in
      switch member.name {
      case "moves": JSON.Member("moves", .string(moves))
      case "start": JSON.Member("start", .int(2))
      default: member
      }
    }
    let contents = LogContents(
      parsing: LogLine.bytes(of: .object(changed)), game: schedule.config.game)
    #expect(contents.records.isEmpty)
    #expect(contents.damage.map(\.message).first?.hasSuffix(message) == true)
  }

  @Test func noneOfAThousandCorruptedLogsYieldsAWrongResult() throws {
    let (schedule, bytes) = try LogTests.finishedLog()
    let originals = (0..<10).map { LogTests.record($0, of: schedule) }
    var random = SplitMix64(seed: 5)
    for _ in 0..<Effort.count(1000, sanitized: 200) {
      let damaged = LogTests.damage(bytes, &random)
      let contents = LogContents(parsing: damaged, game: schedule.config.game)
      for record in contents.records { #expect(originals.contains(record)) }
      let lost = originals.filter { !contents.records.contains($0) }
      // Only a cut between two lines leaves no other trace than the missing games.
      let isCleanCut = bytes.starts(with: damaged) && damaged.last ?? 10 == 10
      if !lost.isEmpty, !isCleanCut { #expect(!contents.damage.isEmpty) }
    }
  }

  /// One of the ways in which files go bad.
  static func damage(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var result = bytes
    let place = random.number(below: bytes.count)
    let length = min(1 + random.number(below: 200), bytes.count - place)
    switch random.number(below: 6) {
    case 0: result.removeSubrange(place...)
    case 1: result[place] ^= 1 << UInt8(random.number(below: 8))
    case 2: for i in place..<place + length { result[i] = 0 }
    case 3: for i in place..<place + length { result[i] = UInt8(random.number(below: 256)) }
    case 4: result.removeSubrange(place..<place + length)
    default: result.insert(contentsOf: bytes[place..<place + length], at: place)
    }
    return result
  }

  @Test func aTornTailIsCutOffAndTheNextRecordIsWhole() throws {
    let (schedule, bytes) = try LogTests.finishedLog()
    try TestFiles.withFolder { folder in
      let path = "\(folder)/games.log"
      try Data(bytes.dropLast(25)).write(to: URL(filePath: path))
      do {
        let log = try ResultLog(path: path, schedule: schedule)
        #expect(log.contents.hasTornTail)
        #expect(log.contents.records.count == 9)
        try log.append(LogTests.record(9, of: schedule))
      }
      #expect(Array(try Data(contentsOf: URL(filePath: path))) == bytes)
    }
  }

  @Test func whatIsNoFileIsNotWaitedFor() throws {
    let schedule = try Schedule(TestTournament(["null", "scatter"], pairs: 1).config)
    try TestFiles.withFolder { folder in
      let path = "\(folder)/games.log"
      let refusal = ResultLog.Failure.cannotOpen(path: path, reason: "not a file")
      for make in [{ mkfifo(path, 0o600) }, { symlink("/dev/zero", path) }, { mkdir(path, 0o700) }]
      {
        #expect(make() == 0)
        #expect(throws: refusal) { try MergedResults(schedule: schedule, folder: folder) }
        #expect(remove(path) == 0)
      }
    }
  }

  @Test(arguments: ["notes", "notes\n", "one\ntwo", "\n", "\0\0", "{\"log\": 1}\n"])
  func aFileThatIsNoLogIsLeftAsItIs(text: String) throws {
    let schedule = try Schedule(TestTournament(["null", "scatter"], pairs: 1).config)
    try TestFiles.withFolder { folder in
      let path = "\(folder)/notes.txt"
      try TestFiles.write(text, to: path)
      #expect(throws: ResultLog.Failure.noLog(path: path)) {
        try ResultLog(path: path, schedule: schedule)
      }
      #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == text)
    }
  }

  @Test func anInterruptedHeaderIsWrittenAnew() throws {
    let (schedule, bytes) = try LogTests.finishedLog()
    let header = try #require(bytes.split(separator: 10).first)
    try TestFiles.withFolder { folder in
      let path = "\(folder)/games.log"
      for length in [0, 1, header.count / 2, header.count] {
        try Data(header.prefix(length)).write(to: URL(filePath: path))
        do { _ = try ResultLog(path: path, schedule: schedule) }
        #expect(Array(try Data(contentsOf: URL(filePath: path))) == header + [10])
      }
    }
  }

  @Test func aSecondWriterIsRefused() throws {
    let schedule = try Schedule(TestTournament(["null", "scatter"], pairs: 1).config)
    try TestFiles.withFolder { folder in
      let path = "\(folder)/games.log"
      let log = try ResultLog(path: path, schedule: schedule)
      #expect(throws: ResultLog.Failure.locked(path: path)) {
        try ResultLog(path: path, schedule: schedule)
      }
      withExtendedLifetime(log) {}
    }
  }

  @Test func theLogOfAnotherScheduleIsRefused() throws {
    let one = try Schedule(TestTournament(["null", "scatter"], pairs: 1).config)
    let other = try Schedule(TestTournament(["null", "scatter"], pairs: 2).config)
    try TestFiles.withFolder { folder in
      let path = "\(folder)/games.log"
      do { _ = try ResultLog(path: path, schedule: one) }
      #expect(throws: ResultLog.Failure.otherSchedule(path: path, found: one.hash)) {
        try ResultLog(path: path, schedule: other)
      }
    }
  }

  @Test func whatIsNoFileIsRefused() throws {
    let schedule = try Schedule(TestTournament(["null", "scatter"], pairs: 1).config)
    #expect(throws: ResultLog.Failure.self) {
      try ResultLog(path: "/dev/full", schedule: schedule)
    }
    #expect(throws: ResultLog.Failure.self) {
      try ResultLog(path: "/proc/games.log", schedule: schedule)
    }
  }

  @Test func mergedLogsTellDuplicatesAndConflicts() throws {
    let (schedule, bytes) = try LogTests.finishedLog()
    var results = MergedResults(schedule: schedule)
    results.add(LogContents(parsing: bytes, game: schedule.config.game), name: "one")
    let digest = results.digest
    results.add(LogContents(parsing: bytes, game: schedule.config.game), name: "two")
    #expect(results.duplicates == 10)
    #expect(results.conflicts.isEmpty)
    #expect(results.missing.isEmpty)
    #expect(results.digest == digest)
    var changed = LogTests.record(3, of: schedule)
    changed.winner = "scatter"
    results.add(changed, name: "three")
    #expect(results.conflicts == [3])
  }
}
