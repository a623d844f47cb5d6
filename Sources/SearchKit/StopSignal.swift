import Platform
import Synchronization

/// Tells a running search to finish: at once, or at a deadline that may still be moved.
///
/// Any thread may write it while the search reads it. A search looks at `isRequested` at every node
/// and at the clock every thousand nodes or so.
public final class StopSignal: Sendable {
  private let requested = Atomic<Bool>(false)
  private let deadline = Atomic<Int64>(.max)
  private let reportedNodes = Atomic<UInt64>(0)
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

  /// A signal whose stop ends this search too: that of the turn that this search is a part of.
  private let parent: StopSignal?

  /// A signal for a search whose command was read at `start`.
  public init(
    start: ContinuousClock.Instant = .now, partOf parent: StopSignal? = nil, meter: Meter = .wall
  ) {
    self.start = start
    self.parent = parent
    self.meter = meter
    processorStart = meter == .processor ? CPUTime.ofProcess : .zero
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
