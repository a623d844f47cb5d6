import GomokuRules
import SearchKit

/// The search's numbers: what it prunes, reduces and extends, and how it spends its time.
///
/// Scores are in centistones, depths in plies, reductions in hundredths of a ply.
public struct Margins: Equatable, Sendable {
  /// How far below alpha a shallow node may stand before only fours can save it; `nil` for a leaf,
  /// and for a deeper one.
  @inline(__always) func razor(depth: Int) -> Int? {
    depth > 0 && depth <= razorDepth ? razorBase &+ razorSlope &* depth : nil
  }
  var razorBase = 60
  var razorSlope = 47
  var razorDepth = 3

  /// How far above beta a node may stand so that `depth` plies will not bring it back; `nil` where
  /// there are too many of them to say.
  @inline(__always) func futility(depth: Int, isImproving: Bool) -> Int? {
    depth <= futilityDepth ? futilitySlope &* (depth &- (isImproving ? 1 : 0)) : nil
  }
  var futilitySlope = 27
  var futilityDepth = 8

  /// What a move that refutes a node gains in history, and the others tried there lose.
  @inline(__always) static func historyBonus(depth: Int) -> Int {
    min(16 &* depth &* depth &+ 32 &* depth, 1600)
  }
  /// Ordering points of a killer, and of the best history that a move can have.
  var killerRank = 40
  var historyRank = 256
  /// The score that the network's logarithm of the odds of winning stands for.
  @inline(__always) func score(ofWorth worth: Float) -> Score {
    .centistones(max(-10_000, min(10_000, Int(worth * Float(worthScale)))))
  }
  var worthScale = 170
  /// How far beyond what it would decide the board's own evaluation may be to be taken for the
  /// network's: below alpha, where razoring begins, and above beta, where futility does.
  var lazyMargin = 100
  @inline(__always) func lazyBelow(depth: Int) -> Int {
    lazyMargin &+ (razor(depth: depth) ?? 0)
  }
  @inline(__always) func lazyAbove(depth: Int) -> Int {
    lazyMargin &+ (futility(depth: depth, isImproving: false) ?? 0)
  }

  /// How many of a node's moves the network is asked about, ordering points of one in what it
  /// says (it is not asked at all if zero), and the share of its promise that a move keeps then, in
  /// hundredths.
  var policyBreadth = 24
  var policyScale = 30
  var promiseShare = 50

  /// Moves searched at a node before the rest, if quiet, is skipped; base and curve are in hundredths.
  @inline(__always) func moveCount(depth: Int, isImproving: Bool) -> Int {
    let limit = (moveCountBase &+ moveCountCurve &* depth &* depth) / 100
    return isImproving ? limit : limit / 2 &+ 2
  }
  var moveCountBase = 520
  var moveCountCurve = 60

  /// The smallest depth of internal iterative reductions: a node without a table move.
  var internalReductionDepth = 4

  /// The smallest depth with late-move reductions.
  var reductionDepth = 3
  var reductionBase = 48
  /// By the logarithms of depth and move number.
  var reductionFactor = 77
  var reductionIfNotImproving = 71
  var reductionAtCutNode = 105
  var reductionAtPrincipalNode = -80
  /// For a move whose history is as good as can be.
  var reductionByHistory = -219
  /// For 64 points that the ordering score is below the best move's, and the most for any gap.
  var reductionByGap = 33
  var greatestGapReduction = 300

  /// Fours in a row at a leaf before only those count that make another shape as well.
  var plainFours = 2

  /// The search for a win by threats gets one node for this many of the search proper.
  var threatShare = 32
  /// It may look at a few nodes more than it is allowed.
  static let threatOverrun: UInt64 = 64
  /// Below this many nodes it is not worth its tables.
  static let leastThreatNodes: UInt64 = 500

  /// How time is spent.
  public var time: TimePolicy = {
    var policy = TimePolicy()
    policy.horizon = 18
    policy.greatestShare = 23
    policy.unsettled = 125
    policy.settledStep = 7
    policy.effortWeight = 100
    policy.endsWithProof = true
    return policy
  }()

  public init() {}

  // MARK: By name

  /// One of the numbers, for those who look for better ones.
  public struct Parameter: Sendable {
    public let name: String
    public let range: ClosedRange<Int>
    public let number: any WritableKeyPath<Margins, Int> & Sendable
  }

