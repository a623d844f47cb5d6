/// The CRC-32 of zip and Ethernet (reflected polynomial `EDB88320`): every error of up to 32 bits
/// in a row changes it.
package struct CRC32: Sendable {
  private let table: [UInt32]

  package init() {
    table = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }

  func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { value, byte in
      table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8
    }
  }

  /// The checksum as eight hexadecimal digits.
  package func text(of bytes: some Sequence<UInt8>) -> String {
    let digits = String(checksum(of: bytes), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
