import Basics
import Records

/// The reading of records named on the command line.
enum RecordInput {
  /// The largest file that is read, in bytes.
  private static let largest = 512 << 20

  /// Reads the games of a file.
  ///
  /// - Parameter number: the number of the only game that is wanted; `nil` for all.
  static func read(_ path: String, _ number: Int?) throws -> RecordFile {
    var options = RecordFile.Options()
    (options.name, options.number) = (path, number)
    return try RecordFile(RecordFile.contents(of: path, limit: largest), options)
  }

  /// Returns a path without the suffix of the file's name.
  static func stem(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = parts[parts.count - 1]
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return path }
    return (parts.dropLast() + [name[..<dot]]).joined(separator: "/")
  }
}
