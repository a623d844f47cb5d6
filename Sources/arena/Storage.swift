import Platform
import Records

/// The creation of folders and files, with errors as one line for the user.
enum Storage {
  struct Failure: PhrasedError {
    let phrase: Phrase

    fileprivate init(_ path: String, _ reason: Phrase.Format) {
      let name = path.isEmpty ? "\"\"" : path
      phrase = Phrase("\(name): \(Phrase(reason))")
    }
  }

  /// Creates the folder at `path` and its parents, if they do not exist.
  static func makeFolder(_ path: String) throws(Failure) {
    do throws(SystemError) { try FileSystem.makeFolders(path) } catch {
      throw Failure(path, "the folder cannot be made: \(error)")
    }
  }

  /// Writes a file whose name the user did not choose. A symbolic link is replaced, not followed,
  /// so that it cannot redirect the text to another file.
  ///
  /// The old file stays until the new one is complete.
  static func replace(_ path: String, by text: String) throws(Failure) {
    do throws(SystemError) {
      if try FileSystem.replaceFile(Array(text.utf8), at: path) { return }
    } catch {
      throw Failure(path, "cannot be written: \(error)")
    }
    throw Failure(path, "cannot be written: \(SystemError.alreadyExists)")
  }

  /// Writes a file, following symbolic links.
  static func write(_ text: String, to path: String) throws(Failure) {
    do throws(SystemError) { try FileSystem.write(Array(text.utf8), to: path) } catch {
      throw Failure(path, "cannot be written: \(error)")
    }
  }
}
