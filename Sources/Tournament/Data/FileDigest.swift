import Basics
import Platform

extension SHA256 {
  /// Returns the hexadecimal SHA-256 of the file at `path`; `nil` if the file cannot be read.
  ///
  /// The file is read in chunks of one MiB, so it may have any size.
  static func digest(ofFile path: String) -> String? {
    guard let file = try? FileDescriptor.open(path, for: .reading) else { return nil }
    defer { file.close() }
    var hash = SHA256()
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while let count = try? file.read(into: &chunk) {
      if count == 0 { return hash.hexDigest() }
      hash.update(Array(chunk[..<count]))
    }
    return nil
  }
}
