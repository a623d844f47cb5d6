import GomokuRules

/// A variant as a type, so that board and search are compiled once for each.
///
/// Static members only: inside this module they cost nothing at run time.
protocol RuleTraits: SendableMetatype {
  static var variant: Variant { get }
  /// How far along a line a stone can matter to a point: 4, or 5 where the ends of a five count.
  static var radius: Int { get }
  /// Whether Black has forbidden points.
  static var hasForbiddenPoints: Bool { get }
  /// Whether a stone beside a five can spoil it, so that a four has more than one reply.
  static var hasEnclosedFives: Bool { get }
}

extension RuleTraits {
  static var radius: Int { 5 }
  static var hasForbiddenPoints: Bool { false }
  static var hasEnclosedFives: Bool { false }
}

enum Freestyle: RuleTraits {
  static var variant: Variant { .freestyle }
  static var radius: Int { 4 }
}

enum Standard: RuleTraits {
  static var variant: Variant { .standard }
}

enum Renju: RuleTraits {
  static var variant: Variant { .renju }
  static var hasForbiddenPoints: Bool { true }
}

enum Caro: RuleTraits {
  static var variant: Variant { .caro }
  static var hasEnclosedFives: Bool { true }
}

enum ExactCaro: RuleTraits {
  static var variant: Variant { .exactCaro }
  static var hasEnclosedFives: Bool { true }
}
