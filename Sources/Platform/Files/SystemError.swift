internal import CPlatform

/// The error with which a system call failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error number, as in `errno`.
  package let code: CInt

  init(code: CInt) { self.code = code }

  /// The error of the calling thread's last failed call.
  static var last: SystemError { SystemError(code: platform_error()) }

  /// The system's message for the error.
  public var description: String { String(cString: platform_error_text(code)) }

  public static let notFound = SystemError(platform_not_found)
  public static let alreadyExists = SystemError(platform_already_exists)
  /// A symbolic link was refused (`ELOOP`).
  public static let isLink = SystemError(platform_is_link)
  public static let isFolder = SystemError(platform_is_folder)
  public static let invalid = SystemError(platform_invalid)
  static let noSpace = SystemError(platform_no_space)
  public static let interrupted = SystemError(platform_interrupted)
  static let wouldBlock = SystemError(platform_would_block)
  /// A file was not replaced, because it has several names (`EMLINK`).
  public static let hasSeveralNames = SystemError(platform_has_several_names)

  private init(_ failure: platform_failure) { code = platform_error_number(failure) }

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
