internal import CPlatform

/// Pages from the system for a large table: zero at first, and taken only as they are touched.
public final class PageMemory: @unchecked Sendable {
  public let base: UnsafeMutableRawPointer
  public let byteCount: Int

  /// - Returns: `nil` when the system has not so much.
  public init?(byteCount: Int) {
    guard let base = platform_map(byteCount) else { return nil }
    self.base = base
    self.byteCount = byteCount
  }

  deinit { munmap(base, byteCount) }

  /// Asks for large pages, where the system has such: finding one takes a processor less time, and taking
  /// it more.
  public func preferLargePages() { platform_prefer_large_pages(base, byteCount) }

  /// Takes a range of pages all at once, which is faster than one by one, where the system can.
  public func populate(_ range: Range<Int>) {
    platform_populate(base + range.lowerBound, range.count)
  }

  /// Makes everything zero again, and gives the memory back until it is touched.
  public func giveBack() { platform_give_back(base, byteCount) }
}

/// Memory for tables of plain entries, all bits zero.
public enum ZeroedMemory {
  /// Room for `count` entries, for `free`; unused pages cost nothing.
  public static func allocate<Entry: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Entry> {
    guard let memory = calloc(count, MemoryLayout<Entry>.stride) else {
      fatalError("no memory for a table of \(count) entries")
    }
    return memory.bindMemory(to: Entry.self, capacity: count)
  }

  public static func free(_ memory: UnsafeMutableRawPointer) { CPlatform.free(memory) }
}
