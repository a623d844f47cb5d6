import Basics
import GomokuRules
import Platform
import TestSupport
import Testing

@testable import PositionStore

/// Thousands of damaged files, each with a stop at some moment: what was there stays as it was, and work
/// ends with the look at which it is told to.
///
/// `WULIU_HOSTILE_FILES` says how many of each kind.
struct HostileFileTests {
  private static let count =
    CurrentProcess.environment["WULIU_HOSTILE_FILES"].flatMap(Int.init)
    ?? Effort.count(150, thorough: 5_000, sanitized: 30)

  /// A stop that is requested at one of the looks at it.
  private final class CountedStop {
    private let moment: Int
    private(set) var looks = 0
    private var requested: ContinuousClock.Instant?

    init(at moment: Int) { self.moment = moment }

    var isRequested: Bool {
      looks += 1
      if looks == moment { requested = .now }
      return looks >= moment
    }
    /// Looks after the one that said so.
    var extraLooks: Int { max(0, looks - moment) }
    /// Time since then.
    var delay: Duration { requested.map { ContinuousClock.now - $0 } ?? .zero }
  }

  /// What happened in all runs.
  private struct Figures {
    var runs = 0
    var stopped = 0
    var longestDelay = Duration.zero
    var longestRun = Duration.zero
    var mostBytes = 0

    mutating func add(_ stop: CountedStop, wasStopped: Bool, since start: ContinuousClock.Instant) {
      runs += 1
      stopped += wasStopped ? 1 : 0
      if wasStopped { longestDelay = max(longestDelay, stop.delay) }
      longestRun = max(longestRun, ContinuousClock.now - start)
    }
  }

  private func isStopped(_ body: () throws -> Void) -> Bool {
    do { try body() } catch StoreError.stopped { return true } catch {}
    return false
  }

  @Test func anyDamagedDatabaseIsReadOrRefusedAndWorkOnItStops() throws {
    let scratch = try Scratch()
    var random = RandomPositions(seed: 50)
    let whole = try bytes(ofDatabase: 300, scratch, &random)
    var figures = Figures()
    for number in 0..<Self.count {
      let bytes = damaged(whole, &random.random)
      let path = scratch["\(number).db"]
      try FileSystem.write(bytes, to: path)
      defer { for name in ["\(number).db", "own.db"] { FileSystem.removeFile(scratch[name]) } }
      let moment = Int.random(in: 1...1_500, using: &random.random)
      let stop = CountedStop(at: moment)
      let start = ContinuousClock.now
      let own = try scratch.store("own.db")
      try own.set(PositionRecord("w"), for: SymmetricPosition("h8"))
      let before = try FileSystem.contents(of: scratch["own.db"])
      own.isStopped = { stop.isRequested }
      let wasStopped = isStopped {
        let other = try PositionStore(
          path: path, memoryLimit: 64 << 20, isStopped: { stop.isRequested })
        _ = try other.check()
        _ = try own.merge(other)
        try other.rewrite()
      }
      figures.add(stop, wasStopped: wasStopped, since: start)
      #expect(stop.extraLooks <= 1, "database \(number) moment \(moment)")
      own.isStopped = { false }
      if wasStopped, own.count == 1 {
        #expect(try FileSystem.contents(of: scratch["own.db"]) == before)
      }
      if wasStopped { #expect(try FileSystem.contents(of: path) == bytes, "\(number)") }
      #expect(try own[SymmetricPosition("h8")] != nil)
      #expect(try own.check() == 0)
      // What was taken over is still there when the file is opened again.
      FileSystem.removeFile("\(path).damaged")
    }
    note("databases", figures)
    #expect(figures.stopped > figures.runs / 10)
  }

  @Test func anyMutatedLibraryIsReadOrRefusedAndItsImportStops() throws {
    let scratch = try Scratch()
    var random = RandomPositions(seed: 51)
    var figures = Figures()
    for number in 0..<Self.count {
      let bytes = library(&random.random)
      try FileSystem.write(bytes, to: scratch["a.lib"])
      let store = try scratch.store("a.db")
      try store.set(PositionRecord("w"), for: SymmetricPosition("h8"))
      let before = try FileSystem.contents(of: scratch["a.db"])
      let stop = CountedStop(at: Int.random(in: 1...1_200, using: &random.random))
      let start = ContinuousClock.now
      store.isStopped = { stop.isRequested }
      var hasFailed = false
      let wasStopped = isStopped {
        do {
          _ = try store.learn(
            fromLibrary: scratch["a.lib"], variant: .freestyle, limit: 16 << 20)
        } catch {
          hasFailed = true
          throw error
        }
      }
      figures.add(stop, wasStopped: wasStopped, since: start)
      figures.mostBytes = max(figures.mostBytes, store.fileSize)
      #expect(stop.extraLooks <= 1, "library \(number)")
      if hasFailed {
        #expect(store.count == 1)
        #expect(try FileSystem.contents(of: scratch["a.db"]) == before, "library \(number)")
      }
      // No more than a whole position for each two bytes, and each text once.
      #expect(store.fileSize <= 300 * bytes.count + 1_000)
      store.isStopped = { false }
      #expect(try store.check() == 0)
      FileSystem.removeFile(scratch["a.db"])
    }
    note("libraries", figures)
    #expect(figures.stopped > figures.runs / 20)
  }

  private func note(_ what: String, _ figures: Figures) {
    guard Effort.isThorough || Self.count >= 5_000 else { return }
    CurrentProcess.note(
      "\(what): \(figures.runs) runs, \(figures.stopped) stopped, longest run "
        + "\(figures.longestRun), longest delay after a stop \(figures.longestDelay), "
        + "largest database \(figures.mostBytes)")
  }

  // MARK: Databases

  private func bytes(
    ofDatabase count: Int, _ scratch: Scratch, _ random: inout RandomPositions
  ) throws -> [UInt8] {
    let store = try scratch.store("whole.db")
    for _ in 0..<count {
      try store.set(random.record(), for: SymmetricPosition(random.position(stones: 0...60)))
    }
    return try FileSystem.contents(of: scratch["whole.db"])
  }

  /// `bytes` with a few faults behind the title.
  private func damaged(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    let begin = 18
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard bytes.count > begin + 40 else { break }
      let place = Int.random(in: begin..<bytes.count - 20, using: &random)
      let length = Int.random(in: 1...min(4_000, bytes.count - place), using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes.removeSubrange(place..<place + length)
      case 2: bytes.removeSubrange((place + length)...)
      case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      case 4:
        // Lengths that may be true, everywhere.
        var frame: [UInt8] = [0, 0, 7, 0, 1, 2, 3, 4, 0, 0, 15, 15]
        frame[1] = UInt8.random(in: 0...255, using: &random)
        for start in stride(from: place, to: place + length - 12, by: 12) {
          bytes.replaceSubrange(start..<start + 12, with: frame)
        }
      case 5:
        for index in place..<place + length { bytes[index] = .random(in: 0...255, using: &random) }
      default: bytes += [UInt8](repeating: .random(in: 0...255, using: &random), count: length)
      }
    }
    return bytes
  }

