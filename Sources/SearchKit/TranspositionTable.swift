import Basics
import Platform
import Synchronization

/// How a stored score relates to the true one.
public enum Bound: UInt8, Sendable {
  case none = 0
  case upper = 1
  case lower = 2
  case exact = 3

  /// Whether the true score is at least the stored one.
  @inlinable public var isLower: Bool { rawValue & 2 != 0 }
  /// Whether the true score is at most the stored one.
  @inlinable public var isUpper: Bool { rawValue & 1 != 0 }
}

/// What the table remembers of a position. Moves are raw bits, so that one table serves every game.
public struct TableEntry: Equatable, Sendable {
  /// What eight bits hold of a depth.
  public static let depths = -64...191

  /// The best move's bits, zero for none.
  public var move: UInt16
  /// Relative to the node (`Score.stored`).
  public var score: Score
  /// The static evaluation, relative to the node.
  public var evaluation: Score
  /// Remaining depth, one of `depths`.
  public var depth: Int
  public var bound: Bound

  @inlinable public init(
    move: UInt16, score: Score, evaluation: Score, depth: Int, bound: Bound
  ) {
    self.move = move
    self.score = score
    self.evaluation = evaluation
    self.depth = depth
    self.bound = bound
  }

  /// move 16 | score 16 | evaluation 16 | depth 8 | bound 2, generation 6.
  @inlinable init(bits: UInt64) {
    move = UInt16(truncatingIfNeeded: bits)
    score = Score(rawValue: Int32(Int16(truncatingIfNeeded: bits &>> 16)))
    evaluation = Score(rawValue: Int32(Int16(truncatingIfNeeded: bits &>> 32)))
    depth = Int(UInt8(truncatingIfNeeded: bits &>> 48)) &- 64
    bound = Bound(rawValue: UInt8(truncatingIfNeeded: bits &>> 56) & 3).unsafelyUnwrapped
  }

  @inlinable func bits(generation: UInt64) -> UInt64 {
    var high = UInt64(UInt8(truncatingIfNeeded: depth &+ 64)) &<< 48
    high |= UInt64(bound.rawValue) &<< 56
    high |= generation &<< 58
    var low = UInt64(move)
    low |= UInt64(UInt16(truncatingIfNeeded: score.rawValue)) &<< 16
    low |= UInt64(UInt16(truncatingIfNeeded: evaluation.rawValue)) &<< 32
    return high | low
  }
}

/// A shared hash table of search results: four 16-byte entries a cache line, each stored as
/// `key XOR data` beside `data`, so that a torn write is seen as a foreign key (Hyatt & Mann, 2002).
///
/// Any number of threads may probe and store at once. A probe may return another position's entry
/// with probability 2^-62 or so; users check that a stored move is legal.
public final class TranspositionTable: @unchecked Sendable {
  @usableFromInline let words: UnsafeMutablePointer<Atomic<UInt64>>
  /// Buckets in use, as many as the searches so far called for: memory is slow at its first touch.
  @usableFromInline var bucketCount: UInt64
  @usableFromInline var generation: UInt64 = 0
  /// Mixed into every key. Another one makes all that is stored unknown, at no cost.
  @usableFromInline var salt: UInt64 = 0
  private let memory: PageMemory
  /// Whether nothing has been stored since the memory was last empty.
  private var isEmpty = true
  /// Whether no entry is known: the table may take any size then.
  private var isBlank = true
  /// Bytes of the memory that have been touched, from the first on, a step at a time.
  private var touched = 0

  /// Bytes in use.
  public var byteCount: Int { memory.byteCount }

  /// As many 64-byte buckets as fit into `bytes`, halved until memory can be had.
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

  /// A page of them.
  private static let fewestBuckets: UInt64 = 64
  /// All the buckets there is room for.
  private var capacity: UInt64 { UInt64(byteCount / 64) }

  @inlinable func bucket(_ key: UInt64) -> UnsafeMutablePointer<Atomic<UInt64>> {
    words + Int(truncatingIfNeeded: key.multipliedFullWidth(by: bucketCount).high) &* 8
  }

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

