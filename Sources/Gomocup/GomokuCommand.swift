import Basics
import GomokuRules
import SearchTypes

/// A command that only gomoku has, or that has a form of its own in gomoku.
public enum GomokuCommand: Equatable, Sendable {
  case turn(Point)
  case play(Point)
  case takeBack(Point)
  case board([BoardEntry])
  case swap2Board([Point])
  /// An opening so far, for which the engine answers with its next action.
  case opening(OpeningRule, [OpeningAction])
  /// A step of the swap2 opening: the proposal, or a choice after three or five stones.
  case yxSwap2(Swap2Step)
  case yxBoard([BoardEntry])
  case yxShowForbid
  case yxSearchDefend
  case yxBalance(BalanceTask)
  case yxBlock([Point])
  case yxBlockUndo([Point])
  case yxBlockReset
  case position(PositionSetup)
  case database(DatabaseCommand)
  /// A solver task; without limits, those of INFO apply.
  case solve(SolveTask, SearchLimits)
}

/// A line `x,y,f` of BOARD and YXBOARD.
public struct BoardEntry: Equatable, Sendable {
  /// The owner of a stone; the raw value is its code `f`.
  public enum Owner: Int, Sendable, CaseIterable {
    /// The side to move.
    case own = 1
    case opponent = 2
    /// Neither side: the stone only occupies its point.
    case nobody = 3
  }

  /// The point; `nil` for a pass, which only YXBOARD allows.
  public var point: Point?
  public var owner: Owner

  public init(point: Point?, owner: Owner) {
    self.point = point
    self.owner = owner
  }
}

/// The arguments of YXBALANCEONE and YXBALANCETWO.
public struct BalanceTask: Equatable, Sendable {
  /// The number of stones to add: 1 or 2.
  public var stones: Int
  /// The wanted score for the player of the last added stone, in centistones.
  public var bias: Int

  public init(stones: Int, bias: Int) {
    self.stones = stones
    self.bias = bias
  }
}

/// The steps of a swap2 opening in the commands of Yixin-Board.
public enum Swap2Step: CaseIterable, Sendable {
  case proposal, firstChoice, secondChoice

  /// The number of stones that must be on the board before the step.
  package var stones: Int {
    switch self {
    case .proposal: 0
    case .firstChoice: 3
    case .secondChoice: 5
    }
  }

  package var word: String { keyword.word }

  var keyword: Keyword {
    switch self {
    case .proposal: .yxSwap2Step1
    case .firstChoice: .yxSwap2Step2
    case .secondChoice: .yxSwap2Step3
    }
  }
}

/// The arguments of POSITION.
public enum PositionSetup: Equatable, Sendable {
  case start
  /// The moves from the empty board, alternating from Black.
  case moves([Point])
  case stones(black: [Point], white: [Point], toMove: Color)
}

// MARK: - Text

extension GomokuCommand {
  package var replacesPosition: Bool {
    switch self {
    case .takeBack, .board, .yxBoard, .swap2Board, .opening, .position: true
    default: false
    }
  }

  func text(_ order: CoordinateOrder) -> String {
    let word = keyword.word
    switch self {
    case .turn(let point), .play(let point), .takeBack(let point):
      return "\(word) \(order.pair(point))"
    case .board(let entries), .yxBoard(let entries):
      return keyword.block(
        entries.map { "\($0.point.map(order.pair) ?? "-1,-1"),\($0.owner.rawValue)" })
    case .swap2Board(let points), .yxBlock(let points), .yxBlockUndo(let points):
      return keyword.block(points.map(order.pair))
    case .opening(let rule, let actions):
      return ([word, rule.description] + actions.map({ $0.description })).joined(separator: " ")
    case .yxBalance(let task): return "\(word) \(task.bias)"
    case .position(let setup): return "\(word) \(setup.text)"
    case .solve(let task, let limits): return "\(word) \(task.text(limits))"
    case .database(let command): return command.text(order)
    case .yxShowForbid, .yxSearchDefend, .yxBlockReset, .yxSwap2: return word
    }
  }

  var keyword: Keyword {
    switch self {
    case .turn: .turn
    case .play: .play
    case .takeBack: .takeBack
    case .board: .board
    case .swap2Board: .swap2Board
    case .opening: .opening
    case .yxSwap2(let step): step.keyword
    case .yxBoard: .yxBoard
    case .yxShowForbid: .yxShowForbid
    case .yxSearchDefend: .yxSearchDefend
    case .yxBalance(let task): task.stones == 1 ? .yxBalanceOne : .yxBalanceTwo
    case .yxBlock: .yxBlock
    case .yxBlockUndo: .yxBlockUndo
    case .yxBlockReset: .yxBlockReset
    case .position: .position
    case .solve: .solve
    case .database(let command): command.keyword
    }
  }
}

extension PositionSetup {
  var text: String {
    let words: [String] =
      switch self {
      case .start: ["start"]
      case .moves(let points): ["moves"] + points.map({ $0.description })
      case .stones(let black, let white, let toMove):
        ["black"] + black.map({ $0.description }) + ["white"] + white.map({ $0.description })
          + ["to", toMove.description]
      }
    return words.joined(separator: " ")
  }
}
