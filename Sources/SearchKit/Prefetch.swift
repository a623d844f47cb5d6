import Builtin

/// Asks the processor to bring the cache line at `address` nearer. A hint only.
///
/// The one use of the compiler's built-ins: they have no stable form, and an empty body would be a
/// correct replacement.
@inline(__always)
public func prefetch(_ address: UnsafeRawPointer) {
  Builtin.int_prefetch_RawPointer(
    address._rawValue, Builtin.trunc_Int64_Int32((0 as Int)._value),
    Builtin.trunc_Int64_Int32((3 as Int)._value), Builtin.trunc_Int64_Int32((1 as Int)._value))
}
