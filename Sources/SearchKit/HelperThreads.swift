import Basics
import Platform

/// The helper threads of a search (lazy SMP).
///
/// Each helper searches the same position by itself. Its results reach the other threads through
/// the shared hash table alone. `Deepening.helpers` staggers the helpers' depths: every second
/// helper begins one depth deeper.
public final class HelperThreads {
  private let helpers: [(clock: SearchClock, thread: WorkerThread)]

  /// Starts up to `count` helpers: fewer if the system cannot start more threads.
  ///
  /// - Parameter work: runs the helper `number`, counted from 1, until `clock` ends it. It reports
  ///   the helper's nodes to `clock`.
  public init(
    count: Int, work: @escaping @Sendable (_ number: Int, _ clock: SearchClock) -> Void
  ) {
    helpers = (0..<max(count, 0)).compactMap { index in
      let clock = SearchClock()
      return WorkerThread { work(index + 1, clock) }.map { (clock, $0) }
    }
  }

  /// The nodes that the helpers have reported so far.
  public var nodes: UInt64 { helpers.reduce(0) { $0 + $1.clock.nodes } }

  /// Tells the helpers to end, without waiting.
  public func dismiss() {
    for helper in helpers { helper.clock.stop.request() }
  }

  /// Ends the helpers and waits for them.
  deinit {
    dismiss()
    for helper in helpers { helper.thread.join() }
  }
}
