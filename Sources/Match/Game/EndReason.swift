/// The reason for the end of a game.
public enum EndReason: String, CaseIterable, Sendable {
  /// A winning row of stones.
  case row = "five"
  case boardFull = "board-full"
  /// Black, to move, has only forbidden points left (renju).
  case noMoves = "no-moves"

  /// Liuzhou chess (六洲棋): a side has three live stones or fewer.
  case fewStones = "few-stones"
  /// Liuzhou chess: the side to move has no legal slide, a loss or a draw by the rule set.
  case blocked
  /// Liuzhou chess: too many turns without a capture.
  case quiet
  /// Liuzhou chess: the third occurrence of a position.
  case repetition

  /// The tournament's adjudication rules ended the game.
  case maximumPlies = "max-plies"
  case agreedDraw = "adjudicated-draw"
  case resignation = "adjudicated-loss"
  case provenWin = "proven-win"

  /// People ended the game: one side resigned, or both agreed on a draw.
  case resigned
  case drawAgreed = "draw-agreed"
  /// The game has not ended.
  case unfinished

  /// A move to a point that is forbidden in renju.
  case forbidden
  /// Any other illegal move.
  case illegal
  /// A reply that is not a move.
  case malformed
  /// A time limit was exceeded.
  case time
  /// No answer came within the time limit and the extra time.
  case stall
  /// A signal killed the engine.
  case crash
  /// The engine exited by itself.
  case exit
  /// The engine closed its output but is still running.
  case closed
  /// Too much output, or an overlong line.
  case flood
  /// The engine exceeded its memory limit.
  case memory
  /// The process could not be started, or it did not answer `START` with `OK`.
  case startFailure = "start-failure"

  /// True if the loser broke the protocol, the rules or a limit, instead of losing on the board.
  public var isFault: Bool {
    switch self {
    case .row, .boardFull, .noMoves, .fewStones, .blocked, .quiet, .repetition: false
    case .maximumPlies, .agreedDraw, .resignation, .provenWin: false
    case .resigned, .drawAgreed, .unfinished: false
    default: true
    }
  }

  /// True if the engine has to be restarted afterwards.
  public var needsRestart: Bool { isFault && self != .forbidden && self != .illegal }
}
