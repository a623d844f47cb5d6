import Foundation

/// A test of each machine of a match for results that differ from those of the other machines.
///
/// An overloaded or broken machine harms the engine that needs more of its resources. The machine's
/// shares of lost, even and won pairs then differ from the rest by more than chance. The test is
/// Pearson's chi-square on the two rows of counts. It cannot detect a slow machine in games of
/// equal engines, or with node limits.
public struct MachineTest: Sendable {
  /// The counts of one machine and the result of its test.
  public struct Row: Equatable, Sendable {
    public let host: String
    /// The number of pairs that the first of the two engines lost: two losses, or a loss and a
    /// draw.
    public var lost = 0
    /// The number of even pairs.
    public var even = 0
    /// The number of pairs that this engine won: two wins, or a win and a draw.
    public var won = 0
    /// The chi-square statistic of this machine against the others that are no outliers.
    ///
    /// It is `nil` without such machines, if all pairs ended alike, or if an expected count is too
    /// small.
    public var chiSquare: Double?
    /// The p-value: the probability of a difference at least as large by chance alone.
    ///
    /// It is `nil` if `chiSquare` is.
    public var probability: Double?
    /// True if the difference is too large to be chance.
    public var isOutlier = false

    public init(host: String) { self.host = host }

    public var pairs: Int { lost + even + won }
    var counts: [Int] { [lost, even, won] }

    public mutating func add(halfPoints: Int) {
      if halfPoints < 2 { lost += 1 } else if halfPoints == 2 { even += 1 } else { won += 1 }
    }
  }

  /// The machines, sorted by host name.
  public private(set) var rows: [Row]

  /// The significance level, for all machines together (Bonferroni correction).
  public static let level = 0.001
  /// The lower limit of expected counts: with this many or fewer, the chi-square distribution is a
  /// poor approximation.
  static let leastExpected = 5.0

  /// Tests machines by the counts of their pairs.
  ///
  /// An outlier is set aside before the others are tested again, as it would distort their tests.
  public init(_ rows: [Row]) {
    self.rows = rows.sorted { $0.host < $1.host }
    var rest = Set(self.rows.indices)
    while true {
      for index in rest { test(index, among: rest) }
      let worst = rest.max { (self.rows[$0].chiSquare ?? 0) < (self.rows[$1].chiSquare ?? 0) }
      guard let worst, let probability = self.rows[worst].probability,
        probability * Double(rest.count) < MachineTest.level
      else { break }
      self.rows[worst].isOutlier = true
      rest.remove(worst)
    }
  }

  /// Tests one machine against the sum of the other machines.
  private mutating func test(_ index: Int, among machines: Set<Int>) {
    let others = (0..<3).map { column in
      machines.reduce(0) { $0 + ($1 == index ? 0 : rows[$1].counts[column]) }
    }
    let result = MachineTest.compare(rows[index].counts, others)
    rows[index].chiSquare = result?.chiSquare
    rows[index].probability = result?.probability
  }

  /// Returns Pearson's chi-square of two rows of three counts, and its p-value.
  ///
  /// A column with zeros in both rows is left out. Returns `nil` if an expected count is too small,
  /// a row has only zeros, or fewer than two columns remain.
  static func compare(_ one: [Int], _ other: [Int]) -> (chiSquare: Double, probability: Double)? {
    let columns = zip(one, other).filter { $0 + $1 > 0 }
    let (oneSum, otherSum) = (one.reduce(0, +), other.reduce(0, +))
    guard columns.count > 1, oneSum > 0, otherSum > 0 else { return nil }
    var chiSquare = 0.0
    for (a, b) in columns {
      let share = Double(a + b) / Double(oneSum + otherSum)
      for (count, sum) in [(a, oneSum), (b, otherSum)] {
        let expected = share * Double(sum)
        guard expected > leastExpected else { return nil }
        chiSquare += (Double(count) - expected) * (Double(count) - expected) / expected
      }
    }
    // The probability of the upper tail, with two degrees of freedom or with one.
    let tail = columns.count == 3 ? exp(-chiSquare / 2) : erfc((chiSquare / 2).squareRoot())
    return (chiSquare, tail)
  }
}
