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
  /// Liuzhou chess: the third occurrence of a position.
  case repetition

  /// Adjudication, as in the next three cases: the limit of plies is reached.
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

  /// True if the loser broke the protocol, the rules or a limit, instead of losing on the board.
  public var isFault: Bool {
    switch self {
    case .row, .boardFull, .noMoves, .fewStones, .blocked, .quiet, .repetition: false
    case .maximumPlies, .agreedDraw, .resignation, .provenWin: false
    case .resigned, .drawAgreed, .unfinished: false
    default: true
    }
  }

  /// The letter behind the winner in SGF's property `RE`: R after a resignation, T after a time
  /// limit, F after another fault; empty if the game was won on the board.
  var sgfLetter: String {
    switch self {
    case .resigned, .resignation: "R"
    case .time: "T"
    default: isFault ? "F" : ""
    }
  }

  /// True if the engine has to be restarted before the next game.
  public var needsRestart: Bool { isFault && self != .forbidden && self != .illegal }
}
