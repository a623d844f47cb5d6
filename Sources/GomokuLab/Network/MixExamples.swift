import Basics
import Gomoku
import GomokuRules
import LabKit

/// Training examples of a mix network in memory: positions with the value and the move to be
/// learned.
struct MixExamples: Sendable {
  /// A position of a game in which a search chose the move.
  struct Example: Equatable, Sendable {
    let size: BoardSize
    let mover: Color
    /// The index of the example's first point in `points`.
    let firstPoint: Int
    /// The index of the chosen point, counted row by row; `nil` if the move must not be learned.
    let move: Int?
    /// The index of the set of present threats (`MixSample.threats`).
    let threats: Int
    /// The mover's expected result, 0 (loss) to 1 (win); `nil` if the value must not be learned.
    let target: Float?
    /// The score of the search that chose the move, as log odds for the mover.
    let searchLogOdds: Float
    /// True if the example serves to measure the loss, and is not learned.
    let isHeldOut: Bool
  }

  /// The contents of the points of all positions (`MixSample.points`).
  private(set) var points: [UInt32] = []
  private(set) var examples: [Example] = []

  /// Adds an example and its points. Its `firstPoint` must be the number of points so far.
  mutating func append(_ example: Example, points: [UInt32]) {
    assert(example.firstPoint == self.points.count && example.size.pointCount == points.count)
    examples.append(example)
    self.points += points
  }

  /// Calls `body` with the contents of an example's points.
  func withPoints<Result>(
    of example: Example, _ body: (UnsafePointer<UInt32>) -> Result
  ) -> Result {
    points.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped + example.firstPoint) }
  }

  /// Returns the number of stones of an example.
  func stones(of example: Example) -> Int {
    withPoints(of: example) { points in
      (0..<example.size.pointCount).count { !MixSample.isEmpty(points[$0]) }
    }
  }
}
