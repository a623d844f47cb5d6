import Platform

/// Paths for files of one test, which are removed after it. Tests run side by side and may share
/// the function that makes one, so the folder's name is drawn by lot.
public final class Scratch {
  public let folder: String

  public init() throws {
    let base = CurrentProcess.environment["TMPDIR"] ?? "/tmp"
    let lot = String(UInt64.random(in: 0...(.max)), radix: 36)
    folder = "\(base)/wuliu-test-\(lot)"
    try FileSystem.makeFolder(folder)
  }

  public subscript(name: String) -> String { "\(folder)/\(name)" }

  deinit { Scratch.remove(folder) }

  /// Removes a folder with all that is in it. Links are removed, not followed.
  private static func remove(_ folder: String) {
    func names() -> [String] { (try? FileSystem.names(inFolder: folder)) ?? [] }
    for name in names() { FileSystem.removeFile("\(folder)/\(name)") }
    // Only folders are left.
    for name in names() { remove("\(folder)/\(name)") }
    FileSystem.removeFolder(folder)
  }
}
