import Basics
import Platform

/// An append-only file: a title line, then records, each with its length and CRC-32.
///
/// Each record is appended by one write. After a kill, the file may end with an incomplete record,
/// and later records follow it. Bytes that belong to no record may be another program's, so they
/// are skipped and never cut off. Only a rewrite of the file leaves them out.
final class RecordLog {
  var path: String
  let isWritable: Bool
  let file: FileDescriptor
  /// The end of the file, which is the offset of the next record.
  private(set) var length = 0
  /// The size of the file as this process knows it; smaller than `length` if there is no title yet.
  private var knownSize = 0
  private(set) var state = State()
  /// True if the file has its title; an empty file gets it before the first record.
  private var hasTitle = true
  let crc = CRC32()

  /// The numbers of bytes in the file that belong to no valid record, by cause.
  struct State {
    /// The number of bytes whose damage no interrupted write explains.
    var damagedBytes = 0
    /// The number of bytes of incomplete records between other records.
    var remnantBytes = 0
    /// The number of bytes of an incomplete record at the end of the file.
    var tornBytes = 0
  }

  static let title = Array("wuliu positions 1\n".utf8)
  /// The title of a draft. When the draft is complete, `title`, which is of the same length,
  /// overwrites it.
  static let draftTitle = Array("wuliu rewriting 1\n".utf8)

  static func exists(at path: String) -> Bool { begins(path, with: title) }

  static func begins(_ path: String, with title: [UInt8]) -> Bool {
    guard FileSystem.kind(of: path) == .plainFile,
      let file = try? FileDescriptor.open(path, for: .reading, waits: false)
    else { return false }
    defer { file.close() }
    return file.isPlainFile && (try? file.read(title.count, at: 0)) == title
  }

  /// The size of the header of each record, in bytes: the payload's length, then a checksum.
  ///
  /// The checksum is the payload's CRC-32 xor the length. Both numbers have four bytes,
  /// little-endian.
  static let frame = 8
  /// The longest payload, in bytes.
  static let longest = 1 << 20

  /// The purpose that a file is opened for.
  enum Access {
    /// Reading only: the file is not changed, and has to exist.
    case reading
    /// Appending: the file is created if necessary. A write-protected file can only be read.
    case adding
  }

  /// Opens or creates the file at `path`, and locks it. A link must lead to an existing file.
  ///
  /// - Parameter patience: the longest wait for the lock of another program.
  init(
    path: String, _ access: Access = .adding, patience: Duration = .zero,
    isStopped: () -> Bool = { false }
  ) throws(StoreError) {
    let isNew: Bool
    (file, isWritable, isNew) = try RecordLog.openLocked(path, access, patience, isStopped)
    self.path = FileSystem.resolved(path) ?? path
    // All properties are set: if an error is thrown from here on, `deinit` closes the file.
    do throws(StoreError) { try begin(isNew: isNew) } catch {
      if isNew, (try? file.size) == 0, file.isFile(at: path) { FileSystem.removeFile(path) }
      throw error
    }
  }

  deinit { file.closeUnlocked() }

  private typealias Opened = (FileDescriptor, isWritable: Bool, isNew: Bool)

  /// Opens and locks the file. A write-protected file that is opened for `adding` stays unlocked.
  private static func openLocked(
    _ path: String, _ access: Access, _ patience: Duration, _ isStopped: () -> Bool
  ) throws(StoreError) -> Opened {
    let pause = Duration.milliseconds(10)
    var rest = patience
    while true {
      if isStopped() { throw .stopped }
      let opened = try open(path, access)
      let file = opened.0
      guard file.isPlainFile else {
        file.close()
        throw .noFile(path)
      }
      if access == .adding, !opened.isWritable { return opened }
      if file.lock() {
        if file.isFile(at: path) { return opened }
        // The holder of the lock has meanwhile replaced the file; open the new one.
        file.closeUnlocked()
        continue
      }
      file.close()
      guard rest > .zero else { throw .locked(path: path) }
      rest -= pause
      WorkerThread.sleep(for: pause)
    }
  }

