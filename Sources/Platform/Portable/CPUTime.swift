internal import CPlatform

/// The processor time used so far.
public enum CPUTime {
  public static var ofThread: Duration { .nanoseconds(platform_thread_time()) }

  /// The processor time of this process with all its threads.
  public static var ofProcess: Duration { .nanoseconds(platform_process_time()) }
}
