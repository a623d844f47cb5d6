/// The mean of numbers that are added one by one.
public struct RunningMean: Equatable, Sendable {
  public private(set) var sum = 0.0
  public private(set) var count = 0

  public init(sum: Double = 0, count: Int = 0) { (self.sum, self.count) = (sum, count) }

  /// The mean; 0 if there are no numbers.
  public var mean: Double { sum / Double(max(count, 1)) }

  public mutating func add(_ number: Double) {
    sum += number
    count += 1
  }

  public static func += (a: inout RunningMean, b: RunningMean) {
    a.sum += b.sum
    a.count += b.count
  }
}
