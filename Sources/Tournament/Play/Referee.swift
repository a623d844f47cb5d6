import Foundation
import SearchKit

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
    var moves: [String] = []
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
  func play(
    _ game: Schedule.Game, seats: [Seat], isCancelled: () -> Bool
  ) -> GameRecord? {
    let began = Referee.milliseconds
    var course = Course(state: GameState(config.game))
    for move in game.pair.opening.moves where (try? course.state.play(move)) != nil {
      course.moves.append(move)
    }
    var openingPlies = course.moves.count
    var verdict = seatPlayers(seats)
    if verdict == nil, config.openings == .swap2 {
      verdict = negotiate(&course, seats: seats)
      openingPlies = course.moves.count
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
      symmetry: game.pair.symmetry.code, openingPlies: openingPlies, moves: course.moves,
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
      game: config.game, moves: course.moves, for: course.state.sideToMove,
      isInformed: course.known[player] == course.moves.count - 1)
    let answer: Seat.Answer
    do { answer = try seats[player].ask(lines) } catch {
      return Verdict(winner: 1 - player, reason: error.reason, detail: error.detail)
    }
    guard case .move(let move) = answer.reply else {
      return Verdict(
        winner: 1 - player, reason: .malformed, detail: Referee.describe(answer.reply))
    }
    do { try course.state.play(move) } catch {
      let reason: EndReason = error.isForbidden ? .forbidden : .illegal
      return Verdict(winner: 1 - player, reason: reason, detail: "\(move): \(error)")
    }
    course.moves.append(move)
    course.known[player] = course.moves.count
    var search = GameRecord.Search(microseconds: answer.microseconds)
    search.nodes = answer.note.nodes ?? 0
    search.depth = answer.note.depth ?? 0
    search.score = answer.note.score
    course.searches.append(search)
    return nil
  }

  private static func describe(_ reply: EngineDialogue.Reply) -> String {
    switch reply {
    case .refusal(let text), .nonsense(let text): text.prefix(200).shown
    default: "\(reply)"
    }
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
        plies: course.moves.count, scores: course.searches.map(\.score))
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
    if let verdict = swap2Step(&course, seats, player: 0, choices: [3]) { return verdict }
    let before = course.moves.count
    if let verdict = swap2Step(&course, seats, player: 1, choices: [0, 1, 2]) { return verdict }
    if course.moves.count == before + 2 {
      return swap2Step(&course, seats, player: 0, choices: [0, 1])
    }
    return nil
  }

  /// One question. `choices` are the numbers of stones that may be answered; 0 is `SWAP`, which
  /// takes Black, 1 stays White and plays.
  private func swap2Step(
    _ course: inout Course, _ seats: [Seat], player: Int, choices: [Int]
  ) -> Verdict? {
    let answer: Seat.Answer
    do {
      answer = try seats[player].ask(EngineDialogue.swap2(course.moves))
    } catch {
      return Verdict(winner: 1 - player, reason: error.reason, detail: error.detail)
    }
    let stones: [String]
    switch answer.reply {
    case .swap: stones = []
    case .move(let move): stones = [move]
    case .points(let points): stones = points
    default:
      return Verdict(
        winner: 1 - player, reason: .malformed, detail: Referee.describe(answer.reply))
    }
    guard choices.contains(stones.count) else {
      return Verdict(
        winner: 1 - player, reason: .malformed, detail: "\(stones.count) stones in swap2")
    }
    for move in stones {
      do { try course.state.play(move) } catch {
        return Verdict(winner: 1 - player, reason: .illegal, detail: "\(move): \(error)")
      }
      course.moves.append(move)
    }
    // Before the last step nobody has a colour yet; whoever answers with a choice gets one.
    if stones.isEmpty { course.black = player }
    if stones.count == 1 { course.black = 1 - player }
    return nil
  }
}
