extension UnsafeMutablePointer {
  /// Returns newly allocated memory that holds `contents`. The caller has to deallocate it.
  package static func table(_ contents: [Pointee]) -> UnsafeMutablePointer {
    let pointer = UnsafeMutablePointer.allocate(capacity: Swift.max(contents.count, 1))
    pointer.initialize(from: contents, count: contents.count)
    return pointer
  }
}
