import Basics

/// An opening in progress: the stones, the players' colours and the steps that remain.
///
/// Once it is over, the game goes on from `position` by the usual rules.
public struct OpeningGame: Equatable, Sendable {
  public let rule: OpeningRule
  /// The stones so far, with the colour of the next stone as the side to move.
  public private(set) var position: Position
  /// The player who has Black now.
  public private(set) var blackPlayer: OpeningPlayer = .first
  /// The announced number of fifth moves, if any.
  public private(set) var announced: Int?
  /// The offered fifth moves, in the order of the offer; empty before the offer.
  public private(set) var offered: [Point] = []
  /// All actions so far.
  public private(set) var actions: [OpeningAction] = []
  private var steps: [OpeningStep]

  /// Begins an opening; `nil` if the rule does not allow the size or the variant.
  public init?(_ rule: OpeningRule, size: BoardSize = .standard, variant: Variant) {
    guard rule.allows(size, variant) else { return nil }
    self.rule = rule
    position = Position(size: size, variant: variant)
    steps = rule.steps
  }

  // MARK: Looking

  public var isOver: Bool { steps.isEmpty }

  /// The player who has to act; `nil` once the opening is over.
  public var actor: OpeningPlayer? { steps.first.map { actor(of: $0) } }

  /// Returns the player who takes `step`, with the colours that the players have now.
  private func actor(of step: OpeningStep) -> OpeningPlayer {
    switch step.actor {
    case .first: .first
    case .second: .second
    case .black: blackPlayer
    case .white: blackPlayer.other
    }
  }

  /// Returns the player who has `color` now.
  public func player(of color: Color) -> OpeningPlayer {
    color == .black ? blackPlayer : blackPlayer.other
  }

  /// Returns the colour that `player` has now.
  public func color(of player: OpeningPlayer) -> Color {
    player == blackPlayer ? .black : .white
  }

  /// The actions that are allowed now; none once the opening is over.
  public var options: [OpeningOption] { steps.first.map(options) ?? [] }

  /// The allowed points of the stones that the player to act places next, a list for each stone.
  ///
  /// Each list is for the board as it is now. There are none if his next step is not a stone.
  public var stonesInARow: [[Point]] {
    var row: [[Point]] = []
    for step in steps {
      guard case .stone(_, let zone) = step, actor(of: step) == actor else { break }
      row.append(points(in: zone))
    }
    return row
  }

  /// True if the other player may swap right after the actions of the player who has to act.
  public var precedesSwap: Bool {
    guard case .swap? = steps.first(where: { actor(of: $0) != actor }) else { return false }
    return true
  }

  /// The possible numbers of fifth moves; `nil` if no offer is among the remaining steps.
  ///
  /// An offer that is only the third way of a swap (see `OpeningStep`) does not count.
  public var fifthCounts: ClosedRange<Int>? {
    var counts = announced.map { $0...$0 }
    for step in steps {
      switch step {
      case .announcement(_, let numbers): counts = numbers
      case .offer(_, let count): return count.map { $0...$0 } ?? counts
      default: break
      }
    }
    return nil
  }

  private func options(at step: OpeningStep) -> [OpeningOption] {
    switch step {
    case .stone(_, let zone): [.place(points(in: zone))]
    case .swap(_, let thirdWay): [.swapOrStay] + (thirdWay.first.map(options) ?? [])
    case .announcement(_, let numbers): [.announce(numbers)]
    case .offer(_, let count): [.offer(count: count ?? announced ?? 0, from: points(in: .anywhere))]
    case .choice: [.take(offered)]
    }
  }

  private func points(in zone: OpeningZone) -> [Point] {
    position.size.points.filter { point in
      zone.contains(point, on: position.size)
        && position.isPlayable(point, by: position.sideToMove)
    }
  }

  // MARK: Playing

  /// Plays an action of the player who has to act; changes nothing if it throws.
  public mutating func play(_ action: OpeningAction) throws(OpeningError) {
    guard let step = steps.first else { throw .isOver }
    var next = self
    next.steps.removeFirst()
    switch (step, action) {
    case (.stone(_, let zone), .place(let point)): try next.place(point, in: zone)
    case (.swap, .swap): next.blackPlayer = blackPlayer.other
    case (.swap, .stay): break
    case (.swap(_, let thirdWay), _) where !thirdWay.isEmpty:
      next.steps = thirdWay
      try next.play(action)
      self = next
      return
    case (.announcement(_, let numbers), .announce(let number)):
      guard numbers.contains(number) else { throw .number(number, allowed: numbers) }
      next.announced = number
    case (.offer(_, let count), .offer(let points)):
      try next.offer(points, count: count ?? announced ?? 0)
    case (.choice, .take(let point)):
      guard offered.contains(point) else { throw .notOffered(point) }
      try next.place(point, in: .anywhere)
    default: throw .unexpected(action)
    }
    next.actions.append(action)
    self = next
  }

  private mutating func place(_ point: Point, in zone: OpeningZone) throws(OpeningError) {
    try check(point, in: zone)
    position.put(position.sideToMove, on: point)
    position.sideToMove = position.sideToMove.opponent
  }

  private mutating func offer(_ points: [Point], count: Int) throws(OpeningError) {
    guard points.count == count else { throw .offerCount(points.count, needed: count) }
    let symmetries = position.stoneSymmetries
    for (index, point) in points.enumerated() {
      try check(point, in: .anywhere)
      for earlier in points[..<index]
      where symmetries.contains(where: { $0.maps(earlier, to: point) }) {
        throw .symmetric(earlier, point)
      }
    }
    offered = points
  }

  /// Throws unless the side to move may place a stone on `point` in `zone`.
  private func check(_ point: Point, in zone: OpeningZone) throws(OpeningError) {
    guard position.size.contains(point) else { throw .offBoard(point) }
    guard position.isEmpty(point) else { throw .occupied(point) }
    guard zone.contains(point, on: position.size) else { throw .outsideZone(point) }
    if let reason = position.forbiddance(of: point) { throw .forbidden(point, reason) }
  }
}
