/// A text in quotes, which may have lines of its own. A backslash takes away the meaning of what
/// follows it.
struct QuotedText: Sendable {
  private(set) var content = ""
  private var isEscaped = false
  private var lineCount = 0

  /// A text that never ends is taken to have ended after so many lines or bytes.
  static let mostLines = 4096
  static let mostBytes = 1 << 17

  /// Whether the text was given up.
  private(set) var isEndless = false

  /// Reads on in `line`, behind the opening quote or anywhere later.
  ///
  /// - Returns: what stands behind the closing quote, or `nil` if the text goes on.
  mutating func read(_ line: some StringProtocol) -> String? {
    for (index, character) in zip(line.indices, line) {
      if isEscaped {
        isEscaped = false
        content.append(character)
      } else if character == "\"" {
        return String(line[line.index(after: index)...])
      } else if character == "\\" {
        isEscaped = true
      } else {
        content.append(character)
      }
    }
    // The line end is the one that is escaped.
    isEscaped = false
    content.append("\n")
    lineCount += 1
    isEndless = lineCount >= QuotedText.mostLines || content.utf8.count > QuotedText.mostBytes
    return isEndless ? "" : nil
  }

  /// `text` as it is read back.
  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
