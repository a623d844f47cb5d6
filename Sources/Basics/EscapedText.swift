/// Escaping and unescaping, Unicode scalar by scalar.
///
/// `String.replacing` would compare whole characters. It takes `<` with a combining mark for a
/// character other than `<`, which would then stay unescaped.
extension StringProtocol {
  /// Returns the text with scalars replaced, even those that are followed by combining marks.
  public func replacingScalars(_ replacements: KeyValuePairs<Unicode.Scalar, String>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let replacement = replacements.first(where: { $0.key == scalar })?.value {
        text.append(contentsOf: replacement.unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// Returns the text with each backslash and the scalar after it replaced by their meaning.
  ///
  /// A backslash at the end is dropped.
  ///
  /// - Parameter meaning: takes the scalar after a backslash and the text after that scalar. It
  ///   removes the rest of the escape from the text. It returns the scalar that the escape stands
  ///   for, or `nil` to drop the escape.
  public func resolvingEscapes(
    _ meaning: (Unicode.Scalar, inout Substring.UnicodeScalarView) -> Unicode.Scalar?
  ) -> String {
    var text = String.UnicodeScalarView()
    var rest = Substring(self).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      if let escaped = rest.popFirst(), let scalar = meaning(escaped, &rest) { text.append(scalar) }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Returns the scalar that an escape stands for: a line end for `n`, U+001B for `u{1B}`.
  ///
  /// Any other escape, such as a `u` without a valid code, stands for `escaped` itself.
  ///
  /// - Parameter rest: the text after `escaped`; a code in braces is removed from it.
  public static func meaning(
    of escaped: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView
  ) -> Unicode.Scalar {
    if escaped == "n" { return "\n" }
    guard escaped == "u", rest.first == "{", let end = rest.prefix(9).firstIndex(of: "}"),
      let scalar = UInt32(String(rest[..<end].dropFirst()), radix: 16)
        .flatMap(Unicode.Scalar.init)
    else { return escaped }
    rest = rest[rest.index(after: end)...]
    return scalar
  }
}
