import Basics
import Platform
import SearchTypes
import Synchronization

/// The relation of a stored score to the true score.
public enum Bound: UInt8, Sendable {
  case none = 0
  case upper = 1
  case lower = 2
  case exact = 3

  /// True if the true score is at least the stored one.
  @inlinable public var isLower: Bool { rawValue & 2 != 0 }
  /// True if the true score is at most the stored one.
  @inlinable public var isUpper: Bool { rawValue & 1 != 0 }
}

/// The search result of a position. Moves are raw bits, so that one table serves every game.
public struct TableEntry: Equatable, Sendable {
  /// The range of remaining depths, in plies, that an entry can hold in eight bits.
  public static let depths = -64...191

  /// The best move's bits, zero for none.
  public var move: UInt16
  /// The score, with distances counted from the node (`Score.stored`).
  public var score: Score
  /// The static evaluation for the side to move.
  public var evaluation: Score
  /// The remaining depth, one of `depths`.
  public var depth: Int
  public var bound: Bound

  @inlinable public init(
    move: UInt16, score: Score, evaluation: Score, depth: Int, bound: Bound
  ) {
    assert(TableEntry.depths ~= depth && Int16(exactly: score.rawValue) != nil)
    assert(Int16(exactly: evaluation.rawValue) != nil)
    self.move = move
    self.score = score
    self.evaluation = evaluation
    self.depth = depth
    self.bound = bound
  }

  /// Unpacks an entry. The fields and their numbers of bits, from the lowest bit on: move 16, score
  /// 16, evaluation 16, depth 8, bound 2, generation 6.
  @inlinable init(bits: UInt64) {
    move = UInt16(truncatingIfNeeded: bits)
    score = Score(rawValue: Int32(Int16(truncatingIfNeeded: bits &>> 16)))
    evaluation = Score(rawValue: Int32(Int16(truncatingIfNeeded: bits &>> 32)))
    depth = Int(UInt8(truncatingIfNeeded: bits &>> 48)) &- 64
    bound = Bound(rawValue: UInt8(truncatingIfNeeded: bits &>> 56) & 3).unsafelyUnwrapped
  }

  @inlinable func bits(generation: UInt64) -> UInt64 {
    assert(generation < 64)
    var high = UInt64(UInt8(truncatingIfNeeded: depth &+ 64)) &<< 48
    high |= UInt64(bound.rawValue) &<< 56
    high |= generation &<< 58
    var low = UInt64(move)
    low |= UInt64(UInt16(truncatingIfNeeded: score.rawValue)) &<< 16
    low |= UInt64(UInt16(truncatingIfNeeded: evaluation.rawValue)) &<< 32
    return high | low
  }
}

/// A shared hash table of search results, with four 16-byte entries a cache line.
///
/// Each entry is stored as `key XOR data` beside `data` (Hyatt & Mann, 2002). A torn write thus
/// looks like another position's entry. Any number of threads may probe and store at once. A probe
/// returns another position's entry with a probability of about 2^-62; users check that a stored
/// move is legal.
public final class TranspositionTable: @unchecked Sendable {
  @usableFromInline let words: UnsafeMutablePointer<Atomic<UInt64>>
  /// The number of buckets in use. It grows with the needs of the searches, because the first touch
  /// of memory is slow.
  @usableFromInline var bucketCount: UInt64
  /// The number stored with each new entry, modulo 64: a search adds 1, `forget` adds 8.
  @usableFromInline var generation: UInt64 = 0
  /// The number mixed into every key. A new salt makes all stored entries unknown at once.
  @usableFromInline var salt: UInt64 = 0
  private let memory: PageMemory
  /// True if nothing has been stored since the memory was last cleared.
  private var isEmpty = true
  /// True if no entry in the table is valid, so that the table may take any size.
  private var isBlank = true
  /// The number of bytes at the start of the memory that have been touched, so that later accesses
  /// cause no page fault.
  private var touched = 0

  /// The size of the memory in bytes.
  public var byteCount: Int { memory.byteCount }

  /// Allocates `bytes`, rounded down to pages of 4096 bytes, but at least one page. If that fails,
  /// halves the size until an allocation succeeds.
  public init(bytes: Int) {
    var size = max(bytes, 4096) & ~4095
    var memory = PageMemory(byteCount: size)
    while memory == nil, size > 4096 {
      size = size / 2 & ~4095
      memory = PageMemory(byteCount: size)
    }
    guard let memory else { fatalError("no memory for a hash table") }
    self.memory = memory
    words = memory.base.bindMemory(to: Atomic<UInt64>.self, capacity: size / 8)
    bucketCount = TranspositionTable.fewestBuckets
  }

