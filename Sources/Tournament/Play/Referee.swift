import Basics
import Foundation
import GomokuRules
import Match

/// The referee of games between two engines: judges the moves by the rules, without an engine.
///
/// It also ends games early if the tournament asks for that (`TournamentConfig.Adjudication`).
struct Referee {
  let config: TournamentConfig
  /// The prefix of the schedule's hash that each record gets.
  let tag: String
  /// The name of this machine, for the record.
  let host: String

  /// The result of a game. Players are numbers: 0 for the opener, 1 for the replier.
  private struct Verdict {
    var winner: Int?
    var reason: EndReason
    var detail = ""
  }

  /// The game so far, and the number of its moves that each engine knows.
  fileprivate struct Course {
    var state: GameState
    /// The opening by a rule, if the tournament has one.
    var opening: OpeningGame?
    /// The player that has Black: 0 or 1.
    var black = 0
    /// The number of moves that each player's engine knows; `nil` before it gets a position.
    var known: [Int?] = [nil, nil]
    var searches: [GameRecord.Search] = []
    /// The player of each search.
    var searchers: [Int] = []

    /// The player to move.
    var player: Int { state.sideToMove == .black ? black : 1 - black }
  }

  /// Plays `game`; `seats` has the opener's engine, then the replier's.
  ///
  /// - Returns: the record; `nil` if `isCancelled` returned true, as the game then does not count.
  /// - Throws: an error if the opening is not playable.
  func play(
    _ game: Schedule.ScheduledGame, seats: [EnginePlayer], isCancelled: () -> Bool
  ) throws(GameState.IllegalMove) -> GameRecord? {
    let began = Referee.milliseconds
    var course = Course(state: try GameState(config.game, after: game.pair.opening.moves))
    if case .rule(let rule) = config.openings { course.opening = config.game.opening(rule) }
    var openingPlies = course.state.plies
    var verdict = seatPlayers(seats)
    if verdict == nil, course.opening != nil {
      verdict = negotiate(&course, seats: seats, isCancelled: isCancelled)
      openingPlies = course.state.plies
    }
    while verdict == nil {
      if isCancelled() { return nil }
      verdict = ruling(course) ?? turn(&course, seats: seats)
    }
    guard let verdict else { return nil }
    for seat in seats { seat.endGame() }
    let names = seats.map(\.config.name)
    var record = GameRecord(
      id: game.id, schedule: tag, opener: names[0], replier: names[1],
      black: names[course.black], opening: game.pair.opening.name,
      symmetry: game.pair.symmetry.code, openingPlies: openingPlies, moves: course.state.moves,
      winner: verdict.winner.map { names[$0] }, reason: verdict.reason)
    record.ruledOpening = course.opening
    record.detail = verdict.detail
    record.searches = course.searches
    record.usage = seats.map(\.usage)
    record.host = host
    (record.began, record.ended) = (began, Referee.milliseconds)
    if verdict.reason.isFault, let winner = verdict.winner {
      record.evidence = seats[1 - winner].transcript
    }
    if verdict.reason.needsRestart, let winner = verdict.winner { seats[1 - winner].kill() }
    return record
  }

  private static var milliseconds: Int { Int(Date().timeIntervalSince1970 * 1000) }

  /// Prepares both engines for a new game; the first one that fails to start loses.
  private func seatPlayers(_ seats: [EnginePlayer]) -> Verdict? {
    for (player, seat) in seats.enumerated() {
      do { try seat.beginGame() } catch {
        return Verdict(winner: 1 - player, reason: error.reason, detail: error.detail)
      }
    }
    return nil
  }

  // MARK: Turns

  /// Asks for a move and plays it; returns a verdict if the engine gives no legal move.
  private func turn(_ course: inout Course, seats: [EnginePlayer]) -> Verdict? {
    let player = course.player
    let lines = EngineDialogue.request(
      course.state, isInformed: course.known[player] == course.state.plies - 1)
    let answer: EnginePlayer.Answer
    do { answer = try seats[player].ask(lines) } catch {
      return Verdict(winner: 1 - player, reason: error.reason, detail: error.detail)
    }
    guard case .move(let move) = answer.reply else {
      return Verdict(winner: 1 - player, reason: .malformed, detail: answer.reply.description)
    }
    do { try course.state.play(move) } catch {
      let reason: EndReason = error.isForbidden ? .forbidden : .illegal
      return Verdict(winner: 1 - player, reason: reason, detail: error.description)
    }
    course.known[player] = course.state.plies
    var search = GameRecord.Search(microseconds: answer.microseconds)
    search.nodes = answer.note.nodes ?? 0
    search.depth = answer.note.depth ?? 0
    search.score = answer.note.score
    course.searches.append(search)
    course.searchers.append(player)
    return nil
  }

  // MARK: Ends

  /// Returns the result by the rules or by adjudication; `nil` if the game goes on.
  private func ruling(_ course: Course) -> Verdict? {
    switch course.state.result {
    case .win(let side)?:
      return Verdict(
        winner: side == .black ? course.black : 1 - course.black, reason: course.state.endReason)
    case .draw?: return Verdict(winner: nil, reason: course.state.endReason)
    case nil:
      if config.adjudication.provenWin, let winner = course.state.provenWinner {
        let player = winner == .black ? course.black : 1 - course.black
        return Verdict(winner: player, reason: .provenWin)
      }
      let scores = zip(course.searchers, course.searches).map { (player: $0, score: $1.score) }
      return config.adjudication.ending(plies: course.state.plies, scores: scores)
        .map { Verdict(winner: $0.winner, reason: $0.reason) }
    }
  }
}

// MARK: Openings by a rule

extension Referee {
  /// Plays the opening of the tournament's rule; returns a verdict if an engine gives no legal
  /// answer.
  ///
  /// The opener is the first player of the rule.
  private func negotiate(
    _ course: inout Course, seats: [EnginePlayer], isCancelled: () -> Bool
  ) -> Verdict? {
    while let opening = course.opening, let actor = opening.actor, !isCancelled() {
      let player = actor == .first ? 0 : 1
      let reply: EngineDialogue.Reply
      do { reply = try seats[player].ask(EngineDialogue.request(opening)).reply } catch {
        return Verdict(winner: 1 - player, reason: error.reason, detail: error.detail)
      }
      guard let answer = EngineDialogue.answer(reply, in: opening) else {
        var detail = reply.description
        if case .refusal = reply { detail = "does not play the opening \(opening.rule): \(detail)" }
        return Verdict(winner: 1 - player, reason: .malformed, detail: detail)
      }
      if let problem = course.play(answer) {
        return Verdict(winner: 1 - player, reason: .illegal, detail: problem)
      }
    }
    return nil
  }
}

extension Referee.Course {
  /// Plays an engine's answer in the opening; returns the error's text if a part is not allowed.
  fileprivate mutating func play(_ answer: EngineDialogue.OpeningAnswer) -> String? {
    guard var next = opening else { return nil }
    for action in answer.actions {
      do { try next.play(action) } catch { return error.description }
    }
    (opening, state) = (next, .gomoku(next.position))
    black = next.blackPlayer == .first ? 0 : 1
    if let move = answer.move {
      do { try state.play(.point(move)) } catch { return error.description }
    }
    return nil
  }
}
