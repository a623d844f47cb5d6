import Platform

/// A file that an export writes, buffered.
///
/// It is complete only after `finish`; an incomplete file is removed, and an older one stays.
struct ExportFile {
  private let path: String
  private let file: OutputFile
  private var buffer: [UInt8] = []

  private static let piece = 1 << 16

  /// Opens the file.
  ///
  /// - Parameter isReplaceable: returns whether a file with these first bytes may be replaced.
  /// - Throws: also for a file that may not be replaced, a database and a link.
  init(_ path: String, isReplaceable: ([UInt8]) -> Bool) throws(StoreError) {
    guard !RecordLog.exists(at: path) else {
      throw .unusable(path: path, reason: "it is a database")
    }
    self.path = path
    do throws(SystemError) { file = try OutputFile(path, isReplaceable: isReplaceable) } catch {
      guard error == .alreadyExists else { throw StoreError(error, path) }
      throw .unusable(path: path, reason: "it is there and may not be replaced")
    }
  }

  mutating func write(_ bytes: [UInt8], isStopped: () -> Bool) throws(StoreError) {
    buffer += bytes
    if buffer.count >= ExportFile.piece { try flush(isStopped) }
  }

  private mutating func flush(_ isStopped: () -> Bool) throws(StoreError) {
    do throws(SystemError) { try file.write(buffer, isStopped: isStopped) } catch {
      throw StoreError(error, path)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the rest, and gives the complete file its name.
  mutating func finish(isStopped: () -> Bool) throws(StoreError) {
    try flush(isStopped)
    do throws(SystemError) { try file.finish() } catch {
      guard error == .alreadyExists else { throw StoreError(error, path) }
      throw .unusable(path: path, reason: "another file has taken its name")
    }
  }
}
