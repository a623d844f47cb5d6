import GomokuRules

/// A variant as a type, so that board and search are compiled once for each.
///
/// Static members only: inside this module they cost nothing at run time.
protocol RuleTraits: SendableMetatype {
  static var variant: Variant { get }
  static var tables: PatternTables { get }
  /// Those that are part of the program.
  static var weights: Weights { get }
  /// What judges its positions and moves, among those that are part of the program.
  static var mix: MixNetwork { get }
  /// How far along a line a stone can matter to a point: 4, or 5 where the ends of a five count.
  static var radius: Int { get }
  /// Whether Black has forbidden points.
  static var hasForbiddenPoints: Bool { get }
  /// Whether the mix network, rather than the small evaluation, judges where pruning begins.
  static var prunesByNetwork: Bool { get }
}

extension RuleTraits {
  static var radius: Int { 5 }
  static var hasForbiddenPoints: Bool { false }
  static var prunesByNetwork: Bool { true }
  /// Whether a stone beside a five can spoil it, so that a four has more than one reply.
  static var hasEnclosedFives: Bool { variant.hasEnclosedFives }
}

/// Five or more win.
enum Freestyle: RuleTraits {
  static var variant: Variant { .freestyle }
  static let tables = PatternTables(variant, radius: radius)
  static let weights = Weights.compiledIn(variant)
  static let mix = MixNetwork.compiledIn(variant)
  static var radius: Int { 4 }
}

/// Exactly five win.
enum Standard: RuleTraits {
  static var variant: Variant { .standard }
  static let tables = PatternTables(variant, radius: radius)
  static let weights = Weights.compiledIn(variant)
  static let mix = MixNetwork.compiledIn(variant)
}

/// Black has forbidden points.
enum Renju: RuleTraits {
  static var variant: Variant { .renju }
  static let tables = PatternTables(variant, radius: radius)
  static let weights = Weights.compiledIn(variant)
  static let mix = MixNetwork.compiledIn(variant)
  static var hasForbiddenPoints: Bool { true }
}

/// Enclosed fives do not win, six do.
enum Caro: RuleTraits {
  static var variant: Variant { .caro }
  static let tables = PatternTables(variant, radius: radius)
  static let weights = Weights.compiledIn(variant)
  static let mix = MixNetwork.compiledIn(variant)
}

/// Exactly five win, unless enclosed.
enum ExactCaro: RuleTraits {
  static var variant: Variant { .exactCaro }
  static let tables = PatternTables(variant, radius: radius)
  static let weights = Weights.compiledIn(variant)
  static let mix = MixNetwork.compiledIn(variant)
  // Its network loses games so, 40 points of Elo in two matches; why is not known.
  static var prunesByNetwork: Bool { false }
}

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

extension Weights {
  /// The weights of `variant` that are part of the program.
  public static func of(_ variant: Variant) -> Weights { variant.run(Lookup()) }

  private struct Lookup: VariantWork {
    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> Weights { Rules.weights }
  }
}

extension MixNetwork {
  /// The network of `variant` that is part of the program.
  public static func of(_ variant: Variant) -> MixNetwork { variant.run(Lookup()) }

  private struct Lookup: VariantWork {
    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> MixNetwork { Rules.mix }
  }
}
