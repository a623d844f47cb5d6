import Foundation

/// Folders and files that commands make; what cannot be made is one line of complaint.
enum Storage {
  struct Failure: Error, CustomStringConvertible {
    let description: String

    /// Blames `path` for the system's last error.
    fileprivate init(_ path: String, _ what: String) {
      description = "\(path.isEmpty ? "\"\"" : path): \(what): \(String(cString: strerror(errno)))"
    }
  }

  /// Makes the folder at `path`, and those that it lies in, unless they are there.
  static func makeFolder(_ path: String) throws(Failure) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
    if mkdir(path, 0o777) == 0 { return }
    let parent = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    guard errno == ENOENT, !path.isEmpty, parent != path, parent.count < path.count else {
      throw Failure(path, "cannot be made a folder")
    }
    try makeFolder(parent)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw Failure(path, "cannot be made a folder")
    }
  }

  /// Writes a whole file.
  static func write(_ text: String, to path: String) throws(Failure) {
    guard let file = fopen(path, "w") else { throw Failure(path, "cannot be written") }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    guard fclose(file) == 0, isWritten else { throw Failure(path, "cannot be written") }
  }
}
