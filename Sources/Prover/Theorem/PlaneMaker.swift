import CommandLineKit
import GomokuRules
import Platform

/// Finds first replies that a strategy answers after its far points have been moved, and writes the
/// folder's `theorem.plane`.
package struct PlaneMaker {
  let folder: StrategyFolder
  /// The name of the strategy whose far points are moved.
  let far: String
  let workers: Int

  package init(folder: StrategyFolder, far: String, workers: Int) {
    (self.folder, self.far, self.workers) = (folder, far, workers)
  }

  /// Tries each reply that no strategy of the folder begins with, from the far ones to the near
  /// ones. An existing `theorem.plane` is extended.
  ///
  /// - Returns: the replies without an answer.
  package func make() throws(CommandError) -> [Offset] {
    guard let strategy = OpeningStrategy(try folder.read(far)), let least = strategy.leastFarReply
    else { throw CommandError("\(far): its far points cannot be moved") }
    CurrentProcess.note(
      "\(far) answers all replies from \(least) steps on: near points up to \(strategy.nearRadius)"
        + " steps from the first stone")
    var moved = known()
    var answered = Set(moved.map(\.reply))
    for name in try folder.names() {
      if let reply = try folder.firstReply(of: name) { answered.insert(reply.canonicalImage) }
    }
    var open = (1..<least).reversed().flatMap { x in
      (0...x).map { Offset(x: x, y: $0) }.filter { !answered.contains($0) }
    }
    var missing: [Offset] = []
    try write(moved)
    let progress = Progress("replies", of: open.count)
    while !open.isEmpty {
      let next = Array(open.prefix(max(workers, 1)))
      open.removeFirst(next.count)
      // The symmetry of the last success is the most likely one.
      let first = moved.last?.symmetry ?? .identity
      let found = concurrently(next, workers: workers) { reply in
        defer { progress.step() }
        return ([first] + Symmetry.ofPlane.filter { $0 != first }).first {
          (try? strategy.checked(to: reply, under: $0)).flatMap(\.self) != nil
        }
      }
      for (reply, symmetry) in zip(next, found) {
        guard let symmetry else {
          missing.append(reply)
          continue
        }
        moved.append(.init(far, to: reply, under: symmetry))
      }
      try write(moved)
    }
    return missing.sorted()
  }

  private func write(_ moved: [PlaneTheorem.Moved]) throws(CommandError) {
    try folder.write(PlaneTheorem.fileName) {
      $0(PlaneTheorem(far: far, moved: moved.sorted { $0.reply > $1.reply }).text)
    }
  }

  /// The moved replies of an existing `theorem.plane` for the same strategy; none without one.
  private func known() -> [PlaneTheorem.Moved] {
    guard let text = folder.contents(of: PlaneTheorem.fileName),
      let theorem = try? PlaneTheorem(
        parsing: text.split(separator: "\n").map(String.init)), theorem.far == far
    else { return [] }
    return theorem.moved
  }
}
