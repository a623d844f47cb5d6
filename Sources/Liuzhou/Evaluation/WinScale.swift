import LiuzhouRules

extension RuleSet {
  /// The centistones of a search's score by which the odds of winning grow e-fold.
  ///
  /// From the engine's whole games against itself (`liuzhou-lab calibrate`), which are there for the
  /// presets: other rules have the scale of `fengyang`.
  public var winScale: Double {
    switch self {
    case .fengyangApp: 120
    case .huainan: 105
    case .shandong: 225
    default: 135
    }
  }
}
