import GomokuRules
import SearchTypes

/// The tunable numbers of the search: pruning margins, reductions, move ordering and time.
///
/// Scores are in centistones, depths in plies, reductions in hundredths of a ply.
public struct SearchParameters: Equatable, Sendable {
  /// Returns the razoring margin; `nil` for a leaf and beyond `razorDepth`.
  ///
  /// If the evaluation is this far below alpha, only fours are expected to raise it enough.
  @inline(__always) func razor(depth: Int) -> Int? {
    depth > 0 && depth <= razorDepth ? razorBase &+ razorSlope &* depth : nil
  }
  package var razorBase = 60
  package var razorSlope = 47
  package var razorDepth = 3

  /// Returns the futility margin; `nil` beyond `futilityDepth`.
  ///
  /// If the evaluation is this far above beta, it is expected to stay above for `depth` plies.
  @inline(__always) func futility(depth: Int, isImproving: Bool) -> Int? {
    depth <= futilityDepth ? futilitySlope &* (depth &- (isImproving ? 1 : 0)) : nil
  }
  package var futilitySlope = 27
  package var futilityDepth = 8

  /// Returns the history bonus of a move that causes a cut-off, which is also the penalty of the
  /// moves tried before.
  @inline(__always) static func historyBonus(depth: Int) -> Int {
    min(16 &* depth &* depth &+ 32 &* depth, 1600)
  }
  /// The addition to the ordering score for the killer, and the one for the best possible history
  /// score.
  package var killerRank = 40
  package var historyRank = 256
  /// Returns the score for the mix network's value in log odds.
  @inline(__always) func score(ofLogOdds logOdds: Float) -> Score {
    .centistones(max(-10_000, min(10_000, Int(logOdds * Float(worthScale)))))
  }
  /// The number of centistones for one unit of log odds.
  package var worthScale = 170
  /// The distance of the small evaluation from the window at which the mix network is skipped.
  ///
  /// To this distance, `lazyBelow` adds the razoring margin and `lazyAbove` the futility margin.
  /// The mix network thus decides close cut-offs.
  package var lazyMargin = 100
  /// Returns the distance below alpha at which the mix network is skipped.
  @inline(__always) func lazyBelow(depth: Int) -> Int {
    lazyMargin &+ (razor(depth: depth) ?? 0)
  }
  /// Returns the distance above beta at which the mix network is skipped.
  @inline(__always) func lazyAbove(depth: Int) -> Int {
    lazyMargin &+ (futility(depth: depth, isImproving: false) ?? 0)
  }

  /// The largest number of a node's moves that the policy scores.
  package var policyBreadth = 24
  /// The addition to the ordering score for one unit of policy logit; zero switches the policy off.
  package var policyScale = 30
  /// The weight of the static ordering score if the policy is used, in hundredths.
  package var staticOrderingWeight = 50

  /// Returns the number of moves searched at a node before the remaining quiet moves are skipped
  /// (late-move pruning).
  @inline(__always) func moveCount(depth: Int, isImproving: Bool) -> Int {
    let limit = (moveCountBase &+ moveCountCurve &* depth &* depth) / 100
    return isImproving ? limit : limit / 2 &+ 2
  }
  /// The constant and the quadratic coefficient of `moveCount`, in hundredths of a move.
  package var moveCountBase = 520
  package var moveCountCurve = 60

  /// The smallest depth of internal iterative reductions, at nodes without a table move.
  package var internalReductionDepth = 4

  /// The smallest depth with late-move reductions.
  package var reductionDepth = 3
  /// The constant term of the late-move reduction.
  package var reductionBase = 48
  /// The coefficient of ln(depth) · ln(move number) in the late-move reduction.
  package var reductionFactor = 77
  package var reductionIfNotImproving = 71
  package var reductionAtCutNode = 105
  package var reductionAtPrincipalNode = -80
  /// The change of the reduction for the best possible history score; negative, because good moves
  /// are reduced less.
  package var reductionByHistory = -219
  /// The increase of the reduction, in hundredths of a ply, for each 64 points by which the move's
  /// ordering score is below the best move's.
  package var reductionByGap = 33
  /// The largest increase by `reductionByGap`, in hundredths of a ply.
  package var greatestGapReduction = 300

  /// The number of fours in a row in quiescence after which a four must also make an open two, a
  /// blocked three or more.
  package var plainFours = 2

  /// The number of the main search's nodes for each node of the search for a win by threats.
  package var threatShare = 32
  /// The number of nodes by which a threat search may exceed its limit.
  static let threatOverrun: UInt64 = 64
  /// The smallest budget of a threat search; a smaller one is not worth the cost of its tables.
  static let leastThreatNodes: UInt64 = 500

  /// The division of time among turns and iterations.
  package var time: TimePolicy = {
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

  // MARK: Reductions

  /// Returns the late-move reduction in hundredths of a ply; both arguments are 0 to 63.
  func reduction(depth: Int, number: Int) -> Int16 {
    assert(0..<64 ~= depth && 0..<64 ~= number)
    guard depth > 0, number > 0 else { return 0 }
    let product = SearchParameters.logarithms[depth] * SearchParameters.logarithms[number]
    return Int16(Double(reductionBase) + Double(reductionFactor) * product)
  }

  private static let logarithms = (0..<64).map(logarithm)

  /// Returns the natural logarithm from a series, with the same bits on every machine.
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
