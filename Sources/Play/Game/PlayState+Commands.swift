import Gomocup
import GomokuRules
import LiuzhouRules
import Platform
import Match

/// The execution of user commands. A refused command changes only the message to the user.
extension PlayState {
  /// Executes a typed line, and returns the operations that remain for `PlayLoop`.
  public mutating func obey(_ line: some StringProtocol, now: MonotonicTime) -> [Effect] {
    attempt { state throws(UserError) in
      try state.obey(try UserCommand(line, in: state.settings.game), now: now)
    }
  }

  /// Picks the point under the cursor.
  public mutating func pickCursor(now: MonotonicTime) -> [Effect] {
    attempt { state throws(UserError) in try state.pick([state.cursor], now: now) }
  }

  /// Discards a half entered turn.
  public mutating func clearEntry() {
    notice = nil
    entry.clear()
  }

  /// Applies `body` to a copy, so that a refusal leaves the state unchanged except for the message.
  private mutating func attempt(
    _ body: (inout PlayState) throws(UserError) -> [Effect]
  ) -> [Effect] {
    var copy = self
    copy.notice = nil
    do throws(UserError) {
      let effects = try body(&copy)
      self = copy
      return effects
    } catch {
      complain(error.description)
      return []
    }
  }

  private mutating func obey(_ command: UserCommand, now: MonotonicTime) throws(UserError)
    -> [Effect]
  {
    switch command {
    case .nothing: return []
    case .points(let cells): return try pick(cells, now: now)
    case .turn(let turn): return try play(turn, now: now)
    case .choose(let choice): return try choose(choice, now: now)
    case .clear:
      entry.clear()
      return []
    case .undo:
      let effects = try undo()
      // Engines without a human player would play on at once.
      if settings.persons.isEmpty, !isPaused { setPaused(true, now: now) }
      return effects
    case .resign: return [try proposal(.resign(try speaker()))]
    case .draw: return try offerDraw()
    case .yes: return [try proposal(.answer(try answerer(), true))]
    case .no: return [try proposal(.answer(try answerer(), false))]
    case .hint: return try advise(milliseconds: 1000, isHint: true)
    case .analyse(let seconds): return try advise(milliseconds: 1000 * seconds, isHint: false)
    case .stop: return [.stopAdvice]
    case .level(let level): return try setLevel(level)
    case .pause: return try pause(true, now: now)
    case .go: return try pause(false, now: now)
    case .retry: return [.retry]
    case .save(let path): return [.save(path: path, overwrites: false)]
    case .overwrite(let path): return [.save(path: path, overwrites: true)]
    case .show: return [.show]
    case .help: return [.help]
    case .quit: return [.quit]
    }
  }

  // MARK: Moves

  /// Returns the user whose turn it is; throws if it is nobody's at this terminal.
  private func expectTurn() throws(UserError) -> Player {
    guard let actor = game.actor else {
      let ending = game.ending.map(game.text) ?? ""
      throw UserError("the game is over: \(ending)")
    }
    guard settings[actor].kind == .person else {
      throw UserError("it is the turn of \(name(of: actor))")
    }
    guard !isProposing else { throw UserError("the move is on its way; the line is slow") }
    return actor
  }

  /// Enters points one after the other; the last one may complete a move.
  private mutating func pick(_ cells: [BoardPoint], now: MonotonicTime) throws(UserError)
    -> [Effect]
  {
    _ = try expectTurn()
    guard game.choices.isEmpty else { throw UserError(choicePrompt) }
    var entry = entry
    for (index, cell) in cells.enumerated() {
      guard let move = try entry.pick(cell, in: game.state) else { continue }
      guard index == cells.count - 1 else {
        throw UserError("\(move) is a whole turn; what follows it does not belong to it")
      }
      return try effects(of: move, now: now)
    }
    self.entry = entry
    return []
  }

  private mutating func play(_ turn: Turn, now: MonotonicTime) throws(UserError) -> [Effect] {
    _ = try expectTurn()
    // A bare removal such as `xb2` continues the captures of a half entered turn.
    if case .capturing = entry.progress, turn.action == .remove {
      return try pick(turn.captured.map { BoardPoint($0) }, now: now)
    }
    return try effects(of: .turn(turn), now: now)
  }

  private func effects(of move: Move, now: MonotonicTime) throws(UserError) -> [Effect] {
    [try proposal(.move(move, milliseconds: turnTime(at: now)))]
  }

