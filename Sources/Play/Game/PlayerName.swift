import Basics

/// A player's name that is safe to show on a screen and to store on one line, whatever its source.
public struct PlayerName {
  public let text: String

  /// The largest numbers of characters, of terminal columns and of bytes in a name.
  public static let (longest, mostColumns, mostBytes) = (24, 48, 192)
  /// The largest number of combining marks on one character.
  static let mostMarks = 4

  /// Creates a name; runs of blanks become one blank.
  ///
  /// Returns `nil` if the name is empty or too long, or has invisible characters or too many marks.
  ///
  /// - Parameter isSaved: true for a name in a game's file, which may be of an earlier version. It
  ///   may have any variation selectors and U+034F.
  public init?(_ text: some StringProtocol, isSaved: Bool = false) {
    guard text.utf8.count <= 16 * PlayerName.mostBytes else { return nil }
    let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard 1...PlayerName.longest ~= name.count, name.utf8.count <= PlayerName.mostBytes,
      1...PlayerName.mostColumns ~= name.columns,
      name.unicodeScalars.allSatisfy({ $0.isVisible || isSaved && $0.isIgnorableMark }),
      name.allSatisfy({ $0.marks <= PlayerName.mostMarks })
    else { return nil }
    self.text = name
  }

  /// Creates a valid name from text that may break the rules, as in files of earlier versions.
  ///
  /// Of the first 24 characters, each is reduced to at most two visible scalars. The name ends
  /// before the first character with which it would be invalid. Returns `nil` if nothing is left,
  /// as after an invisible first character.
  public init?(cleaning text: String) {
    if let name = PlayerName(text) {
      self = name
      return
    }
    var clean = ""
    for character in text.prefix(PlayerName.longest) {
      let visible = character.visible
      if PlayerName(clean + visible) != nil {
        clean += visible
      } else if !clean.isEmpty {
        break
      }
    }
    self.init(clean)
  }

  /// Returns whether the two names look the same, letter case aside.
  func resembles(_ other: String) -> Bool {
    PlayerName.outline(text) == PlayerName.outline(other)
  }

  private static func outline(_ name: String) -> String {
    let scalars = name.lowercased().unicodeScalars.filter {
      !$0.properties.isDefaultIgnorableCodePoint
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The name with ` 2` added, shortened if it would be too long.
  var second: PlayerName {
    var stem = text[...]
    while !stem.isEmpty {
      if let name = PlayerName("\(stem) 2") { return name }
      stem.removeLast()
    }
    return self
  }
}

extension StringProtocol {
  /// Returns the beginning of a text from outside as one line that is safe to show.
  ///
  /// Of each character at most two visible scalars are kept. Runs of blanks become one blank.
  func cleaned(longest: Int) -> String {
    prefix(longest).split(whereSeparator: \.isWhitespace)
      .map { $0.map(\.visible).joined() }.joined(separator: " ")
  }
}

extension Unicode.Scalar {
  /// True if the scalar is visible, alone or combined with the scalar before it.
  fileprivate var isVisible: Bool {
    // The empty braille cell counts as a symbol but looks like a blank.
    if self == "\u{2800}" { return false }
    // Hangul fillers and the like have no glyph. Common variation selectors change the character
    // before them; those beyond U+FFFF leave most names as they look.
    if properties.isDefaultIgnorableCodePoint {
      return isIgnorableMark && properties.isVariationSelector && value <= 0xFFFF
    }
    return switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }
}

extension Unicode.Scalar {
  /// True for a variation selector and similar marks without a glyph of their own.
  fileprivate var isIgnorableMark: Bool {
    properties.isDefaultIgnorableCodePoint && properties.generalCategory == .nonspacingMark
  }
}

extension Character {
  /// The first two visible scalars of the character.
  fileprivate var visible: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0.isVisible }.prefix(2)))
  }

  /// The number of combining marks in the character.
  fileprivate var marks: Int {
    unicodeScalars.count { scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: true
      default: false
      }
    }
  }
}
