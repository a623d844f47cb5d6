import Basics
import Platform

/// The program's standard output and error; no other code of this target writes to them.
enum Terminal {
  /// Writes one line to standard output, with line ends and other control characters escaped.
  static func showLine(_ line: some StringProtocol) { print(line.shown) }

  /// Writes lines to standard output, with control characters escaped.
  ///
  /// A line end in text from outside would begin a line of its own; `showLine` escapes it.
  static func show(_ text: some StringProtocol) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.shown)
    print(lines.joined(separator: "\n"))
  }

  /// Writes the content of a file to standard output, unchanged.
  static func pour(_ content: String) { print(content, terminator: "") }

  /// Writes one line to standard error, with control characters of quoted input escaped.
  static func complain(_ message: some StringProtocol) { note("arena: \(message.shown)\n") }

  /// Writes text to standard error as it is; text from outside must be escaped or checked before.
  static func note(_ text: String) {
    // An error on standard error itself cannot be reported.
    try? FileDescriptor.standardError.writeAll(Array(text.utf8))
  }
}
