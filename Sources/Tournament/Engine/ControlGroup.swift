import Foundation
import Glibc
import Synchronization

/// Control groups (version 2) of engines, where the system lets the referee make them.
///
/// A group is killed at one stroke, which not even a process that forks without end escapes. Memory
/// is not read from it: that would count the files an engine has read against its limit.
enum ControlGroup {
  private static let number = Atomic(0)

  /// The folder below which groups can be made: the referee's own group.
  private static let home: String? = {
    guard
      let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8),
      let groups = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8),
      let own = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })
    else { return nil }
    for mount in mounts.split(separator: "\n") {
      let fields = mount.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count,
        fields[dash + 1] == "cgroup2", fields.count > 4
      else { continue }
      let home = "\(fields[4])\(own.dropFirst(3))"
      guard access(home, W_OK) == 0 else { return nil }
      sweep(home)
      return home
    }
    return nil
  }()

  private static let prefix = "arena-"

  /// Removes the empty groups of referees that were killed while they made one.
  private static func sweep(_ home: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: home)) ?? [] {
      guard name.hasPrefix(prefix),
        let pid = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), kill(pid, 0) != 0,
        errno == ESRCH
      else { continue }
      rmdir("\(home)/\(name)")
    }
  }

  /// Makes an empty group and returns its folder; `nil` where that is not allowed, or where groups
  /// cannot be killed.
  ///
  /// The warden removes it.
  static func make() -> String? {
    guard let home else { return nil }
    let serial = number.wrappingAdd(1, ordering: .relaxed).newValue
    let path = "\(home)/\(prefix)\(getpid())-\(serial)"
    guard mkdir(path, 0o755) == 0 else { return nil }
    guard access("\(path)/cgroup.kill", W_OK) == 0 else {
      rmdir(path)
      return nil
    }
    return path
  }
}
