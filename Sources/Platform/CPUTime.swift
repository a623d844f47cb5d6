internal import CPlatform

/// The processor time used so far.
public enum CPUTime {
  /// The processor time of the calling thread.
  public static var ofThread: Duration { .nanoseconds(platform_thread_time()) }

  /// The processor time of this process with all its threads.
  public static var ofProcess: Duration { .nanoseconds(platform_process_time()) }

  /// Returns the processor time of a process or zombie; `nil` if the process does not exist.
  public static func of(_ process: ProcessID) -> Duration? {
    let time = platform_time_of(process.rawValue)
    return time < 0 ? nil : .nanoseconds(time)
  }
}
