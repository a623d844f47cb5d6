internal import CPlatform

extension CPUTime {
  /// Returns the processor time of a process or zombie; `nil` if the process does not exist.
  public static func of(_ process: ProcessID) -> Duration? {
    let time = platform_time_of(process.rawValue)
    return time < 0 ? nil : .nanoseconds(time)
  }
}
