import CPlatform

/// Prefetches the cache line at `address`, which may save a later cache miss.
@inline(__always)
public func prefetch(_ address: UnsafeRawPointer) { platform_prefetch(address) }
