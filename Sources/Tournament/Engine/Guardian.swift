import CLinux
import Foundation
import Glibc
import Synchronization

/// A small process that outlives the referee by a moment: it kills every engine's process group
/// when the referee is gone, however it went.
///
/// The kernel's parent-death signal reaches only the engine itself; the guardian ends whatever the
/// engine has started as well.
public final class Guardian: Sendable {
  private let pipe: Mutex<Int32>

  /// Starts `executable` with the argument `guard`, which runs `Guardian.serve()`.
  public init?(executable: String) {
    var config = EngineConfig(name: "guard", command: executable, arguments: ["guard"])
    config.folder = "/"
    guard let started = try? EngineLaunch.start(config) else { return nil }
    close(started.output)
    close(started.errors)
    _ = fcntl(started.input, F_SETFL, 0)
    pipe = Mutex(started.input)
  }

  deinit { pipe.withLock { _ = close($0) } }

  func watch(_ group: pid_t) { tell("+\(group)\n") }
  func forget(_ group: pid_t) { tell("-\(group)\n") }

  private func tell(_ line: String) {
    pipe.withLock { descriptor in
      _ = Array(line.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  /// Reads the groups to watch from standard input until it ends, then kills them all.
  public static func serve() {
    linux_outlive_parent()
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { _ = Glibc.signal(signal, SIG_IGN) }
    var groups: Set<pid_t> = []
    while let line = readLine() {
      guard let group = pid_t(line.dropFirst()), group > 1 else { continue }
      if line.hasPrefix("+") { groups.insert(group) } else { groups.remove(group) }
    }
    for group in groups { _ = Glibc.kill(-group, SIGKILL) }
  }
}
