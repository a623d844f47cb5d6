internal import CPlatform

extension FileDescriptor {
  /// What can be waited for.
  public enum Event: Sendable {
    /// There is something to read, or the end.
    case reading
    /// Something can be written.
    case writing
    /// Nobody has the other end any more.
    case desertion

    fileprivate var flags: Int16 {
      switch self {
      case .reading: Int16(POLLIN)
      case .writing: Int16(POLLOUT)
      case .desertion: 0
      }
    }
  }

  /// Whether an event has come, or comes within a time; `nil` waits as long as it takes.
  public func isReady(for event: Event, within limit: Duration? = .zero) -> Bool {
    var request = pollfd(fd: rawValue, events: event.flags, revents: 0)
    return platform_poll(&request, 1, limit?.wholeNanoseconds ?? -1) > 0
  }

  /// Waits until one of several events has come, or until a moment.
  ///
  /// - Returns: which of them have; never those that are `nil`.
  public static func wait(
    for events: [(descriptor: FileDescriptor, event: Event)?], until moment: MonotonicTime
  ) -> [Bool] {
    var requests = events.map {
      pollfd(fd: $0?.descriptor.rawValue ?? -1, events: $0?.event.flags ?? 0, revents: 0)
    }
    let rest = max(0, moment.nanoseconds - MonotonicTime.now.nanoseconds)
    let count = platform_poll(&requests, UInt(requests.count), rest)
    return requests.map { count > 0 && $0.revents != 0 }
  }
}
