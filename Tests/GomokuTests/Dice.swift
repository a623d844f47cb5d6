import Basics

/// What changes things at random.
protocol Dice {
  var generator: SplitMix64 { get set }
}

extension Dice {
  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &generator)
  }

  mutating func isLucky(oneIn count: Int) -> Bool {
    Int.random(in: 0..<count, using: &generator) == 0
  }
}
