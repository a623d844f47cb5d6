import Basics
import Gomoku
import GomokuRules
import SearchKit

/// The job to find a win for the side to move in a position, up to the board's symmetries.
struct ProofJob: Hashable, Sendable {
  /// The position in its canonical image.
  let position: Position
  /// The number of extra stones, outside the win's zones, that the loser may have and still lose.
  let extraStones: Int
  /// The identifier of the job: the name of the canonical image, the number of extra stones and the
  /// centre of the square.
  let key: String
  /// The symmetry that maps the requested position to `position`.
  let symmetry: Symmetry

  init(_ position: Position, extraStones: Int) {
    let canonical = position.canonicalImage
    (self.position, self.extraStones) = (position.image(under: canonical.symmetry), extraStones)
    let square = self.position.square.map { "@\($0.center)" } ?? ""
    (key, symmetry) = ("\(canonical.name)+\(extraStones)\(square)", canonical.symmetry)
  }

  static func == (a: ProofJob, b: ProofJob) -> Bool { a.key == b.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// Runs the search for the win.
  func solve(_ limits: WinSearch.Limits, _ hints: WinSearch.Hints, clock: SearchClock) -> WinSearch
  {
    WinSearch(position, extraStones: extraStones, limits: limits, hints: hints, clock: clock)
  }
}
