import Basics

extension SplitMix64 {
  /// The generator for item `index` of a series, unrelated to those of its neighbours.
  init(seed: UInt64, index: Int) {
    var source = SplitMix64(seed: seed)
    let mixed = source.next() ^ UInt64(truncatingIfNeeded: index) &* 0xD134_2543_DE82_EF95
    self.init(seed: mixed)
    _ = next()
  }

  /// A number below `bound`, which is positive.
  ///
  /// The standard library may change how it maps random bits to ranges; a schedule may not.
  mutating func number(below bound: Int) -> Int {
    Int((next().multipliedFullWidth(by: UInt64(bound))).high)
  }

  /// The numbers below `count` in random order (Fisher and Yates).
  mutating func permutation(of count: Int) -> [Int] {
    var order = Array(0..<count)
    for index in stride(from: count - 1, to: 0, by: -1) {
      order.swapAt(index, number(below: index + 1))
    }
    return order
  }
}
