import GomokuRules
import SearchTypes

/// The tunable numbers of the search: pruning margins, reductions, move ordering and time.
///
/// Scores are in centistones, depths in plies, reductions in hundredths of a ply.
public struct SearchParameters: Equatable, Sendable {
  /// Returns the razoring margin, or `nil` for a leaf and beyond `razorDepth`.
  ///
  /// Only fours can save a node whose evaluation is this far below alpha.
  @inline(__always) func razor(depth: Int) -> Int? {
    depth > 0 && depth <= razorDepth ? razorBase &+ razorSlope &* depth : nil
  }
  var razorBase = 60
  var razorSlope = 47
  var razorDepth = 3

  /// Returns the futility margin, or `nil` beyond `futilityDepth`.
  ///
  /// A node whose evaluation is this far above beta is not expected to fall below
  /// beta within `depth` plies.
  @inline(__always) func futility(depth: Int, isImproving: Bool) -> Int? {
    depth <= futilityDepth ? futilitySlope &* (depth &- (isImproving ? 1 : 0)) : nil
  }
  var futilitySlope = 27
  var futilityDepth = 8

  /// Returns the history bonus of a move that causes a cut-off, and the penalty
  /// of those tried before it.
  @inline(__always) static func historyBonus(depth: Int) -> Int {
    min(16 &* depth &* depth &+ 32 &* depth, 1600)
  }
  /// The ordering points of a killer, and of the best possible history score.
  var killerRank = 40
  var historyRank = 256
  /// Returns the score for a value of the network, which is the logarithm of the odds of winning.
  @inline(__always) func score(ofWorth worth: Float) -> Score {
    .centistones(max(-10_000, min(10_000, Int(worth * Float(worthScale)))))
  }
  /// The centistones of one unit in the logarithm of the odds.
  var worthScale = 170
  /// The distance outside the window at which the board's own evaluation replaces the network's.
  ///
  /// `lazyBelow` adds the razoring margin and `lazyAbove` the futility margin: the network
  /// thus decides close cut-offs.
  var lazyMargin = 100
  /// Returns the distance below alpha at which the network is skipped.
  @inline(__always) func lazyBelow(depth: Int) -> Int {
    lazyMargin &+ (razor(depth: depth) ?? 0)
  }
  /// Returns the distance above beta at which the network is skipped.
  @inline(__always) func lazyAbove(depth: Int) -> Int {
    lazyMargin &+ (futility(depth: depth, isImproving: false) ?? 0)
  }

  /// The number of a node's moves that the policy scores.
  var policyBreadth = 24
  /// The ordering points of one unit of policy logit; zero switches the policy off.
  var policyScale = 30
  /// The weight of the static ordering score beside the policy's, in hundredths.
  var staticOrderingWeight = 50

  /// Returns the number of moves searched at a node before the other quiet moves are
  /// skipped (late-move pruning).
  @inline(__always) func moveCount(depth: Int, isImproving: Bool) -> Int {
    let limit = (moveCountBase &+ moveCountCurve &* depth &* depth) / 100
    return isImproving ? limit : limit / 2 &+ 2
  }
  /// The constant and the quadratic term of `moveCount`, in hundredths of a move.
  var moveCountBase = 520
  var moveCountCurve = 60

  /// The smallest depth of internal iterative reductions, at nodes without a table move.
  var internalReductionDepth = 4

  /// The smallest depth with late-move reductions.
  var reductionDepth = 3
  /// The constant term of the late-move reduction.
  var reductionBase = 48
  /// The factor of the product of the logarithms of depth and move number.
  var reductionFactor = 77
  var reductionIfNotImproving = 71
  var reductionAtCutNode = 105
  var reductionAtPrincipalNode = -80
  /// The change for the best possible history score; negative, so that good moves are reduced less.
  var reductionByHistory = -219
  /// The increase for 64 points of gap to the best move's ordering score, and
  /// the cap of that increase.
  var reductionByGap = 33
  var greatestGapReduction = 300

  /// The number of fours in a row in quiescence after which a four must make another shape as well.
  var plainFours = 2

  /// The number of nodes of the main search that earn one node for the search for a win by threats.
  var threatShare = 32
  /// The nodes by which a threat search may exceed its limit.
  static let threatOverrun: UInt64 = 64
  /// The smallest budget of a threat search; with fewer nodes its tables cost more than it finds.
  static let leastThreatNodes: UInt64 = 500

  /// The division of time among turns and iterations.
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

  /// A tunable number with its name and range, for parameter tuning.
  public struct Parameter: Sendable {
    public let name: String
    public let range: ClosedRange<Int>
    public let number: any WritableKeyPath<SearchParameters, Int> & Sendable
  }

  /// All tunable numbers.
  public static let all: [Parameter] = [
    Parameter(name: "razorBase", range: 0...1000, number: \.razorBase),
    Parameter(name: "razorSlope", range: 0...1000, number: \.razorSlope),
    Parameter(name: "razorDepth", range: 0...20, number: \.razorDepth),
    Parameter(name: "futilitySlope", range: 0...1000, number: \.futilitySlope),
    Parameter(name: "futilityDepth", range: 0...40, number: \.futilityDepth),
    Parameter(name: "lazyMargin", range: 0...100_000, number: \.lazyMargin),
    Parameter(name: "worthScale", range: 10...1000, number: \.worthScale),
    Parameter(name: "policyBreadth", range: 1...BoardSize.mostPoints, number: \.policyBreadth),
    Parameter(name: "policyScale", range: 0...1000, number: \.policyScale),
    Parameter(name: "staticOrderingWeight", range: 0...1000, number: \.staticOrderingWeight),
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

  /// Returns the late-move reduction in hundredths of a ply; both arguments are 0 to 63.
  func reduction(depth: Int, number: Int) -> Int16 {
    assert(0..<64 ~= depth && 0..<64 ~= number)
    guard depth > 0, number > 0 else { return 0 }
    let product = SearchParameters.logarithms[depth] * SearchParameters.logarithms[number]
    return Int16(Double(reductionBase) + Double(reductionFactor) * product)
  }

  private static let logarithms = (0..<64).map(logarithm)

  /// Returns the natural logarithm of a small whole number from a series, with the
  /// same bits on every machine.
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
