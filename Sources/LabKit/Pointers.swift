extension UnsafeMutablePointer<Float> {
  /// Returns zeroed memory for `count` numbers, aligned for vectors.
  public static func zeroed(_ count: Int) -> Self {
    UnsafeMutableRawPointer.allocate(byteCount: 4 * count, alignment: 128)
      .initializeMemory(as: Float.self, repeating: 0, count: count)
  }
}

extension UnsafeMutablePointer {
  /// Returns the same memory as numbers or vectors of another type.
  @inlinable @inline(__always) public func bound<Other>(
    to _: Other.Type = Other.self
  ) -> UnsafeMutablePointer<Other> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Other.self)
  }
}
