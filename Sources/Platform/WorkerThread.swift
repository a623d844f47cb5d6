internal import CPlatform

/// A thread of its own that runs `body` once.
public struct WorkerThread: @unchecked Sendable {
  private let thread: platform_thread

  /// - Parameter stackSize: in bytes; deep searches need more than a thread usually gets.
  /// - Returns: `nil` when the system has no thread left.
  public init?(
    stackSize: Int = WorkerThread.searchStackSize, _ body: @escaping @Sendable () -> Void
  ) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    var thread = platform_thread()
    let error = platform_start_thread(
      &thread, stackSize,
      { argument in
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    guard error == 0 else {
      box.release()
      return nil
    }
    self.thread = thread
  }

  /// Room for the deepest search: a frame of a kilobyte a ply is far less.
  public static let searchStackSize = 16 << 20

  /// Waits until the thread has ended. Either this or `detach` has to be called, once.
  public func join() { pthread_join(thread.handle, nil) }

  /// Lets the thread run on with nobody waiting for it.
  public func detach() { pthread_detach(thread.handle) }

  // MARK: The calling thread

  /// Has the calling thread woken promptly on a busy machine, which suits one that does little.
  public static func takeShortTurns() { platform_take_short_turns() }

  /// Ties the calling thread to the processor of a number, counted among those it may use and round
  /// about; false where the system does not do that.
  @discardableResult public static func pin(to processor: Int) -> Bool {
    platform_pin_thread(UInt32(truncatingIfNeeded: processor)) == 0
  }

  /// Has the calling thread do nothing for a time.
  public static func sleep(for duration: Duration) { platform_sleep(duration.wholeNanoseconds) }

  /// How many threads the machine lets this process run at once.
  public static let processorCount = Int(platform_processor_count())
}

/// A closure in the form in which C can carry it.
private final class ThreadBody {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
