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
  /// An opening so far, for which the engine answers with the state of the opening.
  case openingState(OpeningRule, [OpeningAction])
  /// A step of the swap2 opening in the commands of Yixin-Board.
  case yxSwap2(Swap2Step)
  /// A step of the Soosyrv-8 opening in the commands of Yixin-Board.
  case yxSoosyrv(SoosyrvStep)
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

/// The arguments of YXBALANCEONE and YXBALANCETWO, which ask for stones that balance the position.
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

  /// The number of stones on the board with which the step begins.
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

/// A step of the Soosyrv-8 opening in the commands of Yixin-Board, with the stones so far.
public struct SoosyrvStep: Equatable, Sendable {
  /// The number of the step, from 1 to 6.
  public var number: Int
  /// The stones on the board so far, then the offered fifth moves if there are any.
  public var stones: [Point]
  /// The announced number of fifth moves in the commands of steps 4 and 5; otherwise `nil`.
  public var fifths: Int?

  public init(number: Int, stones: [Point] = [], fifths: Int? = nil) {
    (self.number, self.stones, self.fifths) = (number, stones, fifths)
  }

  /// The properties of a step. `hasNumber` is true if the command has a number of fifth moves.
  ///
  /// `answers` is the number of opening actions with which the engine answers.
  private typealias Form = (
    keyword: Keyword, stones: ClosedRange<Int>, hasNumber: Bool, answers: Int
  )

  private static let forms: [Form] = [
    (.yxSoosorvStep1, 0...0, false, 3), (.yxSoosorvStep2, 3...3, false, 1),
    (.yxSoosorvStep3, 3...3, false, 2), (.yxSoosorvStep4, 4...4, true, 1),
    (.yxSoosorvStep5, 4...4, true, 1), (.yxSoosorvStep6, 5...12, false, 1),
  ]

  private var form: Form { SoosyrvStep.forms[number - 1] }
  var keyword: Keyword { form.keyword }
  package var word: String { keyword.word }
  /// The number of opening actions with which the engine answers.
  package var answers: Int { form.answers }
  /// The allowed numbers of stones.
  var stoneCounts: ClosedRange<Int> { form.stones }
  var hasNumber: Bool { form.hasNumber }

  static func number(of keyword: Keyword) -> Int? {
    forms.firstIndex { $0.keyword == keyword }.map { $0 + 1 }
  }

  /// The actions of the opening before the step.
  ///
  /// The commands do not tell of swaps, so the players are taken to have kept their colours.
  package var actions: [OpeningAction] {
    let placed = stones.prefix(4).map(OpeningAction.place)
    var actions = placed.prefix(3)
    if number > 2 { actions.append(.stay) }
    actions += placed.dropFirst(3)
    if number > 3 { actions.append(.announce(fifths ?? stones.count - 4)) }
    if number > 4 { actions.append(.stay) }
    if number > 5 { actions.append(.offer(Array(stones.dropFirst(4)))) }
    return Array(actions)
  }
}

/// The arguments of POSITION.
public enum PositionSetup: Equatable, Sendable {
  case start
  /// The moves from the empty board, alternating from Black.
  case moves([Point])
  case stones(black: [Point], white: [Point], toMove: Color)

  /// Creates the setup of a position by its stones, without the order of the moves.
  ///
  /// Stones that belong to nobody are left out.
  public init(stonesOf position: Position) {
    func points(_ color: Color) -> [Point] {
      position.stones.filter { $0.color == color }.map { $0.point }
    }
    self = .stones(black: points(.black), white: points(.white), toMove: position.sideToMove)
  }
}

// MARK: - Text

extension GomokuCommand {
  package var replacesPosition: Bool {
    switch self {
    case .takeBack, .board, .yxBoard, .position, .swap2Board, .yxSwap2, .opening, .yxSoosyrv: true
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
    case .opening(let rule, let actions), .openingState(let rule, let actions):
      return ([word, rule.description] + actions.map({ $0.description })).joined(separator: " ")
    case .yxSoosyrv(let step) where step.number == 1: return word
    case .yxSoosyrv(let step):
      return keyword.block(
        (step.fifths.map { ["\($0)"] } ?? []) + step.stones.map(order.pair))
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
    case .openingState: .openingState
    case .yxSwap2(let step): step.keyword
    case .yxSoosyrv(let step): step.keyword
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
  /// The arguments of POSITION.
  package var text: String {
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
