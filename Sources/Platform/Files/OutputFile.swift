/// An output file whose name the user has chosen.
///
/// A new file is written in place, and removed if it stays incomplete. An existing file is replaced
/// once the new content is complete, and only if `isReplaceable` accepts its first bytes. Another
/// file that meanwhile takes the name is kept. Symbolic links to files are refused, and files with
/// several names. A pipe or a device receives the bytes directly.
public final class OutputFile {
  private let path: String
  private let file: FileDescriptor
  /// The path of the incomplete file: a temporary name beside an existing file, or `path` itself
  /// for a new file; `nil` for a pipe or a device.
  private let draft: String?
  /// The file to be replaced and its first bytes; `nil` if there is none.
  private var old: (file: FileDescriptor, begin: [UInt8])?
  private var isFinished = false

  /// The number of bytes at a file's start that are passed to `isReplaceable`.
  private static let begin = 64

  /// Opens a file for writing.
  ///
  /// - Parameter isReplaceable: returns true if a file beginning with these bytes can be replaced.
  ///   An empty file may always be replaced.
  /// - Throws: `alreadyExists` if an existing file may not be replaced; `isLink`, `isFolder` or
  ///   `invalid` for other objects than files, pipes and devices.
  public init(
    _ path: String, isReplaceable: ([UInt8]) -> Bool
  ) throws(SystemError) {
    self.path = path
    switch FileSystem.kind(of: path, followsLinks: false) {
    case nil:
      file = try .open(path, for: .creating)
      (draft, old) = (path, nil)
    case .plainFile:
      let old = try FileDescriptor.open(path, for: .changing, waits: false)
      do throws(SystemError) {
        let begin = try old.read(OutputFile.begin, at: 0)
        guard old.isPlainFile, begin.isEmpty || isReplaceable(begin) else { throw .alreadyExists }
        guard !old.hasSeveralNames else { throw .hasSeveralNames }
        (file, draft) = try OutputFile.draft(beside: path, like: old)
        self.old = (old, begin)
      } catch {
        old.close()
        throw error
      }
    case .stream, .link:
      // A link such as /dev/stdout may lead to a pipe.
      guard FileSystem.kind(of: path) == .stream else { throw .isLink }
      file = try .open(path, for: .feeding, waits: false)
      (draft, old) = (nil, nil)
    case .folder: throw .isFolder
    case .other: throw .invalid
    }
  }

  deinit {
    if !isFinished, let draft, file.isFile(at: draft) { FileSystem.removeFile(draft) }
    file.close()
    old?.file.close()
  }

  /// Creates a file with a random name in the folder of `path`, with the access rights of `old`.
  public static func draft(
    beside path: String, like old: FileDescriptor
  ) throws(SystemError) -> (file: FileDescriptor, path: String) {
    let draft = path + ".new-" + String(UInt64.random(in: 0...(.max)), radix: 36)
    return (try FileDescriptor.create(draft, like: old), draft)
  }

  /// Writes bytes. If nobody reads a pipe, waits until somebody does, or throws `.interrupted` once
  /// `isStopped` returns true.
  public func write(_ bytes: [UInt8], isStopped: () -> Bool) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      if draft != nil || file.isReady(for: .writing, within: TextFile.moment) {
        rest = rest.dropFirst(try file.write(rest))
      } else if isStopped() {
        throw .interrupted
      }
    }
  }

  /// Keeps the complete file, and renames it if it has a temporary name.
  ///
  /// - Throws: `alreadyExists` if another file has taken the name, or the old one has other first
  ///   bytes now; `notFound` if a new file has been removed.
  public func finish() throws(SystemError) {
    if let draft {
      guard try isNameFree else { throw .alreadyExists }
      // Windows replaces no file that is open.
      old?.file.close()
      old = nil
      if draft != path { try FileSystem.rename(draft, to: path) }
    }
    isFinished = true
  }

  /// True if the name belongs to the file that `init` has found or created, or to none.
  private var isNameFree: Bool {
    get throws(SystemError) {
      guard FileSystem.kind(of: path, followsLinks: false) != nil else {
        if old == nil { throw .notFound }
        return true
      }
      guard let old else { return file.isFile(at: path, followsLinks: false) }
      let begin = try old.file.read(OutputFile.begin, at: 0)
      return begin == old.begin && old.file.isFile(at: path, followsLinks: false)
    }
  }
}
