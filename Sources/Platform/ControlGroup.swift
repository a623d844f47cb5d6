import Synchronization

/// Control groups (version 2) of programs, where the system lets this process make them.
///
/// A group is killed at one stroke, which not even a process that forks without end escapes. Memory
/// is not read from it: that would count the files that a program has read.
enum ControlGroup {
  private static let number = Atomic(0)

  /// The folder below which groups can be made: this process's own group.
  private static let home: String? = {
    guard
      let mounts = text("/proc/self/mountinfo"), let groups = text("/proc/self/cgroup"),
      let own = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })
    else { return nil }
    for mount in mounts.split(separator: "\n") {
      let fields = mount.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count,
        fields[dash + 1] == "cgroup2", fields.count > 4
      else { continue }
      let home = "\(fields[4])\(own.dropFirst(3))"
      guard FileSystem.isWritable(home) else { return nil }
      sweep(home)
      return home
    }
    return nil
  }()

  private static func text(_ path: String) -> String? {
    (try? FileSystem.contents(of: path)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static let prefix = "arena-"

  /// Removes the empty groups of processes that were killed while they made one.
  private static func sweep(_ home: String) {
    for name in (try? FileSystem.names(inFolder: home)) ?? [] {
      guard name.hasPrefix(prefix),
        let number = CInt(name.dropFirst(prefix.count).prefix { $0 != "-" }),
        !ProcessID(rawValue: number).exists
      else { continue }
      FileSystem.removeFolder("\(home)/\(name)")
    }
  }

  /// Makes an empty group and returns its folder; `nil` where that is not allowed, or where groups
  /// cannot be killed.
  ///
  /// The warden removes it.
  static func make() -> String? {
    guard let home else { return nil }
    let serial = number.wrappingAdd(1, ordering: .relaxed).newValue
    let path = "\(home)/\(prefix)\(ProcessID.current)-\(serial)"
    guard (try? FileSystem.makeFolder(path)) != nil else { return nil }
    guard FileSystem.isWritable("\(path)/cgroup.kill") else {
      FileSystem.removeFolder(path)
      return nil
    }
    return path
  }
}
