/// Returns a number rounded to a multiple of 1/`parts`, as text: `0.6931` with 10,000 parts.
public func roundedText<Number: BinaryFloatingPoint>(_ number: Number, parts: Number) -> String {
  "\((number * parts).rounded() / parts)"
}

/// Returns a fraction, 0...1, as text in percent with one decimal: `58.4 %`.
public func percentText<Share: BinaryFloatingPoint>(_ share: Share) -> String {
  "\((share * 1000).rounded() / 10) %"
}

extension Int16 {
  /// Creates the nearest whole number to `number`, clamped to ±`limit`.
  public init(quantising number: Float, limit: Float = 32_767) {
    self.init(Swift.max(-limit, Swift.min(limit, number.rounded())))
  }
}
