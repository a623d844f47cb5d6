import Platform

/// The thresholds of a position in a depth-first proof-number search.
///
/// The search leaves the position as soon as one of its numbers reaches its threshold.
struct ProofThresholds {
  let proof: UInt32
  let disproof: UInt32

  /// Thresholds that only a proved or disproved position reaches.
  static var unlimited: ProofThresholds {
    ProofThresholds(proof: ProofTable.infinity, disproof: ProofTable.infinity)
  }

  /// Returns the threshold that the best child gets for its number `own` (`ProofSearch.Choice`).
  ///
  /// The threshold is a quarter above `second`, the best sibling's `own`. This margin avoids
  /// frequent changes of branch (Pawlewicz and Lew 2007).
  @inline(__always) static func own(beside second: UInt32) -> UInt32 { second &+ second / 4 &+ 1 }
}

/// The hash table of a proof-number search: proof and disproof numbers by position.
///
/// A bucket has four entries, of which the one with the least work is replaced. A free entry has
/// key zero, which no position is expected to have. Only one thread may use the table.
final class ProofTable {
  /// The number that stands for "cannot be proved" or "cannot be disproved".
  static let infinity: UInt32 = 1 << 30

  /// The proof and disproof numbers of one position, with its best move.
  struct Entry {
    var key: UInt64 = 0
    /// The proof number: the least number of leaves to prove in order to prove the win.
    var proof: UInt32 = 1
    /// The disproof number: the least number of leaves that must be disproved to disprove the win.
    var disproof: UInt32 = 1
    /// The number of nodes of the last search of the position.
    var work: UInt32 = 0
    /// The best move so far; in a proved position the attacker's winning move; zero for none.
    var move: UInt16 = 0

    var isProved: Bool { proof == 0 }
    var isDisproved: Bool { disproof == 0 }
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let mask: Int

  static var bytesPerEntry: Int { MemoryLayout<Entry>.stride }

  /// Returns the base-2 logarithm of the number of entries that fit into `memory`, at most `most`
  /// but at least `smallestLogCount`.
  ///
  /// - Parameter entry: the number of bytes that one entry takes in all tables together.
  static func logCount(fitting memory: Int, entry: Int, most: Int) -> Int {
    assert(entry > 0)
    let entries = max(memory / entry, 1)
    return max(smallestLogCount, min(most, Int.bitWidth - 1 - entries.leadingZeroBitCount))
  }

  static let smallestLogCount = 10

  /// - Parameter logCount: the base-2 logarithm of the number of entries, of 24 bytes each.
  init(logCount: Int) {
    assert(2..<Int.bitWidth - 8 ~= logCount, "a bucket has four entries")
    mask = (1 << logCount - 1) & ~3
    entries = ZeroedMemory.allocate(1 << logCount)
  }

  deinit { ZeroedMemory.free(entries) }

  func clear() { entries.update(repeating: Entry(), count: mask + 4) }

  @inline(__always) func probe(_ key: UInt64) -> Entry? {
    let bucket = entries + (Int(truncatingIfNeeded: key) & mask)
    for slot in 0..<4 where bucket[slot].key == key { return bucket[slot] }
    return nil
  }

  @inline(__always) func store(_ entry: Entry) {
    assert(!entry.isProved || entry.disproof == ProofTable.infinity)
    assert(!entry.isDisproved || entry.proof == ProofTable.infinity)
    let bucket = entries + (Int(truncatingIfNeeded: entry.key) & mask)
    var victim = 0
    for slot in 0..<4 {
      if bucket[slot].key == entry.key {
        victim = slot
        break
      }
      if bucket[slot].work < bucket[victim].work { victim = slot }
    }
    bucket[victim] = entry
  }
}
