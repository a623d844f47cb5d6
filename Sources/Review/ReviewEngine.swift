import Basics
import Gomocup
import GomokuRules
import Match
import Platform

/// The engine that reviews games: this project's own, with limits of nodes and one thread, so that
/// a repeated review has the same result.
public final class ReviewEngine {
  /// The error of an engine that did not start, or gave no valid answer.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private let config: EngineConfig
  /// The node limit of the search of each position.
  ///
  /// The searches for a win by fours and for one by threats take up to a tenth and a quarter of it.
  public let nodes: Int
  private var process: EngineProcess?

  /// The time without an answer after which the engine counts as hanging, in milliseconds.
  private static let patience = 600_000

  public init(command: [String], nodes: Int) {
    config = EngineConfig(
      name: "engine", command: command[0], arguments: Array(command.dropFirst()))
    self.nodes = nodes
  }

  deinit { process?.kill() }

  /// Reviews all positions of a game, from the last to the first.
  ///
  /// The hash table is cleared once, at the start. Each search thus finds the results of the
  /// searches of later positions in the table.
  ///
  /// - Parameters:
  ///   - known: positions that need no search, by their keys.
  ///   - step: called after each position.
  public func review(
    _ game: ReviewGame, known: [String: PositionReview] = [:], step: () -> Void
  ) throws(Failure) -> GameReview {
    try begin(game.kind)
    var positions: [PositionReview] = []
    for ply in (0..<game.positionCount).reversed() {
      if let found = known[game.key(ply)] {
        positions.append(found)
      } else {
        positions.append(try position(ply, of: game))
      }
      step()
    }
    return GameReview(game, positions: positions.reversed())
  }

  /// Starts a game and clears the hash table; starts the engine first if none is running.
  private func begin(_ kind: GameKind) throws(Failure) {
    let process = try running()
    process.send(EngineDialogue.start(kind))
    _ = try answer(in: kind) { $0 == .ok ? true : nil }
    if case .gomoku(let variant, _) = kind { send(.rule(variant)) }
    for (key, value) in [("book", 0), ("thread_num", 1), ("show_detail", 2)] {
      process.send("INFO \(key) \(value)")
    }
    process.send("YXHASHCLEAR")
  }

  private func send(_ setting: InfoSetting) { process?.send(GomocupCommand.info(setting).text()) }

  private func running() throws(Failure) -> EngineProcess {
    if let process { return process }
    do {
      let new = try EngineProcess(config)
      process = new
      return new
    } catch {
      throw Failure(description: "the engine does not start: \(error)")
    }
  }

  // MARK: A position

  private func position(_ ply: Int, of game: ReviewGame) throws(Failure) -> PositionReview {
    process?.send(game.command(ply))
    _ = try answer(in: game.kind) { $0 == .ok ? true : nil }
    process?.send("SEARCH nodes \(nodes)")
    var chance: Double?
    let found = try answer(in: game.kind) { reply -> ScriptReply.Answer? in
      if case .info("WINRATE", let text) = reply { chance = Double(text) }
      if case .script(.search(let answer)) = reply { return answer }
      return nil
    }
    let score: ReportedScore =
      ReportedScore(found.score.description) ?? .estimate(Int(found.score.rawValue))
    var review = PositionReview(
      score: score, chance: ReviewEngine.chance(score, chance), depth: found.depth,
      nodes: Int(clamping: found.nodes), line: found.line, win: nil)
    if case .gomoku = game.kind { review.win = try forcedWin(in: game.kind) }
    return review
  }

  /// Returns the chance of winning for a score.
  ///
  /// - Parameter reported: the chance that the engine reported; `nil` if it reported none. Then a
  ///   negative estimate counts as 0.25, another one as 0.5.
  private static func chance(_ score: ReportedScore, _ reported: Double?) -> Double {
    switch score {
    case .win: 1
    case .loss: 0
    case .estimate(let value): reported.map { min(max($0, 0), 1) } ?? (value < 0 ? 0.25 : 0.5)
    }
  }

  /// Returns a win by fours in the engine's current position; if none is found, a win by threats.
  ///
  /// Returns `nil` if neither is found.
  private func forcedWin(in kind: GameKind) throws(Failure) -> PositionReview.ForcedWin? {
    for (goal, share) in [(ThreatGoal.vcf, 10), (.vct, 4)] {
      process?.send("SOLVE \(goal.rawValue) nodes \(max(1, nodes / share))")
      let found = try answer(in: kind) { reply -> SolveAnswer? in
        if case .script(.solve(let answer)) = reply { answer } else { nil }
      }
      if case .win(let line) = found {
        return PositionReview.ForcedWin(goal: goal, line: line.map(Move.point))
      }
    }
    return nil
  }

  /// Reads replies until `take` accepts one.
  ///
  /// - Throws: a failure, after killing the engine, if it replies with an error or stays silent.
  private func answer<Answer>(
    in kind: GameKind, _ take: (GomocupReply) -> Answer?
  ) throws(Failure) -> Answer {
    guard let process else { throw Failure(description: "no engine is running") }
    let deadline = MonotonicTime.now.advanced(milliseconds: ReviewEngine.patience)
    while true {
      switch process.readLine(until: deadline) {
      case .line(let line):
        let reply = GomocupReply(parsing: line, in: kind.notation)
        if let found = take(reply) { return found }
        switch reply {
        case .error, .unknown: throw ended("the engine says: \(line.prefix(200).shown)")
        default: continue
        }
      case .silence: throw ended("no answer from the engine for ten minutes")
      case .closed: throw ended("the engine has ended")
      case .flood(let what): throw ended("the engine has sent \(what)")
      case .memory(let peak): throw ended("the engine uses \(peak) KiB")
      }
    }
  }

  /// Kills the engine, so that the next game starts a new one; returns the failure.
  private func ended(_ reason: String) -> Failure {
    process?.kill()
    process = nil
    return Failure(description: reason)
  }
}
