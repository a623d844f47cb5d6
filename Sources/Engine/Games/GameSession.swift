import Gomocup
import SearchTypes

/// The part of a `Session` that depends on the game: gomoku or Liuzhou chess.
///
/// The session handles what games share: the order of commands, limits, clocks and search output. A
/// game handles its board, its own commands and the tasks for its player.
protocol GameSession: Sendable {
  /// Returns the notation of the game's moves.
  func notation(_ settings: EngineSettings) -> Notation

  /// Starts the game anew, by the same rules; throws if there is no game.
  mutating func restart(_ settings: EngineSettings) throws(ProtocolError)

  /// Adopts settings that INFO has changed.
  mutating func adopt(_ settings: EngineSettings)

  /// Executes a command that depends on the game.
  mutating func obey(
    _ command: GomocupCommand, _ settings: inout EngineSettings
  ) throws(ProtocolError) -> CommandResult

  /// Returns the request to search the current position for its `lineCount` best lines.
  ///
  /// Throws if the position cannot be searched, for example because the game is over.
  func search(lineCount: Int, _ settings: EngineSettings) throws(ProtocolError) -> JobRequest

  /// Returns the task of a job that does `sharedTask`, such as a perft, in the current position.
  ///
  /// Throws if the task needs a game and there is none, or none by rules that this engine plays.
  func task(for sharedTask: SharedTask) throws(ProtocolError) -> Job.Task

  /// Plays a move from a search: the engine's own, or the reply that it expects.
  mutating func playSearched(_ move: Move)

  // MARK: Descriptions

  /// Returns the board as text for people, the MESSAGE lines of SHOW.
  func diagram() throws(ProtocolError) -> [String]

  /// Returns the last line of SHOW: the side to move, the phase and the result.
  func standing() throws(ProtocolError) -> ScriptReply

  /// The result of the finished game in words; `nil` while it goes on or if the game does not
  /// report it.
  var ending: String? { get }

  /// Returns all legal moves.
  func legalMoves() throws(ProtocolError) -> [Move]
}

extension GameSession {
  /// `nil` by default, because gomoku's managers see the end of a game for themselves.
  var ending: String? { nil }

  /// Returns the request to ponder: to search the position after `reply` in the opponent's time.
  ///
  /// Returns `nil` if that position cannot be searched, for example because the game is over.
  func pondering(on reply: Move, _ settings: EngineSettings) -> JobRequest? {
    var next = self
    next.playSearched(reply)
    guard var request = try? next.search(lineCount: 1, settings) else { return nil }
    request.purpose = .ponder
    // With a time limit, even an unreachable one, a search keeps the hash table of earlier
    // searches.
    request.limits = SearchLimits(time: .exactly(.seconds(1_000_000)))
    return request
  }
}

/// The result of a game's command, which the session carries out.
enum CommandResult {
  case done
  case reply(GomocupReply)
  case replies([GomocupReply])
  /// The command is answered by the result of this job.
  case job(JobRequest)
}

extension EngineSettings {
  /// Returns the limits that INFO has set for a job.
  func limits(for request: JobRequest) -> SearchLimits {
    SearchLimits(depth: depth, nodes: nodes, time: budget(for: request))
  }

  /// Returns the soft and the hard deadline that the clock allows for a job; `nil` without a time
  /// limit.
  func budget(for request: JobRequest) -> TimeBudget? {
    clock.budget(movesToGo: request.movesToGo, policy: request.task.timePolicy)
  }
}
