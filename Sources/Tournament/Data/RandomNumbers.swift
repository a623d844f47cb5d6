import Basics

extension SplitMix64 {
  /// Creates the generator for item `index` of a series, independent of the generators beside it.
  init(seed: UInt64, index: Int) {
    var source = SplitMix64(seed: seed)
    let mixed = source.next() ^ UInt64(truncatingIfNeeded: index) &* 0xD134_2543_DE82_EF95
    self.init(seed: mixed)
    _ = next()
  }

  /// Returns a uniform random number below `bound`, which must be positive.
  ///
  /// The standard library may change its mapping of random bits to ranges. Schedules must not
  /// change.
  mutating func number(below bound: Int) -> Int {
    Int((next().multipliedFullWidth(by: UInt64(bound))).high)
  }

  /// Returns the numbers below `count` in random order (Fisher–Yates shuffle).
  mutating func permutation(of count: Int) -> [Int] {
    var order = Array(0..<count)
    for index in stride(from: count - 1, to: 0, by: -1) {
      order.swapAt(index, number(below: index + 1))
    }
    return order
  }
}
