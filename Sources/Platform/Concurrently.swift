import Synchronization

/// What `work` makes of each number below `count`, in order, each on a thread of its own.
///
/// Where the system has no thread left the caller does the work.
public func concurrently<Result: Sendable>(
  _ count: Int, _ work: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let board = NoticeBoard<Result>(count: count)
  let workers = (0..<count).compactMap { number in
    let worker = WorkerThread { board.set(number, work(number)) }
    if worker == nil { board.set(number, work(number)) }
    return worker
  }
  for worker in workers { worker.join() }
  return board.results
}

/// Where each thread leaves its result.
private final class NoticeBoard<Result: Sendable>: Sendable {
  private let found: Mutex<[Result?]>
  init(count: Int) { found = Mutex(Array(repeating: nil, count: count)) }
  func set(_ number: Int, _ result: Result) { found.withLock { $0[number] = result } }
  var results: [Result] { found.withLock { $0.compactMap { $0 } } }
}
