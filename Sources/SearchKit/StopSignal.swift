import Synchronization

/// Tells a running search to finish: at once, or at a deadline that may still be moved.
///
/// Any thread may write it while the search reads it. A search looks at `isRequested` at every node
/// and at the clock every thousand nodes or so.
public final class StopSignal: Sendable {
  private let requested = Atomic<Bool>(false)
  private let deadline = Atomic<Int64>(.max)
  /// The instant from which `setDeadline(after:)` counts.
  public let start: ContinuousClock.Instant

  /// A signal whose stop ends this search too: that of the turn that this search is a part of.
  private let parent: StopSignal?

  /// A signal for a search whose command was read at `start`.
  public init(start: ContinuousClock.Instant = .now, partOf parent: StopSignal? = nil) {
    self.start = start
    self.parent = parent
  }

  public var isRequested: Bool {
    requested.load(ordering: .relaxed) || parent.map(\.isRequested) ?? false
  }

  public func request() { requested.store(true, ordering: .relaxed) }

  /// Sets the hard deadline, counted from `start`; `nil` removes it.
  public func setDeadline(after duration: Duration?) {
    deadline.store(duration?.nanoseconds ?? .max, ordering: .relaxed)
  }

  /// Sets the hard deadline unless one has been set already.
  public func setDeadlineIfAbsent(after duration: Duration?) {
    guard let duration else { return }
    _ = deadline.compareExchange(
      expected: .max, desired: duration.nanoseconds, ordering: .relaxed)
  }

  /// Time since `start`.
  public var elapsed: Duration { start.duration(to: .now) }

  /// Requests the stop once the deadline has passed. Call it now and then: it reads the clock.
  public func checkDeadline() {
    let limit = deadline.load(ordering: .relaxed)
    if limit != .max, elapsed.nanoseconds >= limit { request() }
    parent?.checkDeadline()
  }
}

extension Duration {
  /// Whole nanoseconds, saturating at about 292 years.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? (seconds < 0 ? .min : .max) : product &+ attoseconds / 1_000_000_000
  }

  /// Whole milliseconds, rounded down.
  public var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
