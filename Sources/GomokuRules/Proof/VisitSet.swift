import Basics

/// A set of proof nodes with the positions in which they were visited.
///
/// It is a hash table with open addressing and exact keys. A key has the node and all stones that
/// differ from the proof's first position. Entries are kept in blocks of fixed size, so neither
/// growing nor freeing a large set delays a stop.
struct VisitSet {
  /// A node visited in a position with the winner to move.
  ///
  /// The threats of both sides follow from the stones, so they need not be part of the key.
  struct Visit {
    let node: Int
    let isByFours: Bool
    let stones: StoneSet

    /// The node, and whether the win is by fours alone, as one word.
    fileprivate var head: UInt64 { UInt64(node) << 1 | (isByFours ? 1 : 0) }

    fileprivate var hash: UInt64 {
      stones.words.reduce(VisitSet.mixed(head)) { VisitSet.mixed($0 ^ $1) }
    }
  }

  /// The entries in blocks of `blockCount`: each entry has its hash, `head` and words of stones.
  private var blocks: [[UInt64]] = []
  /// The hash table with linear probing: numbers of entries, from 1; 0 marks a free slot.
  private var slots: [UInt32] = []
  private(set) var count = 0

  private static let blockCount = 1024

  /// The memory in use in bytes, including an allowance for the next growth.
  var byteCount: Int {
    blocks.count * (blocks.first?.capacity ?? 0) * 8 + slots.count * MemoryLayout<UInt32>.stride * 3
  }

  func contains(_ visit: Visit) -> Bool {
    !slots.isEmpty && slots[slot(of: visit, visit.hash)] != 0
  }

  /// Adds `visit`.
  ///
  /// - Returns: true if the set did not contain it.
  mutating func insert(_ visit: Visit) -> Bool {
    if 2 * count >= slots.count { grow() }
    let hash = visit.hash
    let slot = slot(of: visit, hash)
    guard slots[slot] == 0 else { return false }
    if count.isMultiple(of: VisitSet.blockCount) {
      var block: [UInt64] = []
      block.reserveCapacity(VisitSet.blockCount * (2 + visit.stones.words.count))
      blocks.append(block)
    }
    blocks[blocks.count - 1] += [hash, visit.head]
    blocks[blocks.count - 1] += visit.stones.words
    count += 1
    slots[slot] = UInt32(count)
    return true
  }

  /// Returns the slot of `visit`, or the free slot for it.
  private func slot(of visit: Visit, _ hash: UInt64) -> Int {
    var slot = Int(hash & UInt64(slots.count - 1))
    while slots[slot] != 0, !isEqual(visit, hash, toEntry: Int(slots[slot]) - 1) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private func isEqual(_ visit: Visit, _ hash: UInt64, toEntry number: Int) -> Bool {
    let width = 2 + visit.stones.words.count
    let start = number % VisitSet.blockCount * width
    let entry = blocks[number / VisitSet.blockCount][start..<start + width]
    return entry[start] == hash && entry[start + 1] == visit.head
      && entry[(start + 2)...].elementsEqual(visit.stones.words)
  }

  /// Doubles the table and inserts all entries by their stored hashes.
  private mutating func grow() {
    slots = Array(repeating: 0, count: max(16, 2 * slots.count))
    var number: UInt32 = 0
    for block in blocks {
      let width = block.count / min(VisitSet.blockCount, count - Int(number))
      for start in stride(from: 0, to: block.count, by: width) {
        var slot = Int(block[start] & UInt64(slots.count - 1))
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        number += 1
        slots[slot] = number
      }
    }
  }

  /// Returns a hash of `value`: the output function of SplitMix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The stones that differ from a proof's first position, as a bit set for comparing positions.
struct StoneSet {
  /// Two bits for each point: Black and White.
  fileprivate(set) var words: [UInt64]
  private let width: Int

  init(size: BoardSize) {
    width = size.width
    words = Array(repeating: 0, count: (2 * size.pointCount + 63) / 64)
  }

  /// Adds the stone, or removes it if it is present.
  mutating func toggle(_ color: Color, _ point: Point) {
    let bit = 2 * (point.y * width + point.x) + color.index
    words[bit / 64] ^= 1 << UInt64(bit & 63)
  }
}
