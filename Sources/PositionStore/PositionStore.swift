import GomokuRules
import Platform

/// A database of positions in a file. Every change is written to the file before the call returns.
///
/// Memory holds an index of 11 to 22 bytes a position; the records stay in the file. Rotated and
/// mirrored positions share a record. Only one program may write the file at a time, and only one
/// thread may use a store.
public final class PositionStore {
  private(set) var log: RecordLog
  private var index = PositionIndex()
  /// The size of replaced and deleted records and of the deletions themselves, in bytes.
  private(set) var deadBytes = 0
  /// The undo journal of the index during an atomic change; otherwise `nil`.
  private var changes: [Change]?

  /// A change of the index: the offset for a hash, before and after the change.
  private struct Change {
    var hash: UInt64
    /// The offset before the change; `nil` if there was no entry.
    var old: Int?
    /// The offset after the change; `nil` if the entry was removed.
    var new: Int?
  }

  /// Returns true if the running command is to stop; every loop over a file calls this function.
  public var isStopped: () -> Bool = { false }

  /// The limit of the index and of its undo journal, in bytes.
  public var memoryLimit: Int

  /// The path of the file as the caller gave it.
  public var path: String

  /// Opens the database at `path`, and creates the file if there is none.
  ///
  /// - Parameters:
  ///   - isSource: true if the file is opened for reading only, and has to exist.
  ///   - patience: the longest wait for the lock of another program.
  public init(
    path: String, memoryLimit: Int, isSource: Bool = false, patience: Duration = .zero,
    isStopped: @escaping () -> Bool = { false }
  ) throws(StoreError) {
    self.path = path
    self.memoryLimit = memoryLimit
    self.isStopped = isStopped
    log = try RecordLog(
      path: path, isSource ? .reading : .adding, patience: patience, isStopped: isStopped)
    try load()
  }

  /// The number of positions.
  public var count: Int { index.count }
  public var isWritable: Bool { log.isWritable }
  /// The memory in use, in bytes.
  ///
  /// It includes two parts that are not returned to the system: the smaller table before the last
  /// growth, and the buffered piece of the file.
  public var memory: Int { index.byteCount * 3 / 2 + RecordWindow.width }
  /// The size of the file in bytes, without an incomplete record at the end.
  public var fileSize: Int { log.length - log.state.tornBytes }
  public var damagedBytes: Int { log.state.damagedBytes }

  /// Returns whether `path` names a database of positions.
  public static func exists(at path: String) -> Bool { RecordLog.exists(at: path) }

  /// Returns whether `path` names the file of this database.
  public func isStored(at path: String) -> Bool { log.file.isFile(at: path) }

  /// Throws if the command is to stop.
  func poll() throws(StoreError) { if isStopped() { throw .stopped } }

  // MARK: Loading

  /// Builds the index from the whole file. After an error the old index stays.
  private func load() throws(StoreError) {
    let (oldIndex, oldDeadBytes) = (index, deadBytes)
    index = PositionIndex()
    deadBytes = 0
    do throws(StoreError) {
      try log.load(isStopped: isStopped) { (offset, payload) throws(StoreError) in
        guard let entry = LogEntry(payload) else { return false }
        let hash = SymmetricPosition.hash(of: entry.key)
        guard index.candidates(hash) != nil else { return false }
        let size = RecordLog.frame + payload.count
        if let old = try find(hash, entry.key) { forget(hash, old) }
        if entry.record != nil {
          try makeRoom()
          index.insert(hash, at: offset)
        } else {
          deadBytes += size
        }
        return true
      }
    } catch {
      (index, deadBytes) = (oldIndex, oldDeadBytes)
      throw error
    }
  }

  /// Throws if the index has no memory for one more position.
  private func makeRoom() throws(StoreError) {
    let journal = (changes?.count ?? 0) * MemoryLayout<Change>.stride
    guard index.bytesToGrow + journal <= memoryLimit else { throw .full(bytes: memoryLimit) }
  }

  /// An entry of the file, with its offset and size.
  private struct Place {
    var offset: Int
    /// The size in bytes, with the record's header.
    var size: Int
    var entry: LogEntry
  }

