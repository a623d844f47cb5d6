import Platform

/// The hash table of a VCF search, for positions with the attacker to move.
///
/// It is direct mapped: a newer position replaces an older one. Only one thread may use the table.
final class VCFTable {
  /// The result of a search for one position.
  struct Entry {
    var key: UInt64 = 0
    /// The winning move's `Point.rawValue`; zero without a win.
    var move: UInt16 = 0
    /// The number of attacker's moves to the five, the five included; zero without a win.
    var length: Int16 = 0
    /// If `length` is zero: the number of attacker's moves up to which no win exists.
    var limit: Int16 = 0
  }

  /// The length limit that stands for no limit.
  static let unlimited = 1000

  static var bytesPerEntry: Int { MemoryLayout<Entry>.stride }

  private let entries: UnsafeMutablePointer<Entry>
  private let mask: Int

  /// - Parameter logCount: the base-2 logarithm of the number of entries, of 16 bytes each.
  init(logCount: Int) {
    assert(1..<Int.bitWidth - 8 ~= logCount)
    mask = 1 << logCount - 1
    entries = ZeroedMemory.allocate(mask + 1)
  }

  deinit { ZeroedMemory.free(entries) }

  @inline(__always) func probe(_ key: UInt64) -> Entry? {
    let entry = entries[Int(truncatingIfNeeded: key) & mask]
    return entry.key == key ? entry : nil
  }

  @inline(__always) func store(_ entry: Entry) {
    assert(entry.length == 0 ? entry.limit > 0 : entry.length > 0 && entry.move != 0)
    entries[Int(truncatingIfNeeded: entry.key) & mask] = entry
  }
}