  // MARK: Libraries

  /// A tree of random moves with texts, and a few faults.
  private func library(_ random: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] =
      [0xFF] + Array("RenLib".utf8) + [0xFF, 3, 4] + Array(repeating: 0xFF, count: 10) + [0, 0]
    let few = Int.random(in: 20...225, using: &random)
    var openForks = 0
    for _ in 0..<Int.random(in: 1...1_500, using: &random) {
      let number = Int.random(in: 0..<few, using: &random)
      var flags: UInt8 = 0
      for (flag, odds) in [(0x80, 3), (0x40, 3), (0x08, 6), (0x02, 40), (0x01, 6), (0x20, 60)]
      where Int.random(in: 0..<odds, using: &random) == 0 {
        flags |= UInt8(flag)
      }
      // The tree goes on to the end.
      if flags & 0x80 != 0 { openForks += 1 }
      if flags & 0x40 != 0, openForks > 1 { openForks -= 1 } else { flags &= ~0x40 }
      bytes += [UInt8(number / 15 << 4 | (number % 15 + 1)), flags]
      if flags & 1 != 0 { bytes += [0, 1] }
      if flags & 0x20 != 0 { bytes += [0x41, 0xC2] }
      for flag: UInt8 in [0x08, 0x01] where flags & flag != 0 {
        if flag == 0x08, flags & 0x20 != 0 { continue }
        let length = Int.random(in: 0...9, using: &random)
        var text = (0..<length).map { _ in UInt8.random(in: 0x20...0xFE, using: &random) } + [0]
        if text.count % 2 == 1 { text.append(0) }
        bytes += text
      }
    }
    bytes += [0x78, 0x40]
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = .random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.append(.random(in: 0...255, using: &random))
      default: bytes[place] ^= 0x40
      }
    }
    return bytes
  }

  // MARK: Work that would grow with the square of a file

  /// 2 MB of frames that each might be the beginning of a megabyte: a checksum for each took hours.
  @Test func damageIsReadInTimeThatGrowsWithTheFileAlone() throws {
    let scratch = try Scratch()
    let frame: [UInt8] = [0, 0, 15, 0, 1, 2, 3, 4, 0, 0, 15, 15]
    var bytes = Array("wuliu positions 1\n".utf8)
    for _ in 0..<170_000 { bytes += frame }
    try FileSystem.write(bytes, to: scratch["a.db"])
    let store = try scratch.store()
    #expect(store.count == 0 && store.damagedBytes == bytes.count - 18)
  }

  /// Texts beside 200 points of one position after another, and comments on one position: each was
  /// written again for every text.
  @Test func manyTextsOfAPositionAreWrittenOnce() throws {
    let scratch = try Scratch()
    var bytes: [UInt8] = [0xFF] + Array("RenLib".utf8) + [0xFF, 3, 4]
    bytes += Array(repeating: 0xFF, count: 10) + [0, 0]
    for _ in 0..<20_000 {
      bytes += [0x78, 0xC8, 0x61 + UInt8.random(in: 0..<26), 0x62, 0, 0]
      bytes += [UInt8.random(in: 1...7) << 4 | 3, 0xC1, 0, 1, 0x63, 0]
    }
    bytes += [0x78, 0x40]
    try FileSystem.write(bytes, to: scratch["a.lib"])
    let store = try scratch.store()
    let count = try store.learn(
      fromLibrary: scratch["a.lib"], variant: .freestyle, limit: 64 << 20)
    #expect(count.moves == 40_001)
    #expect(store.fileSize < bytes.count)
  }

  @Test func theChecksumOfAPartIsThatOfItsBytes() {
    var random = SplitMix64(seed: 3)
    let bytes = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let checksums = PrefixChecksums(bytes)
    for _ in 0..<2_000 {
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let end = Int.random(in: start...bytes.count, using: &random)
      #expect(checksums.checksum(of: start..<end) == CRC32().checksum(of: bytes[start..<end]))
    }
  }
}
