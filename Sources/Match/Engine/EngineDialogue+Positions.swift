import Basics
import Gomocup
import GomokuRules
import LiuzhouRules

/// The commands that give an engine a position and ask for a move or for lines.
extension EngineDialogue {
  /// Returns the commands that ask for a move.
  ///
  /// They are `BEGIN` at the usual start, `TURN` if the engine lacks only the last move, and
  /// otherwise the whole position.
  ///
  /// - Parameter isInformed: true if the engine knows all moves but the last. It is false after two
  ///   turns of one side in a row, which Liuzhou chess (六洲棋) allows.
  package static func request(_ state: GameState, isInformed: Bool) -> [String] {
    switch state {
    case .gomoku(let position):
      if isInformed, let last = position.stones.last { return lines(.gomoku(.turn(last.point))) }
      if let setup = setup(of: position) { return lines(.gomoku(.position(setup))) + lines(.begin) }
      return position.stones.isEmpty ? lines(.begin) : lines(.gomoku(.board(entries(of: position))))
    case .liuzhou(let game):
      if isInformed, let last = game.turns.last { return lines(.liuzhou(.turn(last))) }
      let course = course(of: game)
      return course == HistorySetup(turns: [])
        ? lines(.begin) : lines(.liuzhou(.board(course)))
    }
  }

  /// Returns the commands that ask for the `count` best principal variations, followed by a move.
  package static func request(_ state: GameState, lineCount count: Int) -> [String] {
    let place: GomocupCommand =
      switch state {
      case .gomoku(let position):
        .gomoku(setup(of: position).map(GomokuCommand.position) ?? .yxBoard(entries(of: position)))
      case .liuzhou(let game): .liuzhou(.yxBoard(course(of: game)))
      }
    return lines(place) + lines(.yxNBest(count))
  }

  private static func entries(of position: GomokuRules.Position) -> [BoardEntry] {
    position.stones.map { stone in
      BoardEntry(point: stone.point, owner: stone.color == position.sideToMove ? .own : .opponent)
    }
  }

  /// Returns the arguments of POSITION if BOARD cannot say whose turn it is; otherwise `nil`.
  ///
  /// BOARD makes the engine Black after an even number of stones. The colour matters in renju
  /// alone: its rules differ by colour.
  private static func setup(of position: GomokuRules.Position) -> PositionSetup? {
    let isUsual = (position.sideToMove == .black) == position.stones.count.isMultiple(of: 2)
    guard position.variant == .renju, !isUsual else { return nil }
    return PositionSetup(stonesOf: position)
  }

  private static func course(of game: Game) -> HistorySetup {
    let start = game.positions[0]
    let origin = start == game.book.start ? nil : start.description
    return HistorySetup(origin: origin, turns: game.turns)
  }
}
