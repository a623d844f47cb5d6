import GomokuRules

/// A variant as a type, so that board and search are compiled once for each variant.
///
/// All members are static, so that the specialised code tests no flag at run time.
protocol RuleTraits: SendableMetatype {
  static var variant: Variant { get }
  static var tables: PatternTables { get }
  /// The small evaluation's weights compiled into the program.
  static var weights: Weights { get }
  /// The mix network compiled into the program.
  static var mix: MixNetwork { get }
  /// The largest distance at which a stone can affect a point on its line: 4, or 5 if the cells
  /// beside a five matter.
  static var radius: Int { get }
  static var hasForbiddenPoints: Bool { get }
  /// True if the mix network decides close cases of razoring and futility (`AlphaBeta.evaluate`).
  static var prunesByNetwork: Bool { get }
}

extension RuleTraits {
  static var radius: Int { 5 }
  static var hasForbiddenPoints: Bool { false }
  static var prunesByNetwork: Bool { true }
  /// True if an enemy stone beside a five can spoil it, so that a four may have several replies.
  static var hasEnclosedFives: Bool { variant.hasEnclosedFives }
}

/// Freestyle gomoku: five or more in a row win.
enum Freestyle: RuleTraits {
  static var variant: Variant { .freestyle }
  static let tables = PatternTables(variant, radius: radius)
  static let weights = Weights.compiledIn(variant)
  static let mix = MixNetwork.compiledIn(variant)
  static var radius: Int { 4 }
}

/// Standard gomoku: exactly five win.
enum Standard: RuleTraits {
  static var variant: Variant { .standard }
  static let tables = PatternTables(variant, radius: radius)
  static let weights = Weights.compiledIn(variant)
  static let mix = MixNetwork.compiledIn(variant)
}

/// Renju: Black has forbidden points.
enum Renju: RuleTraits {
  static var variant: Variant { .renju }
  static let tables = PatternTables(variant, radius: radius)
  static let weights = Weights.compiledIn(variant)
  static let mix = MixNetwork.compiledIn(variant)
  static var hasForbiddenPoints: Bool { true }
}

/// Caro: five or more win, but not a five with enemy stones at both ends.
enum Caro: RuleTraits {
  static var variant: Variant { .caro }
  static let tables = PatternTables(variant, radius: radius)
  static let weights = Weights.compiledIn(variant)
  static let mix = MixNetwork.compiledIn(variant)
}

/// Exact caro: exactly five win, unless enemy stones stand at both ends.
enum ExactCaro: RuleTraits {
  static var variant: Variant { .exactCaro }
  static let tables = PatternTables(variant, radius: radius)
  static let weights = Weights.compiledIn(variant)
  static let mix = MixNetwork.compiledIn(variant)
  // If the mix network decides pruning, play is weaker under these rules; the reason is unknown.
  static var prunesByNetwork: Bool { false }
}

/// A task to be run with the rules of a variant. Its code is compiled once for each variant.
protocol VariantTask {
  associatedtype Result
  func run<Rules: RuleTraits>(_ rules: Rules.Type) -> Result
}

extension Variant {
  /// Runs `work` with this variant's type. No other code maps variants to types.
  func run<Work: VariantTask>(_ work: Work) -> Work.Result {
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
  public static func of(_ variant: Variant) -> Weights { variant.run(Lookup()) }

  private struct Lookup: VariantTask {
    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> Weights { Rules.weights }
  }
}

extension MixNetwork {
  public static func of(_ variant: Variant) -> MixNetwork { variant.run(Lookup()) }

  private struct Lookup: VariantTask {
    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> MixNetwork { Rules.mix }
  }
}
