import LiuzhouRules

extension RuleSet {
  /// The number of centistones of a search score by which the odds of winning grow e-fold.
  ///
  /// The numbers are fitted to the engine's games against itself (`liuzhou-lab calibrate`). Under
  /// `shandong`'s formation values a lead is often not enough, so a score means less.
  public var winScale: Double {
    Shape.allCases.allSatisfy { value(of: $0) == RuleSet.shandong.value(of: $0) } ? 125 : 95
  }
}
