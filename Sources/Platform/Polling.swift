internal import CPlatform

/// Operations on descriptors that only some programs need and only POSIX systems have.
extension FileDescriptor {
  /// Creates a pipe with the close-on-exec flag, so that programs started later do not inherit it.
  public static func pipe() throws(SystemError) -> (
    reading: FileDescriptor, writing: FileDescriptor
  ) {
    var ends: [CInt] = [0, 0]
    _ = try SystemError.check { Int(platform_pipe(&ends)) }
    return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }

  /// Makes all later reads and writes nonblocking.
  public func makeNonBlocking() { platform_make_nonblocking(rawValue) }

  /// The number of bytes that can be read without waiting; `nil` if the system does not tell.
  public var unreadBytes: Int? {
    let count = platform_unread_bytes(rawValue)
    return count < 0 ? nil : Int(count)
  }

  /// The capacity of the pipe in bytes; `nil` if the system does not tell.
  public var pipeSize: Int? {
    let size = platform_pipe_size(rawValue)
    return size < 0 ? nil : Int(size)
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

extension FileDescriptor.Event {
  fileprivate var flags: Int16 {
    switch self {
    case .reading: Int16(POLLIN)
    case .writing: Int16(POLLOUT)
    case .otherEndClosed: 0
    }
  }
}
