/// What a player of one game takes beside its hash table, in bytes: measured, rounded up.
public struct Footprint: Sendable {
  /// The process with one thread.
  public let process: Int
  /// Each thread beside the first.
  public let helper: Int
  /// The smallest hash table, whatever the limit.
  public let smallestTable: Int

  public init(process: Int, helper: Int, smallestTable: Int = 1 << 20) {
    self.process = process
    self.helper = helper
    self.smallestTable = smallestTable
  }
}

/// Where a player's searches find room: one hash table within the memory of the process, and the
/// threads that work on it.
public struct SearchRoom {
  public let footprint: Footprint
  /// Most memory the whole process should take, in bytes.
  ///
  /// The table is made at the first search, from what the program itself leaves of it.
  public var memoryLimit: Int {
    didSet { if memoryLimit != oldValue { releaseTable() } }
  }
  /// How many threads a search uses, 1 or more. Only a search on one is deterministic.
  public var threadCount = 1 {
    didSet { if threadCount != oldValue { releaseTable() } }
  }
  private var table: TranspositionTable?
  /// The helpers of the last search, who may still be about to end.
  private var crew: SearchCrew?

  public init(_ footprint: Footprint, memoryLimit: Int) {
    self.footprint = footprint
    self.memoryLimit = memoryLimit
  }

  public var hasTable: Bool { table != nil }

  /// Bytes of the hash table that the memory limit allows.
  public var tableSize: Int { memory(besideThreads: threadCount) }

  /// Bytes that the memory limit leaves for tables beside a process with so many threads.
  public func memory(besideThreads count: Int) -> Int {
    let used = footprint.process + (count - 1) * footprint.helper
    return max(footprint.smallestTable, memoryLimit - used)
  }

  /// Used hash entries in permille.
  public var permilleUsed: Int { table?.permilleUsed ?? 0 }

  /// Gives the hash table's memory back until the next search.
  public mutating func releaseTable() { (crew, table) = (nil, nil) }

  /// Forgets all earlier searches.
  public mutating func forget() {
    crew = nil
    table?.forget()
  }

  /// The table, with nobody at work on it.
  public mutating func quietTable() -> TranspositionTable {
    crew = nil
    let table = table ?? TranspositionTable(bytes: tableSize)
    self.table = table
    return table
  }

  /// Keeps a search's helpers until they have ended.
  public mutating func keep(_ crew: SearchCrew) { self.crew = crew }
}
