import Platform

/// The helpers of a search on several threads (lazy SMP).
///
/// Each helper searches the same position by itself; what it finds reaches the others through the
/// shared hash table and in no other way.
public final class SearchCrew {
  private let helpers: [(clock: SearchClock, thread: WorkerThread)]

  /// Starts up to `count` helpers: fewer when the system has no more threads.
  ///
  /// - Parameter work: what the helper of a number, from 1 on, does until its clock ends it. It
  ///   reports its nodes to the clock.
  public init(
    count: Int, work: @escaping @Sendable (_ number: Int, _ clock: SearchClock) -> Void
  ) {
    helpers = (0..<max(count, 0)).compactMap { index in
      let clock = SearchClock()
      return WorkerThread { work(index + 1, clock) }.map { (clock, $0) }
    }
  }

  /// What the helpers have searched so far, as far as they have told.
  public var nodes: UInt64 { helpers.reduce(0) { $0 + $1.clock.nodes } }

  /// Tells the helpers to end, without waiting for it.
  public func dismiss() {
    for helper in helpers { helper.clock.stop.request() }
  }

  /// Ends the helpers and waits for them.
  deinit {
    dismiss()
    for helper in helpers { helper.thread.join() }
  }
}