  /// Opens a plain file, or creates one for `adding`. A write-protected file is opened for reading.
  private static func open(_ path: String, _ access: Access) throws(StoreError) -> Opened {
    do throws(SystemError) {
      switch (FileSystem.kind(of: path), access) {
      case (nil, .adding):
        guard FileSystem.kind(of: path, followsLinks: false) == nil else { throw .isLink }
        return (try .open(path, for: .creating, waits: false), true, true)
      case (.plainFile, .adding):
        // `waits: false`, because opening a pipe might block.
        if let file = try? FileDescriptor.open(path, for: .changing, waits: false) {
          return (file, true, false)
        }
        fallthrough
      case (nil, .reading), (.plainFile, .reading):
        return (try .open(path, for: .reading, waits: false), false, false)
      default: throw .invalid
      }
    } catch {
      if error == .invalid { throw .noFile(path) }
      throw StoreError(error, path)
    }
  }

  /// Checks the title, or writes it into a new file.
  ///
  /// A writable empty file is accepted: its writer may have been killed before the title, which
  /// takes one write.
  private func begin(isNew: Bool) throws(StoreError) {
    hasTitle = try readTitle()
    length = RecordLog.title.count
    knownSize = hasTitle ? length : 0
    guard hasTitle || isWritable else { throw .foreign(path: path) }
    if isNew { try addTitle() }
  }

  /// Returns whether the file has the title; false for an empty file.
  private func readTitle() throws(StoreError) -> Bool {
    let start = try read(RecordLog.title.count, at: 0)
    guard start.isEmpty || start == RecordLog.title else { throw .foreign(path: path) }
    return !start.isEmpty
  }

  /// Writes the title into an empty file.
  private func addTitle() throws(StoreError) {
    guard !hasTitle else { return }
    try write(RecordLog.title, at: 0)
    hasTitle = true
  }

  // MARK: Reading

  func read(_ count: Int, at offset: Int) throws(StoreError) -> [UInt8] {
    do throws(SystemError) { return try file.read(count, at: offset) } catch {
      throw StoreError(error, path)
    }
  }

  /// Calls `body` with the offset and payload of every valid record, and `gap` with every damaged
  /// part. Incomplete records are not passed to `gap`.
  ///
  /// - Parameter body: returns false if the record is invalid, so that it counts as damage.
  func scan(
    isStopped: () -> Bool, gap: (Range<Int>) throws(StoreError) -> Void = { _ in },
    _ body: (Int, ArraySlice<UInt8>) throws(StoreError) -> Bool
  ) throws(StoreError) -> State {
    let size = length
    var window = RecordWindow(log: self, size: size, start: RecordLog.title.count)
    var state = State()
    var end = window.start
    while window.start < size {
      if isStopped() { throw .stopped }
      if let payload = try window.payload() {
        let next = window.start + RecordLog.frame + payload.count
        if try !body(window.start, payload) {
          state.damagedBytes += next - window.start
          try gap(window.start..<next)
        }
        (window.start, end) = (next, next)
      } else {
        let isFound = try window.findNext(isStopped)
        let lost = end..<(isFound ? window.start : size)
        if try isRemnant(lost) {
          if isFound { state.remnantBytes += lost.count } else { state.tornBytes = lost.count }
        } else {
          state.damagedBytes += lost.count
          try gap(lost)
        }
        if !isFound { break }
        end = window.start
      }
    }
    return state
  }

  /// Calls `body` with every valid record, as `scan` does, and updates `length` and `state`.
  ///
  /// After an error the log is as before: another program's changes stay unread.
  func load(
    isStopped: () -> Bool, _ body: (Int, ArraySlice<UInt8>) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let size: Int
    do throws(SystemError) { size = try file.size } catch { throw StoreError(error, path) }
    // Another program may have written the title.
    if !hasTitle { hasTitle = try readTitle() }
    let (oldLength, oldSize) = (length, knownSize)
    (length, knownSize) = (max(size, RecordLog.title.count), size)
    do throws(StoreError) { state = try scan(isStopped: isStopped, body) } catch {
      (length, knownSize) = (oldLength, oldSize)
      throw error
    }
  }