  /// The smallest number of buckets: a page of 4096 bytes.
  private static let fewestBuckets: UInt64 = 64
  /// The number of buckets that the memory has room for.
  private var capacity: UInt64 { UInt64(byteCount / 64) }

  /// Returns the bucket of a key, by scaling the key to the number of buckets.
  @inlinable func bucket(_ key: UInt64) -> UnsafeMutablePointer<Atomic<UInt64>> {
    words + Int(truncatingIfNeeded: key.multipliedFullWidth(by: bucketCount).high) &* 8
  }

  /// Returns the entry of a position, if the table has one.
  @inlinable public func probe(_ key: UInt64) -> TableEntry? {
    let key = key ^ salt
    let bucket = bucket(key)
    for slot in 0..<4 {
      let data = bucket[2 &* slot &+ 1].load(ordering: .relaxed)
      if bucket[2 &* slot].load(ordering: .relaxed) ^ data == key, data != 0 {
        return TableEntry(bits: data)
      }
    }
    return nil
  }

  /// Stores `entry` in place of the same position's entry, of an empty one, or of the least useful
  /// one in its bucket.
  ///
  /// The same position's entry is kept if the current search stored it more than three plies deeper
  /// and the new entry is not exact. A new entry without a move takes over the old one's.
  @inlinable public func store(_ key: UInt64, _ entry: TableEntry) {
    assert(entry.bound != .none)
    let key = key ^ salt
    let bucket = bucket(key)
    var victim = 0
    var leastValue = Int.max
    var entry = entry
    for slot in 0..<4 {
      let data = bucket[2 &* slot &+ 1].load(ordering: .relaxed)
      if data == 0 {
        victim = slot
        break
      }
      if bucket[2 &* slot].load(ordering: .relaxed) ^ data == key {
        let old = TableEntry(bits: data)
        if entry.move == 0 { entry.move = old.move }
        if entry.bound != .exact, entry.depth &+ 3 < old.depth, data &>> 58 == generation { return }
        victim = slot
        break
      }
      let age = Int(truncatingIfNeeded: (generation &- data &>> 58) & 63)
      // An entry's value here is its depth, less eight plies for each generation of its age.
      let value = Int(truncatingIfNeeded: data &>> 48 & 0xFF) &- 8 &* age
      if value < leastValue {
        leastValue = value
        victim = slot
      }
    }
    let data = entry.bits(generation: generation)
    bucket[2 &* victim].store(key ^ data, ordering: .relaxed)
    bucket[2 &* victim &+ 1].store(data, ordering: .relaxed)
  }

  /// Prefetches the bucket of `key`, against a cache miss in the next probe.
  @inlinable public func prefetch(_ key: UInt64) { SearchKit.prefetch(bucket(key ^ salt)) }

  // MARK: Between searches

  /// Prepares for a search on `threadCount` threads; must not be called while a search runs.
  ///
  /// A search without a time limit starts from an empty table, whose size depends on its node
  /// limit. Its result thus depends on nothing before it. A search with a time limit finds the
  /// entries of earlier searches.
  ///
  /// - Parameter stop: the stop signal of the search; it also ends the touching of memory.
  public func prepare(
    for limits: SearchLimits, threadCount: Int, stop: StopSignal = StopSignal()
  ) {
    assert(threadCount > 0)
    if limits.time != nil {
      grow(for: limits, threadCount: threadCount, touchedTurns: 1, stop: stop)
    } else {
      clear()
      bucketCount = fitting((limits.nodes ?? .max) / 2)
    }
    generation = (generation &+ 1) & 63
    (isEmpty, isBlank) = (false, false)
  }

  /// Enlarges the table for coming searches with a time limit, and touches its memory.
  ///
  /// Players call this between commands, so that the next search need not do the work.
  ///
  /// - Parameter stop: ends the touching early; the search then touches the rest.
  public func makeRoom(for limits: SearchLimits, threadCount: Int, stop: StopSignal) {
    grow(for: limits, threadCount: threadCount, touchedTurns: TranspositionTable.turns, stop: stop)
  }

  /// The largest number of buckets whose entries are moved to a larger table before a search.
  ///
  /// A bucket takes up to 200 ns, so all of them take at most 40 ms. `grow` moves none if that
  /// could take more than a twentieth of the search's time. Within these limits a stop or a
  /// deadline is still met in time.
  private static let mostMoved: UInt64 = 200_000

  /// The number of turns whose searches the table is to hold at once.
  private static let turns: UInt64 = 4

