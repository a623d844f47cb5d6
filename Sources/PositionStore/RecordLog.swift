import Basics
import Platform

/// A file that only grows: a line that names its kind, then records, each with its length and CRC-32.
///
/// A record is in the file once one write has taken it. Whatever kills the program leaves whole
/// records and at most a part of one at the end, which the next writer cuts off. Damage anywhere else
/// is skipped and stays until the file is written anew.
final class RecordLog {
  private(set) var path: String
  let isWritable: Bool
  private let file: FileDescriptor
  /// Where the next record goes.
  private(set) var length = 0
  /// Bytes that are no record.
  private(set) var damagedBytes = 0
  private let crc = CRC32()

  private static let title = Array("wuliu positions 1\n".utf8)

  /// Whether there is such a file at `path`.
  static func exists(at path: String) -> Bool {
    guard let file = try? FileDescriptor.open(path, for: .reading, waits: false) else {
      return false
    }
    defer { file.close() }
    return file.isPlainFile && (try? file.read(title.count, at: 0)) == title
  }

  /// Bytes before each payload: its length and the checksum of both, little-endian.
  static let frame = 8
  /// Longer payloads are none.
  static let longest = 1 << 20
  /// Bytes of the file that are looked at together.
  static let windowSize = 4 * longest

  /// Opens the file at `path`, or makes it, and locks it. What the system lets nobody write is opened
  /// for reading.
  ///
  /// - Parameters:
  ///   - isNew: whether the file is to be empty.
  ///   - patience: how long to wait for another program that has it open.
  init(
    path: String, isNew: Bool = false, patience: Duration = .zero
  ) throws(StoreError) {
    (file, isWritable) = try RecordLog.openLocked(path, patience)
    self.path = FileSystem.resolved(path) ?? path
    // From here on a failure closes the file as the end of the object does.
    try begin(isNew: isNew)
  }

  deinit { file.closeUnlocked() }

  private static func openLocked(
    _ path: String, _ patience: Duration
  ) throws(StoreError) -> (FileDescriptor, isWritable: Bool) {
    let pause = Duration.milliseconds(10)
    var rest = patience
    while true {
      let (file, isWritable) = try open(path)
      guard file.isPlainFile else {
        file.close()
        throw .unusable(path: path, reason: "it is no file")
      }
      if !isWritable { return (file, isWritable) }
      if file.lock() {
        if file.isFile(at: path) { return (file, isWritable) }
        // Who had it locked has put another file in its place.
        file.closeUnlocked()
        continue
      }
      file.close()
      guard rest > .zero else { throw .locked(path: path) }
      rest -= pause
      WorkerThread.sleep(for: pause)
    }
  }

  private static func open(_ path: String) throws(StoreError) -> (FileDescriptor, Bool) {
    do throws(SystemError) {
      // A pipe would be waited for.
      return (try .open(path, for: .updating, waits: false), true)
    } catch {
      if let file = try? FileDescriptor.open(path, for: .reading, waits: false) {
        return (file, false)
      }
      throw .unusable(path: path, reason: "\(error)")
    }
  }

  /// Reads the title, or writes it: also where a program was killed while it did so.
  private func begin(isNew: Bool) throws(StoreError) {
    let start = isNew ? [] : try read(RecordLog.title.count, at: 0)
    guard RecordLog.title.starts(with: start) else { throw .foreign(path: path) }
    length = RecordLog.title.count
    if start.count == length { return }
    guard isWritable else { throw .foreign(path: path) }
    if isNew { try change { () throws(SystemError) in try file.truncate(to: 0) } }
    try change { () throws(SystemError) in try file.writeAll(RecordLog.title, at: 0) }
  }

  // MARK: Reading

  private func read(_ count: Int, at offset: Int) throws(StoreError) -> [UInt8] {
    do throws(SystemError) { return try file.read(count, at: offset) } catch {
      throw .unusable(path: path, reason: "\(error)")
    }
  }

  /// Hands every sound record to `body` with its offset, and repairs the end of the file.
  ///
  /// - Parameter body: whether it can make sense of the record.
  func load(_ body: (Int, ArraySlice<UInt8>) throws(StoreError) -> Bool) throws(StoreError) {
    let size: Int
    do throws(SystemError) { size = try file.size } catch {
      throw .unusable(path: path, reason: "\(error)")
    }
    var window = Window(log: self, size: size, start: RecordLog.title.count)
    length = window.start
    damagedBytes = 0
    while window.start < size {
      if let payload = try window.payload() {
        if try !body(window.start, payload) { damagedBytes += RecordLog.frame + payload.count }
        window.start += RecordLog.frame + payload.count
        length = window.start
      } else if try window.findNext() {
        damagedBytes += window.start - length
      } else {
        break
      }
    }
    let end = length
    guard isWritable, end < size else { return }
    try change { () throws(SystemError) in try file.truncate(to: end) }
  }

