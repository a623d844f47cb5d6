import Gomocup
import SearchKit

/// What a session has to know of the game that it is about.
///
/// Everything that games have in common (commands in order, limits, clocks, what a search tells) is the
/// session's own business; a game knows its board, its words and what its player can be asked.
protocol GameSession: Sendable {
  /// How its moves are written.
  func notation(_ settings: EngineSettings) -> Notation

  /// Begins the game anew.
  mutating func restart(_ settings: EngineSettings) throws(ProtocolError)

  /// Takes over what INFO has set.
  mutating func adopt(_ settings: EngineSettings)

  /// Obeys a command in the game's own words.
  mutating func obey(
    _ command: GomocupCommand, _ settings: inout EngineSettings
  ) throws(ProtocolError) -> Step

  /// A search of the present position for its best lines.
  func search(lineCount: Int, _ settings: EngineSettings) throws(ProtocolError) -> Assignment

  func task(for chore: Chore) throws(ProtocolError) -> Job.Task

  /// Plays the own move that a search has found.
  mutating func settle(_ move: Move)

  // MARK: Descriptions

  /// The board as text for people.
  func diagram() throws(ProtocolError) -> [String]

  /// Side to move, phase and result.
  func standing() throws(ProtocolError) -> ScriptReply

  /// Why the game is over, in words, if it is and the game tells it.
  var ending: String? { get }

  /// Every legal move.
  func legalMoves() throws(ProtocolError) -> [Move]
}

extension GameSession {
  /// Managers of gomoku see for themselves.
  var ending: String? { nil }

  /// A search of the position after `reply`, without an end, while the opponent still thinks of it;
  /// `nil` if nothing is to be searched there.
  func pondering(on reply: Move, _ settings: EngineSettings) -> Assignment? {
    var next = self
    next.settle(reply)
    guard var assignment = try? next.search(lineCount: 1, settings) else { return nil }
    assignment.purpose = .ponder
    // A search under a clock, even one that never runs out, keeps what earlier ones found.
    assignment.limits = SearchLimits(time: .exactly(.seconds(1_000_000)))
    return assignment
  }
}

/// What a command leads to.
enum Step {
  case done
  case reply(GomocupReply)
  case replies([GomocupReply])
  case job(Assignment)
}

extension EngineSettings {
  /// The limits that INFO sets for an assignment.
  func limits(for assignment: Assignment) -> SearchLimits {
    SearchLimits(depth: depth, nodes: nodes, time: budget(for: assignment))
  }

  /// The time that is left for an assignment.
  func budget(for assignment: Assignment) -> TimeBudget? {
    clock.budget(movesToGo: assignment.movesToGo, policy: assignment.task.timePolicy)
  }
}
