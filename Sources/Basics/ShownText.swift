extension StringProtocol {
  /// The text made safe to show on one line of a terminal or page.
  ///
  /// Scalars that would steer the output, such as line ends, are escaped as in `\u{1B}`. A byte
  /// that is not UTF-8 is escaped as in `\xE5`. Text from files, engines and command lines passes
  /// through here before it is shown.
  public var shown: String {
    guard unicodeScalars.contains(where: { $0.steersOutput }) else { return String(self) }
    var text = ""
    for scalar in unicodeScalars {
      if let byte = ByteText.byte(scalar) {
        text += "\\x\(String(byte, radix: 16, uppercase: true))"
      } else if scalar.steersOutput {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// True for control characters except the tab, for line ends, and for marks that change the
  /// direction of text.
  ///
  /// Also true for a character that stands for a byte that is not UTF-8 (see `ByteText`).
  public var steersOutput: Bool {
    switch value {
    case 0x09: false
    case 0...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: ByteText.byte(self) != nil
    }
  }
}

extension String {
  /// Returns the text padded with spaces to `width` characters, on the right or, if `left`, on the
  /// left.
  package func padded(to width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - count))
    return left ? space + self : self + space
  }
}
