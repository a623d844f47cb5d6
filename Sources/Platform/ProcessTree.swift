internal import CPlatform

/// The processes of the machine, by parent, as a snapshot that is kept for a while.
///
/// A snapshot reads data of every process on the machine, so all callers share the last one. A
/// `Backoff` limits the share of time that snapshots take.
public final class ProcessTree: Sendable {
  public static let shared = ProcessTree()

  private struct Snapshot {
    var children: [ProcessID: [ProcessID]] = [:]
    var pause = Backoff()
  }

  /// The least time that a snapshot is used, in milliseconds, unless a fresh one is requested.
  private static let interval = 50

  private let snapshot = Monitor(Snapshot())

  /// Returns all descendants of `root`, in no particular order.
  ///
  /// - Parameter isFresh: true to take a new snapshot even if a recent one exists.
  public func descendants(of root: ProcessID, isFresh: Bool = false) -> [ProcessID] {
    snapshot.access { snapshot in
      let now = MonotonicTime.now
      if isFresh || snapshot.pause.isOver(at: now) { ProcessTree.take(&snapshot, at: now) }
      var found: [ProcessID] = []
      var open = [root]
      while let pid = open.popLast() {
        let children = snapshot.children[pid] ?? []
        found += children
        open += children
      }
      return found
    }
  }

  /// Takes a new snapshot; the buffer for the list of processes grows until all fit.
  private static func take(_ snapshot: inout Snapshot, at now: MonotonicTime) {
    var capacity = 4096
    var list: [platform_process] = []
    while true {
      list = Array(repeating: platform_process(), count: capacity)
      let count = platform_processes(&list, capacity)
      list.removeLast(max(0, capacity - count))
      if count <= capacity { break }
      capacity = 2 * count
    }
    snapshot.children = Dictionary(grouping: list) { ProcessID(rawValue: $0.parent) }
      .mapValues { $0.map { ProcessID(rawValue: $0.pid) } }
    snapshot.pause.begin(since: now, atLeast: interval)
  }
}
