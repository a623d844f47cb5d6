import Foundation

/// Asks of every machine of a match whether its pairs came out as those of the others.
///
/// A machine that is overloaded or broken costs the side that needs more of it: its share of lost,
/// even and won pairs differs from that of the rest by more than chance (Pearson's chi-square over
/// the two rows). Games of equal engines, or at node limits, show nothing however slow a machine is.
public struct MachineTest: Sendable {
  public struct Row: Equatable, Sendable {
    public let host: String
    /// Pairs in which the first engine lost (LL, LD), that came out even, and that it won.
    public var lost = 0
    public var even = 0
    public var won = 0
    /// Against the pairs of the other machines; `nil` where too few are expected to judge.
    public var chiSquare: Double?
    /// How often chance alone makes a difference at least as large.
    public var probability: Double?
    /// Whether the difference is too large to be chance.
    public var isOutlier = false

    public init(host: String) { self.host = host }

    public var pairs: Int { lost + even + won }
    var counts: [Int] { [lost, even, won] }

    mutating func add(halfPoints: Int) {
      if halfPoints < 2 { lost += 1 } else if halfPoints == 2 { even += 1 } else { won += 1 }
    }
  }

  /// By host name.
  public private(set) var rows: [Row]

  /// A machine is an outlier if chance would name one among all machines less often than this.
  public static let level = 0.001
  /// Smaller expected counts make the distribution of chi-square a bad guide.
  static let leastExpected = 5.0

  /// Tests machines by the pairs that they counted.
  ///
  /// The worst outlier is set apart before the others are judged again, lest it make them look odd.
  public init(_ rows: [Row]) {
    self.rows = rows.sorted { $0.host < $1.host }
    var rest = Set(self.rows.indices)
    while true {
      for index in rest { judge(index, among: rest) }
      let worst = rest.max { (self.rows[$0].chiSquare ?? 0) < (self.rows[$1].chiSquare ?? 0) }
      guard let worst, let probability = self.rows[worst].probability,
        probability * Double(rest.count) < MachineTest.level
      else { break }
      self.rows[worst].isOutlier = true
      rest.remove(worst)
    }
  }

  private mutating func judge(_ index: Int, among machines: Set<Int>) {
    let others = (0..<3).map { column in
      machines.reduce(0) { $0 + ($1 == index ? 0 : rows[$1].counts[column]) }
    }
    let result = MachineTest.compare(rows[index].counts, others)
    rows[index].chiSquare = result?.chiSquare
    rows[index].probability = result?.probability
  }

  /// Pearson's chi-square of two rows of three counts and its probability; `nil` when an expected
  /// count is too small. A column empty in both rows is left out.
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
    // The upper tail with two degrees of freedom, or with one.
    let tail = columns.count == 3 ? exp(-chiSquare / 2) : erfc((chiSquare / 2).squareRoot())
    return (chiSquare, tail)
  }
}
