/// The numbers that evaluation and move ordering look up: a file of data, to be replaced as a whole.
///
/// Values are centistones. One table a colour: in renju Black's shapes are worth something else.
final class Weights: Sendable {
  private static let usual = Weights(isRenju: false)
  private static let renju = Weights(isRenju: true)

  /// The weights of `variant`.
  static func of(_ variant: Variant) -> Weights { variant == .renju ? renju : usual }

  /// What an empty point of each code is worth to a colour that may play there later.
  nonisolated(unsafe) let points: UnsafeMutablePointer<Int32>
  /// How promising a move on a point of each code is, seen from the colour it is a shape of.
  nonisolated(unsafe) let moves: UnsafeMutablePointer<Int16>

  /// What each set of threats (`Board.threatMask`) is worth to the side to move.
  nonisolated(unsafe) let threats: UnsafeMutablePointer<Int16>

  @inline(__always) static func index<Rules: RuleTraits>(
    _ rules: Rules.Type, _ color: Color, _ code: Int
  ) -> Int {
    Rules.hasForbiddenPoints ? color.index &* PointCode.count &+ code : code
  }

  private init(isRenju: Bool) {
    points = .allocate(capacity: 2 * PointCode.count)
    moves = .allocate(capacity: 2 * PointCode.count)
    threats = .allocate(capacity: 1024)
    for mask in 0..<1024 { threats[mask] = Int16(Weights.value(ofThreats: mask)) }
    for color in Color.allCases {
      for (code, patterns) in PointCode.multisets.enumerated() {
        let pointClass = PointClass(patterns, isRenjuBlack: isRenju && color == .black)
        let at = color.index * PointCode.count + code
        points[at] = Int32(Weights.value(of: patterns, pointClass))
        moves[at] = Int16(Weights.promise(of: patterns, pointClass))
      }
    }
  }

  deinit {
    points.deallocate()
    moves.deallocate()
    threats.deallocate()
  }

  /// The worth of one line pattern to the colour that may complete it.
  private static func value(of pattern: LinePattern) -> Int {
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
  private static func value(of patterns: [LinePattern], _ pointClass: PointClass) -> Int {
    if pointClass == .forbidden { return 0 }
    let bonus =
      switch pointClass {
      case .fourThree: 90
      case .doubleThree: 60
      case .openFour, .five: 60
      case .fourPlus, .threePlus: 20
      case .doubleTwo, .blockedThreePlus: 8
      default: 0
      }
    return patterns.reduce(bonus) { $0 + value(of: $1) }
  }

  /// The worth of the threats in `mask` to the side to move: the gravest of each side counts.
  private static func value(ofThreats mask: Int) -> Int {
    func gravest(_ worths: [(bit: Int, worth: Int)]) -> Int {
      worths.first { mask >> $0.bit & 1 != 0 }?.worth ?? 0
    }
    let against = gravest([(0, 90), (1, 170), (2, 110), (4, 40), (3, 20), (5, 15)])
    let own = gravest([(6, 190), (8, 110), (7, 60), (9, 70)])
    return 20 + own - against
  }

  /// How soon a move on the point should be tried.
  private static func promise(of patterns: [LinePattern], _ pointClass: PointClass) -> Int {
    value(of: patterns, pointClass) + Int(pointClass.rawValue) * 8
  }
}
