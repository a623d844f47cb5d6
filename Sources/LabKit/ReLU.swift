extension SIMD16<Float> {
  /// The ReLU of each lane: the number if it is positive, else zero.
  ///
  /// The sign bit serves as a mask, because `replacing` and `clamped` would be slow.
  @inlinable @inline(__always) public var relu: Self {
    let bits = unsafeBitCast(self, to: SIMD16<Int32>.self)
    return unsafeBitCast(bits & ~(bits &>> 31), to: Self.self)
  }
}