  /// Stores `entry`, in place of the same position's or of the least useful one in its bucket.
  @inlinable public func store(_ key: UInt64, _ entry: TableEntry) {
    let key = key ^ salt
    let bucket = bucket(key)
    var victim = 0
    var leastWorth = Int.max
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
      let worth = Int(truncatingIfNeeded: data &>> 48 & 0xFF) &- 8 &* age
      if worth < leastWorth {
        leastWorth = worth
        victim = slot
      }
    }
    let data = entry.bits(generation: generation)
    bucket[2 &* victim].store(key ^ data, ordering: .relaxed)
    bucket[2 &* victim &+ 1].store(data, ordering: .relaxed)
  }

  /// Asks the processor to load the bucket of `key`.
  @inlinable public func prefetch(_ key: UInt64) { SearchKit.prefetch(bucket(key ^ salt)) }

  // MARK: Between searches

  /// Makes ready for a search on so many threads. Call it while none runs.
  ///
  /// A search without a time limit starts from an empty table, as large as its nodes call for, so that
  /// its result depends on nothing that went before. Others find what earlier ones left.
  ///
  /// - Parameter stop: the search's; preparations that can be left out end with it.
  public func prepare(
    for limits: SearchLimits, threadCount: Int, stop: StopSignal = StopSignal()
  ) {
    if limits.time != nil {
      grow(for: limits, threadCount: threadCount, touchedTurns: 1, stop: stop)
    } else {
      clear()
      bucketCount = fitting((limits.nodes ?? .max) / 2)
    }
    generation = (generation &+ 1) & 63
    (isEmpty, isBlank) = (false, false)
  }

  /// Takes as many buckets into use as a search with a time limit calls for, ahead of it, and touches
  /// their memory.
  ///
  /// - Parameter stop: leaves the touching to the search.
  public func makeRoom(for limits: SearchLimits, threadCount: Int, stop: StopSignal) {
    grow(for: limits, threadCount: threadCount, touchedTurns: TranspositionTable.turns, stop: stop)
  }

  /// The most buckets whose entries are moved, at up to 200 ns each, before a search: with that, and no
  /// more than a twentieth of its time, no stop and no deadline is missed.
  private static let mostMoved: UInt64 = 200_000

  /// How many turns' searches there is to be room for at once.
  private static let turns: UInt64 = 4

  /// - Parameter touchedTurns: for how many turns' searches to touch memory now.
  private func grow(
    for limits: SearchLimits, threadCount: Int, touchedTurns: UInt64, stop: StopSignal
  ) {
    guard let time = limits.time else { return }
    // Searches without a time limit empty the table, and many are too short to make a large page zero.
    memory.preferLargePages()
    // A bucket for the four nodes that a thread searches in as many microseconds.
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

  /// Makes all entries unknown: they give way to new ones. Call it while no search runs.
  public func forget() {
    guard !isEmpty else { return }
    var generator = SplitMix64(seed: salt &+ 1)
    salt = generator.next()
    isBlank = true
    generation = (generation &+ TranspositionTable.lapse) & 63
  }

  /// How many generations a forgotten entry ages.
  private static let lapse: UInt64 = 8

  /// Empties the table and gives its memory back. Call it while no search runs.
  public func clear() {
    guard !isEmpty else { return }
    (isEmpty, isBlank) = (true, true)
    touched = 0
    memory.giveBack()
    bucketCount = TranspositionTable.fewestBuckets
    generation = 0
    salt = 0
  }

  /// As many buckets as are wanted, but no fewer than a small search needs and no more than there are.
  private func fitting(_ wanted: UInt64) -> UInt64 { min(max(wanted, 1024), capacity) }

  /// Brings the entries of the first `old` buckets to their places among more.
  private func moveEntries(from old: Int) {
    // No place is before the old one: from the last slot down nothing is overrun.
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

  /// Touches the memory of so many buckets in large steps, up to a size at which single pages no longer
  /// count.
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

  /// Entries that the last search used, in permille of all there is room for.
  public var permilleUsed: Int {
    let share = share { [generation] in $0 != 0 && $0 >> 58 == generation }
    return Int(1000 * share * Double(bucketCount) / Double(capacity))
  }

  /// Whether most entries are used, by the last search or those just before it.
  private var isCrowded: Bool {
    share { [generation] in
      $0 != 0 && (generation &- $0 >> 58) & 63 < TranspositionTable.lapse
    } > 0.75
  }

  /// The share of entries whose data meet a condition, from a sample.
  private func share(_ condition: (UInt64) -> Bool) -> Double {
    let sample = min(Int(bucketCount) * 4, 4096)
    let count = (0..<sample).count { condition(words[2 * $0 + 1].load(ordering: .relaxed)) }
    return Double(count) / Double(sample)
  }
}