  /// Returns the current record of a position; `nil` if there is none.
  ///
  /// Several positions may share the stored bits of a hash, so the key in the file decides. Throws
  /// if too many share them.
  private func find(_ hash: UInt64, _ key: @autoclosure () -> PositionKey) throws(StoreError)
    -> Place?
  {
    guard let candidates = index.candidates(hash) else {
      throw .unusable(path: path, reason: "too many of its positions are made to look alike")
    }
    if candidates.isEmpty { return nil }
    let key = key()
    for offset in candidates {
      let record = try log.record(at: offset)
      if let entry = LogEntry(record.dropFirst(RecordLog.frame)), entry.key == key {
        return Place(offset: offset, size: record.count, entry: entry)
      }
    }
    return nil
  }

  /// Removes an entry from the index and counts its bytes in the file as dead.
  private func forget(_ hash: UInt64, _ place: Place) {
    index.remove(hash, at: place.offset)
    deadBytes += place.size
  }

  // MARK: Records

  public subscript(views: SymmetricPosition) -> PositionRecord? {
    get throws(StoreError) { try find(views.hash, views.key)?.entry.record }
  }

  /// Returns the records of the positions one move later, in the order of the points.
  public func children(
    of views: SymmetricPosition
  ) throws(StoreError) -> [(point: Point, record: PositionRecord)] {
    var children: [(point: Point, record: PositionRecord)] = []
    for point in views.emptyPoints
    where !(index.candidates(views.hash(after: point)) ?? []).isEmpty {
      var child = views
      child.play(point)
      if let record = try self[child] { children.append((point, record)) }
    }
    return children
  }

  /// Stores `record` for a position, in place of an earlier one; throws if a text is too long.
  public func set(_ record: PositionRecord, for views: SymmetricPosition) throws(StoreError) {
    try set(record, for: views.key, hash: views.hash)
  }

  func set(_ record: PositionRecord, for key: PositionKey, hash: UInt64) throws(StoreError) {
    guard record.hasFittingTexts else {
      throw .unusable(
        path: path,
        reason: "a comment may have \(PositionRecord.longestText) bytes, "
          + "a text beside a point \(PositionRecord.longestBoardText)")
    }
    let old = try find(hash, key)
    if let old, old.entry.record == record { return }
    if old == nil { try makeRoom() }
    let offset = try append(LogEntry(key: key, record: record).payload)
    if let old { forget(hash, old) }
    index.insert(hash, at: offset)
    changes?.append(Change(hash: hash, old: old?.offset, new: offset))
  }

  /// Appends a payload to the file and returns its offset.
  ///
  /// Checks first that the file still has its name; in an atomic change, only at the first payload.
  private func append(_ payload: [UInt8]) throws(StoreError) -> Int {
    if changes?.isEmpty ?? true { try log.checkName() }
    return try log.append(payload: payload)
  }

  /// Changes the record of a position; creates one if there is none.
  public func update(
    _ views: SymmetricPosition, _ change: (inout PositionRecord) -> Void
  ) throws(StoreError) {
    var record = try self[views] ?? PositionRecord()
    change(&record)
    try set(record, for: views)
  }

  /// Removes the record of a position by appending a deletion.
  ///
  /// - Returns: false if there was no record.
  @discardableResult
  public func remove(_ views: SymmetricPosition) throws(StoreError) -> Bool {
    let hash = views.hash
    guard let old = try find(hash, views.key) else { return false }
    let payload = LogEntry(key: old.entry.key, record: nil).payload
    _ = try append(payload)
    forget(hash, old)
    changes?.append(Change(hash: hash, old: old.offset, new: nil))
    deadBytes += RecordLog.frame + payload.count
    return true
  }

  /// Calls `body` with every position's current record, in the order in which they were written.
  public func forEach(
    _ body: (PositionKey, PositionRecord) throws(StoreError) -> Void
  ) throws(StoreError) {
    try forEachEntry { (_, _, entry) throws(StoreError) in
      if let record = entry.record { try body(entry.key, record) }
    }
  }

  /// Calls `body` with the offset, payload and content of every entry to which the index refers.
  ///
  /// Throws, at the end at the latest, if another program has changed the file.
  private func forEachEntry(
    _ body: (Int, ArraySlice<UInt8>, LogEntry) throws(StoreError) -> Void
  ) throws(StoreError) {
    try log.checkSize()
    var found = 0
    _ = try log.scan(isStopped: isStopped) { (offset, payload) throws(StoreError) in
      guard let entry = LogEntry(payload) else { return false }
      if index.contains(SymmetricPosition.hash(of: entry.key), at: offset) {
        found += 1
        try body(offset, payload, entry)
      }
      return true
    }
    guard found == count else {
      throw .unusable(path: path, reason: "it has been damaged since it was opened")
    }
  }

