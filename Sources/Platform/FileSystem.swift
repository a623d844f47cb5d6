import Basics
internal import CPlatform

/// Files and folders by their paths, which are bytes as `ByteText` writes them.
public enum FileSystem {
  public static func exists(_ path: String) -> Bool { path.withCBytes { access($0, F_OK) == 0 } }
  public static func isWritable(_ path: String) -> Bool {
    path.withCBytes { access($0, W_OK) == 0 }
  }
  public static func isFolder(_ path: String) -> Bool { kind(of: path) == .folder }

  /// The kind of object that a path names.
  public enum Kind: Sendable {
    /// A file of bytes in a folder.
    case plainFile
    case folder
    case link
    /// A pipe or a device of characters, such as a terminal.
    case stream
    case other
  }

  /// Returns what lies at `path`, `nil` if nothing does.
  ///
  /// - Parameter followsLinks: whether a link stands for what it leads to.
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

  /// The program that `command` names: itself if it is a path, else the first on `PATH`.
  public static func executable(_ command: String) -> String? {
    if command.contains("/") { return isExecutable(command) ? command : nil }
    let path = CurrentProcess.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(command)" }.first(where: isExecutable)
  }

  /// The whole content of a file, or a little more than `limit` bytes of it.
  public static func contents(
    of path: String, limit: Int = .max
  ) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor.open(path, for: .reading)
    defer { file.close() }
    return try file.readAll(limit: limit)
  }

  /// Writes a whole file.
  public static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try FileDescriptor.open(path, for: .writing)
    defer { file.close() }
    try file.writeAll(bytes)
  }

  /// The names of what lies in a folder, in no particular order.
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

  /// Removes an empty folder, if it is there.
  public static func removeFolder(_ path: String) { _ = path.withCBytes { rmdir($0) } }

  /// The path of what `path` leads to through links; `nil` if nothing is there.
  public static func resolved(_ path: String) -> String? {
    guard let real = path.withCBytes({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return CStrings.string(real)
  }

  /// Puts the file at `newPath` in place of the one at `path`, at once: whoever opens `path` finds
  /// the one or the other. When this returns, it survives the loss of power.
  public static func replace(_ path: String, with newPath: String) throws(SystemError) {
    try rename(newPath, to: path)
    try synchronizeFolder(of: path)
  }

  /// Puts the file at `path` in place of the one at `newPath`, at once.
  public static func rename(_ path: String, to newPath: String) throws(SystemError) {
    _ = try SystemError.check {
      Int(path.withCBytes { old in newPath.withCBytes { CPlatform.rename(old, $0) } })
    }
  }

  /// Waits until the name of the file at `path` survives the loss of power.
  public static func synchronizeFolder(of path: String) throws(SystemError) {
    let end = path.lastIndex(of: "/")
    let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = try FileDescriptor.open(folder, for: .reading)
    defer { descriptor.close() }
    try descriptor.synchronize()
  }

  /// Removes a file, if it is there.
  public static func removeFile(_ path: String) { _ = path.withCBytes { unlink($0) } }
}
