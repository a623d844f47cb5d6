import Gomoku
import SearchKit

/// One command of a manager, complete with its block of lines, parsed but not yet obeyed.
///
/// Parsing is total and has no side effects, so that the whole grammar is tested without an engine.
public enum GomocupCommand: Equatable, Sendable {
  // Gomocup
  case start(BoardSize)
  case rectStart(BoardSize)
  case restart
  case begin
  case turn(Point)
  case play(Point)
  case takeBack(Point)
  case board([BoardEntry])
  case swap2Board([Point])
  case info(InfoSetting)
  case about
  case end

  // Yixin
  case stop
  case yxBoard([BoardEntry])
  case yxShowInfo
  case yxShowForbid
  case yxNBest(Int)
  case yxSearchDefend
  case yxBalance(BalanceTask)
  case yxBlock([Point])
  case yxBlockUndo([Point])
  case yxBlockReset
  case yxHashClear
  case yxShowHashUsage

  // Scripts
  case show
  case moves
  case position(PositionSetup)
  case perft(depth: Int, isDivided: Bool)
  /// Without any limit those of INFO hold. Its time is a soft and hard deadline in one.
  case search(SearchLimits)
  /// Without any limit those of INFO hold.
  case solve(SolveTask, SearchLimits)
  case eval
  case bench(depth: Int?)
}

/// A line `x,y,f` of BOARD and YXBOARD.
public struct BoardEntry: Equatable, Sendable {
  public enum Owner: Int, Sendable, CaseIterable {
    /// The side that is to move.
    case own = 1
    case opponent = 2
    /// A stone that only occupies its point.
    case nobody = 3
  }

  /// `nil` for a pass, which only YXBOARD knows.
  public var point: Point?
  public var owner: Owner

  public init(point: Point?, owner: Owner) {
    self.point = point
    self.owner = owner
  }
}

/// What YXBALANCEONE and YXBALANCETWO ask for.
public struct BalanceTask: Equatable, Sendable {
  /// How many stones to add: 1 or 2.
  public var stones: Int
  /// The wanted score for the player of the last added stone, in centistones.
  public var bias: Int

  public init(stones: Int, bias: Int) {
    self.stones = stones
    self.bias = bias
  }
}

/// The arguments of POSITION.
public enum PositionSetup: Equatable, Sendable {
  case start
  /// Alternating from Black.
  case moves([Point])
  case stones(black: [Point], white: [Point], toMove: Color)
}

extension GomocupCommand {
  /// Whether the command makes a running search pointless, because another position follows.
  var replacesPosition: Bool {
    switch self {
    case .start, .rectStart, .restart, .takeBack, .board, .yxBoard, .swap2Board, .position: true
    default: false
    }
  }

  /// The command as a manager sends it: one line, or a block of lines that ends with DONE.
  public func text(_ order: CoordinateOrder = .columnRow) -> String {
    let word = keyword.word
    switch self {
    case .start(let size):
      return size.width == size.height
        ? "\(word) \(size.width)" : "\(word) \(size.width) \(size.height)"
    case .rectStart(let size): return "\(word) \(size.width),\(size.height)"
    case .turn(let point), .play(let point), .takeBack(let point):
      return "\(word) \(order.pair(point))"
    case .board(let entries), .yxBoard(let entries):
      return block(entries.map { "\($0.point.map(order.pair) ?? "-1,-1"),\($0.owner.rawValue)" })
    case .swap2Board(let points), .yxBlock(let points), .yxBlockUndo(let points):
      return block(points.map(order.pair))
    case .info(let setting): return "\(word) \(setting.text)"
    case .yxNBest(let count): return "\(word) \(count)"
    case .yxBalance(let task): return "\(word) \(task.bias)"
    case .position(let setup): return "\(word) \(setup.text)"
    case .perft(let depth, let isDivided): return "\(word) \(depth)\(isDivided ? " divide" : "")"
    case .search(let limits): return word + limits.text
    case .solve(let task, let limits): return "\(word) \(task.text(limits))"
    case .bench(let depth): return depth.map { "\(word) \($0)" } ?? word
    case .restart, .begin, .about, .end, .stop, .yxShowInfo, .yxShowForbid, .yxBlockReset,
      .yxSearchDefend, .yxHashClear, .yxShowHashUsage, .show, .moves, .eval:
      return word
    }
  }

  private func block(_ lines: [String]) -> String {
    ([keyword.word] + lines + ["DONE"]).joined(separator: "\n")
  }

  private var keyword: Keyword {
    switch self {
    case .start: .start
    case .rectStart: .rectStart
    case .restart: .restart
    case .begin: .begin
    case .turn: .turn
    case .play: .play
    case .takeBack: .takeBack
    case .board: .board
    case .swap2Board: .swap2Board
    case .info: .info
    case .about: .about
    case .end: .end
    case .stop: .yxStop
    case .yxBoard: .yxBoard
    case .yxShowInfo: .yxShowInfo
    case .yxShowForbid: .yxShowForbid
    case .yxNBest: .yxNBest
    case .yxSearchDefend: .yxSearchDefend
    case .yxBalance(let task): task.stones == 1 ? .yxBalanceOne : .yxBalanceTwo
    case .yxBlock: .yxBlock
    case .yxBlockUndo: .yxBlockUndo
    case .yxBlockReset: .yxBlockReset
    case .yxHashClear: .yxHashClear
    case .yxShowHashUsage: .yxShowHashUsage
    case .show: .show
    case .moves: .moves
    case .position: .position
    case .perft: .perft
    case .search: .search
    case .solve: .solve
    case .eval: .eval
    case .bench: .bench
    }
  }
}

extension PositionSetup {
  var text: String {
    let words: [String] =
      switch self {
      case .start: ["start"]
      case .moves(let points): ["moves"] + points.map(\.description)
      case .stones(let black, let white, let toMove):
        ["black"] + black.map(\.description) + ["white"] + white.map(\.description)
          + ["to", toMove.description]
      }
    return words.joined(separator: " ")
  }
}

extension SearchLimits {
  /// As they stand behind SEARCH and SOLVE.
  var text: String {
    (depth.map { " depth \($0)" } ?? "") + (nodes.map { " nodes \($0)" } ?? "")
      + (time.map { " time \($0.hard.milliseconds)" } ?? "")
  }
}
