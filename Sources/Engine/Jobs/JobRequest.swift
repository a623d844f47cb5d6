import Gomocup
import SearchTypes

/// A job as a command requests it, before the session adds limits and a clock.
struct JobRequest {
  /// The use of the job's result.
  enum Purpose: Equatable {
    /// The engine plays the move and sends it.
    case turn
    /// The result is sent as a reply for scripts; no move is played.
    case script
    /// An opening or a balance: the reply is the next action, or the stones to add, or SWAP.
    case opening
    /// Swap2 in the commands of Yixin-Board: the reply is in the format of Yixin-Board.
    case yixinOpening(Swap2Step)
    /// Soosyrv-8 in the commands of Yixin-Board: the reply is in the format of Yixin-Board.
    case yixinSoosyrv(SoosyrvStep)
    /// A database command, whose result contains the replies.
    case database
    /// The result is discarded; the search only fills the hash table.
    case ponder
  }

  var task: Job.Task
  var purpose = Purpose.turn
  /// The limits of the command; `nil` for those of INFO.
  var limits: SearchLimits?
  /// An upper bound on the engine's own moves until the end of the game, for the time policy.
  var movesToGo: Int
  /// True if several best lines may be reported, as for YXNBEST and YXSEARCHDEFEND.
  var isRanked = false

  /// True for a search of a single best move, to be played.
  var isMove: Bool { purpose == .turn && !isRanked }

  /// True if the database may record the result.
  var isRecorded: Bool { purpose == .turn || purpose == .script }

  /// True if `INFO strength` applies: to searches for one best line within the limits of INFO.
  var isHandicapped: Bool { limits == nil && !isRanked }
}
