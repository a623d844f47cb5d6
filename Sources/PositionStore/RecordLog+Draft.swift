import Platform

// The replacement of a file by a rewritten one, which is called a draft until it is complete.
extension RecordLog {
  /// The largest number of names to try for a new file.
  private static let mostNames = 10_000

  /// Creates and locks the file of a draft; after an error the file is removed.
  static func newDraft(
    of other: RecordLog
  ) throws(SystemError) -> (FileDescriptor, path: String) {
    let (file, path) = try newFile(other.path + ".rewriting", like: other.file)
    do throws(SystemError) {
      guard file.lock() else { throw .invalid }
      try file.writeAll(draftTitle, at: 0)
    } catch {
      if file.isFile(at: path) { FileSystem.removeFile(path) }
      file.closeUnlocked()
      throw error
    }
    return (file, path)
  }

  /// Creates a file under an unused name, with the access rights of another file.
  ///
  /// Existing files are kept, except for drafts that a killed program has left.
  ///
  /// - Parameter path: the name to try first; other names have a number appended.
  static func newFile(
    _ path: String, like other: FileDescriptor
  ) throws(SystemError) -> (FileDescriptor, path: String) {
    var number = 1
    while true {
      let name = number == 1 ? path : "\(path)-\(number)"
      if FileSystem.kind(of: name, followsLinks: false) == .plainFile,
        begins(name, with: draftTitle)
      {
        FileSystem.removeFile(name)
      }
      do throws(SystemError) {
        return (try FileDescriptor.create(name, like: other), name)
      } catch {
        number += 1
        if error != .alreadyExists || number > RecordLog.mostNames { throw error }
      }
    }
  }

  /// Replaces another log's file by this draft, atomically and under the same name.
  ///
  /// Refuses if another program has appended bytes to the old file, as these would be lost.
  func replace(_ other: RecordLog) throws(StoreError) {
    try synchronize()
    try other.checkName()
    try other.checkSize()
    try change { () throws(SystemError) in
      try file.writeAll(RecordLog.title, at: 0)
      try file.synchronize()
      try FileSystem.rename(path, to: other.path)
    }
    path = other.path
  }

  /// Removes the file of an abandoned draft.
  func discard() {
    if file.isFile(at: path) { FileSystem.removeFile(path) }
  }

  /// Flushes the folder to disk, so that the file's new name survives a power failure.
  func synchronizeName() throws(StoreError) {
    try change { () throws(SystemError) in try FileSystem.synchronizeFolder(of: path) }
  }
}
