import Basics
import Foundation
import GomokuRules
import Match

/// The referee of one game between two engines, which judges by the rules alone.
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

  /// The game so far, and the knowledge of the two engines.
  private struct Course {
    var state: GameState
    /// The player that has Black: 0 or 1.
    var black = 0
    /// The number of moves that each player's engine knows; `nil` before it gets a position.
    var known: [Int?] = [nil, nil]
    var searches: [GameRecord.Search] = []

    /// The player to move.
    var player: Int { state.sideToMove == .black ? black : 1 - black }
  }

  /// Plays `game`; `seats` has the opener's engine, then the replier's.
  ///
  /// - Returns: the record; `nil` if `isCancelled` returned true, as the game then does not count.
  /// - Throws: an error if the opening is not playable.
  func play(
    _ game: Schedule.Game, seats: [EnginePlayer], isCancelled: () -> Bool
  ) throws(GameState.IllegalMove) -> GameRecord? {
    let began = Referee.milliseconds
    var course = Course(state: try GameState(config.game, after: game.pair.opening.moves))
    var openingPlies = course.state.plies
    var verdict = seatPlayers(seats)
    if verdict == nil, config.openings == .swap2 {
      verdict = negotiate(&course, seats: seats)
      openingPlies = course.state.plies
    }
    while verdict == nil {
      if isCancelled() { return nil }
      verdict = ruling(course) ?? turn(&course, seats: seats)
    }
    guard let verdict else { return nil }
    for seat in seats { seat.standUp() }
    let names = seats.map(\.config.name)
    var record = GameRecord(
      id: game.id, schedule: tag, opener: names[0], replier: names[1],
      black: names[course.black], opening: game.pair.opening.name,
      symmetry: game.pair.symmetry.code, openingPlies: openingPlies, moves: course.state.moves,
      winner: verdict.winner.map { names[$0] }, reason: verdict.reason)
    record.detail = verdict.detail
    record.searches = course.searches
    record.usage = seats.map(\.usage)
    record.host = host
    (record.began, record.ended) = (began, Referee.milliseconds)
    if verdict.reason.isFault, let winner = verdict.winner {
      record.evidence = seats[1 - winner].transcript
    }
    if verdict.reason.needsRestart, let winner = verdict.winner { seats[1 - winner].remove() }
    return record
  }

  private static var milliseconds: Int { Int(Date().timeIntervalSince1970 * 1000) }

  /// Prepares both engines for a new game; the first one that fails to start loses.
  private func seatPlayers(_ seats: [EnginePlayer]) -> Verdict? {
    for (player, seat) in seats.enumerated() {
      do { try seat.sitDown() } catch {
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
      let ending = config.adjudication.ending(
        plies: course.state.plies, scores: course.searches.map(\.score))
      return ending.map { ending in
        // The last score is from the player that has just moved.
        let winner = ending.lastMoverWins.map { $0 ? 1 - course.player : course.player }
        return Verdict(winner: winner, reason: ending.reason)
      }
    }
  }
}

// MARK: Swap2

extension Referee {
  /// Plays the swap2 opening; returns a verdict if an engine breaks its rules.
  ///
  /// The opener proposes three stones. The replier takes a colour, or adds two stones and leaves
  /// the choice of colour to the opener.
  private func negotiate(_ course: inout Course, seats: [EnginePlayer]) -> Verdict? {
    var stones: [Point] = []
    if let verdict = swap2Step(&course, &stones, seats[0], player: 0, choices: [3]) {
      return verdict
    }
    if let verdict = swap2Step(&course, &stones, seats[1], player: 1, choices: [0, 1, 2]) {
      return verdict
    }
    guard stones.count == 5 else { return nil }
    return swap2Step(&course, &stones, seats[0], player: 0, choices: [0, 1])
  }

  /// Asks one engine for an action of the swap2 opening, and adds its points to `stones`.
  ///
  /// - Parameter choices: the numbers of points allowed in the answer. No point is `SWAP`, the
  ///   choice of Black; one point is White's move and the choice of White.
  private func swap2Step(
    _ course: inout Course, _ stones: inout [Point], _ seat: EnginePlayer, player: Int,
    choices: [Int]
  ) -> Verdict? {
    let answer: EnginePlayer.Answer
    do { answer = try seat.ask(EngineDialogue.swap2(stones)) } catch {
      return Verdict(winner: 1 - player, reason: error.reason, detail: error.detail)
    }
    let news: [Point]
    switch answer.reply {
    case .swap: news = []
    case .move(.point(let point)): news = [point]
    case .points(let points): news = points
    default:
      return Verdict(winner: 1 - player, reason: .malformed, detail: answer.reply.description)
    }
    guard choices.contains(news.count) else {
      return Verdict(
        winner: 1 - player, reason: .malformed, detail: "\(news.count) stones in swap2")
    }
    for point in news {
      do { try course.state.play(.point(point)) } catch {
        return Verdict(winner: 1 - player, reason: .illegal, detail: error.description)
      }
    }
    stones += news
    // Only an answer with no point or one point decides the colours.
    if news.isEmpty { course.black = player }
    if news.count == 1 { course.black = 1 - player }
    return nil
  }
}
