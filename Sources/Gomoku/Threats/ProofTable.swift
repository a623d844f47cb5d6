import Platform

/// What a proof-number search remembers: proof and disproof numbers by position.
///
/// Buckets of four; the entry that took the least work gives way. A free entry has key zero, which no
/// position is expected to have. Used by one thread.
final class ProofTable {
  /// Stands for "cannot be proved" or "cannot be disproved".
  static let infinity: UInt32 = 1 << 30

  struct Entry {
    var key: UInt64 = 0
    /// How many leaves have to be proved at least to prove a win of the attacker.
    var proof: UInt32 = 1
    /// How many leaves have to be disproved at least to disprove it.
    var disproof: UInt32 = 1
    /// Nodes spent below.
    var work: UInt32 = 0
    /// The attacker's move that leads on, or zero.
    var move: UInt16 = 0

    var isProved: Bool { proof == 0 }
    var isDisproved: Bool { disproof == 0 }
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let mask: Int

  static var bytesPerEntry: Int { MemoryLayout<Entry>.stride }

  /// The largest table size of at most 2^most entries with which tables of `entry` bytes for each
  /// entry, all together, keep to `memory` bytes.
  static func logCount(fitting memory: Int, entry: Int, most: Int) -> Int {
    let entries = max(memory / entry, 1)
    return max(smallestLogCount, min(most, Int.bitWidth - 1 - entries.leadingZeroBitCount))
  }

  static let smallestLogCount = 10

  /// - Parameter logCount: the table holds 2^logCount entries of 24 bytes, in buckets of four.
  init(logCount: Int) {
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
