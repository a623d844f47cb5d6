import Foundation
import Testing

@testable import Tournament

/// A program started by a test, with its output kept.
///
/// Foundation's `Process` can wait for ever when several threads start processes; this one asks the
/// kernel.
final class Child {
  private let started: EngineLaunch.Started
  private var hasEnded = false
  private(set) var output: [UInt8] = []
  private(set) var status: Int32 = -1

  init(_ path: String, _ arguments: [String]) throws {
    started = try EngineLaunch.start(
      EngineConfig(name: "child", command: path, arguments: arguments))
    close(started.input)
  }

  deinit {
    if !hasEnded {
      _ = Glibc.kill(started.pid, SIGKILL)
      wait()
    }
    close(started.output)
    close(started.errors)
  }

  var pid: pid_t { started.pid }
  var text: String { String(decoding: output, as: UTF8.self) }

  func kill(_ signal: Int32) { _ = Glibc.kill(started.pid, signal) }

  /// Whether the program is still running; takes in what it has written.
  var isRunning: Bool {
    drain()
    guard !hasEnded else { return false }
    var code: Int32 = 0
    guard waitpid(started.pid, &code, WNOHANG) == started.pid else { return true }
    hasEnded = true
    status = code & 0x7f == 0 ? code >> 8 & 0xff : -(code & 0x7f)
    drain()
    return false
  }

  /// Waits for the end and returns the exit code, or the negative number of a signal.
  @discardableResult func wait() -> Int32 {
    while isRunning { usleep(2000) }
    return status
  }

  private func drain() {
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = read(started.output, &chunk, chunk.count), count > 0 {
      output += chunk[..<count]
    }
    while read(started.errors, &chunk, chunk.count) > 0 {}
  }
}