  /// Enlarges the table for a search with a time limit.
  ///
  /// - Parameter touchedTurns: the number of turns for whose searches memory is touched now.
  private func grow(
    for limits: SearchLimits, threadCount: Int, touchedTurns: UInt64, stop: StopSignal
  ) {
    guard let time = limits.time else { return }
    // Not for searches without a time limit: they empty the table, and many are too short to pay
    // for zeroing large pages.
    memory.preferLargePages()
    // A turn needs one bucket for every four nodes, which a thread searches in about four
    // microseconds.
    let microseconds = UInt64(min(time.hard / .microseconds(1), 1e12))
    let turn = microseconds * UInt64(threadCount) / 4
    let wanted = max(TranspositionTable.turns * turn, isCrowded ? 2 * bucketCount : 0)
    let old = Int(bucketCount)
    if isBlank {
      bucketCount = fitting(wanted)
    } else if bucketCount <= min(microseconds / 4, TranspositionTable.mostMoved) {
      bucketCount = max(bucketCount, fitting(wanted))
    }
    touch(min(bucketCount, fitting(touchedTurns * turn)), stop)
    if bucketCount > old, !isBlank { moveEntries(from: old) }
  }

  /// Makes all entries unknown, so that new ones replace them; must not be called while a search
  /// runs.
  public func forget() {
    guard !isEmpty else { return }
    var generator = SplitMix64(seed: salt &+ 1)
    salt = generator.next()
    isBlank = true
    generation = (generation &+ TranspositionTable.forgottenAge) & 63
  }

  /// The number of generations by which a forgotten entry ages.
  private static let forgottenAge: UInt64 = 8

  /// Empties the table and gives its memory back; must not be called while a search runs.
  public func clear() {
    guard !isEmpty else { return }
    (isEmpty, isBlank) = (true, true)
    touched = 0
    memory.giveBack()
    bucketCount = TranspositionTable.fewestBuckets
    generation = 0
    salt = 0
  }

  /// Returns `wanted` buckets, but at least 1024, and never more than the memory has room for.
  private func fitting(_ wanted: UInt64) -> UInt64 { min(max(wanted, 1024), capacity) }

  /// Moves the entries of the first `old` buckets to their buckets in the enlarged table. An entry
  /// that finds its bucket full is dropped.
  private func moveEntries(from old: Int) {
    // No entry moves towards the start, so moving from the last slot down overwrites nothing.
    for slot in stride(from: 4 * old - 1, through: 0, by: -1) {
      let data = words[2 * slot + 1].load(ordering: .relaxed)
      guard data != 0 else { continue }
      let key = words[2 * slot].load(ordering: .relaxed) ^ data
      words[2 * slot + 1].store(0, ordering: .relaxed)
      let bucket = bucket(key)
      func isFree(_ slot: Int) -> Bool { bucket[2 * slot + 1].load(ordering: .relaxed) == 0 }
      guard let place = (0..<4).first(where: isFree) else { continue }
      bucket[2 * place].store(key ^ data, ordering: .relaxed)
      bucket[2 * place + 1].store(data, ordering: .relaxed)
    }
  }

  /// Touches the memory of the first `buckets` buckets, up to 64 MiB, in steps of 1 MiB.
  ///
  /// Beyond 64 MiB page faults are too rare to matter.
  private func touch(_ buckets: UInt64, _ stop: StopSignal) {
    let step = 1 << 20
    let end = min(Int(buckets) * 64, 64 << 20)
    while touched < end, !stop.isRequested {
      let count = min(step, end - touched)
      memory.populate(touched..<touched + count)
      touched += count
    }
  }

  // MARK: Use

  /// The number of entries that the last search stored, in permille of the capacity (estimated).
  public var permilleUsed: Int {
    let share = share { [generation] in $0 != 0 && $0 >> 58 == generation }
    return Int(1000 * share * Double(bucketCount) / Double(capacity))
  }

  /// True if the last `forgottenAge` searches have used more than three quarters of the entries.
  private var isCrowded: Bool {
    share { [generation] in
      $0 != 0 && (generation &- $0 >> 58) & 63 < TranspositionTable.forgottenAge
    } > 0.75
  }

  /// Returns the share of entries whose data meet a condition, estimated from a sample.
  private func share(_ condition: (UInt64) -> Bool) -> Double {
    let sample = min(Int(bucketCount) * 4, 4096)
    let count = (0..<sample).count { condition(words[2 * $0 + 1].load(ordering: .relaxed)) }
    return Double(count) / Double(sample)
  }
}
