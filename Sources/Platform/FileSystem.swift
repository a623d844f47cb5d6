import Basics
internal import CPlatform

/// Operations on files and folders. A path is a string that `ByteText` encodes to bytes.
public enum FileSystem {
  public static func exists(_ path: String) -> Bool { path.withCBytes { access($0, F_OK) == 0 } }
  public static func isWritable(_ path: String) -> Bool {
    path.withCBytes { access($0, W_OK) == 0 }
  }
  public static func isFolder(_ path: String) -> Bool { kind(of: path) == .folder }

  /// The kind of object that a path names.
  public enum Kind: Sendable {
    /// A regular file.
    case plainFile
    case folder
    case link
    /// A pipe, or a character device such as a terminal.
    case stream
    case other
  }

  /// Returns the kind of object at `path`; `nil` if there is none.
  ///
  /// - Parameter followsLinks: whether a symbolic link counts as its target.
  public static func kind(of path: String, followsLinks: Bool = true) -> Kind? {
    switch path.withCBytes({ platform_kind($0, followsLinks ? 1 : 0) }) {
    case platform_nothing: nil
    case platform_plain_file: .plainFile
    case platform_folder: .folder
    case platform_link: .link
    case platform_stream: .stream
    default: .other
    }
  }

  /// Returns true if `path` names a file that this process may execute.
  public static func isExecutable(_ path: String) -> Bool {
    path.withCBytes { access($0, X_OK) == 0 } && !isFolder(path)
  }

  /// Returns the executable file for `command`: the path itself if it contains a slash, else the
  /// first match in `PATH`. Returns `nil` if there is none.
  public static func executable(_ command: String) -> String? {
    if command.contains("/") { return isExecutable(command) ? command : nil }
    let path = CurrentProcess.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(command)" }.first(where: isExecutable)
  }

  /// Reads a whole file. Stops once it has read at least `limit` bytes.
  public static func contents(
    of path: String, limit: Int = .max
  ) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor.open(path, for: .reading)
    defer { file.close() }
    return try file.readAll(limit: limit)
  }

  /// Writes a file; an existing one is overwritten in place.
  public static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try FileDescriptor.open(path, for: .writing)
    defer { file.close() }
    try file.writeAll(bytes)
  }

  /// Returns the names of the entries of a folder, in no particular order.
  public static func names(inFolder path: String) throws(SystemError) -> [String] {
    guard let folder = path.withCBytes({ opendir($0) }) else { throw .last }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        ByteText.string($0.prefix { $0 != 0 })
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  public static func makeFolder(_ path: String) throws(SystemError) {
    _ = try SystemError.check { Int(path.withCBytes { mkdir($0, 0o777) }) }
  }

  /// Removes a folder if it is empty; errors are ignored.
  public static func removeFolder(_ path: String) { _ = path.withCBytes { rmdir($0) } }

  /// Returns the absolute path of `path` without symbolic links; `nil` if `path` does not exist.
  public static func resolved(_ path: String) -> String? {
    guard let real = path.withCBytes({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return CStrings.string(real)
  }

  /// Replaces the file at `path` by the file at `newPath`, atomically: anyone who opens `path` gets
  /// either the old file or the new one.
  ///
  /// After the return, the replacement survives the loss of power.
  public static func replace(_ path: String, with newPath: String) throws(SystemError) {
    try rename(newPath, to: path)
    try synchronizeFolder(of: path)
  }

  /// Renames the file at `path` to `newPath`, atomically; a file of that name is replaced.
  public static func rename(_ path: String, to newPath: String) throws(SystemError) {
    _ = try SystemError.check {
      Int(path.withCBytes { old in newPath.withCBytes { CPlatform.rename(old, $0) } })
    }
  }

  /// Waits until the directory entry of the file at `path` survives the loss of power.
  public static func synchronizeFolder(of path: String) throws(SystemError) {
    let end = path.lastIndex(of: "/")
    let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = try FileDescriptor.open(folder, for: .reading)
    defer { descriptor.close() }
    try descriptor.synchronize()
  }

  /// Removes a file; errors are ignored.
  public static func removeFile(_ path: String) { _ = path.withCBytes { unlink($0) } }
}
