import GomokuRules

/// Work that is compiled once for each variant's rules.
protocol VariantWork {
  associatedtype Result
  func run<Rules: RuleTraits>(_ rules: Rules.Type) -> Result
}

extension Variant {
  /// Does `work` under these rules: the one place that knows which type stands for which variant.
  func run<Work: VariantWork>(_ work: Work) -> Work.Result {
    switch self {
    case .freestyle: work.run(Freestyle.self)
    case .standard: work.run(Standard.self)
    case .renju: work.run(Renju.self)
    case .caro: work.run(Caro.self)
    case .exactCaro: work.run(ExactCaro.self)
    }
  }
}
