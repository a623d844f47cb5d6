import Gomocup
import GomokuRules
import Match
import Platform
import Records

/// A user's request for advice: a hint or an analysis.
struct AdviceRequest {
  let milliseconds: Int
  /// The number of lines of an analysis; `nil` for a hint.
  var lines: Int?
  var reader = AnalysisReader()
}

/// The requests to the engines that play and to the adviser, and the handling of their lines.
extension PlaySession {
  /// Creates the engines of the game's settings and the adviser, without starting them.
  mutating func seatEngines() {
    guard let state else { return }
    for player in Player.allCases {
      let seat = state.settings[player]
      guard case .engine(let choice) = seat.kind else { continue }
      engines[.player(player)] = EngineSeat(seat.name, choice.command, game: state.settings.game) {
        if let clock = state.settings.clock {
          ($0.limits.match, $0.limits.increment) = (clock.total, clock.increment)
        } else {
          $0.limits.turn = choice.turn
        }
      }
    }
    let adviser = EngineSeat("adviser", options.adviser, game: state.settings.game) {
      $0.limits.turn = 1000
    }
    engines[.adviser] = adviser
  }

  /// Asks the engine to move if it is its turn and it has not been asked yet.
  ///
  /// Does nothing while the game pauses or an engine has failed. In a game between engines, the
  /// last move first stays on the screen for a while.
  mutating func askEngines(_ now: MonotonicTime) {
    guard let state, !state.isPaused, state.engineFailure == nil, let actor = state.game.actor,
      let engine = engines[.player(actor)], !engine.isBusy
    else { return }
    let end = lastActionTime.advanced(milliseconds: options.pace)
    if isWatched(state), !state.game.steps.isEmpty, now < end { return }
    // In swap2 an engine sets its stones together. If only some of them are on the board, they are
    // undone and the engine starts again.
    if state.game.currentOpening?.rule == .swap2, state.game.state.plies < 5,
      case let rest = state.game.state.plies % 3, rest > 0
    {
      save([.undo(steps: rest)], by: .clock)
    } else {
      ask(question(to: actor, knowing: engine.known, state, now), of: .player(actor), now)
    }
  }

  /// Returns whether only engines play.
  func isWatched(_ state: PlayState) -> Bool {
    state.settings.persons.isEmpty && state.settings.remote == nil
  }

  /// Returns the protocol lines that ask the engine for a move or for its actions in the opening.
  private func question(
    to player: Player, knowing known: Int?, _ state: PlayState, _ now: MonotonicTime
  ) -> [String] {
    var lines: [String] = []
    if let level = state.level(of: player) {
      // Engines without a strength option ignore the line.
      lines.append("INFO strength \(Level.strength(level))")
    }
    if let left = state.timeLeft(of: player, at: now) {
      lines.append(EngineDialogue.timeLeft(max(left, 1)))
    }
    if let opening = state.game.currentOpening { return lines + EngineDialogue.request(opening) }
    let isInformed = known == state.game.state.plies - 1
    return lines + EngineDialogue.request(state.game.state, isInformed: isInformed)
  }

  /// Sends lines to an engine, which is started if necessary.
  private mutating func ask(_ lines: [String], of role: EngineRole, _ now: MonotonicTime) {
    guard let config = engines[role]?.config, let question = engines[role]?.ask(lines, now: now)
    else { return }
    if question.starts { effects.append(.start(role, config)) }
    effects.append(.send(question.lines, to: role))
  }

  /// Stops an engine; the next request starts it again.
  private mutating func stop(_ role: EngineRole) {
    engines[role]?.leave()
    effects.append(.stop(role))
  }

  /// Stops and reports the engines that have not started in time.
  mutating func endLateStarts(_ now: MonotonicTime) {
    for (role, engine) in engines where engine.isLate(now) {
      engineFails(role, Phrase("no OK within \(engine.config.limits.start / 1000) seconds"))
    }
  }

