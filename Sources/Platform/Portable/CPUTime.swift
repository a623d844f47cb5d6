internal import CPlatform

/// The processor time used so far; on a system that does not count it, the monotonic clock's time.
public enum CPUTime {
  /// The processor time of the calling thread.
  public static var ofThread: Duration { .nanoseconds(platform_thread_time()) }

  /// The processor time of this process with all its threads.
  public static var ofProcess: Duration { .nanoseconds(platform_process_time()) }
}