  /// Makes several changes as one. After an error or a stop, all of them are undone.
  ///
  /// A call within another one belongs to the outer one's changes.
  public func atomically<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard changes == nil else { return try body() }
    let (length, oldDeadBytes) = (log.length, deadBytes)
    changes = []
    defer { changes = nil }
    do throws(StoreError) { return try body() } catch {
      for change in (changes ?? []).reversed() {
        if let new = change.new { index.remove(change.hash, at: new) }
        if let old = change.old { index.insert(change.hash, at: old) }
      }
      deadBytes = oldDeadBytes
      if log.isWritable, log.length > length { try log.truncate(to: length) }
      throw error
    }
  }

  // MARK: The file

  /// Flushes the file to disk, so that it survives a power failure.
  ///
  /// If replaced, deleted and incomplete records fill more than a quarter of the file, the file is
  /// rewritten instead. A damaged file is not, because the damaged bytes may still be of use, and
  /// neither is a file with several names. A file that may only be read stays as it is.
  ///
  /// - Parameter mayRewrite: true if the file may be rewritten.
  public func save(mayRewrite: Bool = true) throws(StoreError) {
    guard log.isWritable else { return }
    try log.checkName()
    if mayRewrite, FileDescriptor.replacesOpenFiles, damagedBytes == 0, !log.file.hasSeveralNames,
      4 * (deadBytes + log.state.remnantBytes) > log.length
    {
      try rewrite()
    } else {
      try log.synchronize()
    }
  }

  /// Rewrites the file with the current records only. Damaged bytes are saved in another file.
  ///
  /// The complete new file replaces the old one atomically.
  ///
  /// - Returns: the path of the file with the damaged bytes; `nil` if there are none.
  @discardableResult
  public func rewrite() throws(StoreError) -> String? {
    guard log.isWritable else { throw .unwritable(path: path) }
    guard !log.file.hasSeveralNames else { throw StoreError(.hasSeveralNames, path) }
    try log.checkName()
    try log.checkSize()
    let newLog = try RecordLog(draftOf: log)
    var damage: String?
    var offsets: [Int] = []
    var newOffsets: [Int] = []
    do throws(StoreError) {
      damage = try keepDamage()
      try forEachEntry { (offset, payload, _) throws(StoreError) in
        offsets.append(offset)
        newOffsets.append(try newLog.append(payload: Array(payload)))
      }
      try newLog.replace(log)
    } catch {
      newLog.discard()
      if let damage { FileSystem.removeFile(damage) }
      throw error
    }
    log = newLog
    index.renumber { newOffsets[offsets.partition($0)] }
    deadBytes = 0
    try log.synchronizeName()
    return damage
  }

  /// Copies the damaged parts of the file to a new file beside it.
  ///
  /// - Returns: the path of the new file; `nil` if nothing is damaged.
  private func keepDamage() throws(StoreError) -> String? {
    guard damagedBytes > 0 else { return nil }
    let (copy, path): (FileDescriptor, String)
    do throws(SystemError) {
      (copy, path) = try RecordLog.newFile(log.path + ".damaged", like: log.file)
    } catch {
      throw StoreError(error, log.path)
    }
    defer { copy.close() }
    do throws(StoreError) {
      var end = 0
      _ = try log.scan(isStopped: isStopped) { (part) throws(StoreError) in
        for start in stride(from: part.lowerBound, to: part.upperBound, by: RecordWindow.width) {
          try poll()
          let bytes = try log.read(min(RecordWindow.width, part.upperBound - start), at: start)
          do throws(SystemError) { try copy.writeAll(bytes, at: end) } catch {
            throw StoreError(error, path)
          }
          end += bytes.count
        }
      } _: { _, payload in
        LogEntry(payload) != nil
      }
      do throws(SystemError) { try copy.synchronize() } catch { throw StoreError(error, path) }
    } catch {
      FileSystem.removeFile(path)
      throw error
    }
    return path
  }

  /// Reads the whole file again and rebuilds the index.
  ///
  /// - Returns: the number of damaged bytes.
  public func check() throws(StoreError) -> Int {
    try load()
    return damagedBytes
  }
}

extension [Int] {
  /// Returns the number of elements below `number` in this sorted array, by binary search.
  fileprivate func partition(_ number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
