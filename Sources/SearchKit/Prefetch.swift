import CPlatform

/// Asks the processor to load the cache line at `address`, which saves a later cache miss. A hint
/// only.
@inline(__always)
public func prefetch(_ address: UnsafeRawPointer) { platform_prefetch(address) }
