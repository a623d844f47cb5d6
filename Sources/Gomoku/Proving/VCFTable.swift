import Platform

/// What a VCF search remembers of a position with the attacker to move.
///
/// Direct mapped: a newer position takes the place of an older one. Used by one thread.
final class VCFTable {
  struct Entry {
    var key: UInt64 = 0
    /// The winning move, or zero.
    var move: UInt16 = 0
    /// The attacker's moves to the five, itself included; zero when there is no win.
    var length: Int16 = 0
    /// Without a win: none exists of this many attacker's moves or fewer.
    var limit: Int16 = 0
  }

  /// Stands for "however long".
  static let unlimited = 1000

  static var bytesPerEntry: Int { MemoryLayout<Entry>.stride }

  private let entries: UnsafeMutablePointer<Entry>
  private let mask: Int

  /// - Parameter logCount: the table holds 2^logCount entries of 16 bytes.
  init(logCount: Int) {
    mask = 1 << logCount - 1
    entries = ZeroedMemory.allocate(mask + 1)
  }

  deinit { ZeroedMemory.free(entries) }

  @inline(__always) func probe(_ key: UInt64) -> Entry? {
    let entry = entries[Int(truncatingIfNeeded: key) & mask]
    return entry.key == key ? entry : nil
  }

  @inline(__always) func store(_ entry: Entry) {
    entries[Int(truncatingIfNeeded: entry.key) & mask] = entry
  }
}
