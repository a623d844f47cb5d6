/// The hand-made static ordering score of a move, from the shapes that it makes.
///
/// Scores are whole numbers without a unit. In `Board.orderingScore`, the shapes that a move makes
/// have twice the weight of those that it denies to the opponent.
enum OrderingScore {
  /// Returns the static ordering score of a point with these four patterns and their class.
  static func of(_ patterns: [LinePattern], _ pointClass: PointClass) -> Int16 {
    assert(patterns.count == 4)
    let rank = 8 * Int16(pointClass.rawValue)
    if pointClass == .forbidden { return rank }
    return patterns.reduce(rank + crossing(pointClass)) { $0 + line($1) }
  }

  /// Returns the part of the score for the pattern along one line.
  private static func line(_ pattern: LinePattern) -> Int16 {
    switch pattern {
    case .dead, .overline, .doubleFour: 0
    case .blockedOne: 1
    case .openOne: 3
    case .blockedTwo: 4
    case .openTwo: 10
    case .openTwoWide: 13
    case .openTwoFree: 16
    case .blockedThree: 14
    case .openThree: 34
    case .openThreeFree: 42
    case .four: 50
    case .openFour: 110
    case .five: 130
    }
  }

  /// Returns the extra score of a class. Most classes with an extra score stand for shapes on
  /// crossing lines, which together are stronger than the sum of their scores.
  private static func crossing(_ pointClass: PointClass) -> Int16 {
    switch pointClass {
    case .fourThree: 90
    case .doubleThree, .openFour, .five: 60
    case .fourPlus, .threePlus: 20
    case .doubleTwo, .blockedThreePlus: 8
    default: 0
    }
  }
}
