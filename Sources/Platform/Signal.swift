internal import CPlatform

public struct Signal: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: CInt

  public init(rawValue: CInt) { self.rawValue = rawValue }

  public static let hangup = Signal(rawValue: SIGHUP)
  public static let interrupt = Signal(rawValue: SIGINT)
  public static let terminate = Signal(rawValue: SIGTERM)
  public static let kill = Signal(rawValue: SIGKILL)
  public static let suspend = Signal(rawValue: SIGSTOP)
  public static let resume = Signal(rawValue: SIGCONT)
  public static let abort = Signal(rawValue: SIGABRT)
  public static let segmentationFault = Signal(rawValue: SIGSEGV)
  /// A write to a pipe or socket whose reading end is closed.
  public static let brokenPipe = Signal(rawValue: SIGPIPE)
  /// A write beyond the limit of the file's size.
  public static let fileSizeLimit = Signal(rawValue: SIGXFSZ)

  public var description: String { "signal \(rawValue) (\(String(cString: strsignal(rawValue))))" }

  /// Ignores the signal. A write that would raise `brokenPipe` or `fileSizeLimit` then fails with
  /// an error.
  public func ignore() { platform_ignore_signal(rawValue) }

  /// Restores the signal's default action.
  public func restoreDefault() { platform_restore_signal(rawValue) }
}
