extension StringProtocol {
  /// The text without white space at both ends.
  public var trimmingBlanks: SubSequence { trimming { $0.isWhitespace } }

  /// Returns the text without the characters at both ends for which `isBlank` is true.
  public func trimming(_ isBlank: (Character) -> Bool) -> SubSequence {
    var text = self[...].drop(while: isBlank)
    while let last = text.last, isBlank(last) { text = text.dropLast() }
    return text
  }
}
