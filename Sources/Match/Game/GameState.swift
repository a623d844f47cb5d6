import Basics
import Gomocup
import GomokuRules
import LiuzhouRules

/// The position and the moves of a game, with the result that the rules give.
public enum GameState: Sendable {
  case gomoku(GomokuRules.Position)
  case liuzhou(Game)

  /// The result of a game that its rules have ended.
  public enum Result: Equatable, Sendable {
    case win(Color)
    case draw
  }

  /// A move that the rules do not allow.
  public struct IllegalMove: Error, Equatable, CustomStringConvertible {
    public let move: Move
    public let reason: String
    /// True if the move is a point that renju forbids.
    public var isForbidden = false

    public var description: String { "\(move): \(reason)" }
  }

  public init(_ kind: GameKind) {
    switch kind {
    case .gomoku(let variant, let size):
      self = .gomoku(GomokuRules.Position(size: size, variant: variant))
    case .liuzhou(let rules): self = .liuzhou(Game(rules))
    }
  }

  /// Creates the state after `moves` from the start of a game.
  public init(_ kind: GameKind, after moves: some Sequence<Move>) throws(IllegalMove) {
    self.init(kind)
    for move in moves { try play(move) }
  }

  public var sideToMove: Color {
    switch self {
    case .gomoku(let position): position.sideToMove
    case .liuzhou(let game): game.position.sideToMove
    }
  }

  /// All moves since the start. In gomoku, the stones of a set-up position come first.
  public var moves: [Move] {
    switch self {
    case .gomoku(let position): position.stones.map { .point($0.point) }
    case .liuzhou(let game): game.turns.map(Move.turn)
    }
  }

  /// The number of `moves`.
  public var plies: Int {
    switch self {
    case .gomoku(let position): position.stones.count
    case .liuzhou(let game): game.turns.count
    }
  }

  public mutating func play(_ move: Move) throws(IllegalMove) {
    switch (self, move) {
    case (.gomoku(var position), .point(let point)):
      do { try position.play(point) } catch { throw IllegalMove(point, error) }
      self = .gomoku(position)
    case (.liuzhou(var game), .turn(let turn)):
      do { try game.play(turn) } catch { throw IllegalMove(move: move, reason: "\(error)") }
      self = .liuzhou(game)
    case (.gomoku, .turn), (.liuzhou, .point):
      throw IllegalMove(move: move, reason: "a move of another game")
    }
  }

  /// Returns a random legal move for openings; `nil` if there is none.
  ///
  /// In gomoku it is at most three points from the centre, unless no point there is legal.
  func randomMove(from source: inout SplitMix64) -> Move? {
    switch self {
    case .gomoku(let position):
      let legal = position.legalMoves
      let center = position.size.center
      let near = legal.filter { point in
        abs(point.x - center.x) <= 3 && abs(point.y - center.y) <= 3
      }
      return GameState.any(of: near.isEmpty ? legal : near, &source).map(Move.point)
    case .liuzhou(let game): return GameState.any(of: game.legalTurns, &source).map(Move.turn)
    }
  }

  private static func any<Choice>(of choices: [Choice], _ source: inout SplitMix64) -> Choice? {
    choices.isEmpty ? nil : choices[source.number(below: choices.count)]
  }
}

extension GameState.IllegalMove {
  fileprivate init(_ point: GomokuRules.Point, _ error: GomokuRules.Position.IllegalMove) {
    move = .point(point)
    switch error {
    case .offBoard: reason = "off the board"
    case .occupied: reason = "the point is occupied"
    case .forbidden(let kind): (reason, isForbidden) = ("forbidden (\(kind.words))", true)
    case .gameOver: reason = "the game is over"
    }
  }
}

// MARK: Ends

extension GameState {
  /// The result; `nil` while the game goes on.
  public var result: Result? {
    switch self {
    case .gomoku(let position):
      switch position.outcome {
      case .win(let color): .win(color)
      case .draw: .draw
      case nil: position.sideToMove == .black && position.isWithoutMoves ? .draw : nil
      }
    case .liuzhou(let game):
      game.outcome.map { outcome in outcome.winner.map(Result.win) ?? .draw }
    }
  }

  /// The reason why the rules have ended the game; meaningless while it goes on.
  public var endReason: EndReason {
    switch self {
    case .gomoku(let position):
      if case .win? = position.outcome { .row } else { position.isFull ? .boardFull : .noMoves }
    case .liuzhou(let game):
      switch game.outcome?.reason {
      case .fewStones?: .fewStones
      case .blocked?: .blocked
      case .quiet?: .quiet
      case .length?: .length
      case .repetition?, nil: .repetition
      }
    }
  }
}

extension GomokuRules.Position {
  /// True if the rules of renju leave the side to move no legal point.
  ///
  /// It is only checked with at most 40 empty points; with more, a legal one is assumed.
  fileprivate var isWithoutMoves: Bool {
    variant == .renju && size.pointCount - stones.count <= 40 && legalMoves.isEmpty
  }
}
