import Gomocup
import GomokuRules
import Platform
import Match

/// The engines that play, and the one that gives advice.
extension PlayLoop {
  /// Creates the engines of the game's settings, without starting them.
  func refreshEngines() {
    guard let state else { return }
    for player in Player.allCases {
      guard case .engine(let choice) = state.settings[player].kind else { continue }
      var config = EngineConfig(
        name: state.settings[player].name, command: choice.command[0],
        arguments: Array(choice.command.dropFirst()))
      if let clock = state.settings.clock {
        (config.limits.match, config.limits.increment) = (clock.total, clock.increment)
      } else {
        config.limits.turn = choice.turn
      }
      engines[player] = EngineSeat(config, game: state.settings.game)
    }
  }

  /// Asks the engine to move, if it is its turn and it has no request yet.
  ///
  /// Does nothing while the game pauses or an engine has failed. In a game between engines, first
  /// leaves the last move on the screen for a while.
  func askEngines(_ now: MonotonicTime) {
    guard let state, !state.isPaused, state.engineFailure == nil, let actor = state.game.actor,
      let engine = engines[actor], !engine.isBusy
    else { return }
    if isWatched(state), !state.game.steps.isEmpty,
      now < moveShown.advanced(milliseconds: options.pace)
    {
      return
    }
    guard !repairOpening(state.game) else { return }
    note(engine.ask(question(actor, engine, now)), from: actor)
  }

  /// Returns whether only engines play.
  func isWatched(_ state: PlayState) -> Bool {
    state.settings.persons.isEmpty && state.settings.remote == nil
  }

  /// Undoes the partial stones of a swap2 step of an engine, so that the engine can start it again.
  ///
  /// - Returns: false if there is nothing to undo.
  private func repairOpening(_ game: PlayedGame) -> Bool {
    switch game.stage {
    case .proposing where game.state.plies > 0: commit(.undo(steps: game.state.plies))
    case .adding: commit(.undo(steps: game.state.plies - 2))
    default: return false
    }
    isAwake = true
    return true
  }

  /// Returns the protocol lines that request the engine's move.
  private func question(_ player: Player, _ engine: EngineSeat, _ now: MonotonicTime) -> [String] {
    guard let state else { return [] }
    var lines: [String] = []
    if let level = state.level(of: player) {
      // Engines without a strength option ignore the line.
      lines.append("INFO strength \(Level.strength(level))")
    }
    if let left = state.timeLeft(of: player, at: now) {
      lines.append(EngineDialogue.timeLeft(max(left, 1)))
    }
    if state.game.stage != .playing, case .gomoku(let position) = state.game.state {
      return lines + EngineDialogue.swap2(position.stones.map(\.point))
    }
    let plies = state.game.state.plies
    return lines
      + EngineDialogue.request(state.game.state, isInformed: engine.known == plies - 1)
  }

  /// Processes the output of all engines.
  func hearEngines(_ now: MonotonicTime) {
    for (player, engine) in engines { note(engine.listen(), from: player) }
    noteAdvice(adviser?.listen() ?? [])
  }

  private func note(_ news: [EngineSeat.News], from player: Player) {
    for item in news {
      switch item {
      case .talk: continue
      case .failure(let reason): fail(player, reason)
      case .answer(let reply): take(reply, from: player)
      }
    }
  }

  /// Stops a failed engine and reports its failure.
  private func fail(_ player: Player, _ reason: String) {
    guard let name = state?.name(of: player) else { return }
    engines[player]?.leave()
    state?.engineFailure =
      "\(name): \(reason) - retry starts it again; undo, save and quit work too"
    isStale = true
  }

