import Gomocup
import Liuzhou
import LiuzhouRules

/// A task of Liuzhou chess (六洲棋) for the search thread.
public enum LiuzhouTask: Equatable, Sendable {
  case search(SearchOptions)
  case chore(Chore)
}

extension Work<LiuzhouPlayer> {
  func run(_ task: LiuzhouTask) -> JobResult {
    switch task {
    case .search(var options):
      options.usesBook = job.usesBook
      return search(options)
    case .chore(let chore): return run(chore)
    }
  }
}
