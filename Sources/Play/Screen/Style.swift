import Basics

/// The colours of the board and of messages, as numbers of the 256-colour palette.
enum Palette {
  static let (black, white, gray) = (16, 231, 245)
  static let (red, darkRed, green, darkGreen) = (203, 160, 114, 22)
  static let (wood, bark) = (179, 94)
  /// The background colours of marked points.
  static let (last, candidate, hint, focus, cursor) = (222, 150, 120, 153, 117)

  /// Returns the colour of a stone.
  static func stone(_ color: Color) -> Int { color == .black ? black : white }
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
  static let error = Style(foreground: Palette.red, isBold: true)
  static let good = Style(foreground: Palette.green)

  /// Returns the style of a stone. It has a background, as a white stone is invisible on white.
  static func stone(_ color: Color) -> Style {
    Style(foreground: Palette.stone(color), background: Palette.wood, isBold: color == .white)
  }

  /// The style of the lines on the board, which has the colour of wood.
  static let wood = Style(foreground: Palette.bark, background: Palette.wood)
  static let label = Style(foreground: Palette.gray)

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
