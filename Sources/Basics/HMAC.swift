/// The keyed hash of RFC 2104 over SHA-256: only the owners of the key can make or check a code.
public struct HMAC: Sendable {
  private var inner = SHA256()
  private var outer = SHA256()

  public init(key: [UInt8]) {
    var block = key
    if block.count > 64 {
      var hash = SHA256()
      hash.update(block)
      block = hash.digest()
    }
    block += Array(repeating: 0, count: 64 - block.count)
    inner.update(block.map { $0 ^ 0x36 })
    outer.update(block.map { $0 ^ 0x5C })
  }

  /// Returns the 32 bytes of the code of `message`.
  public func code(of message: [UInt8]) -> [UInt8] {
    var (first, second) = (inner, outer)
    first.update(message)
    second.update(first.digest())
    return second.digest()
  }
}

extension Sequence<UInt8> {
  /// The bytes as hexadecimal digits, two a byte.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
