import Records

/// Phrases are compared by their English texts.
extension Phrase: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(verbatim: text) }

  public func contains(_ part: String) -> Bool { description.contains(part) }
  public func hasPrefix(_ part: String) -> Bool { description.hasPrefix(part) }
  public func hasSuffix(_ part: String) -> Bool { description.hasSuffix(part) }
}
