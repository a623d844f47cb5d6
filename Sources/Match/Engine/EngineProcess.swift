import Platform

/// A running engine: line-based input and output with limits and deadlines, and a reliable end.
///
/// Only one thread may use it. The engine runs below a warden, a process that kills the engine and
/// all its descendants together (`ChildProcess`). The measurements include the descendants.
package final class EngineProcess {
  /// The result of waiting for a line.
  package enum Reading: Equatable {
    case line(String)
    /// The deadline passed.
    case silence
    /// The engine has ended or closed its output.
    case closed
    /// The engine has written too much, or a line that is too long; the text says which.
    case flood(String)
    /// The memory limit is exceeded; the peak of resident memory is given in KiB.
    case memory(Int)
  }

  package typealias Ending = ChildProcess.Ending

  /// The interval, in milliseconds, of the checks that a silent engine lives and keeps its memory
  /// limit.
  private static let watchInterval = 50

  public let launched = MonotonicTime.now
  /// The limit of resident memory, in bytes.
  private let memoryLimit: Int?
  private let child: ChildProcess
  /// The peak memory of the process and its descendants seen so far, in KiB.
  private var peak = 0
  /// The pause after each measurement of shared memory.
  ///
  /// The measurement is slow, because the kernel walks all page tables for it.
  private var sharePause = Backoff()
  private var lines = LineBuffer()
  /// The bytes for the engine that its pipe has not accepted yet.
  private var unsent: [UInt8] = []
  /// The number of bytes received on the error stream.
  public private(set) var errorBytes = 0
  /// The number of bytes received on both streams since something was last queued for the engine.
  public private(set) var received = 0
  private var chunk = [UInt8](repeating: 0, count: 65536)
  public private(set) var transcript = Transcript()

  /// The engine's output, for a caller that waits for several descriptors; `nil` once it is closed.
  package var output: FileDescriptor? { child.output }

  /// Starts `engine`.
  ///
  /// - Parameters:
  ///   - addressSpace: the limit of address space in bytes; `nil` for no limit.
  ///   - inGroup: true if the engine gets a control group of its own, on systems that allow it.
  package init(
    _ engine: EngineConfig, addressSpace: Int? = nil, inGroup: Bool = true
  ) throws(EngineLaunch.Failure) {
    child = try EngineLaunch.start(engine, addressSpace: addressSpace, inGroup: inGroup)
    memoryLimit = engine.limits.memory
  }

  // MARK: Talking

  /// Queues a line for the engine; `flush` and `readLine` write it.
  package func send(_ line: String) {
    transcript.note(">", line)
    queue(Array(line.utf8) + [UInt8(ascii: "\n")])
  }

  public func queue(_ bytes: [UInt8]) {
    unsent += bytes
    received = 0
  }

  /// Writes as many queued bytes as the pipe accepts.
  ///
  /// If writing fails, the bytes are discarded; the failure shows when no answer comes.
  package func flush() {
    while let input = child.input, !unsent.isEmpty {
      guard let count = try? input.write(unsent[...]) else {
        unsent = []
        return
      }
      if count == 0 { return }
      unsent.removeFirst(count)
    }
  }

  /// Waits for the next line until `deadline`; meanwhile writes queued bytes and checks the limits.
  package func readLine(until deadline: MonotonicTime) -> Reading {
    flush()
    while true {
      if let line = lines.next() {
        transcript.note("<", line)
        return .line(line)
      }
      if lines.isOverfull {
        transcript.note("<", lines.unfinished)
        return .flood("a line of more than \(OutputLimits.line) bytes")
      }
      if received > OutputLimits.betweenCommands {
        return .flood("more than \(OutputLimits.betweenCommands) bytes without an answer")
      }
      let now = MonotonicTime.now
      if now >= deadline { return .silence }
      if let excess = memoryExcess { return .memory(excess) }
      // A descendant may keep the output open after the engine's end, so the end is checked too.
      let wake = min(deadline, now.advanced(milliseconds: EngineProcess.watchInterval))
      if wait(until: wake) {
        if !receive() { return .closed }
      } else if child.ending != nil {
        return .closed
      }
    }
  }

  /// Waits until `wake` or until the output is readable; returns whether it is readable.
  ///
  /// Meanwhile reads the error stream and writes queued bytes.
  private func wait(until wake: MonotonicTime) -> Bool {
    let isReady = FileDescriptor.wait(
      for: [
        child.output.map { ($0, .reading) }, child.errors.map { ($0, .reading) },
        unsent.isEmpty ? nil : child.input.map { ($0, .writing) },
      ], until: wake)
    if isReady[1] { receiveErrors() }
    if isReady[2] { flush() }
    return isReady[0]
  }

  /// Reads the available output; returns false at its end or after an error.
  private func receive() -> Bool {
    guard let output = child.output else { return false }
    do throws(SystemError) {
      guard let count = try output.read(into: &chunk) else { return true }
      received += count
      lines.append(chunk[..<count])
      return count > 0
    } catch {
      return false
    }
  }

  /// Reads the available error output. The transcript gets only the beginning of each chunk.
  private func receiveErrors() {
    do throws(SystemError) {
      guard let count = try child.errors?.read(into: &chunk) else { return }
      if count == 0 { return child.closeErrors() }
      received += count
      errorBytes += count
      let text = String(decoding: chunk[..<min(count, 200)], as: UTF8.self)
      transcript.note("!", text.replacing("\n", with: " "))
    } catch {
      child.closeErrors()
    }
  }

  /// Reads the available output and discards its lines, which the transcript notes.
  ///
  /// Stops once the engine has written too much.
  public func discardPendingLines() {
    while child.output?.isReady(for: .reading) ?? false, receive(),
      received <= OutputLimits.betweenCommands
    {
      while let line = lines.next() { transcript.note("<", line) }
    }
    while let line = lines.next() { transcript.note("<", line) }
  }

  // MARK: Measuring

  /// The bytes of the engine's output that are not read yet; 0 if the system cannot report them.
  public var unreadBytes: Int { child.output?.unreadBytes ?? 0 }

  /// The capacity of the engine's output pipe in bytes; 65,536 if it is unknown.
  public var outputCapacity: Int { child.output?.pipeSize ?? 65_536 }

  /// Returns the processor time of the process and its present descendants, in microseconds.
  ///
  /// - Parameter isFresh: true to read the list of descendants anew.
  public func processorTime(isFresh: Bool = false) -> Int {
    Int(child.processorTime(isFresh: isFresh) / .microseconds(1))
  }

  /// Returns the peak resident memory so far, in KiB.
  ///
  /// This is the larger of two figures: the highest peak of one process, and the highest sum over
  /// all processes that a call measured.
  public func peakMemory() -> Int {
    let family = child.family()
    for member in family { peak = max(peak, ProcessMemory.peak(of: member) ?? 0) }
    if family.count > 1 { lookAtShares(of: family) }
    return peak
  }

  /// Updates the peak with the sum over several processes, each shared page divided among its
  /// users.
  ///
  /// Skips this slow measurement during `sharePause`. Skips it also if even the sum of the resident
  /// memory, which counts shared pages several times, is no new peak.
  private func lookAtShares(of family: [ProcessID]) {
    let start = MonotonicTime.now
    guard sharePause.isOver(at: start) else { return }
    let resident = family.reduce(0) { $0 + (ProcessMemory.resident(of: $1) ?? 0) }
    guard resident > peak else { return }
    peak = max(peak, family.reduce(0) { $0 + (ProcessMemory.share(of: $1) ?? 0) })
    sharePause.begin(since: start)
  }

  /// The peak of resident memory in KiB if it exceeds the limit; otherwise `nil`.
  public var memoryExcess: Int? {
    guard let memoryLimit else { return nil }
    let peak = peakMemory()
    return peak > memoryLimit / 1024 ? peak : nil
  }

  // MARK: Stopping

  public func closeInput() {
    flush()
    child.closeInput()
  }

  /// Closes the reading end of the engine's output.
  ///
  /// A check does so to see how the engine ends when nobody reads.
  public func closeOutput() { child.closeOutput() }

  public func signal(_ signal: Signal) { child.pid.send(signal) }

  /// Suspends the process with all its descendants.
  public func suspend() { child.sendToFamily(.suspend, isFresh: true) }
  /// Resumes the process with all its descendants.
  public func resume() { child.sendToFamily(.resume) }

  /// Ends the engine and returns how it ended.
  ///
  /// Sends `END`, then SIGTERM if the engine still runs after `grace` milliseconds, and kills it
  /// after `grace` milliseconds more.
  @discardableResult
  package func end(grace: Int = 500) -> Ending {
    if child.isBuried { return kill() }
    resume()
    discardPendingLines()
    send("END")
    flush()
    if awaitEnd(milliseconds: grace, drains: true) == nil {
      child.pid.sendToGroup(.terminate)
      _ = awaitEnd(milliseconds: grace, drains: true)
    }
    return kill()
  }

  /// Kills the process and its descendants through the warden, and waits for their end.
  @discardableResult
  package func kill() -> Ending { child.kill() }

  /// Returns the exit status or signal of the process; `nil` if it still runs after this time.
  ///
  /// The process stays a zombie until `kill`.
  ///
  /// - Parameter drains: true to discard output, so that a full pipe cannot block the engine.
  package func awaitEnd(milliseconds: Int, drains: Bool = false) -> Ending? {
    let deadline = MonotonicTime.now.advanced(milliseconds: milliseconds)
    var pause = Duration.microseconds(200)
    while true {
      if let ending = child.ending { return ending }
      if MonotonicTime.now >= deadline { return nil }
      flush()
      if drains { drain() }
      WorkerThread.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(10))
    }
  }

  /// Discards available output, so that a full pipe cannot block an ending engine.
  private func drain() {
    _ = try? child.output?.read(into: &chunk)
    _ = try? child.errors?.read(into: &chunk)
  }
}
