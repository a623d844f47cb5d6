extension Int {
  /// Returns this number of things in words: `1 move`, `2 moves`.
  ///
  /// - Parameter noun: the singular; the plural must end with an additional `s`.
  public func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
