/// A moving window over a log's file that finds its valid records.
///
/// It buffers a piece of the file that is large enough for the longest record.
struct RecordWindow {
  private let log: RecordLog
  /// The size of the file, in bytes.
  private let size: Int
  /// The offset in the file of the next record.
  var start: Int
  /// The offset in the file of the first byte of `bytes`.
  private var base = 0
  /// The buffered piece of the file.
  private var bytes: [UInt8] = []
  /// The prefix checksums of `bytes`; `nil` until `findNext` looks for a record in them.
  private var checksums: PrefixChecksums?

  /// The size of the buffered piece, in bytes.
  static let width = 4 * RecordLog.longest

  init(log: RecordLog, size: Int, start: Int) {
    (self.log, self.size, self.start) = (log, size, start)
  }

  /// Buffers `count` bytes from `offset` on; returns false if the file ends before them.
  ///
  /// Throws if the file has become shorter than `size`.
  private mutating func holds(_ count: Int, at offset: Int) throws(StoreError) -> Bool {
    guard offset + count <= size else { return false }
    if offset >= base, offset + count <= base + bytes.count { return true }
    base = offset
    let wanted = min(RecordWindow.width, size - offset)
    bytes = try log.read(wanted, at: offset)
    guard bytes.count == wanted else {
      throw .unusable(path: log.path, reason: "it has been cut off while it was read")
    }
    checksums = nil
    return true
  }

  /// Returns the payload length of a record at `start`; `nil` if no record can begin at `start`.
  private mutating func payloadCount() throws(StoreError) -> Int? {
    guard try holds(RecordLog.frame, at: start) else { return nil }
    let count = RecordLog.number(bytes[(start - base)...])
    guard 1...RecordLog.longest ~= count, try holds(RecordLog.frame + count, at: start) else {
      return nil
    }
    return count
  }

  /// Returns the payload of the record at `start`; `nil` unless its checksum is right.
  mutating func payload() throws(StoreError) -> ArraySlice<UInt8>? {
    guard let count = try payloadCount() else { return nil }
    let begin = start - base
    if checksums != nil { return soundPayload(begin, count) }
    return log.payload(of: bytes[begin..<begin + RecordLog.frame + count])
  }

  /// Returns the payload of a record at an index of `bytes`; `nil` unless its checksum is right.
  ///
  /// With prefix checksums the cost does not depend on `count`.
  private mutating func soundPayload(_ begin: Int, _ count: Int) -> ArraySlice<UInt8>? {
    let payload = begin + RecordLog.frame..<begin + RecordLog.frame + count
    let checksums = checksums ?? PrefixChecksums(bytes)
    self.checksums = checksums
    let sum = checksums.checksum(of: payload) ^ UInt32(count)
    return Int(sum) == RecordLog.number(bytes[(begin + 4)...]) ? bytes[payload] : nil
  }

  /// Moves `start` forward to the next valid record; returns false if there is none.
  ///
  /// The cost for each offset is small and constant, even if a long record seems to begin there.
  mutating func findNext(_ isStopped: () -> Bool) throws(StoreError) -> Bool {
    while start + RecordLog.frame < size {
      start += 1
      if start & 0xFFF == 0, isStopped() { throw .stopped }
      // Rejects nearly all offsets quickly: the upper bytes of a valid length are small.
      let last = start - base + 3
      if last < bytes.count, bytes[last] != 0 || bytes[last - 1] > 0x10 { continue }
      guard let count = try payloadCount() else { continue }
      let begin = start - base
      guard LogEntry.canBegin(bytes[(begin + RecordLog.frame)...].prefix(min(4, count))) else {
        continue
      }
      if soundPayload(begin, count) != nil { return true }
    }
    return false
  }
}
