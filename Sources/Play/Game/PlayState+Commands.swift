import Gomocup
import GomokuRules
import LiuzhouRules
import Match
import Platform
import Records

/// The execution of user commands about the game. A refused command changes nothing.
extension PlayState {
  /// Executes a command and returns the actions that it proposes.
  ///
  /// An action may still be illegal. It takes effect once it is saved; a guest's action also needs
  /// the host's consent.
  mutating func obey(
    _ command: UserCommand, now: MonotonicTime
  ) throws(UserError) -> [GameAction] {
    switch command {
    case .points(let cells): return try pick(cells, now: now)
    case .turn(let turn): return try play(turn, now: now)
    case .opening(let action): return [try open(action, now: now)]
    case .color(let color):
      return [try open(try game.openingInProgress().0.taking(color), now: now)]
    case .clear: entry.clear()
    case .undo:
      let action = try undo()
      // In a game without human players, undo also pauses, as the engines would go on at once.
      if settings.persons.isEmpty, !isPaused { setPaused(true, now: now) }
      return [action]
    case .resign: return [.resign(try speaker())]
    case .draw: return [try offerDraw()]
    case .yes: return [.answer(try answerer(), true)]
    case .no: return [.answer(try answerer(), false)]
    case .level(let level):
      let engines = Player.allCases.filter { self.level(of: $0) != nil }
      guard !engines.isEmpty else { throw UserError("no engine plays") }
      return engines.map { .level($0, level) }
    case .pause: try pause(true, now: now)
    case .go: try pause(false, now: now)
    case .nothing, .hint, .analyse, .stop, .retry, .rematch, .look, .save, .overwrite, .show, .help,
      .quit:
      break
    }
    return []
  }

  // MARK: Moves

  /// Throws unless a user at this terminal can act now.
  ///
  /// He cannot if the game is over, another player is to act, or the host has not answered his last
  /// request. Nor can he while an earlier position is shown.
  private func expectTurn() throws(UserError) {
    try game.expectGame()
    guard let actor = game.actor, settings[actor].kind == .person else {
      throw UserError("it is the turn of \(game.actor.map(name) ?? "")")
    }
    guard !isProposing else { throw UserError("the move is on its way; the line is slow") }
    guard shownSteps == nil else {
      throw UserError("an earlier position is shown: last goes back to the game, undo up to here")
    }
  }

  /// Enters points one after the other; the last one may complete a move.
  private mutating func pick(
    _ cells: [BoardPoint], now: MonotonicTime
  ) throws(UserError) -> [GameAction] {
    try expectTurn()
    if let action = try pickForOffer(cells, now: now) { return action }
    var entry = entry
    for (index, cell) in cells.enumerated() {
      guard let move = try entry.pick(cell, in: game.state) else { continue }
      guard index == cells.count - 1 else {
        throw UserError("\(move) is a whole turn; what follows it does not belong to it")
      }
      return [.move(move, milliseconds: turnTime(at: now))]
    }
    self.entry = entry
    return []
  }

  private mutating func play(_ turn: Turn, now: MonotonicTime) throws(UserError) -> [GameAction] {
    try expectTurn()
    // A removal without a slide, such as `xb2`, continues the captures of a half entered turn.
    if case .capturing = entry.progress, turn.action == .remove {
      return try pick(turn.captured.map { BoardPoint($0) }, now: now)
    }
    return [.move(.turn(turn), milliseconds: turnTime(at: now))]
  }

  /// Converts an action of the opening that the user has entered to an action of the game.
  private func open(_ action: OpeningAction, now: MonotonicTime) throws(UserError) -> GameAction {
    _ = try game.openingInProgress()
    try expectTurn()
    if case .take(let point) = action, !game.offeredMoves.contains(point) {
      throw UserError(phrase: Phrase(OpeningError.notOffered(point)))
    }
    return GameAction(action, milliseconds: turnTime(at: now))
  }

  /// Enters points of an offer of fifth moves; the last point may complete the offer.
  ///
  /// Returns `nil` if no offer is possible now.
  private mutating func pickForOffer(
    _ cells: [BoardPoint], now: MonotonicTime
  ) throws(UserError) -> [GameAction]? {
    for option in game.currentOpening?.options ?? [] {
      guard case .offer(let count, let points) = option else { continue }
      var entry = entry
      for point in cells.map(\.gomoku) {
        guard points.contains(point) else { throw UserError("\(point) cannot be offered") }
        if let offer = entry.offer(point, of: count) {
          return [try open(.offer(offer), now: now)]
        }
      }
      self.entry = entry
      return []
    }
    return nil
  }

