import Platform

/// Folders and files that commands make; what cannot be made is one line of complaint.
enum Storage {
  struct Failure: Error, CustomStringConvertible {
    let description: String

    fileprivate init(_ path: String, _ what: String, _ error: SystemError) {
      description = "\(path.isEmpty ? "\"\"" : path): \(what): \(error)"
    }
  }

  /// Makes the folder at `path`, and those that it lies in, unless they are there.
  static func makeFolder(_ path: String) throws(Failure) {
    do throws(SystemError) { try FileSystem.makeFolders(path) } catch {
      throw Failure(path, "cannot be made a folder", error)
    }
  }

  /// Writes a whole file under a name that the user did not give. A link there is replaced, not
  /// followed.
  static func replace(_ path: String, by text: String) throws(Failure) {
    FileSystem.removeFile(path)
    try write(text, to: path)
  }

  /// Writes a whole file.
  static func write(_ text: String, to path: String) throws(Failure) {
    do throws(SystemError) { try FileSystem.write(Array(text.utf8), to: path) } catch {
      throw Failure(path, "cannot be written", error)
    }
  }
}
