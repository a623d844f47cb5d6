import Foundation
import Platform
import Synchronization
import TestSupport

/// The built engine as a child process, spoken to through real pipes.
final class BuiltEngine: @unchecked Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What became of the process.
  enum Exit: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let condition = NSCondition()
  private var lines: [String] = []
  private var taken = 0
  private var hasEnded = false
  private var isClosing = false

  /// Sanitizers slow everything down and take memory of their own.
  static let isSanitized = Effort.isSanitized

  /// The engine named by the environment, or the one beside the test bundle.
  static var executable: URL {
    if let path = ProcessInfo.processInfo.environment["WULIU_ENGINE"] {
      return URL(fileURLWithPath: path)
    }
    return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "pbrain-wuliu")
  }

  /// True if the engine is a program for Windows, which Wine runs: a test without a meaning there
  /// says why.
  static let isWindows = executable.pathExtension == "exe"

  /// The words that start the engine.
  private static var launch: [String] {
    isWindows ? ["/usr/bin/env", "WINEDEBUG=-all", "wine", executable.path] : [executable.path]
  }

  /// An engine that stays until the tests end, with its input; `nil` if there is no need for one.
  ///
  /// The first program that Wine starts also starts Wine's services. They inherit what that program
  /// has, and outlive it, so a test would wait in vain for its end.
  private static let keeper: (process: Process, input: Pipe)? = {
    guard isWindows else { return nil }
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: launch[0])
    process.arguments = Array(launch.dropFirst())
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    try? input.fileHandleForWriting.write(contentsOf: Data("START 15\n".utf8))
    // Its answer says that the services are there.
    _ = output.fileHandleForReading.availableData
    return (process, input)
  }()

  /// - Parameters:
  ///   - room: KiB of address space that the process may have, as `ulimit -v` sets it.
  ///   - fileBlocks: how long its files may become, as `ulimit -f` sets it.
  ///   - isRead: whether anybody takes the engine's lines.
  init(
    _ arguments: [String] = [], room: Int? = nil, fileBlocks: Int? = nil, isRead: Bool = true
  ) throws {
    _ = BuiltEngine.keeper
    let limits = [room.map { "ulimit -v \($0); " }, fileBlocks.map { "ulimit -f \($0); " }]
    let orders = limits.compactMap { $0 }.joined()
    let shell = orders.isEmpty ? [] : ["/bin/sh", "-c", orders + "exec \"$0\" \"$@\""]
    let words = shell + BuiltEngine.launch + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    let handle = output.fileHandleForReading
    guard isRead else { return }
    Thread.detachNewThread { [self] in
      read(from: FileDescriptor(rawValue: handle.fileDescriptor))
    }
  }

  deinit {
    if process.isRunning { pid.send(.kill) }
  }

  private var pid: ProcessID { ProcessID(rawValue: process.processIdentifier) }

  private func read(from stream: FileDescriptor) {
    var partial: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let isReady = stream.isReady(for: .reading, within: .milliseconds(5))
      if condition.withLock({ isClosing }) { break }
      guard isReady else { continue }
      guard let count = try? stream.read(into: &buffer), count > 0 else { break }
      var complete: [String] = []
      for byte in buffer[..<count] {
        if byte == UInt8(ascii: "\n") {
          complete.append(String(decoding: partial, as: UTF8.self))
          partial.removeAll(keepingCapacity: true)
        } else {
          partial.append(byte)
        }
      }
      condition.withLock {
        lines += complete
        condition.broadcast()
      }
    }
    try? output.fileHandleForReading.close()
    condition.withLock {
      hasEnded = true
      condition.broadcast()
    }
  }

  // MARK: Talking

  func send(_ line: String) { sendBytes(Array((line + "\n").utf8)) }

  func sendBytes(_ bytes: [UInt8]) {
    let stream = FileDescriptor(rawValue: input.fileHandleForWriting.fileDescriptor)
    try? stream.writeAll(bytes)
  }

  func closeInput() { try? input.fileHandleForWriting.close() }

  /// Stops listening: the engine's next line meets a broken pipe.
  func closeOutput() {
    condition.lock()
    defer { condition.unlock() }
    isClosing = true
    while !hasEnded { condition.wait() }
  }

  /// The next line that satisfies `isWanted`; those before it are dropped.
  func line(where isWanted: (String) -> Bool = { _ in true }) throws -> String {
    let end = Date(timeIntervalSinceNow: longestWait.inSeconds)
    condition.lock()
    defer { condition.unlock() }
    while true {
      while taken < lines.count {
        taken += 1
        if isWanted(lines[taken - 1]) { return lines[taken - 1] }
      }
      if hasEnded { throw Failure(description: "the engine has closed its output") }
      if !condition.wait(until: end) { throw Failure(description: "no line in time") }
    }
  }

  /// The next line that is no MESSAGE.
  func answer() throws -> String { try line { !$0.hasPrefix("MESSAGE") } }

  /// Sends `line` and returns its answer.
  func ask(_ line: String) throws -> String {
    send(line)
    return try answer()
  }

  /// All lines not yet taken, once the output has ended.
  func rest() throws -> [String] {
    let end = Date(timeIntervalSinceNow: longestWait.inSeconds)
    condition.lock()
    defer { condition.unlock() }
    while !hasEnded {
      if !condition.wait(until: end) { throw Failure(description: "the output goes on") }
    }
    defer { taken = lines.count }
    return Array(lines[taken...])
  }

  // MARK: The process

  /// Waits for the end of the process.
  func exit() throws -> Exit {
    guard comesTrue({ !process.isRunning }) else { throw Failure(description: "still running") }
    return process.terminationReason == .exit
      ? .status(process.terminationStatus) : .signal(process.terminationStatus)
  }

  func signal(_ signal: Signal) { pid.send(signal) }

  /// Processor time that the process has used.
  func processorTime() throws -> Duration {
    guard let time = CPUTime.of(pid) else { throw Failure(description: "no process") }
    return time
  }

  /// Waits until the process works.
  func waitUntilBusy() throws {
    let before = try processorTime()
    guard try comesTrue({ try processorTime() - before > .milliseconds(5) }) else {
      throw Failure(description: "it does not work")
    }
  }

  /// Waits until the process has nothing to do any more. A sanitizer has a thread of its own, which wakes
  /// now and then.
  func waitUntilIdle() throws {
    let most = Duration.milliseconds(BuiltEngine.isSanitized ? 20 : 0)
    let isIdle = try comesTrue {
      let before = try processorTime()
      WorkerThread.sleep(for: .milliseconds(200))
      return try processorTime() - before <= most
    }
    guard isIdle else { throw Failure(description: "it goes on working") }
  }

  /// Waits until the pipe of the answers, which nobody reads, takes no more.
  func waitUntilUnheard() throws {
    let stream = FileDescriptor(rawValue: output.fileHandleForReading.fileDescriptor)
    guard comesTrue({ stream.unreadBytes ?? .max > 60_000 }) else {
      throw Failure(description: "the pipe does not fill")
    }
  }

  /// Kibibytes of memory that are resident, and the most that were, without Wine's libraries.
  func memory() throws -> (now: Int, peak: Int) {
    guard let now = ProcessMemory.resident(of: pid), let peak = ProcessMemory.peak(of: pid) else {
      throw Failure(description: "no process")
    }
    let libraries = BuiltEngine.isWindows ? 6 << 10 : 0
    return (now - libraries, peak - libraries)
  }
}

extension Duration {
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
