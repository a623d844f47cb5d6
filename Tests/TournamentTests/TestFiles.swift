import Foundation

/// Reads the fixtures of these tests.
enum TestFiles {
  /// The text of the fixture `name`, or `nil` if there is none.
  static func text(_ name: String) -> String? {
    guard let folder = Bundle.module.resourceURL else { return nil }
    return try? String(contentsOf: folder.appending(path: "Fixtures/\(name)"), encoding: .utf8)
  }
}
