import CLinux
import Foundation
import Glibc

/// Starts a process with pipes on its three standard streams, in a process group of its own; it dies
/// with the thread that started it.
struct EngineLaunch {
  /// Why a process could not be started.
  struct Failure: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// The referee's ends of the pipes, and the process.
  struct Started {
    let pid: pid_t
    let input: Int32
    let output: Int32
    let errors: Int32
  }

  /// The executable that `command` names: itself if it is a path, else the first on `PATH`.
  static func locate(_ command: String) -> String? {
    func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 && !isFolder(path) }
    if command.contains("/") { return isExecutable(command) ? command : nil }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(command)" }.first(where: isExecutable)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Starts the engine; the process inherits nothing but its three pipes and the caller's
  /// processors.
  static func start(_ engine: EngineConfig) throws(Failure) -> Started {
    guard let executable = locate(engine.command) else {
      throw Failure(description: "\(engine.command): no executable")
    }
    // Engines die while they are written to; that must not be the referee's death.
    _ = signal(SIGPIPE, SIG_IGN)
    let input = try pipe()
    let output = try pipe()
    let errors = try pipe()
    defer { for end in [input.read, output.write, errors.write] { close(end) } }
    let pid: pid_t
    do throws(Failure) {
      pid = try spawn(
        executable, engine: engine, streams: [input.read, output.write, errors.write])
    } catch {
      for end in [input.write, output.read, errors.read] { close(end) }
      throw error
    }
    for end in [input.write, output.read, errors.read] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    return Started(pid: pid, input: input.write, output: output.read, errors: errors.read)
  }

  private static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard linux_pipe(&ends, O_CLOEXEC) == 0 else { throw failure("pipe", errno) }
    return (ends[0], ends[1])
  }

  private static func failure(_ what: String, _ code: Int32) -> Failure {
    Failure(description: "\(what): \(String(cString: strerror(code)))")
  }

  private static func spawn(
    _ executable: String, engine: EngineConfig, streams: [Int32]
  ) throws(Failure) -> pid_t {
    let environment = ProcessInfo.processInfo.environment
      .merging(engine.environment) { _, own in own }.map { "\($0.key)=\($0.value)" }
    let pid = withCStrings([executable] + engine.arguments) { arguments in
      withCStrings(environment) { environment in
        linux_spawn(executable, arguments, environment, engine.folder, streams)
      }
    }
    guard pid > 0 else { throw failure(executable, -pid) }
    return pid
  }

  /// Calls `body` with a null-terminated array of C strings.
  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
