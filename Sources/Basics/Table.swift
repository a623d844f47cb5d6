extension UnsafeMutablePointer {
  /// A table with the given contents, to be deallocated by its owner.
  package static func table(_ contents: [Pointee]) -> UnsafeMutablePointer {
    let pointer = UnsafeMutablePointer.allocate(capacity: Swift.max(contents.count, 1))
    pointer.initialize(from: contents, count: contents.count)
    return pointer
  }
}
