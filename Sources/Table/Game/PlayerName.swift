import Basics

/// A name that fits on a screen and on one line of a file, wherever it comes from.
public struct PlayerName {
  public let text: String

  /// The most characters of a name.
  public static let longest = 24
  /// The most columns of a terminal that a name takes.
  public static let mostColumns = 48
  /// The most bytes of a name.
  public static let mostBytes = 192
  /// The most marks that stand on one character.
  static let mostMarks = 4

  /// `nil` for a name that is empty or long, or has signs that cannot be seen or are heaped up.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 16 * PlayerName.mostBytes else { return nil }
    let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard 1...PlayerName.longest ~= name.count, name.utf8.count <= PlayerName.mostBytes,
      1...PlayerName.mostColumns ~= name.columns, name.unicodeScalars.allSatisfy(\.isVisible),
      name.allSatisfy({ $0.marks <= PlayerName.mostMarks })
    else { return nil }
    self.text = name
  }

  /// The name as near to `text` as can be, for files of earlier versions; `nil` if nothing is left.
  public init?(cleaning text: String) {
    if let name = PlayerName(text) {
      self = name
      return
    }
    var clean = ""
    for character in text.prefix(PlayerName.longest) {
      let visible = String(
        String.UnicodeScalarView(character.unicodeScalars.filter { $0.isVisible }.prefix(2)))
      guard PlayerName(clean + visible) != nil else { break }
      clean += visible
    }
    self.init(clean)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar can be seen, alone or on the one before it.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }
}

extension Character {
  /// The marks among the character's scalars.
  fileprivate var marks: Int {
    unicodeScalars.count { scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: true
      default: false
      }
    }
  }
}