  /// A piece of the file, wide enough for the longest record.
  private struct Window {
    let log: RecordLog
    let size: Int
    /// The place in the file that is looked at.
    var start: Int
    private var base = 0
    private var bytes: [UInt8] = []
    init(log: RecordLog, size: Int, start: Int) {
      (self.log, self.size, self.start) = (log, size, start)
    }

    /// Makes sure that `count` bytes from `offset` on are there; false if the file has no so many.
    private mutating func holds(_ count: Int, at offset: Int) throws(StoreError) -> Bool {
      guard offset + count <= size else { return false }
      if offset >= base, offset + count <= base + bytes.count { return true }
      base = offset
      bytes = try log.read(min(RecordLog.windowSize, size - offset), at: offset)
      return bytes.count >= count
    }

    /// The payload of a sound record at `start`.
    mutating func payload() throws(StoreError) -> ArraySlice<UInt8>? {
      guard try holds(RecordLog.frame, at: start) else { return nil }
      let count = RecordLog.number(bytes[(start - base)...])
      guard 1...RecordLog.longest ~= count, try holds(RecordLog.frame + count, at: start) else {
        return nil
      }
      let begin = start - base
      return log.payload(of: bytes[begin..<begin + RecordLog.frame + count])
    }

    /// Moves `start` to the next sound record behind it; false if there is none.
    mutating func findNext() throws(StoreError) -> Bool {
      while start + RecordLog.frame < size {
        start += 1
        if try payload() != nil { return true }
      }
      return false
    }
  }

  /// Four bytes as a number, the least significant first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// What a whole record carries, if its checksum is right.
  private func payload(of record: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let payload = record.dropFirst(RecordLog.frame)
    let sum = crc.checksum(of: payload) ^ UInt32(payload.count)
    return Int(sum) == RecordLog.number(record.dropFirst(4)) ? payload : nil
  }

  /// The whole record at an offset that `load` or `append` has given: frame and payload.
  func record(at offset: Int) throws(StoreError) -> [UInt8] {
    /// Bytes of nearly every record.
    let usual = 256
    var record = try read(min(usual, length - offset), at: offset)
    guard record.count >= RecordLog.frame else { throw damage(at: offset) }
    let count = RecordLog.frame + RecordLog.number(record[...])
    guard offset + count <= length else { throw damage(at: offset) }
    if count > record.count {
      record += try read(count - record.count, at: offset + record.count)
    } else {
      record.removeLast(record.count - count)
    }
    guard payload(of: record[...]) != nil else { throw damage(at: offset) }
    return record
  }

  private func damage(at offset: Int) -> StoreError {
    .unusable(path: path, reason: "it is damaged at byte \(offset)")
  }

  // MARK: Writing

  private func change(_ body: () throws(SystemError) -> Void) throws(StoreError) {
    do throws(SystemError) { try body() } catch {
      throw .unusable(path: path, reason: "\(error)")
    }
  }

  /// Adds a record.
  ///
  /// - Returns: its offset.
  func append(payload: [UInt8]) throws(StoreError) -> Int {
    let sum = crc.checksum(of: payload) ^ UInt32(payload.count)
    return try append(
      record: RecordLog.bytes(UInt32(payload.count)) + RecordLog.bytes(sum) + payload)
  }

  /// Adds a record that `record(at:)` has given.
  func append(record: [UInt8]) throws(StoreError) -> Int {
    guard isWritable else { throw .unwritable(path: path) }
    let offset = length
    guard offset + record.count <= PositionIndex.mostBytes else {
      throw .unusable(path: path, reason: "it is full")
    }
    do throws(StoreError) {
      try change { () throws(SystemError) in try file.writeAll(record, at: offset) }
    } catch {
      // Half a record must not stay.
      try? file.truncate(to: offset)
      throw error
    }
    length += record.count
    return offset
  }

  /// Forgets what was added behind `length`.
  func truncate(to length: Int) throws(StoreError) {
    try change { () throws(SystemError) in try file.truncate(to: length) }
    self.length = length
  }

  /// Puts the file in place of that of another log, whose name it takes.
  func replace(_ other: RecordLog) throws(StoreError) {
    let newPath = other.path
    try change { () throws(SystemError) in try FileSystem.rename(path, to: newPath) }
    path = newPath
  }

  /// Waits until the file's name survives the loss of power.
  func synchronizeName() throws(StoreError) {
    try change { () throws(SystemError) in try FileSystem.synchronizeFolder(of: path) }
  }

  /// Waits until everything survives the loss of power.
  func synchronize() throws(StoreError) {
    try change { () throws(SystemError) in try file.synchronize() }
  }
}
