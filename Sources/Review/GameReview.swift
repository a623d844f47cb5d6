import Basics
import Gomocup
import Match

/// The judgement of each move of a game.
public struct GameReview: Sendable {
  public let game: ReviewGame
  /// The positions before each move, and after the last one unless that move ends the game.
  public let positions: [PositionReview]
  public let moves: [JudgedMove]

  init(_ game: ReviewGame, positions: [PositionReview]) {
    (self.game, self.positions) = (game, positions)
    moves = game.moves.indices.map { JudgedMove($0, of: game, positions) }
  }

  /// The chance of Black before each move and after the last one, from 0 to 1.
  public var blackChances: [Double] {
    game.states.indices.map { JudgedMove.chance(of: .black, at: $0, of: game, positions) }
  }

  /// Returns the sums over the moves of one side, without the moves of an opening rule such as
  /// swap2.
  public func summary(of color: Color) -> Summary {
    Summary(moves.filter { $0.side == color && !$0.isOpening })
  }

  public struct Summary: Equatable, Sendable {
    public var moves: Int
    /// The number of moves that were the engine's first choice.
    public var best: Int
    public var marks: [JudgedMove.Mark: Int]
    public var missedWins: Int
    /// The mean loss of chance over the moves before which the side's chance was at least
    /// `lostChance`; `nil` if there are none.
    public var meanLoss: Double?
    /// The total time in milliseconds; `nil` unless the record has the time of each of the moves.
    public var milliseconds: Int?

    init(_ own: [JudgedMove]) {
      moves = own.count
      best = own.count(where: \.isBest)
      marks = Dictionary(grouping: own.compactMap(\.mark)) { $0 }.mapValues(\.count)
      missedWins = own.count { $0.missedWin != nil }
      let open = own.filter { $0.before >= JudgedMove.lostChance }
      meanLoss = open.isEmpty ? nil : open.reduce(0) { $0 + $1.loss } / Double(open.count)
      let times = own.compactMap(\.milliseconds)
      milliseconds = times.count == own.count && !own.isEmpty ? times.reduce(0, +) : nil
    }
  }
}

/// A move with the chance of winning that it lost.
public struct JudgedMove: Sendable {
  /// The grades of a bad move, by the chance that it lost.
  public enum Mark: String, CaseIterable, Sendable {
    case inaccuracy, mistake, blunder

    /// The smallest loss of chance for the grade. The page for browsers has the same limits
    /// (`Page/verdicts.js`).
    var limit: Double {
      switch self {
      case .inaccuracy: 0.05
      case .mistake: 0.1
      case .blunder: 0.2
      }
    }

    /// The sign behind the move in game records.
    public var sign: String {
      switch self {
      case .inaccuracy: "?!"
      case .mistake: "?"
      case .blunder: "??"
      }
    }
  }

  /// The chance below which a side has nothing left to lose.
  static let lostChance = 0.05

  /// The number of moves before this one.
  public let ply: Int
  public let move: Move
  public let side: Color
  /// True for a move of an opening rule such as swap2.
  ///
  /// The move has no mark: under such a rule a level position can be better than an advantage.
  public let isOpening: Bool
  /// The side's chance before the move and after it.
  public let before: Double
  public let after: Double
  public let isBest: Bool
  public let mark: Mark?
  /// The engine's best line in the position before the move.
  public let better: [Move]
  /// The win by threats that the move gave away, if any.
  public let missedWin: PositionReview.ForcedWin?
  /// The win by threats that a move with a mark allowed the other side.
  ///
  /// It is `nil` if the position before the move was lost anyway.
  public let allowedWin: PositionReview.ForcedWin?
  public let milliseconds: Int?

  public var loss: Double { isBest ? 0 : max(0, before - after) }

  init(_ ply: Int, of game: ReviewGame, _ positions: [PositionReview]) {
    self.ply = ply
    move = game.moves[ply]
    side = game.states[ply].sideToMove
    isOpening = ply < game.openingCount
    before = JudgedMove.chance(of: side, at: ply, of: game, positions)
    after = JudgedMove.chance(of: side, at: ply + 1, of: game, positions)
    better = positions[ply].line
    // If the chance drops after the engine's own move, the engine saw too little before.
    isBest = better.first == move
    let loss = isBest ? 0 : before - after
    mark = isOpening ? nil : Mark.allCases.last { loss >= $0.limit - 1e-9 }
    milliseconds = game.milliseconds(ply)
    let next = ply + 1 < positions.count ? positions[ply + 1] : nil
    let isSame = game.states[ply + 1].sideToMove == side
    let keepsWin =
      game.states[ply + 1].result == .win(side)
      || next.map { isSame ? $0.isWon : $0.isLost } ?? false
    missedWin = keepsWin || isBest || isOpening ? nil : positions[ply].win
    allowedWin = mark == nil || isSame || positions[ply].isLost ? nil : next?.win
  }

  /// Returns the chance of a side at a position. If the game is over, this is the result.
  static func chance(
    of color: Color, at ply: Int, of game: ReviewGame, _ positions: [PositionReview]
  ) -> Double {
    let state = game.states[ply]
    switch state.result {
    case .win(let winner)?: return winner == color ? 1 : 0
    case .draw?: return 0.5
    case nil:
      let chance = positions[ply].chance
      return state.sideToMove == color ? chance : 1 - chance
    }
  }
}
