import Gomocup
import GomokuRules
import LiuzhouRules

/// A turn or reflection of the board, one of eight; four fit a board that is not square.
public struct Symmetry: Hashable, Sendable {
  /// 0 is the identity. Bit 0 mirrors left and right, bit 1 top and bottom, bit 2 swaps x and y.
  public let code: Int

  public init(code: Int) { self.code = code & 7 }

  public static let identity = Symmetry(code: 0)

  /// How many symmetries a board of `size` has.
  public static func count(for size: BoardSize) -> Int { size.width == size.height ? 8 : 4 }

  /// Where `point` goes on a board of `size`.
  public func image(of point: GomokuRules.Point, on size: BoardSize) -> GomokuRules.Point {
    let (x, y) = image(x: point.x, y: point.y, width: size.width, height: size.height)
    return GomokuRules.Point(x: x, y: y)
  }

  /// Where the cell in column `x` and row `y` of a board of `width` by `height` goes.
  private func image(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    let x = code & 1 == 0 ? x : width - 1 - x
    let y = code & 2 == 0 ? y : height - 1 - y
    return code & 4 == 0 ? (x, y) : (y, x)
  }

  /// The same turn on the board of Liuzhou chess turned or mirrored.
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
  /// How many symmetries openings of the game have.
  var symmetries: Int {
    switch self {
    case .gomoku(_, let size): Symmetry.count(for: size)
    case .liuzhou: 8
    }
  }

  /// The image of `moves` under a symmetry of the board.
  func image(of moves: [Move], under symmetry: Symmetry) -> [Move] {
    moves.map { move in
      switch (self, move) {
      case (.gomoku(_, let size), .point(let point)): .point(symmetry.image(of: point, on: size))
      case (.liuzhou, .turn(let turn)): .turn(symmetry.image(of: turn))
      case (.gomoku, .turn), (.liuzhou, .point): move
      }
    }
  }
}