  /// Returns the operation for an action; throws if the action is illegal or another one is
  /// pending.
  private func proposal(_ action: GameAction) throws(UserError) -> Effect {
    guard !isProposing else { throw UserError("wait: the last word is still on its way") }
    try game.check(action)
    return .propose(action)
  }

  private mutating func choose(
    _ choice: Swap2Choice, now: MonotonicTime
  ) throws(UserError) -> [Effect] {
    _ = try expectTurn()
    return [try proposal(.choose(choice, milliseconds: turnTime(at: now)))]
  }

  /// The prompt for a choice in the swap2 opening.
  var choicePrompt: String {
    game.choices.contains(.more)
      ? "choose: black, white, or more (two more stones; then the other chooses)"
      : "choose: black or white"
  }

  // MARK: Undo and draw offers

  private func undo() throws(UserError) -> [Effect] {
    let persons = settings.persons
    // Undoing a resignation, a fallen flag or an agreed draw undoes no move.
    if game.isReopenable {
      if let remote = settings.remote { return [try proposal(.ask(remote.other, .reopen))] }
      return [try proposal(.reopen)]
    }
    guard !game.steps.isEmpty else { throw UserError("there is nothing to take back") }
    if let remote = settings.remote {
      guard let steps = game.stepsBack(to: [remote.other]) else {
        throw UserError("you have made no move yet")
      }
      return [try proposal(.ask(remote.other, .undo(steps: steps)))]
    }
    // Against an engine, the user's last move is undone together with the reply.
    let steps = persons.count == 1 ? game.stepsBack(to: persons) : 1
    guard let steps else { throw UserError("you have made no move yet") }
    return [try proposal(.undo(steps: steps))]
  }

  /// Returns the user who gives a command: the only one, or else the one to move.
  private func speaker() throws(UserError) -> Player {
    let persons = settings.persons
    if persons.count == 1, let person = persons.first { return person }
    if persons.isEmpty { throw UserError("you only watch this game") }
    guard let actor = game.actor else {
      throw UserError("the game is over: \(game.ending.map(game.text) ?? "")")
    }
    return actor
  }

  private func offerDraw() throws(UserError) -> [Effect] {
    let player = try speaker()
    guard case .engine = settings[player.other].kind else {
      if let open = game.pendingRequest, open.player != player, open.request == .draw {
        return [try proposal(.answer(player, true))]
      }
      return [try proposal(.ask(player, .draw))]
    }
    throw UserError("an engine takes no offers; a game that the rules call drawn ends by itself")
  }

  /// Returns the user who has to answer the open request.
  private func answerer() throws(UserError) -> Player {
    guard let open = game.pendingRequest else { throw UserError("nobody has asked anything") }
    let player = open.player.other
    guard settings[player].kind == .person else {
      throw UserError("it is for \(name(of: player)) to answer")
    }
    return player
  }

  // MARK: Engines

  /// Requests a hint or an analysis; refused in games over a link.
  private mutating func advise(milliseconds: Int, isHint: Bool) throws(UserError) -> [Effect] {
    guard settings.remote == nil else {
      throw UserError("no advice in a game against somebody at the other end of a line")
    }
    guard game.ending == nil else {
      throw UserError("the game is over: \(game.ending.map(game.text) ?? "")")
    }
    guard game.stage == .playing else { throw UserError("advice begins when the opening is over") }
    guard isPersonToAct || isPaused else {
      throw UserError("advice is for a person to move, or while the engines pause")
    }
    advice = Advice(isHint: isHint, isRunning: true, move: nil, text: "thinking …")
    return [.advise(milliseconds: milliseconds, isHint: isHint)]
  }

  private func setLevel(_ level: Int) throws(UserError) -> [Effect] {
    let engines = Player.allCases.filter { self.level(of: $0) != nil }
    guard !engines.isEmpty else { throw UserError("no engine plays") }
    return engines.map { .propose(.level($0, level)) }
  }

  private mutating func pause(_ pauses: Bool, now: MonotonicTime) throws(UserError) -> [Effect] {
    guard settings.remote == nil else { throw UserError("there is no pause over a line") }
    guard pauses != isPaused else {
      throw UserError(pauses ? "the game pauses already: go goes on" : "the game does not pause")
    }
    setPaused(pauses, now: now)
    tell(pauses ? "the game pauses: go goes on" : "on it goes")
    return pauses ? [] : [.stopAdvice]
  }
}
