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
    let images = Symmetry.all(of: position.size).map { symmetry in
      (symmetry, position.image(under: symmetry))
    }
    let keyed = images.map { (key: ProofJob.key($0.1, extras), symmetry: $0.0, image: $0.1) }
    let first = keyed.min { $0.key < $1.key } ?? keyed[0]
    (self.position, self.extras) = (first.image, extras)
    (key, symmetry) = (first.key, first.symmetry)
  }

  static func == (a: ProofJob, b: ProofJob) -> Bool { a.key == b.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  private static func key(_ position: Position, _ extras: Int) -> String {
    let lists = [Color.black, .white].map { color in
      position.stones.filter { $0.color == color }.map(\.point).sorted().map(\.description).joined()
    }
    return "\(lists[0])-\(lists[1])+\(extras)"
  }

  /// The strategy found within `limits`, in the position that was asked for, and what it took.
  func solve(_ limits: WinSearch.Limits, clock: SearchClock) -> ProofOutcome {
    let search = WinSearch(position, extras: extras, limits: limits, clock: clock)
    return ProofOutcome(strategy: search.proof, nodes: search.nodes)
  }
}

/// What has come of a job.
struct ProofOutcome: Sendable {
  /// `nil` where none was found.
  let strategy: StrategyProof?
  let nodes: UInt64
}
