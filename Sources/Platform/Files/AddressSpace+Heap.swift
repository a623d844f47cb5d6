internal import CPlatform

extension AddressSpace {
  /// Lets all threads allocate from one heap; with glibc, each further heap reserves 64 MiB.
  public static func shareOneHeap() { platform_share_one_heap() }
}
