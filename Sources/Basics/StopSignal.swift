import Synchronization

/// Tells running work to end. Any thread may request it while others look.
public final class StopSignal: Sendable {
  @usableFromInline let requested = Atomic<Bool>(false)
  /// The signal of the work that this work is a part of, which ends with it.
  @usableFromInline let parent: StopSignal?

  public init(partOf parent: StopSignal? = nil) { self.parent = parent }

  @inlinable public var isRequested: Bool {
    requested.load(ordering: .relaxed) || parent.map(\.isRequested) ?? false
  }

  public func request() { requested.store(true, ordering: .relaxed) }
}
