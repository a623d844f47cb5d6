/// The memory that a game's player needs beside its hash table, in bytes: measured and rounded up.
///
/// Each player has its own (`GomokuPlayer.footprint`, `LiuzhouPlayer.footprint`).
public struct MemoryFootprint: Sendable {
  /// The memory of the process with one thread.
  public let process: Int
  /// The memory of each thread after the first.
  public let helper: Int
  /// The size of the smallest hash table, which exists under any memory limit.
  public let smallestTable: Int

  public init(process: Int, helper: Int, smallestTable: Int = 1 << 20) {
    self.process = process
    self.helper = helper
    self.smallestTable = smallestTable
  }
}

/// The resources of a player's searches: a hash table within the memory limit, and threads.
public struct SearchResources {
  public let footprint: MemoryFootprint
  /// The memory limit of the whole process, in bytes.
  ///
  /// The hash table gets what `footprint` leaves of this limit, but at least
  /// `MemoryFootprint.smallestTable`. It is allocated when it is first needed.
  public var memoryLimit: Int {
    didSet { if memoryLimit != oldValue { releaseTable() } }
  }
  /// The number of search threads, 1 or more. Searches on several threads are not deterministic.
  public var threadCount = 1 {
    didSet { if threadCount != oldValue { releaseTable() } }
  }
  private var table: TranspositionTable?
  /// The last search's helper threads; they may still be ending.
  private var helpers: HelperThreads?

  public init(_ footprint: MemoryFootprint, memoryLimit: Int) {
    self.footprint = footprint
    self.memoryLimit = memoryLimit
  }

  public var hasTable: Bool { table != nil }

  /// The size of the hash table that the memory limit allows, in bytes.
  public var tableSize: Int { memory(besideThreads: threadCount) }

  /// Returns the memory in bytes that the limit leaves for tables, with `count` search threads.
  public func memory(besideThreads count: Int) -> Int {
    assert(count > 0)
    let used = footprint.process + (count - 1) * footprint.helper
    return max(footprint.smallestTable, memoryLimit - used)
  }

  /// The share of hash entries that the last search stored, in permille; 0 without a table.
  public var permilleUsed: Int { table?.permilleUsed ?? 0 }

  /// Releases the hash table's memory until the next search.
  public mutating func releaseTable() { (helpers, table) = (nil, nil) }

  /// Forgets the results of all earlier searches, which the hash table holds.
  public mutating func forget() {
    helpers = nil
    table?.forget()
  }

  /// Ends the helper threads and returns the table, which no thread uses any more.
  public mutating func idleTable() -> TranspositionTable {
    helpers = nil
    let table = table ?? TranspositionTable(bytes: tableSize)
    self.table = table
    return table
  }

  /// Keeps a search's helper threads. `idleTable`, `forget` and `releaseTable` wait for
  /// their end.
  public mutating func keep(_ helpers: HelperThreads) { self.helpers = helpers }
}
