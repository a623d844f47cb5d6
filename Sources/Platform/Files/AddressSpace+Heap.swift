internal import CPlatform

extension AddressSpace {
  /// Lets all threads allocate from one heap; with glibc, each further heap would reserve 64 MiB of
  /// address space.
  public static func shareOneHeap() { platform_share_one_heap() }
}
