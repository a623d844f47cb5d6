import Basics
internal import CPlatform

/// Files that others made, or might have made.
extension FileSystem {
  /// Returns the content of a plain file, or a little more than `limit` bytes of it.
  ///
  /// Nothing is waited for: a pipe, a device or a folder gives `nil`.
  public static func plainContents(
    of path: String, limit: Int = .max
  ) throws(SystemError) -> [UInt8]? {
    let file = try FileDescriptor.open(path, for: .reading, waits: false)
    defer { file.close() }
    return file.isPlainFile ? try file.readAll(limit: limit) : nil
  }

  /// Writes a new file.
  ///
  /// - Returns: false, with nothing done, if the name is taken, be it by a link that leads nowhere.
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

  /// Writes a new file and gives it the name `path`, in place of a plain file or a link. A link is
  /// not followed.
  ///
  /// - Returns: false, with nothing done, if something else has the name.
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

  /// Makes the folder at `path` and those that it lies in, unless they are there.
  public static func makeFolders(_ path: String) throws(SystemError) {
    do throws(SystemError) { try makeFolder(path) } catch {
      if isFolder(path) { return }
      guard error == .notFound, let parent = folder(of: path) else { throw error }
      try makeFolders(parent)
      do throws(SystemError) { try makeFolder(path) } catch {
        // Another program may have made it just now.
        if !isFolder(path) { throw error }
      }
    }
  }
}

extension FileSystem {
  /// Returns the path of the folder in which `path` lies; `nil` if it names none.
  private static func folder(of path: String) -> String? {
    var rest = path[...]
    while rest.last == "/" { rest.removeLast() }
    while let last = rest.last, last != "/" { rest.removeLast() }
    while rest.last == "/" { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
  }
}

extension CurrentProcess {
  /// The folder of this program's user in the system's list of users; `nil` if it names none.
  public static var homeFolder: String? {
    let list = (try? FileSystem.plainContents(of: "/etc/passwd", limit: 1 << 20)) ?? nil
    for line in ByteText.string(list ?? []).split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count == 7, UInt32(fields[2]) == getuid(), fields[5].hasPrefix("/") else {
        continue
      }
      return String(fields[5])
    }
    return nil
  }
}