  /// Stops a failed engine and reports its failure. A failed adviser is reported only if the user
  /// sees its advice or waits for it.
  mutating func engineFails(_ role: EngineRole, _ reason: Phrase) {
    stop(role)
    switch role {
    case .player(let player):
      let name = state?.name(of: player) ?? ""
      state?.engineFailure = Phrase(
        "\(name): \(reason) - retry starts it again; undo, save and quit work too")
      isStale = true
    case .adviser:
      guard state?.advice != nil else { return }
      state?.advice = nil
      complain(Phrase("the engine that gives advice: \(reason)"))
    }
  }

  /// Processes a line of an engine.
  mutating func hear(_ line: String, from role: EngineRole, _ now: MonotonicTime) {
    switch (engines[role]?.hear(line), role) {
    case (nil, _): break
    case (.talk(let reply)?, .player(let player)): hopes[player, default: EngineHope()].note(reply)
    case (.ready(let lines)?, _): effects.append(.send(lines, to: role))
    case (.refusal(let reason)?, _): engineFails(role, reason)
    case (.answer(let reply)?, .player(let player)): take(reply, from: player, now)
    case (.answer(let reply)?, .adviser): takeAdvice(reply, now)
    case (.talk(let reply)?, .adviser): noteAdvice(reply)
    }
  }

  /// Saves and performs the actions of an engine's answer.
  ///
  /// If it is not the engine's turn, the answer is ignored. If the answer is no legal action, the
  /// engine is stopped as failed.
  private mutating func take(
    _ reply: EngineDialogue.Reply, from player: Player, _ now: MonotonicTime
  ) {
    guard let state, state.game.actor == player else { return }
    let time = state.turnTime(at: now)
    var actions: [GameAction] = []
    var message: Phrase?
    // The number of plies of the position that the engine has after its answer.
    var known: Int?
    let opening = state.game.currentOpening
    if let opening, let answer = EngineDialogue.answer(reply, in: opening) {
      actions = answer.actions.map { GameAction($0, milliseconds: 0) }
      if let move = answer.move { actions.append(.move(.point(move), milliseconds: 0)) }
      // The last action gets the time of the whole answer.
      actions = actions.dropLast() + actions.suffix(1).map { $0.taking(milliseconds: time) }
      // Each action replaces the message, so several actions get one message of their own.
      if actions.count > 1 {
        message = Phrase("\(state.name(of: player)): \(PlaySession.phrase(of: answer))")
      }
    } else if let opening, case .refusal(let text) = reply {
      return engineFails(
        .player(player), Phrase("does not play the opening \(opening.rule): \(text)"))
    } else if opening == nil, case .move(let move) = reply {
      let givesUp = hopes[player, default: EngineHope()].resigns()
      if givesUp, options.resigns, !isWatched(state) {
        actions = [.resign(player)]
      } else {
        (actions, known) = ([.move(move, milliseconds: time)], state.game.state.plies + 1)
      }
    } else {
      return engineFails(.player(player), Phrase("answers \"\(reply)\", which is no move"))
    }
    let origin = Unsaved.Origin.engine(player, message: message, known: known)
    do throws(UserError) { save(try steps(actions, by: origin)) } catch {
      engineFails(.player(player), Phrase("answers \"\(reply)\": \(error)"))
    }
  }

  /// Stops all busy engines, ends the advice and clears `engineFailure`.
  ///
  /// Does nothing after a change of level or name, or after a request. After any action but a move,
  /// every engine must be sent the whole position again (`EngineSeat.known`).
  mutating func dismissEngines(after action: GameAction) {
    switch action {
    case .level, .name, .ask: return
    case .move: break
    default: for role in engines.keys { engines[role]?.known = nil }
    }
    for (role, engine) in engines where engine.isBusy { stop(role) }
    state?.engineFailure = nil
    stopAdvice()
  }

  // MARK: Advice

