import Gomocup
import SearchKit

/// Work that a command asks for, before the session adds limits and a clock.
struct Assignment {
  /// What is done with the result.
  enum Purpose: Equatable {
    /// The move is played and answered.
    case turn
    case script
    case opening
    /// The answer is told in Yixin-Board's words.
    case yixinOpening(Swap2Step)
    /// The database answers by itself.
    case database
    /// Nothing: the search is for the sake of the hash table.
    case ponder
  }

  var task: Job.Task
  var purpose = Purpose.turn
  /// `nil` for those of INFO.
  var limits: SearchLimits?
  /// How many own moves the game may still last.
  var movesToGo: Int
  /// Whether several best lines were asked for.
  var isRanked = false

  /// Whether it is about one line, of a move to be played.
  var isMove: Bool { purpose == .turn && !isRanked }

  /// Whether the database keeps what is found.
  var isRecorded: Bool { purpose == .turn || purpose == .script }

  /// Whether `INFO strength` concerns it: moves that are played, and searches that INFO limits.
  var isHandicapped: Bool { limits == nil && !isRanked }
}
