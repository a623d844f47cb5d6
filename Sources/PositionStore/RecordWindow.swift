/// A piece of a log's file, wide enough for the longest record.
struct RecordWindow {
  private let log: RecordLog
  private let size: Int
  /// The place in the file that is looked at.
  var start: Int
  private var base = 0
  private var bytes: [UInt8] = []
  /// Those of `bytes`, once a sound record had to be looked for.
  private var checksums: PrefixChecksums?
  /// Bytes of `bytes` whose checksum was wrong.
  private var wasted = 0

  private static let mostWaste = 1 << 16

  /// Bytes of the file that are looked at together.
  static let width = 4 * RecordLog.longest

  init(log: RecordLog, size: Int, start: Int) {
    (self.log, self.size, self.start) = (log, size, start)
  }

  /// Makes sure that `count` bytes from `offset` on are there; false if the file has no so many.
  private mutating func holds(_ count: Int, at offset: Int) throws(StoreError) -> Bool {
    guard offset + count <= size else { return false }
    if offset >= base, offset + count <= base + bytes.count { return true }
    base = offset
    bytes = try log.read(min(RecordWindow.width, size - offset), at: offset)
    (checksums, wasted) = (nil, 0)
    return bytes.count >= count
  }

  /// The length of the payload of a record that may stand at `start`.
  private mutating func payloadCount() throws(StoreError) -> Int? {
    guard try holds(RecordLog.frame, at: start) else { return nil }
    let count = RecordLog.number(bytes[(start - base)...])
    guard 1...RecordLog.longest ~= count, try holds(RecordLog.frame + count, at: start) else {
      return nil
    }
    return count
  }

  /// The payload of a sound record at `start`.
  mutating func payload() throws(StoreError) -> ArraySlice<UInt8>? {
    guard let count = try payloadCount() else { return nil }
    let begin = start - base
    if checksums != nil || wasted > RecordWindow.mostWaste {
      return soundPayload(begin, count)
    }
    let payload = log.payload(of: bytes[begin..<begin + RecordLog.frame + count])
    if payload == nil { wasted += count }
    return payload
  }

  /// The payload at a place in `bytes`, if its checksum is right; the cost does not depend on `count`.
  private mutating func soundPayload(_ begin: Int, _ count: Int) -> ArraySlice<UInt8>? {
    let payload = begin + RecordLog.frame..<begin + RecordLog.frame + count
    let checksums = checksums ?? PrefixChecksums(bytes)
    self.checksums = checksums
    let sum = checksums.checksum(of: payload) ^ UInt32(count)
    return Int(sum) == RecordLog.number(bytes[(begin + 4)...]) ? bytes[payload] : nil
  }

  /// Moves `start` to the next sound record behind it; false if there is none.
  ///
  /// Each place costs next to nothing, whatever length stands there.
  mutating func findNext(_ isStopped: () -> Bool) throws(StoreError) -> Bool {
    while start + RecordLog.frame < size {
      start += 1
      if start & 0xFFF == 0, isStopped() { throw .stopped }
      // Nearly every place is passed by here.
      let last = start - base + 3
      if last < bytes.count, bytes[last] != 0 || bytes[last - 1] > 0x10 { continue }
      guard let count = try payloadCount() else { continue }
      let begin = start - base
      guard Entry.canBegin(bytes[(begin + RecordLog.frame)...].prefix(min(4, count))) else {
        continue
      }
      if soundPayload(begin, count) != nil { return true }
    }
    return false
  }
}
