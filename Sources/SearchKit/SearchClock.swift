import Basics
import Platform
import SearchTypes
import Synchronization

/// The clock of a running search: time and nodes spent, and a deadline that can still be moved.
///
/// Any thread may move the deadline or request the stop while the search runs. A search reads
/// `isStopped` at every node. It calls `check` at regular intervals, such as the nodes for which
/// `isCheckDue` is true.
public final class SearchClock: Sendable {
  /// The stop signal that ends the search; the clock requests it once the deadline has passed.
  public let stop: StopSignal
  /// The instant from which `setDeadline(after:)` counts.
  public let start: MonotonicTime

  /// The measure of a search's time.
  public enum Meter: Sendable {
    case wall
    /// The processor time of this process since the clock was made, for measurements on a busy
    /// machine.
    case processor
    /// The nodes that the search reports, counted as a microsecond each: the same on every machine.
    case nodes
  }
  private let meter: Meter
  /// The processor time that the process had used at the start.
  private let processorStart: Duration
  /// The deadline in nanoseconds from `start`; `.max` for none.
  private let limit = Atomic<Int64>(.max)
  private let reportedNodes = Atomic<UInt64>(0)
  /// The clock of the whole turn, if this search is only a part of the turn.
  private let parent: SearchClock?

  /// Makes a clock for a search whose command was read at `start`.
  public init(
    start: MonotonicTime = .now, meter: Meter = .wall, stop: StopSignal = StopSignal()
  ) {
    (self.start, self.meter, self.stop, parent) = (start, meter, stop, nil)
    processorStart = meter == .processor ? CPUTime.ofProcess : .zero
  }

  /// Makes a clock for a part of the search that `parent` measures.
  ///
  /// The new clock counts from now, by the meter of `parent`, and stops when `parent` stops.
  public init(partOf parent: SearchClock) {
    (start, meter, self.parent) = (.now, parent.meter, parent)
    stop = StopSignal(partOf: parent.stop)
    processorStart = meter == .processor ? CPUTime.ofProcess : .zero
  }

  public var isStopped: Bool { stop.isRequested }

  // MARK: The deadline

  /// The time at which the search has to end, counted from `start`; `nil` for none.
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

  /// Reads the clock, and requests the stop once the deadline has passed or the page of a browser
  /// asks for it (`Interruption`). The search has to call this regularly.
  public func check() {
    let limit = limit.load(ordering: .relaxed)
    if limit != .max, elapsed.nanoseconds >= limit { stop.request() }
    if Interruption.isRequested { stop.request() }
    parent?.check()
  }

  /// Returns whether a search has to call `check` at its node `number`: true at every 1024th node.
  @inlinable @inline(__always) public static func isCheckDue(atNode number: UInt64) -> Bool {
    number & 1023 == 0
  }

  // MARK: Time and nodes used

  /// The time that the search has used, by the meter; wall time is counted from `start`.
  public var elapsed: Duration {
    switch meter {
    case .wall: start.duration(to: .now)
    case .processor: CPUTime.ofProcess - processorStart
    case .nodes: .microseconds(nodes)
    }
  }

  /// The number of nodes that the search last reported.
  public var nodes: UInt64 { reportedNodes.load(ordering: .relaxed) }

  /// Reports the number of nodes that the search has visited.
  public func report(nodes: UInt64) { reportedNodes.store(nodes, ordering: .relaxed) }
}
