import CLinux
import Foundation
import Glibc

/// A running engine: lines in, lines out, within bounds and deadlines, and a sure end.
///
/// Used by one thread. Whatever the engine starts stays below its warden, is counted with it and
/// dies with it.
final class EngineProcess {
  /// What waiting for a line gave.
  enum Reading: Equatable {
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

  /// How a process ended.
  enum Ending: Equatable, CustomStringConvertible {
    case exited(Int32)
    case signalled(Int32)

    var description: String {
      switch self {
      case .exited(let code): "exit status \(code)"
      case .signalled(let signal): "signal \(signal) (\(String(cString: strsignal(signal))))"
      }
    }
  }

  /// The most bytes an engine may write between two commands.
  static let outputLimit = 1 << 20
  /// Milliseconds between two looks at a silent engine's memory and life.
  private static let watchInterval = 50

  let pid: pid_t
  /// When the process was started.
  let launched = MonotonicTime.now
  /// Bytes of resident memory the process may use.
  private let memoryLimit: Int?
  private let streams: EngineLaunch.Started
  /// The most memory of the process and all below it seen so far, in KiB.
  private var peak = 0
  private var lines = LineBuffer()
  private var unsent: [UInt8] = []
  private var isInputOpen = true
  private var isOutputOpen = true
  private var isErrorOpen = true
  /// Bytes that came on the error stream.
  private(set) var errorBytes = 0
  /// Bytes that came since the last command.
  private(set) var received = 0
  private var chunk = [UInt8](repeating: 0, count: 65536)
  private var ending: Ending?
  /// Whether the warden is gone, and with it all that the engine has started.
  private var isBuried = false
  private(set) var transcript = Transcript()

  /// Starts `engine`.
  ///
  /// - Parameters:
  ///   - addressSpace: bytes of address space it may have, or `nil` for no limit.
  ///   - inGroup: whether it gets a control group of its own where the system allows that.
  init(
    _ engine: EngineConfig, addressSpace: Int? = nil, inGroup: Bool = true
  ) throws(EngineLaunch.Failure) {
    streams = try EngineLaunch.start(engine, addressSpace: addressSpace, inGroup: inGroup)
    pid = streams.ward.program
    memoryLimit = engine.limits.memory
  }

  deinit {
    if !isBuried { kill() }
    closeInput()
    closeOutput()
    close(streams.errors)
  }

  // MARK: Talking

  /// Queues a line for the engine and writes as much as its pipe takes at once.
  func send(_ line: String) {
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
  func flush() {
    while !unsent.isEmpty, isInputOpen {
      let count = unsent.withUnsafeBytes { write(streams.input, $0.baseAddress, $0.count) }
      if count > 0 {
        unsent.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        unsent = []
      }
    }
  }

  /// Waits for the next line until `deadline`, writing what is still queued.
  func readLine(until deadline: MonotonicTime) -> Reading {
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
      if wait(until: wake, now: now) {
        if !receive() { return .closed }
      } else if hasEnded {
        return .closed
      }
    }
  }

  /// Waits until the output can be read; drains the error stream and writes on the way.
  private func wait(until wake: MonotonicTime, now: MonotonicTime) -> Bool {
    var polled = [
      pollfd(fd: streams.output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isErrorOpen ? streams.errors : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: unsent.isEmpty ? -1 : streams.input, events: Int16(POLLOUT), revents: 0),
    ]
    var interval = now.interval(to: wake)
    guard linux_poll(&polled, UInt(polled.count), &interval) > 0 else { return false }
    if polled[1].revents != 0 { receiveErrors() }
    if polled[2].revents != 0 { flush() }
    return polled[0].revents != 0
  }

  /// Reads what the output holds; false at its end.
  private func receive() -> Bool {
    guard isOutputOpen else { return false }
    let count = read(streams.output, &chunk, chunk.count)
    if count > 0 {
      received += count
      lines.append(chunk[..<count])
      return true
    }
    return count < 0 && (errno == EAGAIN || errno == EINTR)
  }

  /// Reads what the error stream holds; only its beginning is kept.
  private func receiveErrors() {
    let count = read(streams.errors, &chunk, chunk.count)
    if count > 0 {
      received += count
      errorBytes += count
      let text = String(decoding: chunk[..<min(count, 200)], as: UTF8.self)
      transcript.note("!", text.replacing("\n", with: " "))
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      isErrorOpen = false
    }
  }

  /// Throws away lines that nobody asked for, up to now.
  func discardPendingLines() {
    var empty = timespec()
    var polled = pollfd(fd: streams.output, events: Int16(POLLIN), revents: 0)
    while isOutputOpen, linux_poll(&polled, 1, &empty) > 0, polled.revents & Int16(POLLIN) != 0,
      receive(),
      received <= EngineProcess.outputLimit
    {
      while let line = lines.next() { transcript.note("<", line) }
    }
    while let line = lines.next() { transcript.note("<", line) }
  }

