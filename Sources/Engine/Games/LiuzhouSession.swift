import Basics
import Gomocup
import Liuzhou
import LiuzhouRules
import SearchKit

/// The part of a `Session` for Liuzhou chess (六洲棋): a game with its history.
struct LiuzhouSession: GameSession, Equatable {
  private(set) var game: Game

  init(_ rules: RuleSet) { game = Game(rules) }

  func notation(_ settings: EngineSettings) -> Notation { Notation(.liuzhou) }

  mutating func restart(_ settings: EngineSettings) { game = Game(game.rules) }

  /// Does nothing, because the rules of this game are set by START alone.
  mutating func adopt(_ settings: EngineSettings) {}

  // MARK: Commands

  mutating func obey(
    _ command: GomocupCommand, _ settings: inout EngineSettings
  ) throws(ProtocolError) -> CommandResult {
    guard case .liuzhou(let command) = command else {
      throw .otherGame(sent: command.text(settings.order), of: .gomoku, expected: nil)
    }
    switch command {
    case .turn(let turn):
      let opponent = game.position.sideToMove
      try play(turn)
      // A side may have two turns in a row where a phase ends. After the first of them there is
      // nothing to answer yet.
      if game.outcome == nil, game.position.sideToMove == opponent { return .reply(.ok) }
      return .job(try search(lineCount: 1, settings))
    case .play(let turn):
      try play(turn)
      return .reply(.move(.turn(turn)))
    case .takeBack:
      guard game.takeBack() != nil else { throw .nothingToTakeBack }
      return .reply(.ok)
    case .board(let setup):
      game = try game(from: setup)
      return .job(try search(lineCount: 1, settings))
    case .yxBoard(let setup):
      game = try game(from: setup)
      return .done
    case .position(let setup):
      game = try game(from: setup)
      return .reply(.ok)
    case .captures(let points): return .replies(captures(by: points).map(GomocupReply.script))
    }
  }

  private mutating func play(_ turn: Turn) throws(ProtocolError) {
    do { try game.play(turn) } catch { throw ProtocolError(error) }
  }

  mutating func playSearched(_ move: Move) {
    if case .turn(let turn) = move { try? game.play(turn) }
  }

  /// Returns a game by the same rules with the first position and the turns of `setup`.
  private func game(from setup: HistorySetup) throws(ProtocolError) -> Game {
    var course = Game(game.rules)
    if let origin = setup.origin {
      do { course = Game(game.book, from: try game.book.position(origin)) } catch {
        throw .badPosition(error)
      }
    }
    for (index, turn) in setup.turns.enumerated() {
      do { try course.play(turn) } catch {
        throw .illegalTurnAmong(error, turn: turn, number: index + 1)
      }
    }
    return course
  }

  // MARK: Searches

  func search(
    lineCount: Int, _ settings: EngineSettings
  ) throws(ProtocolError) -> JobRequest {
    if let outcome = game.outcome { throw .gameOver(outcome.description) }
    return JobRequest(
      task: .liuzhou(.search(SearchOptions(lineCount: lineCount)), game),
      movesToGo: LiuzhouPlayer.turnsToGo(in: game),
      isRanked: lineCount > 1)
  }

  func task(for sharedTask: SharedTask) -> Job.Task { .liuzhou(.shared(sharedTask), game) }

  // MARK: Descriptions

  func diagram() -> [String] { LiuzhouDiagram(game: game, ending: ending).lines }

  func standing() -> ScriptReply {
    let outcome = game.outcome
    let phase: ScriptReply.Phase =
      switch game.position.phase {
      case _ where outcome != nil: .over
      case .placing: .placing
      case .forcing: .forcing
      case .moving: .moving
      case .exchanging: .exchanging
      }
    let result: ScriptReply.Result =
      switch outcome?.winner {
      case .black: .black
      case .white: .white
      case nil: outcome == nil ? .none : .draw
      }
    return .show(
      side: game.position.sideToMove == .black ? .black : .white, phase: phase, result: result)
  }

  func legalMoves() -> [Move] { game.legalTurns.map(Move.turn) }

  /// Returns the replies to CAPTURES: the captures of the legal actions at `points`.
  ///
  /// Without points, all actions count. Otherwise these count: placements on the points, slides to
  /// or from them, all removals and passes. With exactly two points, the only slide that counts is
  /// the one from the first to the second.
  private func captures(by points: [Point]) -> [ScriptReply] {
    let asked = game.actionsWithRequiredCaptures.filter { action, _ in
      switch action {
      case .place(let point): points.isEmpty || points.contains(point)
      case .slide(let from, let to):
        points.count == 2
          ? points == [from, to]
          : points.isEmpty || points.contains(from) || points.contains(to)
      case .remove, .pass: true
      }
    }
    let lines = asked.map { action, required in
      ScriptReply.Capture(
        action, count: required.total, all: required.compulsory, others: required.pool)
    }
    return lines.sorted { $0.action.description < $1.action.description }.map(ScriptReply.capture)
      + [.protected(.black, game.protected(.black)), .protected(.white, game.protected(.white))]
      + [.captures(lines.count)]
  }

  /// The result in words; `nil` while the game goes on.
  var ending: String? { game.outcome.map { "game over: \($0)" } }
}

/// The board as text for people, with files as letters and ranks numbered from below.
private struct LiuzhouDiagram {
  let game: Game
  let ending: String?

  var lines: [String] {
    let ranks = (0..<6).reversed().map { rank in
      "  \(rank + 1)" + (0..<6).map { symbol(Point(file: $0, rank: rank)) }.joined()
    }
    return ranks + ["    a b c d e f", state, legend, "position \(position)"]
      + (ending.map { [$0] } ?? [])
  }

  private var position: Position { game.position }

  private func symbol(_ point: Point?) -> String {
    guard let point else { return "" }
    let isLast = game.turns.last?.target == point
    return (isLast ? ">" : " ") + String(position.letter(at: point) ?? ".")
  }

  private var state: String {
    let hands = Color.allCases.map { "\(position.hand($0)) \($0)" }.joined(separator: " and ")
    return switch position.phase {
    case .placing: "\(game.rules), placing, \(position.sideToMove) to move, in hand \(hands)"
    case .forcing, .exchanging:
      "\(game.rules), \(position.phase), \(position.sideToMove) to remove a stone"
    case .moving:
      "\(game.rules), moving, \(position.sideToMove) to move, "
        + "\(position.quiet) turns without a capture\(steps)"
    }
  }

  /// The steps played, if the rules limit them.
  private var steps: String {
    let length = game.rules.length
    return length == 0 ? "" : ", \(position.steps) of \(length) steps"
  }

  private var legend: String {
    let counts = Color.allCases.map { "\(position.live($0).count) \($0)" }
    let dead = position.phase == .placing ? "; captured x black, o white" : ""
    return "X \(counts[0]), O \(counts[1])\(dead)"
  }
}
