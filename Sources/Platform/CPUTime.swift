internal import CPlatform

/// Processor time used so far.
public enum CPUTime {
  /// That of the calling thread.
  public static var ofThread: Duration { .nanoseconds(platform_thread_time()) }

  /// That of this process with all its threads.
  public static var ofProcess: Duration { .nanoseconds(platform_process_time()) }

  /// That of a process, also of one that has ended and is not buried; `nil` if there is none.
  public static func of(_ process: ProcessID) -> Duration? {
    let time = platform_time_of(process.rawValue)
    return time < 0 ? nil : .nanoseconds(time)
  }
}
