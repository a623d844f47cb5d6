internal import CPlatform

/// The error with which a system call failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error number, as in `errno`.
  let code: CInt

  /// The error of the calling thread's last failed call.
  static var last: SystemError { SystemError(code: platform_error()) }

  /// The system's message for the error.
  public var description: String { String(cString: strerror(code)) }

  public static let notFound = SystemError(code: ENOENT)
  public static let alreadyExists = SystemError(code: EEXIST)
  /// A symbolic link was refused (`ELOOP`).
  public static let isLink = SystemError(code: ELOOP)
  public static let isFolder = SystemError(code: EISDIR)
  public static let invalid = SystemError(code: EINVAL)
  static let noSpace = SystemError(code: ENOSPC)
  public static let interrupted = SystemError(code: EINTR)
  static let wouldBlock = SystemError(code: EAGAIN)

  /// Runs a system call and returns its result; throws the error if the result is negative.
  ///
  /// A call that a signal interrupted (`EINTR`) is repeated.
  static func check(_ call: () -> Int) throws(SystemError) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      let error = SystemError.last
      if error != .interrupted { throw error }
    }
  }
}
