import Match
import Gomocup

/// The last searches of an engine that plays, by which it resigns.
///
/// It resigns once its searches have proved a loss at several moves in a row. If the user takes the
/// resignation back, it plays on to the end.
struct EngineHope: Sendable {
  /// The score of the search that is going on.
  private var score: ReportedScore?
  /// The number of its last moves in a row that were lost.
  private var lostMoves = 0
  private var hasResigned = false

  /// The number of lost moves in a row after which an engine resigns.
  static let mostLostMoves = 4

  /// Notes a line of the search.
  mutating func note(_ reply: GomocupReply) {
    if let score = reply.searchNote.score { self.score = score }
  }

  /// Notes the end of a search, and returns whether the engine resigns instead of its move.
  mutating func resigns() -> Bool {
    if case .loss? = score { lostMoves += 1 } else { lostMoves = 0 }
    score = nil
    guard lostMoves >= EngineHope.mostLostMoves, !hasResigned else { return false }
    hasResigned = true
    return true
  }
}
