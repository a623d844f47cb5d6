import Match
import Gomocup

/// The recent search results of a playing engine, which decide whether the engine resigns.
///
/// An engine resigns once its searches have proved a loss at several moves in a row. If the user
/// takes the resignation back, the engine plays on to the end.
struct EngineHope: Sendable {
  /// The last score that the search in progress has reported.
  private var score: ReportedScore?
  /// The number of the engine's latest moves in a row whose searches proved a loss.
  private var lostMoves = 0
  private var hasResigned = false

  /// The number of moves in a row with a proved loss after which an engine resigns.
  static let mostLostMoves = 4

  /// Keeps the score that a line of the search reports, if any.
  mutating func note(_ reply: GomocupReply) {
    if let score = reply.searchNote.score { self.score = score }
  }

  /// Notes that a search has ended. Returns whether the engine resigns instead of making its move.
  mutating func resigns() -> Bool {
    if case .loss? = score { lostMoves += 1 } else { lostMoves = 0 }
    score = nil
    guard lostMoves >= EngineHope.mostLostMoves, !hasResigned else { return false }
    hasResigned = true
    return true
  }
}
