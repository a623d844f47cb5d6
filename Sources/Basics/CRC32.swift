/// The CRC-32 checksum of zip and Ethernet, with the reflected polynomial `EDB88320`.
///
/// Every burst error of up to 32 bits changes the checksum.
public struct CRC32: Sendable {
  /// The remainder of each byte value after division by the polynomial, indexed by the byte.
  @usableFromInline let table: [UInt32]

  public init() {
    table = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }

  @inlinable public func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { value, byte in
      table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8
    }
  }

  /// Returns the CRC-32 of `bytes` as eight lower-case hexadecimal digits.
  public func text(of bytes: some Sequence<UInt8>) -> String {
    let digits = String(checksum(of: bytes), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
