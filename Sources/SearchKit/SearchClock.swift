import Basics
import Platform
import Synchronization

/// What a running search has spent, and the deadline that ends it, which may still be moved.
///
/// Any thread may move the deadline or request the stop while the search runs. A search looks at
/// `isStopped` at every node and lets the clock be read every thousand nodes or so (`check`).
public final class SearchClock: Sendable {
  /// Ends the search; requested by the clock once the deadline has passed.
  public let stop: StopSignal
  /// The instant from which `setDeadline(after:)` counts.
  public let start: ContinuousClock.Instant

  /// What the time of a search is measured by.
  public enum Meter: Sendable {
    /// The clock on the wall.
    case wall
    /// Processor time, from now on, for measurements on a machine that does other work too.
    case processor
    /// Nodes that the search reports, a microsecond each: the same on every machine.
    case nodes
  }
  private let meter: Meter
  /// What the process had used at the start.
  private let processorStart: Duration
  /// The deadline in nanoseconds.
  private let limit = Atomic<Int64>(.max)
  private let reportedNodes = Atomic<UInt64>(0)
  /// The clock of the turn that this search is a part of.
  private let parent: SearchClock?

  /// A clock for a search whose command was read at `start`.
  public init(
    start: ContinuousClock.Instant = .now, meter: Meter = .wall, stop: StopSignal = StopSignal()
  ) {
    (self.start, self.meter, self.stop, parent) = (start, meter, stop, nil)
    processorStart = meter == .processor ? CPUTime.ofProcess : .zero
  }

  /// A clock for a part of the search that `parent` measures: it starts now, and ends with the whole.
  public init(partOf parent: SearchClock) {
    (start, meter, self.parent) = (.now, .wall, parent)
    stop = StopSignal(partOf: parent.stop)
    processorStart = .zero
  }

  public var isStopped: Bool { stop.isRequested }

  // MARK: The deadline

  /// When the search has to end, counted from `start`.
  public var deadline: Duration? {
    let limit = limit.load(ordering: .relaxed)
    return limit == .max ? nil : .nanoseconds(limit)
  }

  /// Sets the hard deadline, counted from `start`; `nil` removes it.
  public func setDeadline(after duration: Duration?) {
    limit.store(duration?.nanoseconds ?? .max, ordering: .relaxed)
  }

  /// Sets the hard deadline unless one has been set already.
  public func setDeadlineIfAbsent(after duration: Duration?) {
    guard let duration else { return }
    _ = limit.compareExchange(
      expected: .max, desired: duration.nanoseconds, ordering: .relaxed)
  }

  /// Requests the stop once the deadline has passed. Call it now and then: it reads the clock.
  public func check() {
    let limit = limit.load(ordering: .relaxed)
    if limit != .max, elapsed.nanoseconds >= limit { stop.request() }
    parent?.check()
  }

  // MARK: What is spent

  /// Time since `start`.
  public var elapsed: Duration {
    switch meter {
    case .wall: start.duration(to: .now)
    case .processor: CPUTime.ofProcess - processorStart
    case .nodes: .microseconds(nodes)
    }
  }

  /// What the search has last told of its nodes.
  public var nodes: UInt64 { reportedNodes.load(ordering: .relaxed) }

  /// Tells how many nodes the search has visited.
  public func report(nodes: UInt64) { reportedNodes.store(nodes, ordering: .relaxed) }
}

extension Duration {
  /// Whole nanoseconds, saturating at about 292 years.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isLarger) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isLarge || isLarger ? (seconds < 0 ? .min : .max) : sum
  }

  /// Whole milliseconds, rounded down.
  public var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
