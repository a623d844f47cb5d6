internal import CPlatform

/// A thread that runs a closure once.
public struct WorkerThread: @unchecked Sendable {
  private let thread: platform_thread

  /// Starts the thread; `nil` if the system has no thread left.
  ///
  /// - Parameter stackSize: the stack in bytes; deep searches need more than the system's default.
  public init?(
    stackSize: Int = WorkerThread.searchStackSize, _ body: @escaping @Sendable () -> Void
  ) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    let thread = platform_start_thread(
      stackSize,
      { argument in
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    guard let thread else {
      box.release()
      return nil
    }
    self.thread = thread
  }

  /// The stack of search threads, in bytes; the deepest search needs about 1 KiB a ply.
  public static let searchStackSize = 16 << 20

  /// Waits until the thread has ended. Either `join` or `detach` must be called, exactly once.
  public func join() { platform_join_thread(thread) }

  /// Lets the thread run on its own; its resources are released at its end.
  public func detach() { platform_detach_thread(thread) }

  // MARK: The calling thread

  /// Requests short time slices, so that the calling thread is scheduled soon after it wakes.
  ///
  /// This suits a thread that does little work at a time. A scheduling policy that the user has
  /// chosen remains in force. Systems other than Linux 6.12 and later ignore the request.
  public static func takeShortTurns() { platform_take_short_turns() }

  /// Pins the calling thread to a processor that it may use: `processor` modulo their number.
  ///
  /// - Returns: false if the system does not support that.
  @discardableResult public static func pin(to processor: Int) -> Bool {
    platform_pin_thread(UInt32(truncatingIfNeeded: processor)) == 0
  }

  public static func sleep(for duration: Duration) { platform_sleep(duration.nanoseconds) }

  /// The number of processors that this process may use.
  public static let processorCount = Int(platform_processor_count())
}

/// A closure in an object, which C can pass as a pointer.
private final class ThreadBody {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
