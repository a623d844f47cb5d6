import Basics

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers for the same seed, everywhere.
public struct RandomSource: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// The source for item `index` of a series, unrelated to those of its neighbours.
  public init(seed: UInt64, index: Int) {
    var source = RandomSource(seed: seed)
    let mixed = source.next() ^ UInt64(truncatingIfNeeded: index) &* 0xD134_2543_DE82_EF95
    self.init(seed: mixed)
    _ = next()
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A number below `bound`, which is positive.
  ///
  /// The standard library may change how it maps random bits to ranges; a schedule may not.
  public mutating func number(below bound: Int) -> Int {
    Int((next().multipliedFullWidth(by: UInt64(bound))).high)
  }

  /// The numbers below `count` in random order (Fisher and Yates).
  public mutating func permutation(of count: Int) -> [Int] {
    var order = Array(0..<count)
    for index in stride(from: count - 1, to: 0, by: -1) {
      order.swapAt(index, number(below: index + 1))
    }
    return order
  }
}
