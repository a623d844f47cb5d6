import Basics

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
