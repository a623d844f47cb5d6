internal import CPlatform

/// Connections between processes, on which no call ever waits, and whose end kills nobody.
public enum Socket {
  /// Listens to this machine alone.
  ///
  /// - Parameter port: 0 lets the system choose one.
  /// - Returns: what can be read once somebody calls, and the port.
  public static func listen(
    port: UInt16
  ) throws(SystemError) -> (listener: FileDescriptor, port: UInt16) {
    Signal.brokenPipe.ignore()
    var given: UInt16 = 0
    let number = try SystemError.check { Int(platform_listen(port, &given)) }
    return (FileDescriptor(rawValue: CInt(number)), given)
  }

  /// Takes a call, if there is one.
  public static func accept(from listener: FileDescriptor) -> FileDescriptor? {
    let number = platform_accept(listener.rawValue)
    return number < 0 ? nil : FileDescriptor(rawValue: number)
  }

  /// Begins to call; the result can be written once the call is taken or has failed.
  public static func connect(
    host: String, port: UInt16
  ) throws(SystemError) -> FileDescriptor {
    Signal.brokenPipe.ignore()
    let number = try SystemError.check { Int(platform_connect(host, "\(port)")) }
    return FileDescriptor(rawValue: CInt(number))
  }

  /// Why a call has failed; `nil` if it was taken.
  public static func failure(of line: FileDescriptor) -> SystemError? {
    let code = platform_connection_error(line.rawValue)
    return code == 0 ? nil : SystemError(code: code)
  }
}