  /// Returns whether a part of the file can be a record's beginning, left by an interrupted write.
  private func isRemnant(_ range: Range<Int>) throws(StoreError) -> Bool {
    let bytes = try read(min(range.count, RecordLog.frame + 4), at: range.lowerBound)
    guard bytes.count >= 4 else { return bytes.count < 3 || bytes[2] <= 0x10 }
    let count = RecordLog.number(bytes[...])
    guard 1...RecordLog.longest ~= count, range.count < RecordLog.frame + count,
      LogEntry.canBegin(bytes.dropFirst(RecordLog.frame))
    else { return false }
    // A whole record with a wrong length is damage.
    let whole = try read(range.count, at: range.lowerBound)
    return LogEntry(whole.dropFirst(RecordLog.frame)) == nil
  }

  /// Returns the first four bytes as a little-endian number.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// Returns the payload of a whole record; `nil` unless its checksum is right.
  func payload(of record: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let payload = record.dropFirst(RecordLog.frame)
    let sum = crc.checksum(of: payload) ^ UInt32(payload.count)
    return Int(sum) == RecordLog.number(record.dropFirst(4)) ? payload : nil
  }

  /// Reads the whole record, header and payload, at an offset.
  func record(at offset: Int) throws(StoreError) -> [UInt8] {
    /// Nearly all records are smaller, so one read suffices.
    let usual = 256
    guard offset < length else { throw damage(at: offset) }
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

  /// Calls `body`, and converts a system error into a database error.
  func change(_ body: () throws(SystemError) -> Void) throws(StoreError) {
    do throws(SystemError) { try body() } catch { throw StoreError(error, path) }
  }

  /// Throws if the file has lost its name, as data added to a removed file would be lost.
  func checkName() throws(StoreError) {
    guard file.isFile(at: path) else {
      throw .unusable(path: path, reason: "another file has its name, or none")
    }
  }

  /// Throws if the file's size has changed since this process last read it or wrote to it.
  ///
  /// Another program may ignore the lock; its bytes must not be overwritten or cut off.
  func checkSize() throws(StoreError) {
    let size: Int
    do throws(SystemError) { size = try file.size } catch { throw StoreError(error, path) }
    guard size == knownSize else {
      throw .unusable(path: path, reason: "another program has changed it since it was read")
    }
  }

  /// Writes bytes at the end of the file, or the title into an empty one.
  private func write(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
    do throws(StoreError) {
      try change { () throws(SystemError) in try file.writeAll(bytes, at: offset) }
    } catch {
      // An incomplete record must not stay before the next one.
      try? file.truncate(to: knownSize)
      knownSize = (try? file.size) ?? knownSize
      throw error
    }
    knownSize = max(knownSize, offset + bytes.count)
  }

  /// Appends a record with this payload.
  ///
  /// - Returns: the offset of the record.
  func append(payload: [UInt8]) throws(StoreError) -> Int {
    let sum = crc.checksum(of: payload) ^ UInt32(payload.count)
    return try append(
      record: RecordLog.bytes(UInt32(payload.count)) + RecordLog.bytes(sum) + payload)
  }

  /// Appends a whole record, header and payload, and returns its offset.
  func append(record: [UInt8]) throws(StoreError) -> Int {
    guard isWritable else { throw .unwritable(path: path) }
    let offset = length
    guard offset + record.count <= PositionIndex.mostBytes,
      record.count <= RecordLog.frame + RecordLog.longest
    else { throw .unusable(path: path, reason: "it is full") }
    try checkSize()
    try addTitle()
    try write(record, at: offset)
    length += record.count
    (state.remnantBytes, state.tornBytes) = (state.remnantBytes + state.tornBytes, 0)
    return offset
  }

  /// Cuts the file off at `length`, which removes later records.
  func truncate(to length: Int) throws(StoreError) {
    try checkSize()
    try change { () throws(SystemError) in try file.truncate(to: length) }
    (self.length, knownSize) = (length, length)
  }

  /// Flushes the file to disk, so that it survives a power failure.
  func synchronize() throws(StoreError) {
    try change { () throws(SystemError) in try file.synchronize() }
  }

  // MARK: Replacement of a file

  /// Creates an empty draft beside another log, with the same access rights.
  ///
  /// The draft is no valid database until `replace` has been called.
  init(draftOf other: RecordLog) throws(StoreError) {
    do throws(SystemError) {
      (file, path) = try RecordLog.newDraft(of: other)
    } catch {
      throw StoreError(error, other.path)
    }
    isWritable = true
    (length, knownSize) = (RecordLog.draftTitle.count, RecordLog.draftTitle.count)
  }
}
