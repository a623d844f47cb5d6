import Gomoku
import GomokuRules

extension SearchParameters {
  /// A tunable number with its name and range, for parameter tuning.
  struct Parameter: Sendable {
    let name: String
    let range: ClosedRange<Int>
    let number: any WritableKeyPath<SearchParameters, Int> & Sendable
  }

  /// All tunable numbers.
  static let all: [Parameter] = [
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
}
