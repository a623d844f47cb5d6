import LiuzhouRules

extension RuleSet {
  /// The centistones of a search's score by which the odds of winning grow e-fold.
  ///
  /// From the engine's whole games against itself (`liuzhou-lab calibrate`): where formations earn what
  /// they do in `shandong`, a lead is often not enough, and a score means less than by all other rules
  /// that were tried.
  public var winScale: Double {
    Shape.allCases.allSatisfy { value(of: $0) == RuleSet.shandong.value(of: $0) } ? 125 : 95
  }
}
