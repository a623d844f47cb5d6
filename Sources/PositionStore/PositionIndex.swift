/// The offset of the record of each hash: an open-addressing table, eight bytes a slot.
///
/// A slot holds the upper 28 bits of the hash above 36 bits of offset; the slots follow the order of
/// the hashes, so that the table grows without looking at the file.
struct PositionIndex {
  private var slots: [UInt64]
  private(set) var count = 0
  private var shift: UInt64

  private static let offsetBits: UInt64 = 36
  private static let offsetMask: UInt64 = 1 << offsetBits - 1
  /// No file may be longer.
  static let mostBytes = 1 << Int(offsetBits)
  private static let leastBits: UInt64 = 10

  init() {
    slots = Array(repeating: 0, count: 1 << PositionIndex.leastBits)
    shift = 64 - PositionIndex.leastBits
  }

  var byteCount: Int { slots.count * 8 }

  /// Bytes taken while the next entry is added.
  var bytesToGrow: Int { isFull ? 3 * byteCount : byteCount }

  /// True if the next entry makes the table grow: at three quarters.
  private var isFull: Bool { 4 * (count + 1) > 3 * slots.count }

  /// Slots that may be looked at for a hash, and offsets that it may have. By chance there are a
  /// tenth of these; a file whose hashes were chosen to take time is cut short.
  private static let (mostSlots, mostCandidates) = (1 << 13, 16)

  /// The offsets that may be those of `hash`; `nil` if too many other hashes stand in the way.
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

  /// Returns whether the record of `hash` lies at `offset`.
  func contains(_ hash: UInt64, at offset: Int) -> Bool { slot(of: hash, at: offset) != nil }

  mutating func insert(_ hash: UInt64, at offset: Int) {
    if isFull { grow() }
    place(hash & ~PositionIndex.offsetMask | UInt64(offset))
    count += 1
  }

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

  private func slot(of hash: UInt64, at offset: Int) -> Int? {
    let entry = hash & ~PositionIndex.offsetMask | UInt64(offset)
    var slot = Int(hash >> shift)
    while slots[slot] != 0 {
      if slots[slot] == entry { return slot }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  mutating func remove(_ hash: UInt64, at offset: Int) {
    guard var hole = slot(of: hash, at: offset) else { return }
    count -= 1
    // Entries behind the hole that began before it move up.
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
  }

  /// Renames every offset. `newOffset` is asked in the order of the slots.
  mutating func renumber(_ newOffset: (Int) -> Int) {
    for slot in slots.indices where slots[slot] != 0 {
      let old = Int(slots[slot] & PositionIndex.offsetMask)
      slots[slot] = slots[slot] & ~PositionIndex.offsetMask | UInt64(newOffset(old))
    }
  }
}
