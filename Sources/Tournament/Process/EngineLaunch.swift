import CLinux
import Foundation
import Glibc

/// Starts a process with pipes on its three standard streams, below a warden that ends it and
/// whatever it has started, at the latest when the referee is gone.
struct EngineLaunch {
  /// Why a process could not be started.
  struct Failure: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// The referee's ends of the pipes, the process and its warden.
  struct Started {
    let ward: linux_ward
    let input: Int32
    let output: Int32
    let errors: Int32
  }

  /// Starts the engine; the process inherits nothing but its three pipes and the caller's
  /// processors.
  ///
  /// - Parameters:
  ///   - addressSpace: bytes of address space it may have, or `nil` for no limit.
  ///   - inGroup: whether it gets a control group of its own where the system allows that.
  static func start(
    _ engine: EngineConfig, addressSpace: Int? = nil, inGroup: Bool = true
  ) throws(Failure) -> Started {
    guard let executable = Files.executable(engine.command) else {
      throw Failure(description: "\(engine.command): no executable")
    }
    // Engines die while they are written to; that must not be the referee's death.
    _ = signal(SIGPIPE, SIG_IGN)
    let input = try pipe()
    let output = try pipe()
    let errors = try pipe()
    defer { for end in [input.read, output.write, errors.write] { close(end) } }
    let ward: linux_ward
    do throws(Failure) {
      ward = try spawn(
        executable, engine: engine, streams: (input.read, output.write, errors.write),
        addressSpace: addressSpace, group: inGroup ? ControlGroup.make() : nil)
    } catch {
      for end in [input.write, output.read, errors.read] { close(end) }
      throw error
    }
    for end in [input.write, output.read, errors.read] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    return Started(ward: ward, input: input.write, output: output.read, errors: errors.read)
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
    _ executable: String, engine: EngineConfig, streams: (Int32, Int32, Int32), addressSpace: Int?,
    group: String?
  ) throws(Failure) -> linux_ward {
    let environment = ProcessInfo.processInfo.environment
      .merging(engine.environment) { _, own in own }.map { "\($0.key)=\($0.value)" }
    var ward = linux_ward()
    let error = withCStrings([executable] + engine.arguments) { arguments in
      withCStrings(environment) { environment in
        withCStrings([executable, engine.folder ?? "", group ?? ""]) { paths in
          var launch = linux_launch(
            path: paths[0], arguments: arguments, environment: environment,
            folder: engine.folder == nil ? nil : paths[1], streams: streams,
            address_space: UInt(addressSpace ?? 0), group: group == nil ? nil : paths[2])
          return linux_spawn(&launch, &ward)
        }
      }
    }
    guard error == 0 else {
      if let group { rmdir(group) }
      throw failure(executable, error)
    }
    return ward
  }

  /// Calls `body` with a null-terminated array of C strings.
  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return (copies + [nil]).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an array with an end") }
      return body(base)
    }
  }
}
