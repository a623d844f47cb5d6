import Gomoku
import Liuzhou

/// A game in progress as the referee sees it: only the rules, whatever the engines say.
public enum GameState: Sendable {
  case gomoku(Gomoku.Position)
  case liuzhou(Game)

  /// How a game ended by its rules.
  public enum Result: Equatable, Sendable {
    case win(Side)
    case draw
  }

  /// A move that the rules do not allow.
  public struct IllegalMove: Error, Equatable, CustomStringConvertible {
    public let description: String
    /// Whether the move is a point that renju forbids.
    public var isForbidden = false
  }

  /// The start of a game.
  public init(_ kind: GameKind) {
    switch kind {
    case .gomoku(let variant, let size):
      self = .gomoku(Gomoku.Position(size: size, variant: variant))
    case .liuzhou(let rules): self = .liuzhou(Game(rules))
    }
  }

  public var sideToMove: Side {
    switch self {
    case .gomoku(let position): position.sideToMove == .black ? .black : .white
    case .liuzhou(let game): game.position.sideToMove == .black ? .black : .white
    }
  }

  /// The result, or `nil` while the game goes on.
  public var result: Result? {
    switch self {
    case .gomoku(let position):
      switch position.outcome {
      case .win(let color): .win(color == .black ? .black : .white)
      case .draw: .draw
      case nil: position.sideToMove == .black && position.isWithoutMoves ? .draw : nil
      }
    case .liuzhou(let game): game.result
    }
  }

  /// Plays a move in the game's notation.
  public mutating func play(_ move: String) throws(IllegalMove) {
    switch self {
    case .gomoku(var position):
      guard let point = Gomoku.Point(move) else { throw IllegalMove(description: "not a point") }
      do { try position.play(point) } catch { throw IllegalMove(error) }
      self = .gomoku(position)
    case .liuzhou(var game):
      try game.play(text: move)
      self = .liuzhou(game)
    }
  }

  /// A move for random openings, or `nil` if there is none.
  func randomMove(from source: inout RandomSource) -> String? {
    switch self {
    case .gomoku(let position):
      let legal = position.legalMoves
      let center = position.size.center
      let near = legal.filter { point in
        abs(point.x - center.x) <= 3 && abs(point.y - center.y) <= 3
      }
      let choices = near.isEmpty ? legal : near
      return choices.isEmpty ? nil : choices[source.number(below: choices.count)].description
    case .liuzhou(let game): return game.randomTurn(from: &source)
    }
  }
}

/// One of the two players of a game; Black moves first in both games.
public enum Side: Int, CaseIterable, Sendable {
  case black = 0
  case white = 1

  public var opponent: Side { self == .black ? .white : .black }
  public var name: String { self == .black ? "black" : "white" }
}

extension GameState.IllegalMove {
  fileprivate init(_ error: Gomoku.Position.IllegalMove) {
    switch error {
    case .offBoard: self.init(description: "off the board")
    case .occupied: self.init(description: "the point is occupied")
    case .forbidden(let kind): self.init(description: "forbidden (\(kind))", isForbidden: true)
    case .gameOver: self.init(description: "the game is over")
    }
  }
}

extension Gomoku.Position {
  /// Whether renju leaves Black no point to play on: looked at only on a nearly full board.
  fileprivate var isWithoutMoves: Bool {
    variant == .renju && size.pointCount - stones.count <= 40 && legalMoves.isEmpty
  }
}

extension GameState {
  /// Nodes spent on the search for a proven win after each move.
  private static let proofNodes: UInt64 = 20_000

  /// The side to move if it has a win by fours alone, which the referee's own search proves.
  var provenWinner: Side? {
    switch self {
    case .gomoku(let position):
      switch ThreatSearch(.vcf, position, nodeLimit: GameState.proofNodes).outcome {
      case .win: sideToMove
      default: nil
      }
    case .liuzhou: nil
    }
  }

  /// Why a game that its rules call finished is over.
  var endReason: EndReason {
    switch self {
    case .gomoku(let position):
      if case .win? = position.outcome { .row } else { position.isFull ? .boardFull : .noMoves }
    case .liuzhou(let game): game.endReason
    }
  }
}