  // MARK: Measuring

  /// Bytes that the engine has written and nobody has read; 0 if the system does not tell.
  var unreadBytes: Int { isOutputOpen ? max(0, Int(linux_unread_bytes(streams.output))) : 0 }

  /// Bytes that fit into the engine's output.
  var outputCapacity: Int {
    let size = linux_pipe_size(streams.output)
    return size > 0 ? Int(size) : 65_536
  }

  /// Processor time of the process and all that are below it now, in microseconds.
  ///
  /// - Parameter isFresh: whether to look for children once more.
  func processorTime(isFresh: Bool = false) -> Int {
    family(isFresh: isFresh).reduce(0) { $0 + EngineProcess.processorTime(of: $1) }
  }

  private static func processorTime(of pid: pid_t) -> Int {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

  /// The process and all below its warden.
  private func family(isFresh: Bool = false) -> [pid_t] {
    let others = ProcessTree.shared.descendants(of: streams.ward.warden, isFresh: isFresh)
    return [pid] + others.filter { $0 != pid }
  }

  /// The greatest resident memory so far, in KiB: that of the process or one below it, or of all
  /// together when they were looked at.
  func peakMemory() -> Int {
    let family = family()
    for member in family { peak = max(peak, ProcessStatus.kibibytes("VmHWM", of: member) ?? 0) }
    if family.count > 1 {
      let sum = family.reduce(0) { $0 + (ProcessStatus.share(of: $1) ?? 0) }
      peak = max(peak, sum)
    }
    return peak
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
    if isInputOpen { close(streams.input) }
    isInputOpen = false
  }

  /// Gives up the reading end of the engine's output.
  func closeOutput() {
    if isOutputOpen { close(streams.output) }
    isOutputOpen = false
  }

  /// Sends a signal to the process alone.
  func signal(_ number: Int32) { _ = Glibc.kill(pid, number) }

  func suspend() { signalFamily(SIGSTOP, isFresh: true) }
  func resume() { signalFamily(SIGCONT, isFresh: false) }

  private func signalFamily(_ number: Int32, isFresh: Bool) {
    _ = Glibc.kill(-pid, number)
    for member in family(isFresh: isFresh) where member != pid { _ = Glibc.kill(member, number) }
  }

  /// Asks the engine to end, insists after `grace` milliseconds, and kills all that is left.
  @discardableResult
  func end(grace: Int = 500) -> Ending {
    if isBuried, let ending { return ending }
    resume()
    discardPendingLines()
    send("END")
    flush()
    if awaitEnd(milliseconds: grace, drains: true) == nil {
      _ = Glibc.kill(-pid, SIGTERM)
      _ = awaitEnd(milliseconds: grace, drains: true)
    }
    return kill()
  }

  /// Has the warden kill the process and all that it started, and waits until that is done.
  @discardableResult
  func kill() -> Ending {
    if isBuried, let ending { return ending }
    close(streams.ward.control)
    var status: Int32 = 0
    while waitpid(streams.ward.warden, &status, 0) < 0, errno == EINTR {}
    let result = peekEnding() ?? .signalled(SIGKILL)
    ending = result
    isBuried = true
    close(streams.ward.report)
    return result
  }

  /// How the process ended by itself, if it does within `milliseconds`; it stays a zombie.
  ///
  /// - Parameter drains: whether to throw away what it still says, lest it be stuck on a full pipe.
  func awaitEnd(milliseconds: Int, drains: Bool = false) -> Ending? {
    let deadline = MonotonicTime.now.advanced(milliseconds: milliseconds)
    var pause: UInt32 = 200
    while true {
      if let ending = peekEnding() { return ending }
      if MonotonicTime.now >= deadline { return nil }
      flush()
      if drains { drain() }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
  }

  private var hasEnded: Bool { peekEnding() != nil }

  /// How the process ended, if it has; it stays a zombie.
  private func peekEnding() -> Ending? {
    if let ending { return ending }
    var news = linux_ending()
    guard read(streams.ward.report, &news, MemoryLayout<linux_ending>.size) > 0 else { return nil }
    ending = news.is_signal == 0 ? .exited(news.value) : .signalled(news.value)
    return ending
  }

  /// Keeps the pipes empty while an engine ends, so that it is not stuck on a full one.
  private func drain() {
    if isOutputOpen { _ = read(streams.output, &chunk, chunk.count) }
    _ = read(streams.errors, &chunk, chunk.count)
  }
}
