extension Duration {
  /// The duration in whole nanoseconds, saturating at about 292 years.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isLarger) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isLarge || isLarger ? (seconds < 0 ? .min : .max) : sum
  }

  /// The duration in whole milliseconds, rounded down.
  public var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
