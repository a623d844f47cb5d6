internal import CPlatform

public struct ProcessID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: CInt

  public init(rawValue: CInt) { self.rawValue = rawValue }

  public static var current: ProcessID { ProcessID(rawValue: getpid()) }

  public var description: String { "\(rawValue)" }

  /// True if a process with this number exists.
  public var exists: Bool { kill(rawValue, 0) == 0 || SystemError.last != SystemError(code: ESRCH) }

  public func send(_ signal: Signal) { _ = kill(rawValue, signal.rawValue) }

  /// Sends a signal to all members of the process group that the process leads.
  public func sendToGroup(_ signal: Signal) { _ = kill(-rawValue, signal.rawValue) }

  /// Starts a program without a warden; the caller is responsible for its end.
  ///
  /// - Parameters:
  ///   - streams: the standard input, output and error stream; `nil` for those of this process.
  ///   - beginsSession: whether the program gets a session and a process group of its own.
  public static func start(
    _ path: String, _ arguments: [String] = [],
    environment: [String: String] = CurrentProcess.environment,
    streams: (FileDescriptor, FileDescriptor, FileDescriptor)? = nil, beginsSession: Bool = false
  ) throws(SystemError) -> ProcessID {
    try CStrings.check([path] + arguments)
    var numbers: [CInt] = [-1, -1, -1]
    if let (input, output, errors) = streams {
      numbers = [input.rawValue, output.rawValue, errors.rawValue]
    }
    var pid: pid_t = 0
    let error = CStrings.with([path] + arguments, environment) { arguments, environment in
      path.withCBytes {
        platform_start(&pid, $0, arguments, environment, numbers, beginsSession ? 1 : 0)
      }
    }
    guard error == 0 else { throw SystemError(code: error) }
    return ProcessID(rawValue: pid)
  }

  /// Returns the ending of a program that `start` started; `nil` while the program runs.
  ///
  /// The ending is returned only once, because the call also removes the zombie.
  public func takeEnding() -> Ending? {
    var ending = platform_ending()
    return platform_has_ended(rawValue, &ending) != 0 ? Ending(ending) : nil
  }

  /// The exit status or the signal with which a process ended.
  public enum Ending: Equatable, Sendable, CustomStringConvertible {
    case exited(CInt)
    case signalled(Signal)

    init(_ ending: platform_ending) {
      self =
        ending.is_signal == 0
        ? .exited(ending.value) : .signalled(Signal(rawValue: ending.value))
    }

    public var description: String {
      switch self {
      case .exited(let status): "exit status \(status)"
      case .signalled(let signal): "\(signal)"
      }
    }
  }
}
