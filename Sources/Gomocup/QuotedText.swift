import Basics

/// A text in quotes, which may have lines of its own.
///
/// Behind a backslash `n` is a line end, `u{1B}` the character of that code, and any other
/// character itself.
struct QuotedText: Sendable {
  private(set) var content = ""
  private var isEscaped = false
  private var lineCount = 0

  /// A text that never ends is taken to have ended after so many lines or bytes.
  static let mostLines = 4096
  static let mostBytes = 1 << 17

  /// True if the text was given up.
  private(set) var isEndless = false

  /// Reads on in `line`, behind the opening quote or anywhere later.
  ///
  /// - Returns: what stands behind the closing quote, or `nil` if the text goes on.
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
    // The line end is the one that is escaped.
    isEscaped = false
    content.append("\n")
    lineCount += 1
    isEndless = lineCount >= QuotedText.mostLines || content.utf8.count > QuotedText.mostBytes
    return isEndless ? "" : nil
  }

  /// `text` as it is read back, on one line.
  static func quoted(_ text: String) -> String { lines(of: text).joined(separator: "\\n") }

  /// `text` as it is sent to an engine, in as many lines as it has.
  static func sent(_ text: String) -> String {
    "\"" + escaped(text) + "\""
  }

  private static func escaped(_ text: String) -> String {
    text.replacingScalars(["\\": "\\\\", "\"": "\\\""])
  }

  /// The lines of `text` as Yixin-Board reads them.
  ///
  /// A line that might be mistaken for an answer gets a backslash and a blank in front, which
  /// Yixin-Board drops.
  static func linesForYixinBoard(_ text: String) -> [String] {
    lines(of: text).enumerated().map { number, line in
      guard number > 0, let first = line.unicodeScalars.first, first.isASCII,
        !("a"..."z" ~= first), line != "\""
      else { return line }
      return "\\ \(line)"
    }
  }

  /// The lines of `text` with what steers the output escaped, in quotes together.
  private static func lines(of text: String) -> [String] {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      escaped(String($0)).shown
    }
    lines[0] = "\"" + lines[0]
    lines[lines.count - 1] += "\""
    return lines
  }
}
