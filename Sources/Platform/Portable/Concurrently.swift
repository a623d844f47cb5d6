/// Returns the results of `work` for each number below `count`, in order, each computed on its own
/// thread.
///
/// If the system cannot start another thread, the calling thread does the work.
public func concurrently<Result: Sendable>(
  _ count: Int, _ work: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let shared = SharedResults<Result>(count: count)
  let workers = (0..<count).compactMap { number in
    let worker = WorkerThread { shared.set(number, work(number)) }
    if worker == nil { shared.set(number, work(number)) }
    return worker
  }
  for worker in workers { worker.join() }
  return shared.results
}

/// Returns the results of `work` for all `items`, in order; `workers` threads share the items.
public func concurrently<Item: Sendable, Result: Sendable>(
  _ items: [Item], workers: Int, _ work: @escaping @Sendable (Item) -> Result
) -> [Result] {
  let next = Monitor(0)
  let shared = SharedResults<Result>(count: items.count)
  _ = concurrently(max(workers, 1)) { _ in
    while true {
      let index = next.access { next in
        defer { next += 1 }
        return next
      }
      guard index < items.count else { return }
      shared.set(index, work(items[index]))
    }
  }
  return shared.results
}

/// The results of all threads, by index.
private final class SharedResults<Result: Sendable>: Sendable {
  private let found: Monitor<[Result?]>
  init(count: Int) { found = Monitor(Array(repeating: nil, count: count)) }
  func set(_ number: Int, _ result: Result) { found.access { $0[number] = result } }
  var results: [Result] { found.access { $0.compactMap { $0 } } }
}
