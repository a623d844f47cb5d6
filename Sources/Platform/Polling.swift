internal import CPlatform

extension FileDescriptor {
  /// An event of a descriptor to wait for.
  public enum Event: Sendable {
    /// Data can be read, or the end is reached.
    case reading
    /// Data can be written.
    case writing
    /// The other end was closed.
    case desertion

    fileprivate var flags: Int16 {
      switch self {
      case .reading: Int16(POLLIN)
      case .writing: Int16(POLLOUT)
      case .desertion: 0
      }
    }
  }

  /// Returns whether the event occurs within `limit`; `nil` waits without limit.
  public func isReady(for event: Event, within limit: Duration? = .zero) -> Bool {
    var request = pollfd(fd: rawValue, events: event.flags, revents: 0)
    return platform_poll(&request, 1, limit?.nanoseconds ?? -1) > 0
  }

  /// Waits until one of several events occurs, or until `moment`.
  ///
  /// - Returns: for each event whether it has occurred; false for entries that are `nil`.
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
