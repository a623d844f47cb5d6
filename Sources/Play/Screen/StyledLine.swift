/// A line of the screen, as pieces of text with their styles.
struct StyledLine: Equatable {
  var pieces: [(text: String, style: Style)] = []

  init() {}
  init(_ text: String, _ style: Style = .plain) { pieces = [(text, style)] }

  static func == (a: StyledLine, b: StyledLine) -> Bool {
    a.pieces.count == b.pieces.count
      && zip(a.pieces, b.pieces).allSatisfy { $0.text == $1.text && $0.style == $1.style }
  }

  mutating func add(_ text: String, _ style: Style = .plain) { pieces.append((text, style)) }

  static func + (a: StyledLine, b: StyledLine) -> StyledLine {
    var line = a
    line.pieces += b.pieces
    return line
  }

  var columns: Int { pieces.reduce(0) { $0 + $1.text.columns } }
  var text: String { pieces.map(\.text).joined() }

  /// Returns the line padded with blanks or cut to exactly `columns` columns.
  func filled(to columns: Int) -> StyledLine {
    var line = StyledLine()
    var room = columns
    for piece in pieces where room > 0 {
      let text = piece.text.fitted(to: room)
      line.add(text, piece.style)
      room -= text.columns
    }
    if room > 0 { line.add(String(repeating: " ", count: room)) }
    return line
  }

  /// Returns the line with the escape sequences that the terminal supports.
  func rendered(_ terminal: TerminalCapabilities) -> String {
    var isSwallowing = false
    return pieces.map { piece in
      var text = piece.text
      if terminal.hasWideStones { text = StyledLine.widened(text, &isSwallowing) }
      guard terminal.hasStyles, !text.isEmpty else { return text }
      var style = piece.style
      if !terminal.hasColors { (style.foreground, style.background) = (nil, nil) }
      let code = style.code
      return code.isEmpty ? text : "\(code)\(text)\u{1B}[0m"
    }.joined()
  }

  /// Returns the text for a terminal that shows a stone two columns wide: the character after each
  /// stone is dropped.
  ///
  /// - Parameter isSwallowing: true if the previous piece ended in a stone.
  private static func widened(_ text: String, _ isSwallowing: inout Bool) -> String {
    var result = ""
    for character in text {
      if isSwallowing {
        isSwallowing = false
      } else {
        result.append(character)
        isSwallowing = character == "●" || character == "○"
      }
    }
    return result
  }
}
