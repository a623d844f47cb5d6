import Basics
import GomokuRules
import Platform
import TestSupport
import Testing

@testable import PositionStore

/// What is left of a file that something has happened to.
struct RecordLogTests {
  /// A file of positions, and where each record ends.
  private func written(_ scratch: Scratch, count: Int = 20) throws -> (
    positions: [SymmetricPosition], ends: [Int]
  ) {
    let store = try scratch.store("whole.db")
    var random = RandomPositions(seed: 7)
    var positions: [SymmetricPosition] = []
    var ends = [store.fileSize]
    for _ in 0..<count {
      let views = SymmetricPosition(try random.position(stones: 5...20))
      try store.set(random.record(), for: views)
      positions.append(views)
      ends.append(store.fileSize)
    }
    return (positions, ends)
  }

  @Test func aFileCutAnywhereKeepsEveryWholeRecord() throws {
    let scratch = try Scratch()
    let (positions, ends) = try written(scratch)
    let bytes = try FileSystem.contents(of: scratch["whole.db"])
    for length in stride(from: 0, through: bytes.count, by: 3)
    where length == 0 || length >= ends[0] {
      try FileSystem.write(Array(bytes[..<length]), to: scratch["cut.db"])
      let whole = ends.count { $0 <= length }
      do {
        let store = try scratch.store("cut.db")
        #expect(store.count == max(0, whole - 1))
        #expect(store.fileSize == (whole == 0 ? ends[0] : ends[whole - 1]))
        #expect(store.damagedBytes == 0)
        // What is added next can be found.
        try store.set(PositionRecord("!"), for: SymmetricPosition("h8"))
      }
      let store = try scratch.store("cut.db")
      #expect(store.count == max(1, whole))
      if whole > 1 { #expect(try store[positions[whole - 2]] != nil) }
    }
  }

  @Test func damageInTheMiddleCostsOneRecordAndCanBeFixed() throws {
    let scratch = try Scratch()
    let (positions, ends) = try written(scratch)
    let bytes = try FileSystem.contents(of: scratch["whole.db"])
    for place in stride(from: ends[0], to: ends[ends.count - 2], by: Effort.count(37, thorough: 7))
    {
      var damaged = bytes
      damaged[place] ^= 0x10
      try FileSystem.write(damaged, to: scratch["damaged.db"])
      let store = try scratch.store("damaged.db")
      #expect(store.count == positions.count - 1)
      #expect(store.damagedBytes > 0 && store.fileSize == bytes.count)
      #expect(try store.check() == store.damagedBytes)
      try store.rewrite()
      #expect(store.damagedBytes == 0 && store.count == positions.count - 1)
      #expect(store.fileSize < bytes.count)
    }
  }

  @Test func checksumsAreThoseOfTheStandard() {
    #expect(CRC32().text(of: Array("123456789".utf8)) == "cbf43926")
  }
}
