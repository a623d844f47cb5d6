import Basics
import Gomoku
import GomokuRules
import SearchKit

/// One position to be won by the side to move, whichever way the board lies.
struct ProofJob: Hashable, Sendable {
  /// The position as the first of its images under the board's symmetries.
  let position: Position
  /// How many stones the loser may have beside those on the board.
  let extras: Int
  /// Identifies the position and the number: no two jobs have the same.
  let key: String
  /// What takes the position asked for to `position`.
  let symmetry: Symmetry

  init(_ position: Position, extras: Int) {
    let first = position.firstImage
    (self.position, self.extras) = (position.image(under: first.symmetry), extras)
    (key, symmetry) = ("\(first.name)+\(extras)", first.symmetry)
  }

  static func == (a: ProofJob, b: ProofJob) -> Bool { a.key == b.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// What a task's search finds.
  func solve(_ task: ProofTask, clock: SearchClock) -> WinSearch {
    WinSearch(position, extras: extras, limits: task.limits, hints: task.hints, clock: clock)
  }
}
