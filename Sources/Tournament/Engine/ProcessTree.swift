import CLinux
import Glibc
import Synchronization

/// The machine's processes by their parents, looked at now and then.
///
/// A look reads a file for every process of the machine, so that all engines share it, and it is
/// not repeated before fifty times its own duration has passed.
final class ProcessTree: Sendable {
  static let shared = ProcessTree()

  private struct Look {
    var children: [pid_t: [pid_t]] = [:]
    var next = MonotonicTime(nanoseconds: 0)
  }

  /// Milliseconds between two looks on a small machine.
  private static let interval = 50
  private static let restPerWork: Int64 = 50

  private let look = Mutex(Look())

  /// All processes below `root`, in no particular order.
  ///
  /// - Parameter isFresh: whether an earlier look will not do.
  func descendants(of root: pid_t, isFresh: Bool = false) -> [pid_t] {
    look.withLock { look in
      let now = MonotonicTime.now
      if isFresh || now >= look.next { ProcessTree.take(&look, at: now) }
      var found: [pid_t] = []
      var open = [root]
      while let pid = open.popLast() {
        let children = look.children[pid] ?? []
        found += children
        open += children
      }
      return found
    }
  }

  private static func take(_ look: inout Look, at now: MonotonicTime) {
    var capacity = 4096
    var list: [linux_process] = []
    while true {
      var count = 0
      list = [linux_process](unsafeUninitializedCapacity: capacity) { buffer, used in
        count = linux_processes(buffer.baseAddress, capacity)
        used = min(count, capacity)
      }
      if count <= capacity { break }
      capacity = 2 * count
    }
    look.children = Dictionary(grouping: list, by: \.parent).mapValues { $0.map(\.pid) }
    let end = MonotonicTime.now
    let rest = (end.nanoseconds - now.nanoseconds) * restPerWork
    look.next = end.advanced(milliseconds: max(interval, Int(rest / 1_000_000)))
  }
}

/// Figures of a process from `/proc`, in KiB; `nil` once it is gone.
enum ProcessStatus {
  /// A line of `/proc/PID/status`.
  static func kibibytes(_ key: String, of pid: pid_t) -> Int? { figure(key, in: "status", of: pid) }

  /// Resident memory, what it shares with others being divided among them.
  static func share(of pid: pid_t) -> Int? {
    figure("Pss", in: "smaps_rollup", of: pid) ?? kibibytes("VmRSS", of: pid)
  }

  private static func figure(_ key: String, in file: String, of pid: pid_t) -> Int? {
    let descriptor = open("/proc/\(pid)/\(file)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let text = String(decoding: buffer[..<count], as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(key):") }) else {
      return nil
    }
    return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
  }
}
