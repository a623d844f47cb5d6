import Basics
internal import CPlatform

/// Operations on files and folders. A path is a string that `ByteText` encodes to bytes.
public enum FileSystem {
  public static func exists(_ path: String) -> Bool { kind(of: path) != nil }
  public static func isWritable(_ path: String) -> Bool {
    path.withCBytes { platform_may_write($0) } != 0
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

  /// Returns the kind of object at `path`; `nil` if there is none, or if it cannot be examined.
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

  /// Reads a whole file, or stops once it has read more than `limit` bytes.
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
    guard let folder = path.withCBytes({ platform_open_folder($0) }) else { throw .last }
    defer { platform_close_folder(folder) }
    var names: [String] = []
    while let entry = platform_next_name(folder) {
      let name = CStrings.string(entry)
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  public static func makeFolder(_ path: String) throws(SystemError) {
    _ = try SystemError.check { Int(path.withCBytes { platform_make_folder($0) }) }
  }

  /// Removes a folder if it is empty; errors are ignored.
  public static func removeFolder(_ path: String) {
    _ = path.withCBytes { platform_remove_folder($0) }
  }

  /// Returns the absolute path of `path` without symbolic links; `nil` if `path` does not exist.
  public static func resolved(_ path: String) -> String? {
    guard let real = path.withCBytes({ platform_resolve($0) }) else { return nil }
    defer { platform_free(real) }
    return CStrings.string(real)
  }

  /// Replaces the file at `path` by the file at `newPath`, atomically: anyone who opens `path` gets
  /// either the old file or the new one.
  ///
  /// After the return, the new name survives the loss of power. The content does so only if it was
  /// synchronized before.
  public static func replace(_ path: String, with newPath: String) throws(SystemError) {
    try rename(newPath, to: path)
    try synchronizeFolder(of: path)
  }

  /// Replaces the content of a file by way of a file `path.new`, so that a loss of power leaves the
  /// old content or the new one.
  public static func replaceDurably(
    _ path: String, with bytes: [UInt8]
  ) throws(SystemError) {
    let newPath = "\(path).new"
    let file = try FileDescriptor.open(newPath, for: .writing)
    defer { file.close() }
    try file.writeAll(bytes)
    try file.synchronize()
    try replace(path, with: newPath)
  }

  /// Renames the file at `path` to `newPath`, atomically; a file of that name is replaced.
  public static func rename(_ path: String, to newPath: String) throws(SystemError) {
    _ = try SystemError.check {
      Int(path.withCBytes { old in newPath.withCBytes { platform_rename(old, $0) } })
    }
  }

  /// Waits until the directory entry of the file at `path` survives the loss of power.
  public static func synchronizeFolder(of path: String) throws(SystemError) {
    let end = path.lastIndex(of: "/")
    let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    _ = try SystemError.check {
      Int(folder.withCBytes { platform_synchronize_folder($0) })
    }
  }

  /// Removes a file; errors are ignored.
  public static func removeFile(_ path: String) { _ = path.withCBytes { platform_remove_file($0) } }
}