  /// The instruction to a user who has to act.
  var task: Phrase {
    guard let opening = game.currentOpening else { return entry.prompt(in: game.state) }
    if entry.offered.isEmpty { return opening.task }
    let offered = Phrase(entry.offered.map { Phrase("\($0)") }, separator: Phrase(verbatim: ","))
    return Phrase("\(opening.task); so far \(offered)")
  }

  /// The points that may be picked next: offered fifth moves, or points of a turn of Liuzhou chess.
  ///
  /// Empty points on which a stone may be placed are left out.
  var candidates: Set<BoardPoint> {
    entry.candidates(in: game.state).union(game.offeredMoves.map { BoardPoint($0) })
  }

  // MARK: Undo and draw offers

  private func undo() throws(UserError) -> GameAction {
    if let shownSteps {
      let steps = game.steps.count - shownSteps
      return settings.remote.map { .ask($0.other, .undo(steps: steps)) } ?? .undo(steps: steps)
    }
    // Undoing a resignation, a fallen flag or an agreed draw undoes no move.
    if game.isReopenable {
      return settings.remote.map { .ask($0.other, .reopen) } ?? .reopen
    }
    guard !game.steps.isEmpty else { throw UserError("there is nothing to take back") }
    // Against an engine, the user's last move is undone together with the reply.
    let persons = settings.persons
    guard let steps = persons.count == 1 ? game.stepsBack(to: persons) : 1 else {
      throw UserError("you have made no move yet")
    }
    return settings.remote.map { .ask($0.other, .undo(steps: steps)) } ?? .undo(steps: steps)
  }

  /// Returns the user who gives a command: the only user, otherwise the one to move.
  ///
  /// Throws in a game without users, and after the end of a game of two users.
  private func speaker() throws(UserError) -> Player {
    let persons = settings.persons
    if persons.count == 1, let person = persons.first { return person }
    if persons.isEmpty { throw UserError("you only watch this game") }
    try game.expectGame()
    return game.actor ?? .first
  }

  private func offerDraw() throws(UserError) -> GameAction {
    let player = try speaker()
    if case .engine = settings[player.other].kind {
      throw UserError("an engine takes no offers; a game that the rules call drawn ends by itself")
    }
    let open = game.pendingRequest
    return open?.player == player.other && open?.request == .draw
      ? .answer(player, true) : .ask(player, .draw)
  }

  /// Returns the user who has to answer the open request; throws if there is none.
  private func answerer() throws(UserError) -> Player {
    guard let open = game.pendingRequest else { throw UserError("nobody has asked anything") }
    let player = open.player.other
    guard settings[player].kind == .person else {
      throw UserError("it is for \(name(of: player)) to answer")
    }
    return player
  }

  // MARK: Engines

  /// Notes that a hint or an analysis of the position shown begins; the caller asks the engine.
  ///
  /// Throws if no advice is allowed now, as always in games over a link.
  mutating func beginAdvice(isHint: Bool) throws(UserError) {
    guard settings.remote == nil else {
      throw UserError("no advice in a game against somebody at the other end of a line")
    }
    if shownGame.state.result != nil { try game.expectGame() }
    if shownGame.currentOpening != nil, !isHint {
      throw UserError("an analysis begins when the opening is over; hint helps now too")
    }
    guard isPersonToAct || isPaused || game.ending != nil else {
      throw UserError("advice is for a person to move, or while the engines pause")
    }
    advice = Advice(isHint: isHint, isRunning: true)
  }

  private mutating func pause(_ pauses: Bool, now: MonotonicTime) throws(UserError) {
    guard settings.remote == nil else { throw UserError("there is no pause over a line") }
    guard pauses != isPaused else {
      throw pauses
        ? UserError("the game pauses already: go goes on") : UserError("the game does not pause")
    }
    setPaused(pauses, now: now)
    tell(pauses ? Phrase("the game pauses: go goes on") : Phrase("on it goes"))
  }
}
