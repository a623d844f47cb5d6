import GomokuRules
import Platform

/// A database of positions in a file: what is said here is written before it is answered.
///
/// Memory holds 11 to 22 bytes a position, the records stay in the file. Turned and mirrored
/// positions share a record. Only one program at a time may write the file, and one thread.
public final class PositionStore {
  /// What one opened file holds.
  private var log: RecordLog
  private var index = PositionIndex()
  /// Bytes of records that later ones have replaced, deletions among them.
  private(set) var deadBytes = 0

  /// Most bytes of memory for the index.
  public var memoryLimit: Int

  /// The file as it was named.
  public var path: String

  /// Opens the database at `path`; a file that is not there is made.
  ///
  /// - Parameter patience: how long to wait for a program that may be about to close it.
  public init(
    path: String, memoryLimit: Int, patience: Duration = .zero
  ) throws(StoreError) {
    self.path = path
    self.memoryLimit = memoryLimit
    log = try RecordLog(path: path, patience: patience)
    try load()
  }

  /// How many positions there are.
  public var count: Int { index.count }
  public var isWritable: Bool { log.isWritable }
  /// Bytes of memory in use, with what the system has not got back: the table before the last growth,
  /// and the piece of the file that was read last.
  public var memory: Int { index.byteCount * 3 / 2 + RecordLog.windowSize }
  public var fileSize: Int { log.length }
  public var damagedBytes: Int { log.damagedBytes }

  /// Whether `path` names a database, this or another one.
  public static func exists(at path: String) -> Bool { RecordLog.exists(at: path) }

  /// Whether `path` names the file of this database.
  public func isStored(at path: String) -> Bool { FileSystem.resolved(path) == log.path }

  // MARK: Loading

  private func load() throws(StoreError) {
    index = PositionIndex()
    deadBytes = 0
    try log.load { (offset, payload) throws(StoreError) in
      guard let entry = Entry(payload) else { return false }
      let hash = PositionViews.hash(of: entry.key)
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
  }

  private func makeRoom() throws(StoreError) {
    guard index.bytesToGrow <= memoryLimit else { throw .full(bytes: memoryLimit) }
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
    let candidates = index.candidates(hash)
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
    for point in views.emptyPoints where !index.candidates(views.hash(after: point)).isEmpty {
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
    deadBytes += RecordLog.frame + payload.count
    return true
  }

  /// Hands over every record, in the order in which they were written.
  public func forEach(
    _ body: (PositionKey, PositionRecord) throws(StoreError) -> Void
  ) throws(StoreError) {
    for offset in index.offsets {
      let bytes = try log.record(at: offset).dropFirst(RecordLog.frame)
      if let entry = Entry(bytes), let record = entry.record { try body(entry.key, record) }
    }
  }

  /// Does several changes; if one fails, none is made.
  func atomically<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let length = log.length
    do throws(StoreError) { return try body() } catch {
      if log.isWritable, log.length > length {
        try log.truncate(to: length)
        try load()
      }
      throw error
    }
  }

  // MARK: The file

  /// Has everything survive the loss of power, and writes the file anew when a quarter of it is no use.
  ///
  /// - Parameter rewritesRest: whether the file may be written anew.
  public func save(rewritesRest: Bool = true) throws(StoreError) {
    guard log.isWritable else { return }
    if rewritesRest, 4 * (deadBytes + log.damagedBytes) > log.length {
      try rewrite()
    } else {
      try log.synchronize()
    }
  }

  /// Writes the file anew without damage and what has been replaced.
  ///
  /// The new file takes the place of the old one at once, when it is complete.
  public func rewrite() throws(StoreError) {
    guard log.isWritable else { throw .unwritable(path: path) }
    let newPath = log.path + ".rewriting"
    let newLog = try RecordLog(path: newPath, isNew: true)
    let offsets = index.offsets
    var newOffsets: [Int] = []
    do throws(StoreError) {
      for offset in offsets { newOffsets.append(try newLog.append(record: log.record(at: offset))) }
      try newLog.synchronize()
      try newLog.replace(log)
    } catch {
      FileSystem.removeFile(newPath)
      throw error
    }
    log = newLog
    index.renumber { newOffsets[offsets.partition($0)] }
    deadBytes = 0
    try log.synchronizeName()
  }

  /// Reads the whole file again.
  ///
  /// - Returns: how many bytes of it are no record.
  public func check() throws(StoreError) -> Int {
    try load()
    return log.damagedBytes
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
