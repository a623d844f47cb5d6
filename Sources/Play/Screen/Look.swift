import Basics

/// The abilities of the terminal that affect the drawing of the board.
public struct Look: Equatable, Sendable {
  /// True if the terminal shows Unicode's stones and lines; otherwise letters and dots are used.
  public var isUnicode: Bool
  public var hasColors: Bool
  /// True if text can be bold or reversed, which needs no colours.
  public var hasStyles: Bool
  /// True if the terminal shows a stone two columns wide, as fonts for East Asian text may do.
  public var hasWideStones = false

  public init(isUnicode: Bool, hasColors: Bool, hasStyles: Bool) {
    (self.isUnicode, self.hasColors, self.hasStyles) = (isUnicode, hasColors, hasStyles)
  }

  public static let plain = Look(isUnicode: false, hasColors: false, hasStyles: false)

  /// Derives the abilities from the environment variables `TERM`, `NO_COLOR` and those of the
  /// locale.
  public init(environment: [String: String], isTerminal: Bool) {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let isUTF8 = locale.lowercased().filter { $0 != "-" }.contains("utf8")
    let isSmart = Look.isSmart(environment, isTerminal: isTerminal)
    self.init(
      isUnicode: isSmart && isUTF8,
      hasColors: isSmart && (environment["NO_COLOR"] ?? "").isEmpty, hasStyles: isSmart)
  }

  /// Returns whether the terminal supports escape sequences, such as cursor movement.
  public static func isSmart(_ environment: [String: String], isTerminal: Bool) -> Bool {
    let kind = environment["TERM"] ?? ""
    return isTerminal && !kind.isEmpty && kind != "dumb"
  }
}

extension Look {
  /// Returns the character of a stone; White's is hollow only if there are no colours.
  func stone(_ color: Color) -> String {
    guard isUnicode else { return color == .black ? "X" : "O" }
    return color == .black || hasColors ? "●" : "○"
  }
}

/// The colours and attributes of a piece of text. Colours are numbers of the 256-colour palette.
struct Style: Equatable {
  var foreground: Int?
  var background: Int?
  var isBold = false
  var isReversed = false
  var isDim = false

  static let plain = Style()
  static let bold = Style(isBold: true)
  static let dim = Style(isDim: true)
  static let error = Style(foreground: 203, isBold: true)
  static let good = Style(foreground: 114)

  /// Returns the style of a stone, with a background, as the terminal's own may be as light as
  /// White.
  static func stone(_ color: Color) -> Style {
    Style(foreground: color == .black ? 16 : 231, background: 179, isBold: color == .white)
  }

  /// The style of the board's lines on wood.
  static let wood = Style(foreground: 94, background: 179)
  static let label = Style(foreground: 245)

  /// The escape sequence that selects the style; empty for plain text.
  var code: String {
    var codes: [String] = []
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isReversed { codes.append("7") }
    if let foreground { codes.append("38;5;\(foreground)") }
    if let background { codes.append("48;5;\(background)") }
    return codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}

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
  func rendered(_ look: Look) -> String {
    var isSwallowing = false
    return pieces.map { piece in
      var text = piece.text
      if look.hasWideStones { text = StyledLine.widened(text, &isSwallowing) }
      guard look.hasStyles, !text.isEmpty else { return text }
      var style = piece.style
      if !look.hasColors { (style.foreground, style.background) = (nil, nil) }
      let code = style.code
      return code.isEmpty ? text : "\(code)\(text)\u{1B}[0m"
    }.joined()
  }

  /// Returns the text for a terminal with stones of two columns, without the character after each
  /// stone.
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
