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
    case .search(var options):
      options.usesBook = job.usesBook
      return search(options)
    case .chore(let chore): return run(chore)
    }
  }
}
