import Basics

/// Plays turns without testing that they are legal, which is the task of `Game`.
extension Rulebook {
  public var start: Position {
    var position = Position()
    position.key = key(of: position)
    return position
  }

  /// Parses a position text; throws if it is malformed or its stones cannot occur in its phase.
  public func position(_ text: some StringProtocol) throws(PositionError) -> Position {
    var position = try Position(parsing: text)
    try position.checkRegular(under: self)
    position.steps = Int32(position.fewestSteps)
    position.key = key(of: position)
    return position
  }

  package func successor(of position: Position, by turn: Turn) -> Position {
    var next = position
    move(turn.action, in: &next)
    take(turn.captured, in: &next)
    finishTurn(captured: !turn.captured.isEmpty, in: &next)
    return next
  }

  /// Plays the first part of a turn: the player's stone is placed or slides.
  ///
  /// A removal by a blocked player begins an exchange; the opponent's next turn ends it.
  @inlinable @inline(__always) package func move(_ action: Turn.Action, in position: inout Position)
  {
    switch action {
    case .place(let point):
      assert(position.empty.contains(point))
      toggle(point, position.sideToMove, in: &position)
      position.steps &+= 1
    case .slide(let from, let to):
      assert(position.own.contains(from) && position.empty.contains(to))
      toggle(from, position.sideToMove, in: &position)
      toggle(to, position.sideToMove, in: &position)
      position.steps &+= 1
    case .remove, .pass:
      if action == .pass { position.steps &+= 1 }
      switch (position.phase, action) {
      case (.moving, .remove): enter(.exchanging, with: position.sideToMove, in: &position)
      case (.exchanging, _): enter(.moving, with: position.sideToMove, in: &position)
      default: break
      }
    }
  }

  /// Returns the captures that a legal action requires.
  package func requiredCaptures(of action: Turn.Action, in position: Position) -> RequiredCaptures {
    var moved = position
    move(action, in: &moved)
    switch action {
    case .place(let point), .slide(_, let point):
      return requiredCaptures(earned: earned(at: point, by: moved.own), in: position)
    case .remove: return requiredCaptures(earned: 1, in: position)
    case .pass: return .nothing
    }
  }

  /// Plays the second part of a turn: captured stones die in place or leave the board.
  @inlinable @inline(__always) package func take(_ captured: PointSet, in position: inout Position)
  {
    guard !captured.isEmpty else { return }
    assert(position.opponent.isSuperset(of: captured))
    let opponent = position.sideToMove.opponent
    position.steps &+= Int32(truncatingIfNeeded: captured.count)
    for point in captured {
      toggle(point, opponent, in: &position)
      if position.phase == .placing { toggleDead(point, opponent, in: &position) }
    }
  }

  /// Plays the last part of a turn: sets the next phase, side to move and quiet counter.
  @inlinable @inline(__always) package func finishTurn(captured: Bool, in position: inout Position)
  {
    switch position.phase {
    case .placing:
      if position.occupied == .board {
        endPlacing(&position)
      } else {
        giveTurn(to: position.sideToMove.opponent, in: &position)
      }
    case .forcing:
      if position.sideToMove == rules.forceFirst.color {
        giveTurn(to: position.sideToMove.opponent, in: &position)
      } else {
        enter(.moving, with: rules.mover.color, in: &position)
      }
    case .moving, .exchanging:
      position.quiet = captured ? 0 : position.quiet &+ 1
      giveTurn(to: position.sideToMove.opponent, in: &position)
    }
  }

  /// Ends the placing phase: dead stones leave the board; without any the forcing phase begins.
  @usableFromInline func endPlacing(_ position: inout Position) {
    guard !(position.deadBlack | position.deadWhite).isEmpty else {
      enter(.forcing, with: rules.forceFirst.color, in: &position)
      return
    }
    for color in Color.allCases {
      for point in position.dead(color) { toggleDead(point, color, in: &position) }
    }
    enter(.moving, with: rules.mover.color, in: &position)
  }

  @usableFromInline func enter(_ phase: Phase, with side: Color, in position: inout Position) {
    position.key ^= phaseKey(position.phase) ^ phaseKey(phase)
    position.phase = phase
    giveTurn(to: side, in: &position)
  }

  @inlinable @inline(__always) func giveTurn(to side: Color, in position: inout Position) {
    if side != position.sideToMove { position.key ^= sideKey }
    position.sideToMove = side
  }

  /// Adds a live stone, or removes it if present, and updates the key.
  @inlinable @inline(__always) func toggle(
    _ point: Point, _ color: Color, in position: inout Position
  ) {
    let bit = PointSet(point).bits
    if color == .black {
      position.liveBlack = PointSet(bits: position.liveBlack.bits ^ bit)
    } else {
      position.liveWhite = PointSet(bits: position.liveWhite.bits ^ bit)
    }
    position.key ^= stoneKey(color, dead: false, at: point)
  }

  /// Adds a dead stone, or removes it if present, and updates the key.
  @inlinable @inline(__always) func toggleDead(
    _ point: Point, _ color: Color, in position: inout Position
  ) {
    let bit = PointSet(point).bits
    if color == .black {
      position.deadBlack = PointSet(bits: position.deadBlack.bits ^ bit)
    } else {
      position.deadWhite = PointSet(bits: position.deadWhite.bits ^ bit)
    }
    position.key ^= stoneKey(color, dead: true, at: point)
  }

  /// Returns the result if few stones, a blocked player or a limit ends the game; else `nil`.
  ///
  /// The end is judged before each turn. Repetition is judged by `Game`, which has the past
  /// positions.
  public func outcome(of position: Position) -> Outcome? {
    guard position.phase.canEnd else { return nil }
    let blackIsLost = position.liveBlack.count <= rules.loseAt
    let whiteIsLost = position.liveWhite.count <= rules.loseAt
    if blackIsLost || whiteIsLost {
      let winner: Color? = blackIsLost ? (whiteIsLost ? nil : .white) : .black
      return Outcome(winner: winner, reason: .fewStones(rules.loseAt))
    }
    if position.steps >= stepLimit { return Outcome(winner: nil, reason: .length(rules.length)) }
    guard position.phase == .moving else { return nil }
    if endsBlocked(position) {
      let winner = rules.blocked == .loss ? position.sideToMove.opponent : nil
      return Outcome(winner: winner, reason: .blocked)
    }
    if position.quiet >= rules.quiet { return Outcome(winner: nil, reason: .quiet(rules.quiet)) }
    return nil
  }

  /// Returns whether the side to move has no slide and the rules end the game for this reason.
  @inlinable @inline(__always) package func endsBlocked(_ position: Position) -> Bool {
    (rules.blocked == .loss || rules.blocked == .draw)
      && !hasSlide(position.own, empty: position.empty)
  }

  /// Returns the captures of a player without a slide: one stone for an exchange, else none.
  @inlinable @inline(__always) package func requiredCapturesIfBlocked(in position: Position)
    -> RequiredCaptures
  {
    rules.blocked == .exchange ? requiredCaptures(earned: 1, in: position) : .nothing
  }
}
