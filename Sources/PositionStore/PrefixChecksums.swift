/// The CRC-32 of any part of a byte sequence, each at the cost of two polynomial products.
///
/// A CRC is linear. The CRC of a part therefore follows from the registers at its two ends, once
/// the first is advanced by the part's length. This makes the search for the next valid record in a
/// damaged file linear instead of quadratic.
struct PrefixChecksums {
  /// The CRC register after each prefix of the bytes, starting from register 0.
  private var registers: [UInt32] = []

  init(_ bytes: [UInt8]) {
    registers.reserveCapacity(bytes.count + 1)
    var register: UInt32 = 0
    registers.append(0)
    let steps = PrefixChecksums.steps
    for byte in bytes {
      register = steps[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ register >> 8
      registers.append(register)
    }
  }

  /// Returns the CRC-32 of the bytes in `range`, which has at most `RecordLog.longest` bytes.
  func checksum(of range: Range<Int>) -> UInt32 {
    assert(range.count <= RecordLog.longest)
    let power = PrefixChecksums.power(range.count)
    let carried = PrefixChecksums.product(registers[range.lowerBound] ^ ~0, power)
    return ~(registers[range.upperBound] ^ carried)
  }

  // MARK: Polynomials over GF(2), the highest power in the lowest bit

  /// The generator polynomial of CRC-32.
  private static let divisor: UInt32 = 0xEDB8_8320

  /// The table of the CRC register after each single byte, starting from register 0.
  private static let steps: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in times(value) }
  }

  /// Returns a polynomial times `x`, modulo the generator.
  private static func times(_ value: UInt32) -> UInt32 {
    value & 1 == 1 ? value >> 1 ^ divisor : value >> 1
  }

  /// Returns the product of two polynomials, modulo the generator.
  static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var (sum, power, rest) = (UInt32(0), b, a)
    while rest != 0 {
      if rest & 1 << 31 != 0 { sum ^= power }
      rest <<= 1
      power = times(power)
    }
    return sum
  }

  private static let lowBits = 11

  /// The powers `x^(8n)` for each `n` below 2048.
  private static let lowPowers = powers(step: 8)
  /// The powers `x^(8 * 2048 * n)` for each `n` below 2048.
  private static let highPowers = powers(step: 8 << lowBits)

  /// Returns the first 2048 powers of `x^step`.
  private static func powers(step: Int) -> [UInt32] {
    let one: UInt32 = 1 << 31
    let factor = (0..<step).reduce(one) { power, _ in times(power) }
    var powers = [one]
    for _ in 1..<1 << lowBits { powers.append(product(powers[powers.count - 1], factor)) }
    return powers
  }

  /// Returns `x^(8 * count)`, the factor that advances a register by `count` zero bytes.
  private static func power(_ count: Int) -> UInt32 {
    product(highPowers[count >> lowBits], lowPowers[count & (1 << lowBits - 1)])
  }
}
