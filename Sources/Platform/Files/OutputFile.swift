/// An output file whose name the user has chosen.
///
/// A new file is written in place, and removed if it stays incomplete. An existing file is replaced
/// once the new content is complete, and only if `isReplaceable` accepts its first bytes. Symbolic
/// links to files are refused. A pipe or a device receives the bytes directly.
public final class OutputFile {
  private let path: String
  private let file: FileDescriptor
  /// The path of the incomplete file: a temporary name beside an existing file, or `path` itself
  /// for a new file; `nil` for a pipe or a device.
  private let draft: String?
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
      draft = path
    case .plainFile:
      let old = try FileDescriptor.open(path, for: .changing, waits: false)
      defer { old.close() }
      let begin = try old.read(OutputFile.begin, at: 0)
      guard old.isPlainFile, begin.isEmpty || isReplaceable(begin) else { throw .alreadyExists }
      let (file, draft) = try OutputFile.draft(beside: path, like: old)
      (self.file, self.draft) = (file, draft)
    case .stream, .link:
      // A link such as /dev/stdout may lead to a pipe.
      guard FileSystem.kind(of: path) == .stream else { throw .isLink }
      file = try .open(path, for: .feeding, waits: false)
      draft = nil
    case .folder: throw .isFolder
    case .other: throw .invalid
    }
  }

  deinit {
    if !isFinished, let draft, file.isFile(at: draft) { FileSystem.removeFile(draft) }
    file.close()
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
  public func finish() throws(SystemError) {
    if let draft, draft != path { try FileSystem.rename(draft, to: path) }
    isFinished = true
  }
}
