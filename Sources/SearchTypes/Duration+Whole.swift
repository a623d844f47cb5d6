import Platform

extension Duration {
  /// The duration in whole milliseconds, rounded down.
  public var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
