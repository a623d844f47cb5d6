import CLinux
import Glibc

/// A thread of its own that runs `body` once.
public struct WorkerThread: @unchecked Sendable {
  private let handle: pthread_t

  /// - Parameter stackSize: in bytes; deep searches need more than a thread usually gets.
  /// - Returns: `nil` when the system has no thread left.
  public init?(
    stackSize: Int = WorkerThread.searchStackSize, _ body: @escaping @Sendable () -> Void
  ) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stackSize)
    defer { pthread_attr_destroy(&attributes) }
    let box = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      return nil
    }
    handle = thread
  }

  /// Room for the deepest search: a frame of a kilobyte a ply is far less.
  public static let searchStackSize = 16 << 20

  /// Has the calling thread woken promptly on a busy machine, which suits one that does little.
  public static func takeShortTurns() { linux_take_short_turns() }

  /// How many threads the machine lets this process run at once.
  public static let processorCount = Int(linux_processor_count())

  /// Waits until the thread has ended. Either this or `detach` has to be called, once.
  public func join() { pthread_join(handle, nil) }

  /// Lets the thread run on with nobody waiting for it.
  public func detach() { pthread_detach(handle) }
}

/// A closure in the form in which C can carry it.
private final class ThreadBody {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
