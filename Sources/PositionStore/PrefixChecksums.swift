/// The checksums of all parts of a sequence of bytes, each at the cost of two products.
///
/// A CRC is linear: the register after a part follows from the registers at its two ends, the first of
/// them carried over the part's length. That turns the search for the next sound record in a damaged
/// file from quadratic to linear.
struct PrefixChecksums {
  /// The register after so many bytes, from zero.
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

  /// The CRC-32 of the bytes in `range`, of at most `RecordLog.longest`.
  func checksum(of range: Range<Int>) -> UInt32 {
    let power = PrefixChecksums.power(range.count)
    let carried = PrefixChecksums.product(registers[range.lowerBound] ^ ~0, power)
    return ~(registers[range.upperBound] ^ carried)
  }

  // MARK: Polynomials over two elements, the highest power in the lowest bit

  /// The divisor of CRC-32.
  private static let divisor: UInt32 = 0xEDB8_8320

  /// The register after each byte, from zero.
  private static let steps: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in times(value) }
  }

  /// A polynomial times `x`.
  private static func times(_ value: UInt32) -> UInt32 {
    value & 1 == 1 ? value >> 1 ^ divisor : value >> 1
  }

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

  /// `x` to the power of eight times a number below 2048.
  private static let lowPowers = powers(step: 8)
  /// The same of that number times 2048.
  private static let highPowers = powers(step: 8 << lowBits)

  private static func powers(step: Int) -> [UInt32] {
    let one: UInt32 = 1 << 31
    let factor = (0..<step).reduce(one) { power, _ in times(power) }
    var powers = [one]
    for _ in 1..<1 << lowBits { powers.append(product(powers[powers.count - 1], factor)) }
    return powers
  }

  private static func power(_ count: Int) -> UInt32 {
    product(highPowers[count >> lowBits], lowPowers[count & (1 << lowBits - 1)])
  }
}
