extension StringProtocol {
  /// The text made safe to show on one line of a terminal or page.
  ///
  /// Characters that would steer the output, such as line ends, are escaped as in `\u{1B}`. Text
  /// from files, engines and command lines passes through here before it is shown.
  public var shown: String {
    guard unicodeScalars.contains(where: \.steersOutput) else { return String(self) }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.steersOutput {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// True for control characters except the tab, for line ends, and for characters that change the
  /// text direction.
  public var steersOutput: Bool {
    switch value {
    case 0x09: false
    case 0...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
