/// How promising a move looks by the shapes that it makes: the order in which moves are tried.
///
/// Made by hand, in whole points that mean nothing elsewhere. What a move denies the opponent counts
/// half of what the same shape is worth to the mover (`Board.promise`).
enum Promise {
  /// The promise of a point with these four patterns, which are of `pointClass`.
  static func of(_ patterns: [LinePattern], _ pointClass: PointClass) -> Int16 {
    let rank = 8 * Int16(pointClass.rawValue)
    if pointClass == .forbidden { return rank }
    return patterns.reduce(rank + crossing(pointClass)) { $0 + line($1) }
  }

  /// What one line adds.
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

  /// Lines that cross at a point are worth more than their sum.
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
