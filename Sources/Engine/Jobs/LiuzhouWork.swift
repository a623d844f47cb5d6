import Gomocup
import Liuzhou
import LiuzhouRules

/// What the search thread can be asked about Liuzhou chess.
public enum LiuzhouTask: Equatable, Sendable {
  case search(SearchOptions)
  case chore(Chore)
}

extension Work<LiuzhouPlayer> {
  func run(_ task: LiuzhouTask) -> JobResult {
    switch task {
    case .search(let options): search(options)
    case .chore(let chore): run(chore)
    }
  }
}
