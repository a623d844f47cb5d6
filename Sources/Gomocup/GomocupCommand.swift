import GomokuRules
import LiuzhouRules
import SearchTypes

/// A parsed command of a manager, complete with its block of lines.
///
/// Any input parses to a command or an error, without side effects, so the whole grammar is tested
/// without an engine. The commands that all games share are cases of this type. The others are in
/// `GomokuCommand` and `LiuzhouCommand`.
public enum GomocupCommand: Equatable, Sendable {
  // Games
  case start(BoardSize)
  case rectStart(BoardSize)
  case startLiuzhou(RuleSet)
  case restart
  case gomoku(GomokuCommand)
  case liuzhou(LiuzhouCommand)

  // Gomocup
  case begin
  case info(InfoSetting)
  case about
  case end

  // Yixin
  case stop
  case yxShowInfo
  case yxNBest(Int)
  case yxHashClear
  case yxShowHashUsage

  // Scripts
  case show
  case moves
  case perft(depth: Int, isDivided: Bool)
  /// A search; without limits, those of INFO apply. A time limit is both the soft and the hard
  /// deadline.
  case search(SearchLimits)
  case eval
  case bench(depth: Int?)
}

extension GomocupCommand {
  /// True if the command replaces the position other than by a move, or asks about an opening.
  ///
  /// Either makes a running search pointless.
  package var replacesPosition: Bool {
    switch self {
    case _ where resetsClock: true
    case .gomoku(let command): command.replacesPosition
    case .liuzhou(let command): command.replacesPosition
    default: false
    }
  }

  /// True if the command starts a new game, with a full clock.
  package var resetsClock: Bool {
    switch self {
    case .start, .rectStart, .startLiuzhou, .restart: true
    default: false
    }
  }

  /// The game that the command starts; `nil` for other commands.
  var startedGame: Notation.Game? {
    switch self {
    case .start, .rectStart: .gomoku
    case .startLiuzhou: .liuzhou
    default: nil
    }
  }

  /// Returns the command as a manager sends it: one line, or a block of lines that ends with DONE.
  public func text(_ order: CoordinateOrder = .columnRow) -> String {
    let word = keyword.word
    switch self {
    case .start(let size):
      return size.width == size.height
        ? "\(word) \(size.width)" : "\(word) \(size.width) \(size.height)"
    case .rectStart(let size): return "\(word) \(size.width),\(size.height)"
    case .startLiuzhou(let rules): return "\(word) \(GomocupCommand.liuzhouWord) \(rules)"
    case .gomoku(let command): return command.text(order)
    case .liuzhou(let command): return command.text
    case .info(let setting): return "\(word) \(setting.text)"
    case .yxNBest(let count): return "\(word) \(count)"
    case .perft(let depth, let isDivided): return "\(word) \(depth)\(isDivided ? " divide" : "")"
    case .search(let limits): return word + limits.text
    case .bench(let depth): return depth.map { "\(word) \($0)" } ?? word
    case .restart, .begin, .about, .end, .stop, .yxShowInfo, .yxHashClear, .yxShowHashUsage, .show,
      .moves, .eval:
      return word
    }
  }

  /// The word after START that starts Liuzhou chess (六洲棋).
  static let liuzhouWord = "liuzhou"

  private var keyword: Keyword {
    switch self {
    case .start, .startLiuzhou: .start
    case .rectStart: .rectStart
    case .restart: .restart
    case .gomoku(let command): command.keyword
    case .liuzhou(let command): command.keyword
    case .begin: .begin
    case .info: .info
    case .about: .about
    case .end: .end
    case .stop: .yxStop
    case .yxShowInfo: .yxShowInfo
    case .yxNBest: .yxNBest
    case .yxHashClear: .yxHashClear
    case .yxShowHashUsage: .yxShowHashUsage
    case .show: .show
    case .moves: .moves
    case .perft: .perft
    case .search: .search
    case .eval: .eval
    case .bench: .bench
    }
  }
}

extension Keyword {
  /// Returns a block of lines: the keyword, `lines` and DONE.
  func block(_ lines: [String]) -> String {
    ([word] + lines + ["DONE"]).joined(separator: "\n")
  }
}

extension SearchLimits {
  /// The limits as arguments of SEARCH and SOLVE.
  var text: String {
    (depth.map { " depth \($0)" } ?? "") + (nodes.map { " nodes \($0)" } ?? "")
      + (time.map { " time \($0.hard.milliseconds)" } ?? "")
  }
}
