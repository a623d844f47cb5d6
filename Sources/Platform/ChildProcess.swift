internal import CPlatform

/// A child process with pipes on its three standard streams, supervised by a warden process.
///
/// The warden kills the program and everything that the program has started, at the latest when
/// the caller's process ends. Only one thread may use an instance.
public final class ChildProcess {
  public typealias Ending = ProcessID.Ending

  public let pid: ProcessID
  private let ward: platform_ward
  /// The caller's nonblocking ends of the pipes; `nil` once they are closed.
  public private(set) var input: FileDescriptor?
  public private(set) var output: FileDescriptor?
  public private(set) var errors: FileDescriptor?
  private var knownEnding: Ending?
  /// True after `kill`: the warden has ended, and has killed the program and all that it started.
  ///
  /// A program that ended by itself leaves this false; see `ending`.
  public private(set) var isBuried = false

  /// Starts a program, which inherits no descriptors but its three pipes.
  ///
  /// It may use the processors that the calling thread may use.
  ///
  /// - Parameters:
  ///   - folder: the program's working directory; `nil` for the directory of this process.
  ///   - addressSpace: the limit of the program's address space in bytes, or `nil` for no limit.
  ///   - inGroup: whether the program gets a control group of its own if the system allows that.
  public init(
    _ path: String, _ arguments: [String] = [],
    environment: [String: String] = CurrentProcess.environment, folder: String? = nil,
    addressSpace: Int? = nil, inGroup: Bool = true
  ) throws(SystemError) {
    try CStrings.check([path] + arguments)
    // A write to a program that has ended would raise SIGPIPE, which ends this process by default.
    Signal.brokenPipe.ignore()
    let (ours, theirs) = try ChildProcess.pipes()
    defer { for end in theirs { end.close() } }
    let streams = theirs.map(\.rawValue)
    let group = inGroup ? ControlGroup.make() : nil
    var ward = platform_ward()
    let error = CStrings.with([path] + arguments, environment) { arguments, environment in
      path.withCBytes { path in
        (folder ?? "").withCBytes { folderPath in
          (group ?? "").withCBytes { groupPath in
            platform_spawn(
              path, arguments, environment, folder == nil ? nil : folderPath, streams,
              UInt(addressSpace ?? 0), group == nil ? nil : groupPath, &ward)
          }
        }
      }
    }
    guard error == 0 else {
      if let group { FileSystem.removeFolder(group) }
      for end in ours { end.close() }
      throw SystemError(code: error)
    }
    for end in ours { end.makeNonBlocking() }
    (input, output, errors) = (ours[0], ours[1], ours[2])
    self.ward = ward
    pid = ProcessID(rawValue: ward.program)
  }

  /// Creates the pipes for the program's input, output and errors. Returns this process's ends and
  /// the program's ends, in that order of streams.
  private static func pipes() throws(SystemError) -> (
    ours: [FileDescriptor], theirs: [FileDescriptor]
  ) {
    var pipes: [(reading: FileDescriptor, writing: FileDescriptor)] = []
    do throws(SystemError) {
      for _ in 0..<3 { pipes.append(try FileDescriptor.pipe()) }
    } catch {
      for pipe in pipes {
        pipe.reading.close()
        pipe.writing.close()
      }
      throw error
    }
    return (
      [pipes[0].writing, pipes[1].reading, pipes[2].reading],
      [pipes[0].reading, pipes[1].writing, pipes[2].writing]
    )
  }

  deinit {
    kill()
    closeInput()
    closeOutput()
    closeErrors()
  }

  // MARK: The pipes

  public func closeInput() {
    input?.close()
    input = nil
  }

  public func closeOutput() {
    output?.close()
    output = nil
  }

  public func closeErrors() {
    errors?.close()
    errors = nil
  }

  // MARK: The program and what it has started

  /// Returns the program's process and all other descendants of its warden.
  ///
  /// - Parameter isFresh: true to read the processes again instead of using a recent snapshot.
  public func family(isFresh: Bool = false) -> [ProcessID] {
    let warden = ProcessID(rawValue: ward.warden)
    let others = ProcessTree.shared.descendants(of: warden, isFresh: isFresh)
    return [pid] + others.filter { $0 != pid }
  }

  /// Returns the total processor time of all processes in `family`.
  public func processorTime(isFresh: Bool = false) -> Duration {
    family(isFresh: isFresh).reduce(.zero) { $0 + (CPUTime.of($1) ?? .zero) }
  }

  /// Sends a signal to the program's process group and to all other processes in `family`.
  public func sendToFamily(_ signal: Signal, isFresh: Bool = false) {
    pid.sendToGroup(signal)
    for member in family(isFresh: isFresh) where member != pid { member.send(signal) }
  }

  // MARK: The end

  /// The exit status or signal with which the process ended; `nil` while the process runs.
  ///
  /// Until `kill`, an ended process stays a zombie, so its number is not given to another process.
  public var ending: Ending? {
    if let knownEnding { return knownEnding }
    var news = platform_ending()
    guard !isBuried, platform_read_ending(ward.report, &news) != 0 else { return nil }
    knownEnding = Ending(news)
    return knownEnding
  }

  /// Makes the warden kill the program and everything that the program started, and waits for the
  /// end of the warden.
  ///
  /// - Returns: the program's ending; the signal `kill` if the warden has reported none.
  @discardableResult
  public func kill() -> Ending {
    guard !isBuried else { return knownEnding ?? .signalled(.kill) }
    FileDescriptor(rawValue: ward.control).close()
    _ = try? SystemError.check { Int(waitpid(ward.warden, nil, 0)) }
    let result = ending ?? .signalled(.kill)
    FileDescriptor(rawValue: ward.report).close()
    (knownEnding, isBuried) = (result, true)
    return result
  }
}