  public static let parameters: [Parameter] = [
    Parameter(name: "razorBase", range: 0...1000, number: \.razorBase),
    Parameter(name: "razorSlope", range: 0...1000, number: \.razorSlope),
    Parameter(name: "razorDepth", range: 0...20, number: \.razorDepth),
    Parameter(name: "futilitySlope", range: 0...1000, number: \.futilitySlope),
    Parameter(name: "futilityDepth", range: 0...40, number: \.futilityDepth),
    Parameter(name: "lazyMargin", range: 0...100_000, number: \.lazyMargin),
    Parameter(name: "worthScale", range: 10...1000, number: \.worthScale),
    Parameter(name: "policyBreadth", range: 1...BoardSize.mostPoints, number: \.policyBreadth),
    Parameter(name: "policyScale", range: 0...1000, number: \.policyScale),
    Parameter(name: "promiseShare", range: 0...1000, number: \.promiseShare),
    Parameter(name: "killerRank", range: 0...1000, number: \.killerRank),
    Parameter(name: "historyRank", range: 0...2000, number: \.historyRank),
    Parameter(name: "moveCountBase", range: 200...10_000, number: \.moveCountBase),
    Parameter(name: "moveCountCurve", range: 0...1000, number: \.moveCountCurve),
    Parameter(name: "internalReductionDepth", range: 1...99, number: \.internalReductionDepth),
    Parameter(name: "reductionDepth", range: 2...20, number: \.reductionDepth),
    Parameter(name: "reductionBase", range: -200...400, number: \.reductionBase),
    Parameter(name: "reductionFactor", range: 0...200, number: \.reductionFactor),
    Parameter(
      name: "reductionIfNotImproving", range: -100...400, number: \.reductionIfNotImproving),
    Parameter(name: "reductionAtCutNode", range: -100...400, number: \.reductionAtCutNode),
    Parameter(
      name: "reductionAtPrincipalNode", range: -400...100, number: \.reductionAtPrincipalNode),
    Parameter(name: "reductionByHistory", range: -2000...0, number: \.reductionByHistory),
    Parameter(name: "reductionByGap", range: 0...400, number: \.reductionByGap),
    Parameter(name: "greatestGapReduction", range: 0...600, number: \.greatestGapReduction),
    Parameter(name: "plainFours", range: 0...60, number: \.plainFours),
    Parameter(name: "threatShare", range: 1...1_000_000_000, number: \.threatShare),
    Parameter(name: "horizon", range: 2...100, number: \.time.horizon),
    Parameter(name: "greatestShare", range: 1...100, number: \.time.greatestShare),
    Parameter(name: "unsettled", range: 10...1000, number: \.time.unsettled),
    Parameter(name: "settledStep", range: 0...200, number: \.time.settledStep),
    Parameter(name: "settled", range: 1...1000, number: \.time.settled),
    Parameter(name: "usualEffort", range: 0...100, number: \.time.usualEffort),
    Parameter(name: "effortWeight", range: 0...1000, number: \.time.effortWeight),
    Parameter(name: "alarmingFall", range: 1...1_000_000, number: \.time.alarmingFall),
  ]

  // MARK: Reductions

  /// The late-move reduction by depth and move number, both up to 63.
  func reduction(depth: Int, number: Int) -> Int16 {
    guard depth > 0, number > 0 else { return 0 }
    let product = Margins.logarithms[depth] * Margins.logarithms[number]
    return Int16(Double(reductionBase) + Double(reductionFactor) * product)
  }

  private static let logarithms = (0..<64).map(logarithm)

  /// The natural logarithm of a small whole number: its series is the same on every machine.
  private static func logarithm(_ number: Int) -> Double {
    // ln n = sum of ln(k / (k - 1)), each 2 atanh(1 / (2k - 1)).
    guard number > 1 else { return 0 }
    return (2...number).reduce(0) { sum, k in
      let x = 1 / Double(2 * k - 1)
      let square = x * x
      var term = x
      var series = 0.0
      for n in stride(from: 1.0, through: 31, by: 2) {
        series += term / n
        term *= square
      }
      return sum + 2 * series
    }
  }
}
