import Builtin

/// Asks the processor to load the cache line at `address`, which saves a later
/// cache miss. A hint only.
///
/// This is the one use of the compiler's built-ins. They have no stable form, and an empty body
/// would be a correct replacement.
@inline(__always)
public func prefetch(_ address: UnsafeRawPointer) {
  Builtin.int_prefetch_RawPointer(
    address._rawValue, Builtin.trunc_Int64_Int32((0 as Int)._value),
    Builtin.trunc_Int64_Int32((3 as Int)._value), Builtin.trunc_Int64_Int32((1 as Int)._value))
}
