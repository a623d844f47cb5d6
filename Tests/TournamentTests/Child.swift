import CLinux
import Foundation
import Testing

/// A program started by a test, with its output kept.
///
/// Foundation's `Process` can wait for ever when several threads start processes; this one asks the
/// kernel.
final class Child {
  let pid: pid_t
  private let streams: (output: Int32, errors: Int32)
  private var hasEnded = false
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []
  private(set) var status: Int32 = -1

  init(_ path: String, _ arguments: [String]) throws {
    let (output, errors) = (try Child.pipe(), try Child.pipe())
    defer { for end in [output.write, errors.write] { close(end) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.write, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.write, 2)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    try #require(posix_spawn(&pid, path, &actions, nil, &words, environ) == 0, "\(path)")
    self.pid = pid
    streams = (output.read, errors.read)
    for end in [output.read, errors.read] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(linux_pipe(&ends, O_CLOEXEC) == 0)
    return (ends[0], ends[1])
  }

  deinit {
    if !hasEnded {
      _ = Glibc.kill(pid, SIGKILL)
      wait()
    }
    close(streams.output)
    close(streams.errors)
  }

  var text: String { String(decoding: output, as: UTF8.self) }
  var complaint: String { String(decoding: errors, as: UTF8.self) }

  func kill(_ signal: Int32) { _ = Glibc.kill(pid, signal) }

  /// Whether the program is still running; takes in what it has written.
  var isRunning: Bool {
    drain()
    guard !hasEnded else { return false }
    var code: Int32 = 0
    guard waitpid(pid, &code, WNOHANG) == pid else { return true }
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
    while case let count = read(streams.output, &chunk, chunk.count), count > 0 {
      output += chunk[..<count]
    }
    while case let count = read(streams.errors, &chunk, chunk.count), count > 0 {
      errors += chunk[..<count]
    }
  }
}
