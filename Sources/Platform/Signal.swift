internal import CPlatform

/// A signal between processes.
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
  /// A write that nobody can read.
  public static let brokenPipe = Signal(rawValue: SIGPIPE)
  /// A file that may not grow.
  public static let fileSizeLimit = Signal(rawValue: SIGXFSZ)

  public var description: String { "signal \(rawValue) (\(String(cString: strsignal(rawValue))))" }

  /// Lets the signal do nothing to this process: the call that raised it gives an error.
  public func ignore() { platform_ignore_signal(rawValue) }

  /// Lets the signal do what it does by itself.
  public func restoreDefault() { platform_restore_signal(rawValue) }

  /// Has the signal end this process at once with status 0, even if whoever started it has blocked
  /// the signal. Threads started before may keep it blocked; one that does not is enough.
  public func endProcess() { platform_end_on_signal(rawValue) }
}
