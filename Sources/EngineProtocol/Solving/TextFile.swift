import Glibc

/// Whole files as text.
enum TextFile {
  /// A file that cannot be read or written.
  struct Failure: Error, Equatable, Sendable {
    let path: String
  }

  /// More bytes than any puzzle or proof file should have.
  private static let mostBytes = 1 << 30

  static func read(_ path: String) throws(Failure) -> String {
    guard let file = fopen(path, "r") else { throw Failure(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
      if bytes.count > mostBytes { throw Failure(path: path) }
    }
    if ferror(file) != 0 { throw Failure(path: path) }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func write(_ text: String, to path: String) throws(Failure) {
    guard let file = fopen(path, "w") else { throw Failure(path: path) }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    guard fclose(file) == 0, isWritten else { throw Failure(path: path) }
  }
}
