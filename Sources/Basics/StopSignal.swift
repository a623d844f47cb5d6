import Synchronization

/// A flag that asks running work to end. Any thread may set the flag while others poll it.
public final class StopSignal: Sendable {
  @usableFromInline let requested = Atomic<Bool>(false)
  /// The signal of the enclosing work; a request there stops this work too.
  @usableFromInline let parent: StopSignal?

  public init(partOf parent: StopSignal? = nil) { self.parent = parent }

  @inlinable public var isRequested: Bool {
    requested.load(ordering: .relaxed) || parent?.isRequested ?? false
  }

  public func request() { requested.store(true, ordering: .relaxed) }
}
