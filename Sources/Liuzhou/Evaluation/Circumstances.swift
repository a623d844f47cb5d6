import Basics
import LiuzhouRules

/// What the network is told of the rules and of the side to move, the same all through a game: one row
/// for each fact, so that what has been learned of one switch holds beside any other.
enum Circumstances {
  /// How many values are told apart, by fact.
  private static let widths =
    [1, 2, 2, 2, RuleSet.Blocked.allCases.count, RuleSet.Count.allCases.count]
    + [RuleSet.Protection.allCases.count, 8, 8] + Shape.allCases.map { _ in 5 }

  /// How many rows there are.
  static let count = widths.reduce(0, +)

  /// The rows that apply, counted from 0.
  static func rows(under rules: RuleSet, for side: Color) -> [Int] {
    func place<Value: CaseIterable & Equatable>(_ value: Value) -> Int {
      Array(Value.allCases).firstIndex(of: value) ?? 0
    }
    let values: [Int] =
      [
        0, side == .black ? 0 : 1, rules.mover.color == side ? 0 : 1,
        rules.forceFirst.color == side ? 0 : 1, place(rules.blocked), place(rules.count),
        place(rules.protection), rules.loseAt, rules.flyAt,
      ] + Shape.allCases.map { rules.value(of: $0) }
    var base = 0
    return zip(values, widths).map { value, width in
      defer { base += width }
      return base + min(max(value, 0), width - 1)
    }
  }
}
