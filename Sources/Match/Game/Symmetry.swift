import Gomocup
import GomokuRules
import LiuzhouRules

extension Symmetry {
  /// Returns the image of `turn` under this symmetry, on the 6x6 board of Liuzhou chess (六洲棋).
  func image(of turn: Turn) -> Turn {
    func image(_ point: LiuzhouRules.Point) -> LiuzhouRules.Point {
      let (file, rank) = self.image(x: point.file, y: point.rank, width: 6, height: 6)
      return LiuzhouRules.Point(file: file, rank: rank) ?? point
    }
    let action: Turn.Action =
      switch turn.action {
      case .place(let point): .place(image(point))
      case .slide(let from, let to): .slide(from: image(from), to: image(to))
      case .remove, .pass: turn.action
      }
    return Turn(action, capturing: LiuzhouRules.PointSet(turn.captured.map(image)))
  }
}

extension GameKind {
  public var symmetries: Int {
    switch self {
    case .gomoku(_, let size): Symmetry.count(for: size)
    case .liuzhou: 8
    }
  }

  /// Returns the images of `moves` under a symmetry of the board.
  public func image(of moves: [Move], under symmetry: Symmetry) -> [Move] {
    moves.map { move in
      switch (self, move) {
      case (.gomoku(_, let size), .point(let point)): .point(symmetry.image(of: point, on: size))
      case (.liuzhou, .turn(let turn)): .turn(symmetry.image(of: turn))
      case (.gomoku, .turn), (.liuzhou, .point): move
      }
    }
  }
}
