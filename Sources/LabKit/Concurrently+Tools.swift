import Platform

/// Returns the results of `work` for all `items`, in order; `workers` threads share the items.
///
/// - Parameter tool: makes what a thread needs for all its items, such as a player.
public func concurrently<Item: Sendable, Tool, Result: Sendable>(
  _ items: [Item], workers: Int, with tool: @escaping @Sendable () -> Tool,
  _ work: @escaping @Sendable (Item, Tool) -> Result
) -> [Result] {
  let shares = concurrently(workers) { first in
    let tool = tool()
    return stride(from: first, to: items.count, by: workers).map { work(items[$0], tool) }
  }
  return items.indices.map { shares[$0 % workers][$0 / workers] }
}
