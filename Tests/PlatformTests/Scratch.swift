import Platform

/// Paths for files of one test, which are removed after it.
final class Scratch {
  let folder: String

  init(_ name: String = #function) throws {
    let base = CurrentProcess.environment["TMPDIR"] ?? "/tmp"
    let name = name.prefix { $0.isLetter }
    folder = "\(base)/platform-\(ProcessID.current)-\(name)"
    try FileSystem.makeFolder(folder)
  }

  subscript(name: String) -> String { "\(folder)/\(name)" }

  deinit {
    for name in (try? FileSystem.names(inFolder: folder)) ?? [] {
      FileSystem.removeFile("\(folder)/\(name)")
    }
    FileSystem.removeFolder(folder)
  }
}
