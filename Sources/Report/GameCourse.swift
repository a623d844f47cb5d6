import Basics
import GomokuRules
import LiuzhouRules
import Match
import Tournament

/// A recorded game replayed by the rules, for a report: sides to move, phases, the winning row.
struct GameCourse {
  /// The side to move before each move and after the last one.
  private(set) var sides: [Color] = []
  /// The phase before each turn of Liuzhou chess (六洲棋) and after the last one; empty for gomoku.
  private(set) var phases: [Phase] = []
  /// The stones of the winning row; empty if there is none.
  private(set) var winningRow: [GomokuRules.Point] = []

  /// Replays `record`.
  ///
  /// An illegal move ends the replay: in Liuzhou chess the sides and phases stop there, in gomoku
  /// there is no winning row.
  init(_ record: GameRecord, game: GameKind) {
    switch record.origin?.state ?? GameState(game) {
    case .gomoku(var position):
      let first = position.sideToMove
      sides = (0...record.moves.count).map { $0.isMultiple(of: 2) ? first : first.opponent }
      guard record.reason == .row else { return }
      for case .point(let point) in record.moves {
        guard (try? position.play(point)) != nil else { return }
      }
      winningRow = position.winningPoints
    case .liuzhou(var game):
      note(game)
      for case .turn(let turn) in record.moves {
        guard (try? game.play(turn)) != nil else { return }
        note(game)
      }
    }
  }

  /// Appends the side to move and the phase of the present position of `game`.
  private mutating func note(_ game: Game) {
    sides.append(game.position.sideToMove)
    phases.append(game.position.phase)
  }
}
