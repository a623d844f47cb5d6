import Basics
import LiuzhouRules

/// The network's inputs from the rules and the side to move: for each side constant in a game.
///
/// Each fact, such as a rule switch, has a row for each of its values. Weights learned for one
/// switch can therefore be combined with those of any other.
enum RuleInputs {
  /// The number of values of each fact.
  private static let widths =
    [1, 2, 2, 2, RuleSet.Blocked.allCases.count, RuleSet.Count.allCases.count]
    + [RuleSet.Protection.allCases.count, 8, 8] + Shape.allCases.map { _ in 5 }

  static let count = widths.reduce(0, +)

  /// Returns the selected rows, one for each fact; a value beyond the fact's last row is clamped.
  static func rows(under rules: RuleSet, for side: Color) -> [Int] {
    func index<Value: CaseIterable & Equatable>(_ value: Value) -> Int {
      Array(Value.allCases).firstIndex(of: value) ?? 0
    }
    // The first fact is constant, so its row acts as a bias.
    let values: [Int] =
      [
        0, side == .black ? 0 : 1, rules.mover.color == side ? 0 : 1,
        rules.forceFirst.color == side ? 0 : 1, index(rules.blocked), index(rules.count),
        index(rules.protection), rules.loseAt, rules.flyAt,
      ] + Shape.allCases.map { rules.value(of: $0) }
    var base = 0
    return zip(values, widths).map { value, width in
      defer { base += width }
      return base + min(max(value, 0), width - 1)
    }
  }
}
