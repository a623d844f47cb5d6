import Synchronization

/// Control groups (cgroups, version 2) for child programs, if this process may create them.
///
/// A group is killed atomically, so even a program that forks without end cannot escape. The memory
/// of a program is not read from its group, as that figure includes the page cache of files.
enum ControlGroup {
  private static let number = Atomic(0)

  /// The folder of this process's own group, in which groups are created.
  ///
  /// It is `nil` if there is none, or if this process may not write to it.
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

  /// Removes empty groups left by processes that were killed before they started a warden.
  private static func sweep(_ home: String) {
    for name in (try? FileSystem.names(inFolder: home)) ?? [] {
      guard name.hasPrefix(prefix),
        let number = CInt(name.dropFirst(prefix.count).prefix { $0 != "-" }),
        !ProcessID(rawValue: number).exists
      else { continue }
      FileSystem.removeFolder("\(home)/\(name)")
    }
  }

  /// Creates an empty group and returns its folder; `nil` if groups cannot be created or killed.
  ///
  /// The child's warden (`ChildProcess`) removes the folder at its end. If the start of the child
  /// fails, `ChildProcess` removes it.
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
