import Platform

/// A running engine: lines in, lines out, within bounds and deadlines, and a sure end.
///
/// Used by one thread. Whatever the engine starts stays below its warden, is counted with it and
/// dies with it.
package final class EngineProcess {
  /// What waiting for a line gave.
  package enum Reading: Equatable {
    case line(String)
    /// The deadline passed.
    case silence
    /// The output was closed.
    case closed
    /// Too much output, or a line too long.
    case flood(String)
    /// The process uses more memory than it may, in KiB.
    case memory(Int)
  }

  package typealias Ending = ChildProcess.Ending

  /// The most bytes an engine may write between two commands.
  static let outputLimit = 1 << 20
  /// Milliseconds between two looks at a silent engine's memory and life.
  private static let watchInterval = 50

  /// When the process was started.
  let launched = MonotonicTime.now
  /// Bytes of resident memory the process may use.
  private let memoryLimit: Int?
  private let child: ChildProcess
  /// The most memory of the process and all below it seen so far, in KiB.
  private var peak = 0
  /// After what they share was told apart, for which the system walks through all their pages.
  private var shareRest = Rest()
  private var lines = LineBuffer()
  private var unsent: [UInt8] = []
  /// Bytes that came on the error stream.
  private(set) var errorBytes = 0
  /// Bytes that came since the last command.
  private(set) var received = 0
  private var chunk = [UInt8](repeating: 0, count: 65536)
  private(set) var transcript = Transcript()

  /// What can be read once the engine has written something; `nil` once that is closed.
  package var output: FileDescriptor? { child.output }

  /// Starts `engine`.
  ///
  /// - Parameters:
  ///   - addressSpace: bytes of address space it may have, or `nil` for no limit.
  ///   - inGroup: whether it gets a control group of its own where the system allows that.
  package init(
    _ engine: EngineConfig, addressSpace: Int? = nil, inGroup: Bool = true
  ) throws(EngineLaunch.Failure) {
    child = try EngineLaunch.start(engine, addressSpace: addressSpace, inGroup: inGroup)
    memoryLimit = engine.limits.memory
  }

  // MARK: Talking

  /// Queues a line for the engine and writes as much as its pipe takes at once.
  package func send(_ line: String) {
    transcript.note(">", line)
    queue(Array(line.utf8) + [UInt8(ascii: "\n")])
  }

  /// Queues bytes as they are, which need not be a line.
  func queue(_ bytes: [UInt8]) {
    unsent += bytes
    received = 0
  }

  /// Writes what is queued as far as the pipe takes it. A closed pipe swallows everything: the
  /// missing answer tells.
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

  /// Waits for the next line until `deadline`, writing what is still queued.
  package func readLine(until deadline: MonotonicTime) -> Reading {
    flush()
    while true {
      if let line = lines.next() {
        transcript.note("<", line)
        return .line(line)
      }
      if lines.isOverfull {
        transcript.note("<", lines.unfinished)
        return .flood("a line of more than \(LineBuffer.longestLine) bytes")
      }
      if received > EngineProcess.outputLimit {
        return .flood("more than \(EngineProcess.outputLimit) bytes without an answer")
      }
      let now = MonotonicTime.now
      if now >= deadline { return .silence }
      if let excess = memoryExcess { return .memory(excess) }
      // The output may stay open in a child's hands after the engine has died.
      let wake = min(deadline, now.advanced(milliseconds: EngineProcess.watchInterval))
      if wait(until: wake) {
        if !receive() { return .closed }
      } else if child.ending != nil {
        return .closed
      }
    }
  }

  /// Waits until the output can be read; drains the error stream and writes on the way.
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

  /// Reads what the output holds; false at its end.
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

  /// Reads what the error stream holds; only its beginning is kept.
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

  /// Throws away lines that nobody asked for, up to now.
  func discardPendingLines() {
    while child.output?.isReady(for: .reading) ?? false, receive(),
      received <= EngineProcess.outputLimit
    {
      while let line = lines.next() { transcript.note("<", line) }
    }
    while let line = lines.next() { transcript.note("<", line) }
  }

  // MARK: Measuring

  /// Bytes that the engine has written and nobody has read; 0 if the system does not tell.
  var unreadBytes: Int { child.output?.unreadBytes ?? 0 }

  /// Bytes that fit into the engine's output.
  var outputCapacity: Int { child.output?.pipeSize ?? 65_536 }

  /// Processor time of the process and all that are below it now, in microseconds.
  ///
  /// - Parameter isFresh: whether to look for children once more.
  func processorTime(isFresh: Bool = false) -> Int {
    Int(child.processorTime(isFresh: isFresh) / .microseconds(1))
  }

  /// The greatest resident memory so far, in KiB: that of the process or one below it, or of all
  /// together when they were looked at.
  func peakMemory() -> Int {
    let family = child.family()
    for member in family { peak = max(peak, ProcessMemory.peak(of: member) ?? 0) }
    if family.count > 1 { lookAtShares(of: family) }
    return peak
  }

  /// Sums the memory of several processes, what they share counted once, if that may be a new peak.
  private func lookAtShares(of family: [ProcessID]) {
    let start = MonotonicTime.now
    guard shareRest.isOver(at: start) else { return }
    let resident = family.reduce(0) { $0 + (ProcessMemory.resident(of: $1) ?? 0) }
    guard resident > peak else { return }
    peak = max(peak, family.reduce(0) { $0 + (ProcessMemory.share(of: $1) ?? 0) })
    shareRest.begin(since: start)
  }

  /// The peak of resident memory in KiB if it is above the limit.
  var memoryExcess: Int? {
    guard let memoryLimit else { return nil }
    let peak = peakMemory()
    return peak > memoryLimit / 1024 ? peak : nil
  }

  // MARK: Stopping

  /// Ends the engine's input.
  func closeInput() {
    flush()
    child.closeInput()
  }

  /// Gives up the reading end of the engine's output.
  func closeOutput() { child.closeOutput() }

  /// Sends a signal to the process alone.
  func signal(_ signal: Signal) { child.pid.send(signal) }

  func suspend() { child.sendToFamily(.suspend, isFresh: true) }
  func resume() { child.sendToFamily(.resume) }

  /// Asks the engine to end, insists after `grace` milliseconds, and kills all that is left.
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

  /// Has the warden kill the process and all that it started, and waits until that is done.
  @discardableResult
  package func kill() -> Ending { child.kill() }

  /// How the process ended by itself, if it does within `milliseconds`; it stays a zombie.
  ///
  /// - Parameter drains: whether to throw away what it still says, lest it be stuck on a full pipe.
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

  /// Keeps the pipes empty while an engine ends, so that it is not stuck on a full one.
  private func drain() {
    _ = try? child.output?.read(into: &chunk)
    _ = try? child.errors?.read(into: &chunk)
  }
}
