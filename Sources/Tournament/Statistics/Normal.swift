import Foundation

/// The standard normal distribution.
enum Normal {
  /// Returns the probability of a value below `x`.
  static func cumulative(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }

  /// Returns half the width of the central interval with probability `confidence` (0..<1).
  ///
  /// The unit is the standard deviation: 1.959964 for 0.95.
  static func halfWidth(confidence: Double) -> Double {
    let target = (1 + confidence) / 2
    var low = 0.0
    var high = 40.0
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if cumulative(middle) < target { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
