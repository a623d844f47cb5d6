import GomokuRules
import Platform

/// A database of positions in a file: what is said here is written before it is answered.
///
/// Memory holds 11 to 22 bytes a position, the records stay in the file. Turned and mirrored
/// positions share a record. Only one program at a time may write the file, and one thread.
public final class PositionStore {
  /// The opened file.
  private(set) var log: RecordLog
  private var index = PositionIndex()
  /// Bytes of records that later ones have replaced, deletions among them.
  private(set) var deadBytes = 0
  /// The undo journal of the index, during changes that are made together or not at all.
  private var changes: [Change]?

  /// The index's entry of a hash was at one offset and is at another now.
  private struct Change {
    var hash: UInt64
    var old: Int?
    var new: Int?
  }

  /// True if the work under way is to end; every loop over a file looks at it.
  public var isStopped: () -> Bool = { false }

  /// Most bytes of memory for the index.
  public var memoryLimit: Int

  /// The file as it was named.
  public var path: String

  /// Opens the database at `path`; a file that is not there is made.
  ///
  /// - Parameters:
  ///   - isSource: whether it is only read, and has to be there.
  ///   - patience: how long to wait for a program that may be about to close it.
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
  /// Bytes of memory in use, with what the system has not got back: the table before the last growth,
  /// and the piece of the file that was read last.
  public var memory: Int { index.byteCount * 3 / 2 + RecordWindow.width }
  /// Bytes of the file, without a last record whose write was cut off.
  public var fileSize: Int { log.length - log.state.tornBytes }
  public var damagedBytes: Int { log.state.damagedBytes }

  /// Returns whether `path` names a database, this or another one.
  public static func exists(at path: String) -> Bool { RecordLog.exists(at: path) }

  /// Returns whether `path` names the file of this database.
  public func isStored(at path: String) -> Bool { log.file.isFile(at: path) }

  func poll() throws(StoreError) { if isStopped() { throw .stopped } }

  // MARK: Loading

  private func load() throws(StoreError) {
    let (oldIndex, oldDeadBytes) = (index, deadBytes)
    index = PositionIndex()
    deadBytes = 0
    do throws(StoreError) {
      try log.load(isStopped: isStopped) { (offset, payload) throws(StoreError) in
        guard let entry = Entry(payload) else { return false }
        let hash = PositionViews.hash(of: entry.key)
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

  private func makeRoom() throws(StoreError) {
    let journal = (changes?.count ?? 0) * MemoryLayout<Change>.stride
    guard index.bytesToGrow + journal <= memoryLimit else { throw .full(bytes: memoryLimit) }
  }

  /// A record in the file.
  private struct Place {
    var offset: Int
    var size: Int
    var entry: Entry
  }

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
      if let entry = Entry(record.dropFirst(RecordLog.frame)), entry.key == key {
        return Place(offset: offset, size: record.count, entry: entry)
      }
    }
    return nil
  }

  private func forget(_ hash: UInt64, _ place: Place) {
    index.remove(hash, at: place.offset)
    deadBytes += place.size
  }

  // MARK: Records

  public subscript(views: PositionViews) -> PositionRecord? {
    get throws(StoreError) { try find(views.hash, views.key)?.entry.record }
  }

  /// The records one move further, in the order of the points.
  public func children(
    of views: PositionViews
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

  /// Keeps `record` in place of what was known.
  public func set(_ record: PositionRecord, for views: PositionViews) throws(StoreError) {
    try set(record, for: views.key, hash: views.hash)
  }

  func set(_ record: PositionRecord, for key: PositionKey, hash: UInt64) throws(StoreError) {
    let old = try find(hash, key)
    if let old, old.entry.record == record { return }
    if old == nil { try makeRoom() }
    let offset = try log.append(payload: Entry(key: key, record: record).payload)
    if let old { forget(hash, old) }
    index.insert(hash, at: offset)
    changes?.append(Change(hash: hash, old: old?.offset, new: offset))
  }

  /// Changes what is known of a position; a new record is made if there is none.
  public func update(
    _ views: PositionViews, _ change: (inout PositionRecord) -> Void
  ) throws(StoreError) {
    var record = try self[views] ?? PositionRecord()
    change(&record)
    try set(record, for: views)
  }

  /// Removes what is known of a position.
  ///
  /// - Returns: whether anything was.
  @discardableResult
  public func remove(_ views: PositionViews) throws(StoreError) -> Bool {
    let hash = views.hash
    guard let old = try find(hash, views.key) else { return false }
    let payload = Entry(key: old.entry.key, record: nil).payload
    _ = try log.append(payload: payload)
    forget(hash, old)
    changes?.append(Change(hash: hash, old: old.offset, new: nil))
    deadBytes += RecordLog.frame + payload.count
    return true
  }

  /// Hands over every record, in the order in which they were written.
  public func forEach(
    _ body: (PositionKey, PositionRecord) throws(StoreError) -> Void
  ) throws(StoreError) {
    try forEachEntry { (_, _, entry) throws(StoreError) in
      if let record = entry.record { try body(entry.key, record) }
    }
  }

  /// Hands over every entry that counts, with its offset and payload.
  private func forEachEntry(
    _ body: (Int, ArraySlice<UInt8>, Entry) throws(StoreError) -> Void
  ) throws(StoreError) {
    _ = try log.scan(isStopped: isStopped) { (offset, payload) throws(StoreError) in
      guard let entry = Entry(payload) else { return false }
      if index.contains(PositionViews.hash(of: entry.key), at: offset) {
        try body(offset, payload, entry)
      }
      return true
    }
  }

  /// Does several changes; if one fails, or the work is stopped, none is made.
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

  /// Has everything survive the loss of power, and writes the file anew when a quarter of it is no use.
  ///
  /// Bytes that are damaged stay: they may be of use to somebody.
  ///
  /// - Parameter rewritesRest: whether the file may be written anew.
  public func save(rewritesRest: Bool = true) throws(StoreError) {
    guard log.isWritable else { return }
    if rewritesRest, damagedBytes == 0, 4 * (deadBytes + log.state.remnantBytes) > log.length {
      try rewrite()
    } else {
      try log.synchronize()
    }
  }

  /// Writes the file anew without damage and what has been replaced. What is damaged goes to a file of its
  /// own.
  ///
  /// The new file takes the place of the old one at once, when it is complete.
  ///
  /// - Returns: the file with the damaged bytes, if there are any.
  @discardableResult
  public func rewrite() throws(StoreError) -> String? {
    guard log.isWritable else { throw .unwritable(path: path) }
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
      guard offsets.count == count else {
        throw .unusable(path: path, reason: "it has been damaged since it was opened")
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

  /// Copies the damaged parts of the file to a new one beside it.
  ///
  /// - Returns: its path; `nil` if nothing is damaged.
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
        Entry(payload) != nil
      }
      do throws(SystemError) { try copy.synchronize() } catch { throw StoreError(error, path) }
    } catch {
      FileSystem.removeFile(path)
      throw error
    }
    return path
  }

  /// Reads the whole file again.
  ///
  /// - Returns: how many bytes of it are no record.
  public func check() throws(StoreError) -> Int {
    try load()
    return damagedBytes
  }
}

extension [Int] {
  /// The place of `number` among sorted numbers.
  fileprivate func partition(_ number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
