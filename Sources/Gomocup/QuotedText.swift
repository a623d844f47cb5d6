import Basics

/// A parser of quoted text, which may span several lines; and the functions that quote text.
///
/// After a backslash, `n` means a line end, `u{1B}` the character of that code, and any other
/// character itself.
struct QuotedText: Sendable {
  private(set) var content = ""
  private var isEscaped = false
  private var lineCount = 0

  /// The limits in lines and bytes after which a text without a closing quote is abandoned.
  static let mostLines = 4096
  static let mostBytes = 1 << 17

  /// True if the text was abandoned at a limit.
  private(set) var isEndless = false

  /// Reads the next line of the text; the first line begins after the opening quote.
  ///
  /// - Returns: the rest of the line after the closing quote, or `nil` if the text goes on. If the
  ///   text is abandoned at a limit, the rest is empty.
  mutating func read(_ line: some StringProtocol) -> String? {
    var rest = Substring(line).unicodeScalars
    while let scalar = rest.popFirst() {
      if isEscaped {
        isEscaped = false
        content.unicodeScalars.append(Unicode.Scalar.meaning(of: scalar, &rest))
      } else if scalar == "\"" {
        return String(rest)
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        content.unicodeScalars.append(scalar)
      }
    }
    // A backslash at the end of the line escapes the line end.
    isEscaped = false
    content.append("\n")
    lineCount += 1
    isEndless = lineCount >= QuotedText.mostLines || content.utf8.count > QuotedText.mostBytes
    return isEndless ? "" : nil
  }

  /// Returns `text` quoted on one line, with line ends as `\n`.
  static func quoted(_ text: String) -> String { lines(of: text).joined(separator: "\\n") }

  /// Returns `text` quoted as a manager sends it to an engine, with its line ends as they are.
  static func sent(_ text: String) -> String {
    "\"" + escaped(text) + "\""
  }

  private static func escaped(_ text: String) -> String {
    text.replacingScalars(["\\": "\\\\", "\"": "\\\""])
  }

  /// Returns the lines of the quoted `text` for Yixin-Board.
  ///
  /// A line that Yixin-Board might take for another reply gets a backslash and a blank in front,
  /// which Yixin-Board drops.
  static func linesForYixinBoard(_ text: String) -> [String] {
    lines(of: text).enumerated().map { number, line in
      guard number > 0, let first = line.unicodeScalars.first, first.isASCII,
        !("a"..."z" ~= first), line != "\""
      else { return line }
      return "\\ \(line)"
    }
  }

  /// Returns the lines of `text` with control characters escaped; quotes enclose them all together.
  private static func lines(of text: String) -> [String] {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      escaped(String($0)).shown
    }
    lines[0] = "\"" + lines[0]
    lines[lines.count - 1] += "\""
    return lines
  }
}
