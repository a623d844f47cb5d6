import Basics
import Foundation
import GomokuRules

/// Plays one game between two engines and judges it by the rules alone.
struct Referee {
  let config: TournamentConfig
  /// What every record of this schedule is marked with.
  let tag: String
  let host: String

  /// How a game ended, seen by its players: 0 is the opener.
  private struct Verdict {
    var winner: Int?
    var reason: EndReason
    var detail = ""
  }

  /// A game in progress.
  private struct Course {
    var state: GameState
    /// Which player has Black.
    var black = 0
    /// How many moves each player's engine knows; `nil` before it was shown the position.
    var known: [Int?] = [nil, nil]
    var searches: [GameRecord.Search] = []

    /// Who is to move.
    var player: Int { state.sideToMove == .black ? black : 1 - black }
  }

  /// Plays `game`; `seats` are the opener's and the replier's.
  ///
  /// - Returns: `nil` if `isCancelled` became true meanwhile; the game is then not counted.
  /// - Throws: if the opening is not playable.
  func play(
    _ game: Schedule.Game, seats: [Seat], isCancelled: () -> Bool
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

  /// Makes both engines ready; the first that cannot loses.
  private func seatPlayers(_ seats: [Seat]) -> Verdict? {
    for (player, seat) in seats.enumerated() {
      do { try seat.sitDown() } catch {
        return Verdict(winner: 1 - player, reason: error.reason, detail: error.detail)
      }
    }
    return nil
  }

  // MARK: Turns

  /// Asks the player to move for a move and makes it; a verdict if he cannot.
  private func turn(_ course: inout Course, seats: [Seat]) -> Verdict? {
    let player = course.player
    let lines = EngineDialogue.request(
      course.state, isInformed: course.known[player] == course.state.plies - 1)
    let answer: Seat.Answer
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

  /// The verdict of the rules, or of the adjudication that the tournament file asks for.
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
        // The last score is that of the player who has just moved.
        let winner = ending.lastMoverWins.map { $0 ? 1 - course.player : course.player }
        return Verdict(winner: winner, reason: ending.reason)
      }
    }
  }
}

// MARK: Swap2

extension Referee {
  /// Lets the engines agree on the first stones: the opener proposes three, the replier takes a
  /// colour or adds two, and then the opener takes one.
  private func negotiate(_ course: inout Course, seats: [Seat]) -> Verdict? {
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

  /// One question, whose answer adds to `stones`. `choices` are the numbers of stones that may be
  /// answered; 0 is `SWAP`, which takes Black, 1 stays White and plays.
  private func swap2Step(
    _ course: inout Course, _ stones: inout [Point], _ seat: Seat, player: Int, choices: [Int]
  ) -> Verdict? {
    let answer: Seat.Answer
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
    // Before the last step nobody has a colour yet; whoever answers with a choice gets one.
    if news.isEmpty { course.black = player }
    if news.count == 1 { course.black = 1 - player }
    return nil
  }
}
