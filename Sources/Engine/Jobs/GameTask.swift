import Gomocup
import Gomoku
import GomokuRules
import Liuzhou

/// A task of gomoku for the search thread.
public enum GomokuTask: Equatable, Sendable {
  case search(Gomoku.SearchOptions)
  /// A search among the moves that stop the opponent's win by fours (VCF).
  case defend(Gomoku.SearchOptions)
  case solve(SolveTask)
  /// The next step of a swap2 opening.
  case swap2
  /// The next actions of an opening.
  case opening(OpeningGame, actions: Int)
  /// The search for one or two stones after which the score is near a given one.
  case balance(BalanceTask)
  case shared(SharedTask)

  /// The options of a search for a move; `nil` for other tasks.
  var searchOptions: Gomoku.SearchOptions? {
    switch self {
    case .search(let options), .defend(let options): options
    case .solve, .swap2, .opening, .balance, .shared: nil
    }
  }
}

/// A task of Liuzhou chess (六洲棋) for the search thread.
public enum LiuzhouTask: Equatable, Sendable {
  case search(Liuzhou.SearchOptions)
  case shared(SharedTask)
}

/// A task that all games share.
public enum SharedTask: Equatable, Sendable {
  case evaluate
  case perft(depth: Int, isDivided: Bool)
  case bench(depth: Int?)
  /// The measurement of the hash table's size and use.
  case measureTable
}

/// The result of SOLVE.
public struct SolveResult: Sendable {
  /// Lines for people, before the answer.
  var messages: [String] = []
  /// The answer, or the reason why there is none.
  var answer: Result<SolveAnswer, ProtocolError>
}
