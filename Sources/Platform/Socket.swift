internal import CPlatform

/// Nonblocking TCP connections. A write to a closed connection is an error, not a signal.
public enum Socket {
  /// Listens for connections from this machine only.
  ///
  /// - Parameter port: the port; 0 lets the system choose one.
  /// - Returns: a listener that is readable once a connection is requested, and its port.
  public static func listen(
    port: UInt16
  ) throws(SystemError) -> (listener: FileDescriptor, port: UInt16) {
    Signal.brokenPipe.ignore()
    var given: UInt16 = 0
    let number = try SystemError.check { Int(platform_listen(port, &given)) }
    return (FileDescriptor(rawValue: CInt(number)), given)
  }

  /// Accepts a connection; `nil` if none is requested.
  public static func accept(from listener: FileDescriptor) -> FileDescriptor? {
    let number = platform_accept(listener.rawValue)
    return number < 0 ? nil : FileDescriptor(rawValue: number)
  }

  /// Begins to connect; the descriptor is writable once the connection is made or has failed.
  ///
  /// The call itself may block while the host's name is resolved.
  public static func connect(
    host: String, port: UInt16
  ) throws(SystemError) -> FileDescriptor {
    Signal.brokenPipe.ignore()
    let number = try SystemError.check { Int(platform_connect(host, "\(port)")) }
    return FileDescriptor(rawValue: CInt(number))
  }

  /// Returns the reason why a connection has failed; `nil` if it has not failed.
  public static func failure(of connection: FileDescriptor) -> SystemError? {
    let code = platform_connection_error(connection.rawValue)
    return code == 0 ? nil : SystemError(code: code)
  }
}