  /// Performs the actions of an engine's answer, if it is its turn and they are legal.
  private func take(_ reply: EngineDialogue.Reply, from player: Player) {
    guard let state, state.game.actor == player else { return }
    let time = state.turnTime(at: .now)
    let actions: [GameAction]
    switch (state.game.stage, reply) {
    case (.playing, .move(let move)): actions = [.move(move, milliseconds: time)]
    case (.proposing, .points(let points)) where points.count == 3:
      actions = points.map(GameAction.stone)
    case (.choosing, .swap), (.choosingLast, .swap): actions = [.choose(.black, milliseconds: time)]
    case (.choosing, .move(let move)), (.choosingLast, .move(let move)):
      actions = [.choose(.white, milliseconds: 0), .move(move, milliseconds: time)]
    case (.choosing, .points(let points)) where points.count == 2:
      actions = [.choose(.more, milliseconds: time)] + points.map(GameAction.stone)
    default: return fail(player, "answers \"\(reply)\", which is no move")
    }
    var game = state.game
    do throws(UserError) { for action in actions { try game.perform(action) } } catch {
      return fail(player, "answers \"\(reply)\": \(error.description)")
    }
    for action in actions { commit(action) }
    if actions.count > 1 {
      // Each action replaces the message, so the message of several is set here.
      tell("\(state.name(of: player)): \(actions.map(PlayLoop.word).joined(separator: ", "))")
    }
    if state.game.stage == .playing { engines[player]?.known = self.state?.game.state.plies }
  }

  /// Returns an action of the opening in a few words.
  private static func word(for action: GameAction) -> String {
    switch action {
    case .move(let move, _): move.description
    case .choose(.more, _): "two more stones"
    case .choose(let choice, _): "takes \(choice.rawValue)"
    default: action.text
    }
  }

  /// Cancels engine requests that an action has made obsolete; clears the failure and the advice.
  func forgetEngines(after action: GameAction) {
    switch action {
    case .level, .name, .ask: return
    case .answer where state?.game.pendingRequest != nil: return
    case .move: break
    default: for engine in engines.values { engine.known = nil }
    }
    for engine in engines.values where engine.isBusy { engine.leave() }
    state?.engineFailure = nil
    stopAdvice()
  }

  // MARK: Advice

  /// Starts the advising engine on the current position.
  func advise(milliseconds: Int) {
    guard let state else { return }
    if adviser == nil {
      let command = options.adviser
      var config = EngineConfig(
        name: "adviser", command: command[0], arguments: Array(command.dropFirst()))
      config.limits.turn = 1000
      adviser = EngineSeat(config, game: state.settings.game)
    }
    if adviser?.isBusy == true { adviser?.leave() }
    let lines =
      ["INFO timeout_turn \(milliseconds)"]
      + EngineDialogue.request(state.game.state, isInformed: false)
    noteAdvice(adviser?.ask(lines) ?? [])
  }

  /// Stops the advising engine; its output stays until the next move.
  func stopAdvice() {
    if adviser?.isBusy == true { adviser?.leave() }
    guard var advice = state?.advice, advice.isRunning else { return }
    advice.isRunning = false
    state?.advice = advice.text.hasPrefix("thinking") ? nil : advice
    isStale = true
  }

  /// Updates the advice from the output of the advising engine.
  private func noteAdvice(_ news: [EngineSeat.News]) {
    for item in news {
      guard var advice = state?.advice else { return }
      switch item {
      case .talk(let reply):
        guard !advice.isHint, let text = PlayLoop.text(of: reply) else { continue }
        advice.text = text
        if case .progress(let progress) = reply { advice.move = progress.line.first }
      case .answer(.move(let move)):
        advice.move = move
        advice.isRunning = false
        advice.text =
          advice.text.hasPrefix("thinking")
          ? "\(move)" : "\(move) - \(advice.text)"
        isStale = true
      case .answer(let reply):
        advice.isRunning = false
        advice.text = "the engine answers \(reply)"
        isStale = true
      case .failure(let reason):
        state?.advice = nil
        complain("the engine that gives advice: \(reason)")
        continue
      }
      state?.advice = advice
    }
  }

  /// Returns the search information in an engine's line, for the user; `nil` if there is none.
  private static func text(of reply: GomocupReply) -> String? {
    switch reply {
    case .progress(let progress):
      guard progress.rank ?? 1 == 1 else { return nil }
      let line = progress.line.prefix(8).map(\.description).joined(separator: " ")
      return "score \(ReportedScore(progress.score)) for the player to move, depth "
        + "\(progress.depth): \(line)"
    case .message(let text):
      // Other engines report their score in free text.
      return reply.searchNote.score == nil ? nil : text
    default: return nil
    }
  }
}

extension GameAction {
  /// Returns the action for a stone of the opening, which takes no time.
  fileprivate static func stone(_ point: GomokuRules.Point) -> GameAction {
    .move(.point(point), milliseconds: 0)
  }
}
