extension SIMD16<Float> {
  /// The numbers above zero, and zero for others: by their bits, as `replacing` or `clamped` would be
  /// slow.
  @inlinable @inline(__always) public var positive: Self {
    let bits = unsafeBitCast(self, to: SIMD16<Int32>.self)
    return unsafeBitCast(bits & ~(bits &>> 31), to: Self.self)
  }
}
