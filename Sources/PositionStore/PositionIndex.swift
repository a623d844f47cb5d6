/// An open-addressing hash table from the hash of a position to the offset of its record.
///
/// A slot has eight bytes: the upper 28 bits of the hash, then 36 bits of offset. The upper bits of
/// the hash give the home slot, so that the table can grow without reading the file.
struct PositionIndex {
  private var slots: [UInt64]
  private(set) var count = 0
  /// The right shift that turns a hash into the index of its home slot.
  private var shift: UInt64

  private static let offsetBits: UInt64 = 36
  private static let offsetMask: UInt64 = 1 << offsetBits - 1
  /// The largest size of a file, in bytes, because larger offsets do not fit in a slot.
  static let mostBytes = 1 << Int(offsetBits)
  private static let leastBits: UInt64 = 10

  init() {
    slots = Array(repeating: 0, count: 1 << PositionIndex.leastBits)
    shift = 64 - PositionIndex.leastBits
  }

  var byteCount: Int { slots.count * 8 }

  /// The memory in use while the next entry is added, in bytes; more if the table has to grow.
  var bytesToGrow: Int { isFull ? 3 * byteCount : byteCount }

  /// True if the next entry makes the table grow, because more than three quarters would be used.
  private var isFull: Bool { 4 * (count + 1) > 3 * slots.count }

  /// The limits of one look-up: the number of slots probed, and of offsets found.
  ///
  /// With random hashes a look-up stays far below them, even among many millions of positions. The
  /// limits protect against a file whose hashes were chosen to make look-ups slow.
  private static let (mostSlots, mostCandidates) = (1 << 13, 16)

  /// Returns the offsets of all records whose hashes agree with `hash` in the stored bits.
  ///
  /// Returns `nil` if a limit of the look-up is exceeded.
  func candidates(_ hash: UInt64) -> [Int]? {
    let wanted = hash & ~PositionIndex.offsetMask
    var found: [Int] = []
    var slot = Int(hash >> shift)
    var steps = 0
    while slots[slot] != 0 {
      if slots[slot] & ~PositionIndex.offsetMask == wanted {
        found.append(Int(slots[slot] & PositionIndex.offsetMask))
      }
      slot = (slot + 1) & (slots.count - 1)
      steps += 1
      if steps > PositionIndex.mostSlots || found.count > PositionIndex.mostCandidates {
        return nil
      }
    }
    return found
  }

  /// Returns whether the table has the entry of `hash` and `offset`.
  func contains(_ hash: UInt64, at offset: Int) -> Bool { slot(of: hash, at: offset) != nil }

  mutating func insert(_ hash: UInt64, at offset: Int) {
    assert(0..<PositionIndex.mostBytes ~= offset)
    if isFull { grow() }
    place(hash & ~PositionIndex.offsetMask | UInt64(offset))
    count += 1
  }

  /// Stores a slot's value in the first free slot from its home slot on.
  private mutating func place(_ entry: UInt64) {
    var slot = Int(entry >> shift)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = entry
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: 2 * old.count)
    shift -= 1
    for entry in old where entry != 0 { place(entry) }
  }

  /// Returns the slot with the entry of `hash` and `offset`; `nil` if there is none.
  private func slot(of hash: UInt64, at offset: Int) -> Int? {
    let entry = hash & ~PositionIndex.offsetMask | UInt64(offset)
    var slot = Int(hash >> shift)
    while slots[slot] != 0 {
      if slots[slot] == entry { return slot }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Removes the entry of `hash` and `offset`, if there is one.
  mutating func remove(_ hash: UInt64, at offset: Int) {
    guard var hole = slot(of: hash, at: offset) else { return }
    count -= 1
    // Backward-shift deletion: a later entry fills the hole unless its home slot is after the hole.
    var next = hole
    while true {
      next = (next + 1) & (slots.count - 1)
      guard slots[next] != 0 else { break }
      let home = Int(slots[next] >> shift)
      let distance = (next - home) & (slots.count - 1)
      if distance >= (next - hole) & (slots.count - 1) {
        slots[hole] = slots[next]
        hole = next
      }
    }
    slots[hole] = 0
    assert(count >= 0)
  }

  /// Replaces each old offset by the new one, after the file has been rewritten.
  mutating func renumber(_ newOffset: (Int) -> Int) {
    for slot in slots.indices where slots[slot] != 0 {
      let old = Int(slots[slot] & PositionIndex.offsetMask)
      slots[slot] = slots[slot] & ~PositionIndex.offsetMask | UInt64(newOffset(old))
    }
  }
}
