import Basics

/// Operations on files that other programs may have created, replaced or removed.
extension FileSystem {
  /// Reads a regular file, or stops once it has read more than `limit` bytes.
  ///
  /// Never blocks: returns `nil` for a pipe, a device or a folder.
  public static func plainContents(
    of path: String, limit: Int = .max
  ) throws(SystemError) -> [UInt8]? {
    let file = try FileDescriptor.open(path, for: .reading, waits: false)
    defer { file.close() }
    return file.isPlainFile ? try file.readAll(limit: limit) : nil
  }

  /// Creates a file with the given content.
  ///
  /// - Returns: false, with nothing done, if the name exists, even as a broken symbolic link.
  public static func createFile(_ bytes: [UInt8], at path: String) throws(SystemError) -> Bool {
    let file: FileDescriptor
    do throws(SystemError) { file = try FileDescriptor.open(path, for: .creating) } catch {
      guard error == .alreadyExists else { throw error }
      return false
    }
    defer { file.close() }
    do throws(SystemError) { try file.writeAll(bytes) } catch {
      removeFile(path)
      throw error
    }
    return true
  }

  /// Creates a file and renames it to `path`, which replaces a regular file or a symbolic link of
  /// that name. The link's target stays untouched.
  ///
  /// - Returns: false, with nothing done, if `path` is a folder, a pipe or a device.
  public static func replaceFile(_ bytes: [UInt8], at path: String) throws(SystemError) -> Bool {
    switch kind(of: path, followsLinks: false) {
    case nil, .plainFile, .link: break
    case .folder, .stream, .other: return false
    }
    let draft = "\(path).new-\(String(UInt64.random(in: 0...(.max)), radix: 36))"
    guard try createFile(bytes, at: draft) else { throw .alreadyExists }
    do throws(SystemError) { try rename(draft, to: path) } catch {
      removeFile(draft)
      throw error
    }
    return true
  }

  /// Creates the folder at `path` and its missing parent folders.
  public static func makeFolders(_ path: String) throws(SystemError) {
    do throws(SystemError) { try makeFolder(path) } catch {
      if isFolder(path) { return }
      guard error == .notFound, let parent = folder(of: path) else { throw error }
      try makeFolders(parent)
      do throws(SystemError) { try makeFolder(path) } catch {
        // Another program may have created the folder in the meantime.
        if !isFolder(path) { throw error }
      }
    }
  }
}

extension FileSystem {
  /// Returns the path of the parent folder; `nil` if `path` names none but the root folder.
  private static func folder(of path: String) -> String? {
    var rest = path[...]
    while rest.last == "/" { rest.removeLast() }
    while let last = rest.last, last != "/" { rest.removeLast() }
    while rest.last == "/" { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
  }
}
