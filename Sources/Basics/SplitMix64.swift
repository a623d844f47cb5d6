/// The SplitMix64 random number generator (Steele et al., 2014). A seed fixes all numbers.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }
}

extension SplitMix64 {
  /// Creates generator number `index` of the series that `seed` selects.
  ///
  /// Generators with different indices give independent numbers.
  public init(seed: UInt64, index: Int) {
    var source = SplitMix64(seed: seed)
    let mixed = source.next() ^ UInt64(truncatingIfNeeded: index) &* 0xD134_2543_DE82_EF95
    self.init(seed: mixed)
    _ = next()
  }

  /// Returns a random number from 0 to `bound - 1`; `bound` must be positive.
  ///
  /// The numbers are almost equally likely. The function replaces `Int.random(in:using:)`, whose
  /// mapping of random bits to a range may change with the version of Swift. A tournament's
  /// schedule would then change too.
  public mutating func number(below bound: Int) -> Int {
    Int((next().multipliedFullWidth(by: UInt64(bound))).high)
  }

  /// Returns the numbers below `count` in random order (Fisher–Yates shuffle).
  public mutating func permutation(of count: Int) -> [Int] {
    var order = Array(0..<count)
    for index in stride(from: count - 1, to: 0, by: -1) {
      order.swapAt(index, number(below: index + 1))
    }
    return order
  }
}
