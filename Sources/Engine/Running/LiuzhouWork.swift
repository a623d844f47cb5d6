import Gomocup
import Liuzhou
import LiuzhouRules

extension JobExecution<LiuzhouPlayer> {
  func run(_ task: LiuzhouTask) -> JobResult {
    switch task {
    case .search(var options):
      options.usesBook = job.usesBook
      return search(options)
    case .shared(let sharedTask): return run(sharedTask)
    }
  }
}