  /// Starts the advising engine on the position shown; throws if no advice is allowed now.
  ///
  /// - Parameter lines: the number of lines of an analysis; `nil` for a hint.
  mutating func advise(
    milliseconds: Int, lines: Int?, _ now: MonotonicTime
  ) throws(UserError) {
    try state?.beginAdvice(isHint: lines == nil)
    adviceRequest = AdviceRequest(milliseconds: milliseconds, lines: lines)
    askAdviser(now)
  }

  /// Sends the advising engine the user's request for advice.
  private mutating func askAdviser(_ now: MonotonicTime) {
    guard let shown = state?.shownGame, let request = adviceRequest else { return }
    if engines[.adviser]?.isBusy == true { stop(.adviser) }
    var lines = ["INFO timeout_turn \(request.milliseconds)"]
    if request.lines != nil { lines.append("INFO show_detail 2") }
    if let count = request.lines, count > 1 {
      lines += EngineDialogue.request(shown.state, lineCount: count)
    } else {
      lines +=
        shown.currentOpening.map(EngineDialogue.request)
        ?? EngineDialogue.request(shown.state, isInformed: false)
    }
    ask(lines, of: .adviser, now)
  }

  /// Stops the advising engine. Its advice, if any, stays on the screen until the next turn.
  mutating func stopAdvice() {
    if engines[.adviser]?.isBusy == true { stop(.adviser) }
    guard let advice = state?.advice, advice.isRunning else { return }
    state?.advice?.isRunning = false
    if advice.text == nil, advice.lines.isEmpty { state?.advice = nil }
    isStale = true
  }

  /// Updates the analysis from the search information of the advising engine.
  private mutating func noteAdvice(_ reply: GomocupReply) {
    guard state?.advice?.isHint == false else { return }
    if let (rank, line) = adviceRequest?.reader.read(reply) {
      guard rank <= adviceRequest?.lines ?? 1 else { return }
      state?.advice?.lines[rank] = line
      if rank == 1 { state?.advice?.move = line.moves.first }
    } else if case .message(let text) = reply, reply.searchNote.score != nil {
      // Engines of other authors may report their score only as free text.
      state?.advice?.text = Phrase(verbatim: text)
    }
  }

  /// Ends the advice with the answer of the advising engine.
  ///
  /// If the engine does not know the command for an analysis of several lines, it is asked again
  /// for a single line.
  private mutating func takeAdvice(_ reply: EngineDialogue.Reply, _ now: MonotonicTime) {
    guard var advice = state?.advice else { return }
    if case .refusal = reply, let count = adviceRequest?.lines, count > 1 {
      adviceRequest?.lines = 1
      stop(.adviser)
      return askAdviser(now)
    }
    advice.isRunning = false
    if let opening = state?.shownGame.currentOpening,
      let answer = EngineDialogue.answer(reply, in: opening)
    {
      advice.text = PlaySession.phrase(of: answer)
      switch answer.actions.first {
      case .place(let point)?, .take(let point)?: advice.move = .point(point)
      default: advice.move = answer.move.map(Move.point)
      }
    } else if case .move(let move) = reply {
      advice.move = move
      advice.text = advice.text.map { Phrase("\(move) - \($0)") } ?? Phrase("\(move)")
      // At the end of its time an engine may answer another move than that of its best line. The
      // lines are then misleading.
      if advice.lines[1]?.moves.first != move { advice.lines = [:] }
    } else {
      advice.text = Phrase("the engine answers \(reply)")
    }
    state?.advice = advice
    isStale = true
  }

  /// Describes an engine's actions in an opening, and its move if there is one.
  private static func phrase(of answer: EngineDialogue.OpeningAnswer) -> Phrase {
    let parts =
      answer.actions.map { Phrase("\($0)") } + (answer.move.map { [Phrase("\($0)")] } ?? [])
    return Phrase(parts, separator: Phrase(verbatim: " "))
  }
}
