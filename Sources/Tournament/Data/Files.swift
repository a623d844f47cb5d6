import Foundation

/// The files that users name: read whole, in pieces, or to be run.
enum Files {
  /// What the file at `path` holds; `nil` if it cannot be read.
  static func bytes(at path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map(Array.init)
  }

  /// The hash of the file at `path`, however large it is; `nil` if it cannot be read.
  static func hash(at path: String) -> String? {
    guard !isFolder(path), let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    var hash = SHA256()
    while let chunk = try? handle.read(upToCount: 1 << 20), !chunk.isEmpty {
      hash.update(Array(chunk))
    }
    return hash.hexDigest()
  }

  /// The executable that `command` names: itself if it is a path, else the first on `PATH`.
  static func executable(_ command: String) -> String? {
    func isExecutable(_ path: String) -> Bool {
      FileManager.default.isExecutableFile(atPath: path) && !isFolder(path)
    }
    if command.contains("/") { return isExecutable(command) ? command : nil }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(command)" }.first(where: isExecutable)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
