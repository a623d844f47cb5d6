import Basics
import GomokuRules

/// The entries of a database that is in memory as bytes, for programs that only read it.
///
/// Damaged bytes are skipped up to the next valid record.
package struct StoredEntries {
  private let bytes: [UInt8]
  private var offset = RecordLog.title.count
  private let crc = CRC32()
  /// The number of bytes whose checksum may still be computed.
  ///
  /// It bounds the time of the search for the next valid record in damaged bytes.
  private var work: Int
  /// The number of bytes that belong to no valid record.
  package private(set) var damagedBytes = 0

  /// Creates the reader; `nil` unless the bytes begin as a database does.
  package init?(_ bytes: [UInt8]) {
    guard StoredEntries.isDatabase(bytes) else { return nil }
    (self.bytes, work) = (bytes, 4 * bytes.count)
  }

  package static func isDatabase(_ bytes: [UInt8]) -> Bool { bytes.starts(with: RecordLog.title) }

  /// Returns the next entry with its size in bytes; `nil` at the end.
  ///
  /// An entry replaces earlier entries of the same position. An entry without a record deletes the
  /// position.
  package mutating func next() -> (key: PositionKey, record: PositionRecord?, size: Int)? {
    while offset < bytes.count {
      if let payload = payload(), let entry = LogEntry(payload) {
        let size = RecordLog.frame + payload.count
        offset += size
        return (entry.key, entry.record, size)
      }
      offset += 1
      damagedBytes += 1
    }
    return nil
  }

  /// Returns the payload of a record at the offset; `nil` if there is none.
  private mutating func payload() -> ArraySlice<UInt8>? {
    let begin = offset + RecordLog.frame
    guard begin < bytes.count else { return nil }
    let count = RecordLog.number(bytes[offset...])
    guard 1...RecordLog.longest ~= count, begin + count <= bytes.count, count <= work,
      LogEntry.canBegin(bytes[begin...].prefix(min(4, count)))
    else { return nil }
    work -= count
    let payload = bytes[begin..<begin + count]
    let sum = crc.checksum(of: payload) ^ UInt32(count)
    return Int(sum) == RecordLog.number(bytes[(offset + 4)...]) ? payload : nil
  }
}
