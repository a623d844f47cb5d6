import Basics
import Foundation

/// The program's standard streams; nothing else writes to them.
enum Terminal {
  /// Writes lines on standard output.
  static func show(_ text: some StringProtocol) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.shown)
    print(lines.joined(separator: "\n"))
  }

  /// Writes a file's content on standard output as it is.
  static func pour(_ content: String) { print(content, terminator: "") }

  /// Writes one line on standard error, whatever `message` quotes.
  static func complain(_ message: some StringProtocol) { note("arena: \(message.shown)\n") }

  /// Writes on standard error what no input has a part in.
  static func note(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
