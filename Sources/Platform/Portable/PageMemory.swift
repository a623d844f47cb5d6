internal import CPlatform

/// Zeroed pages for a large table, which take physical memory only when they are touched.
public final class PageMemory: @unchecked Sendable {
  public let base: UnsafeMutableRawPointer
  public let byteCount: Int

  /// Maps the pages; `nil` if the system does not have enough memory.
  public init?(byteCount: Int) {
    guard let base = platform_map(byteCount) else { return nil }
    self.base = base
    self.byteCount = byteCount
  }

  deinit { platform_unmap(base, byteCount) }

  /// Requests large pages where the system has them: fewer TLB misses, slower first touch.
  public func preferLargePages() { platform_prefer_large_pages(base, byteCount) }

  /// Populates a range of pages in one call, if the system can: faster than a page fault for each
  /// page.
  public func populate(_ range: Range<Int>) {
    platform_populate(base + range.lowerBound, range.count)
  }

  /// Fills all pages with zeros, and releases their memory until they are touched again.
  public func giveBack() { platform_give_back(base, byteCount) }
}

/// Zeroed memory for tables of trivial entries.
public enum ZeroedMemory {
  /// Allocates `count` zeroed entries, to be released by `free`; untouched pages take no memory.
  ///
  /// Ends the program if there is not enough memory.
  public static func allocate<Entry: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Entry> {
    guard let memory = platform_allocate(count, MemoryLayout<Entry>.stride) else {
      fatalError("no memory for a table of \(count) entries")
    }
    return memory.bindMemory(to: Entry.self, capacity: count)
  }

  public static func free(_ memory: UnsafeMutableRawPointer) { platform_free(memory) }
}
