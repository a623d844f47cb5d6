/// The reason for the end of a game.
public enum EndReason: String, CaseIterable, Sendable {
  /// A winning row of stones.
  case row = "five"
  case boardFull = "board-full"
  /// It is Black's turn, and renju forbids him all points.
  case noMoves = "no-moves"

  /// Liuzhou chess (六洲棋): a side has so few live stones that it loses (`RuleSet.loseAt`).
  case fewStones = "few-stones"
  /// Liuzhou chess: the side to move has no legal slide, which the rules make a loss or a draw.
  case blocked
  /// Liuzhou chess: the limit of turns without a capture is reached.
  case quiet
  /// Liuzhou chess: the limit of steps is reached.
  case length
  /// Liuzhou chess: the third occurrence of a position.
  case repetition

  /// The referee's verdict in a tournament: a draw, as the limit of plies is reached.
  case maximumPlies = "max-plies"
  /// The referee's verdict: a draw, as the scores of both engines are close to 0.
  case agreedDraw = "adjudicated-draw"
  /// The referee's verdict: a loss, as both engines report scores that decide the game.
  case resignation = "adjudicated-loss"
  /// The referee's verdict: a win by fours that the referee has found.
  case provenWin = "proven-win"

  /// A player of `arena play` resigned.
  case resigned
  /// The players of `arena play` agreed on a draw.
  case drawAgreed = "draw-agreed"
  /// The game has not ended.
  case unfinished

  /// A move to a point that is forbidden in renju.
  case forbidden
  /// Any other illegal move.
  case illegal
  /// An answer that is no move, or no action of the opening.
  case malformed
  /// A time limit was exceeded.
  case time
  /// No answer came, and the engine was idle or had no time limit.
  case stall
  /// A signal killed the engine.
  case crash
  /// The engine exited by itself.
  case exit
  /// The engine closed its output but is still running.
  case closed
  /// The engine wrote too much, or a line that is too long.
  case flood
  /// The engine exceeded its memory limit.
  case memory
  /// The process could not be started, or it did not answer `START` with `OK`.
  case startFailure = "start-failure"

  /// True if the loser broke the protocol, the rules or a limit, or if its process failed.
  public var isFault: Bool {
    switch self {
    case .row, .boardFull, .noMoves, .fewStones, .blocked, .quiet, .length, .repetition: false
    case .maximumPlies, .agreedDraw, .resignation, .provenWin: false
    case .resigned, .drawAgreed, .unfinished: false
    default: true
    }
  }

  /// The letter behind the winner in SGF's property `RE`; empty after an end on the board.
  ///
  /// It is R after a resignation or an adjudicated loss, T after a time limit, and F after another
  /// fault.
  var sgfLetter: String {
    switch self {
    case .resigned, .resignation: "R"
    case .time: "T"
    default: isFault ? "F" : ""
    }
  }

  /// True if the losing engine has to be restarted before its next game.
  public var needsRestart: Bool { isFault && self != .forbidden && self != .illegal }
}
