/// One of the two people at the board; a swap exchanges their colours.
public enum OpeningPlayer: Hashable, CaseIterable, Sendable {
  /// The player who begins the opening, and plays Black until a swap.
  case first
  /// The other player, who plays White until a swap.
  case second

  public var other: OpeningPlayer { self == .first ? .second : .first }
}

/// A player as a rule names him: by his place in the opening, or by the colour that he has when his
/// step comes.
enum OpeningActor: Hashable, Sendable { case first, second, black, white }

/// The points where a stone of an opening may be placed.
enum OpeningZone: Hashable, Sendable {
  case anywhere
  /// The central square with this number of points on a side.
  case square(Int)
  /// All points outside the central square with this number of points on a side.
  case outside(Int)

  func contains(_ point: Point, on size: BoardSize) -> Bool {
    let center = size.center
    let distance = max(abs(point.x - center.x), abs(point.y - center.y))
    return switch self {
    case .anywhere: true
    case .square(let side): distance <= side / 2
    case .outside(let side): distance > side / 2
    }
  }
}

/// A step of an opening rule. Stones alternate between black and white, whoever places them.
enum OpeningStep: Hashable, Sendable {
  case stone(OpeningActor, OpeningZone)
  /// The choice between a swap and the present colours.
  ///
  /// If `thirdWay` is not empty, its first step may be played instead. Its steps then replace all
  /// the remaining steps.
  case swap(OpeningActor, thirdWay: [OpeningStep] = [])
  /// The announcement of the number of fifth moves.
  case announcement(OpeningActor, ClosedRange<Int>)
  /// The offer of fifth moves; if `count` is `nil`, of as many as were announced.
  case offer(OpeningActor, count: Int? = nil)
  /// The choice of one of the offered moves, which places the stone.
  case choice(OpeningActor)

  var actor: OpeningActor {
    switch self {
    case .stone(let actor, _), .swap(let actor, _), .announcement(let actor, _),
      .offer(let actor, _), .choice(let actor):
      actor
    }
  }
}

extension OpeningRule {
  /// The steps of the rule, in order.
  var steps: [OpeningStep] {
    switch self {
    case .rif: OpeningRule.fifthMoves(count: 2).steps
    case .fifthMoves(let count):
      OpeningRule.pattern + [
        .swap(.second), .stone(.white, .anywhere), .offer(.black, count: count), .choice(.white),
      ]
    case .yamaguchi:
      OpeningRule.pattern + [
        .announcement(.first, OpeningRule.fifthCounts), .swap(.second), .stone(.white, .anywhere),
        .offer(.black), .choice(.white),
      ]
    case .soosyrv8:
      OpeningRule.pattern + [
        .swap(.second), .stone(.white, .anywhere), .announcement(.white, 1...8), .swap(.black),
        .offer(.black), .choice(.white),
      ]
    case .taraguchi10:
      OpeningRule.swaps(
        fourth: .swap(.black, thirdWay: [.offer(.black, count: 10), .choice(.white)]))
    case .tarannikov: OpeningRule.swaps(fourth: .swap(.black))
    case .sakata:
      OpeningRule.pattern + [
        .stone(.second, .square(7)), .stone(.second, .square(9)), .swap(.first),
      ]
    case .swap: OpeningRule.freeStones + [.swap(.second)]
    case .swap2:
      OpeningRule.freeStones + [
        .swap(
          .second,
          thirdWay: [.stone(.second, .anywhere), .stone(.second, .anywhere), .swap(.first)])
      ]
    case .pro: OpeningRule.distantStone(outside: 5)
    case .longPro: OpeningRule.distantStone(outside: 7)
    }
  }

  /// The first three stones of a renju opening, placed by the first player.
  private static let pattern: [OpeningStep] = [
    .stone(.first, .square(1)), .stone(.first, .square(3)), .stone(.first, .square(5)),
  ]

  private static let freeStones = [OpeningStep](repeating: .stone(.first, .anywhere), count: 3)

  /// Returns the steps of five stones in growing squares, each followed by a swap.
  ///
  /// - Parameter fourth: the step after the fourth stone.
  private static func swaps(fourth: OpeningStep) -> [OpeningStep] {
    [
      .stone(.black, .square(1)), .swap(.white), .stone(.white, .square(3)), .swap(.black),
      .stone(.black, .square(5)), .swap(.white), .stone(.white, .square(7)), fourth,
      .stone(.black, .square(9)), .swap(.white),
    ]
  }

  private static func distantStone(outside side: Int) -> [OpeningStep] {
    [.stone(.black, .square(1)), .stone(.white, .anywhere), .stone(.black, .outside(side))]
  }
}
