import Basics

/// A game in progress, with the past positions that the repetition rule needs.
public struct Game: Sendable {
  public let book: Rulebook
  /// All positions so far, the current one last. Never empty.
  public private(set) var positions: [Position]
  /// The turns played, always one fewer than `positions`.
  public private(set) var turns: [Turn] = []

  public init(_ rules: RuleSet = .fengyang) {
    let book = Rulebook(rules)
    self.init(book, from: book.start)
  }

  /// Creates a game that begins at a position of the same rulebook.
  public init(_ book: Rulebook, from position: Position) {
    self.book = book
    positions = [position]
  }

  public var rules: RuleSet { book.rules }
  public var position: Position { positions[positions.count - 1] }

  /// The result of the game, or `nil` while it goes on.
  public var outcome: Outcome? {
    if let outcome = book.outcome(of: position) { return outcome }
    guard rules.repetition == .draw, occurrences >= 3 else { return nil }
    return Outcome(winner: nil, reason: .repetition)
  }

  /// The number of times that the current position has occurred in the moving phase, this time
  /// included; 1 in other phases.
  public var occurrences: Int {
    guard position.phase == .moving else { return 1 }
    // A capture cannot be undone, so only positions since the last capture can be equal.
    return positions.suffix(position.quiet + 1).count { $0.isRepetition(of: position) }
  }

  /// All legal turns; empty once the game is over.
  public var legalTurns: [Turn] {
    outcome == nil ? TurnGenerator(book).turns(in: position) : []
  }

  /// All legal actions, each with the captures that it requires; empty once the game is over.
  package var actionsWithRequiredCaptures: [(action: Turn.Action, required: RequiredCaptures)] {
    guard outcome == nil else { return [] }
    var actionsWithRequiredCaptures: [(action: Turn.Action, required: RequiredCaptures)] = []
    TurnGenerator(book).forEachAction(in: position) { actionsWithRequiredCaptures.append(($0, $1)) }
    return actionsWithRequiredCaptures
  }

  /// The largest number of stones that a legal turn captures; 0 once the game is over.
  public var mostCaptures: Int { actionsWithRequiredCaptures.map({ $0.required.total }).max() ?? 0 }

  /// Returns the stones of `color` that a formation protects.
  ///
  /// Under the last-resort rule the protection holds only while unprotected stones are left.
  public func protected(_ color: Color) -> PointSet {
    rules.protection == .never ? .none : book.formed(position.live(color))
  }

  /// Plays a turn for the side to move; throws the reason if the turn is illegal.
  public mutating func play(_ turn: Turn) throws(IllegalTurn) {
    try check(turn)
    positions.append(book.successor(of: position, by: turn))
    turns.append(turn)
  }

  /// Takes back the last turn and returns it; returns `nil` at the start of the game.
  @discardableResult public mutating func takeBack() -> Turn? {
    guard let turn = turns.popLast() else { return nil }
    positions.removeLast()
    return turn
  }

  /// Throws the reason if `turn` is illegal.
  public func check(_ turn: Turn) throws(IllegalTurn) {
    if let outcome { throw .gameOver(outcome) }
    try checkAction(turn.action)
    if turn.action == .pass {
      if let stranger = turn.captured.min() { throw .mayNotCapture(stranger) }
      return
    }
    try requiredCaptures(of: turn.action).check(turn.captured)
  }

  /// Returns the captures that `action` requires; throws the reason if `action` is illegal.
  package func checkedRequiredCaptures(of action: Turn.Action) throws(IllegalTurn)
    -> RequiredCaptures
  {
    if let outcome { throw .gameOver(outcome) }
    try checkAction(action)
    return requiredCaptures(of: action)
  }

  /// Throws the reason if `action` is illegal now, without regard to captures.
  private func checkAction(_ action: Turn.Action) throws(IllegalTurn) {
    switch (action, position.phase) {
    case (.place(let point), .placing):
      guard position.empty.contains(point) else { throw .occupied(point) }
    case (.slide(let from, let to), .moving): try checkSlide(from: from, to: to)
    case (.remove, .forcing), (.remove, .exchanging):
      if requiredCaptures(of: .remove).isEmpty { throw .mustPass }
    case (.pass, .forcing), (.pass, .exchanging):
      if !requiredCaptures(of: .remove).isEmpty { throw .mayNotPass }
    case (.remove, .moving):
      guard rules.blocked == .exchange, !canSlide else { throw .wrongPhase(.moving) }
      if book.requiredCapturesIfBlocked(in: position).isEmpty { throw .mustPass }
    case (.pass, .moving):
      guard !canSlide, book.requiredCapturesIfBlocked(in: position).isEmpty else {
        throw .mayNotPass
      }
    case (.pass, .placing): throw .mayNotPass
    default: throw .wrongPhase(position.phase)
    }
  }

  private var canSlide: Bool { book.hasSlide(position.own, empty: position.empty) }

  private func checkSlide(from: Point, to: Point) throws(IllegalTurn) {
    guard position.own.contains(from) else { throw .notYours(from) }
    guard position.empty.contains(to) else { throw .occupied(to) }
    let targets = book.targets(
      from: from, empty: position.empty, stoneCount: position.own.count)
    guard targets.contains(to) else { throw .notAdjacent(from, to) }
  }

  /// Returns the captures that a legal `action` requires.
  private func requiredCaptures(of action: Turn.Action) -> RequiredCaptures {
    book.requiredCaptures(of: action, in: position)
  }
}

extension Game: Equatable {
  public static func == (a: Game, b: Game) -> Bool {
    a.rules == b.rules && a.positions == b.positions && a.turns == b.turns
  }
}
