/// Why a game ended.
public enum EndReason: String, CaseIterable, Sendable {
  /// A winning row.
  case row = "five"
  case boardFull = "board-full"
  /// Renju leaves Black no point.
  case noMoves = "no-moves"

  /// Liuzhou chess: three live stones or fewer.
  case fewStones = "few-stones"
  /// No slide is left, where the rules make that a loss or a draw.
  case blocked
  /// Too many turns without a capture.
  case quiet
  /// A position for the third time.
  case repetition

  /// Ended by the referee as the tournament file demands.
  case maximumPlies = "max-plies"
  case agreedDraw = "adjudicated-draw"
  case resignation = "adjudicated-loss"
  case provenWin = "proven-win"

  /// Ended by people: one gives up, or both agree.
  case resigned
  case drawAgreed = "draw-agreed"
  /// Not ended at all.
  case unfinished

  /// A point that renju forbids.
  case forbidden
  /// Any other move that the rules do not allow.
  case illegal
  /// A reply that is no move.
  case malformed
  /// The clock ran out.
  case time
  /// No answer, not even late.
  case stall
  /// Killed by a signal.
  case crash
  /// Ended by itself.
  case exit
  /// Its output was closed although it lives on.
  case closed
  /// Output without end, or a line without end.
  case flood
  /// More memory than allowed.
  case memory
  /// No `OK` to `START`, or no process at all.
  case startFailure = "start-failure"

  /// Whether the loser broke the protocol, the rules or a limit, rather than being outplayed.
  public var isFault: Bool {
    switch self {
    case .row, .boardFull, .noMoves, .fewStones, .blocked, .quiet, .repetition: false
    case .maximumPlies, .agreedDraw, .resignation, .provenWin: false
    case .resigned, .drawAgreed, .unfinished: false
    default: true
    }
  }

  /// Whether the engine has to be started again after it.
  var needsRestart: Bool { isFault && self != .forbidden && self != .illegal }
}
