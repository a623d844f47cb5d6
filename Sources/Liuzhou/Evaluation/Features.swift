import Basics
import LiuzhouRules

/// What the evaluation measures of one player.
///
/// While placing, dead stones count as the gaps that they are going to leave, so that the same
/// measures look ahead to the first slides.
enum Feature: Int, CaseIterable {
  case stones
  /// Live stones missing to eight: the last ones are worth more.
  case shortage
  case slides
  /// Whether there is at most one slide (zugzwang, or a welcome pass).
  case cramped
  /// Slides of stones that stand in no formation: those that give nothing away; up to
  /// eight.
  case freeSlides
  /// Stones in formations, which cannot be taken.
  case formed
  /// The most that one slide earns, up to four.
  case bestSlide
  /// How many slides earn, up to four.
  case earningSlides
  /// A formation with a free door and no enemy to plug it: the value it earns every second turn, up to
  /// four.
  case runner
  /// The same with an enemy stone beside the point that opens.
  case pluggedRunner
  /// A slide between two formations that earns on every turn: its value, up to four.
  case shuttle
  /// Doors of runners beyond the first, up to four.
  case doors
  /// Squares with three stones and a gap.
  case openSquares
  /// Squares with three stones and an enemy stone.
  case stoppedSquares
  /// Squares with two stones and no enemy.
  case halfSquares
  /// Complete squares.
  case squares
  /// Complete lines, weighted by value.
  case lines
  /// Lines one stone short.
  case openLines
  /// Lines two stones short and without an enemy.
  case halfLines
  /// Placing only: the most that one placement earns, up to four.
  case bestPlacement
  /// Placing only: points where a placement earns, up to four.
  case earningPlacements

  static let count = 21
}

/// The measures of both players: first the side to move, then its opponent.
typealias FeatureVector = InlineArray<42, Int32>

/// Takes the measures.
struct FeatureReader {
  private let book: Rulebook

  init(_ book: Rulebook) { self.book = book }

  /// The measures of a position; the index is `Feature.rawValue`, plus `Feature.count` for the
  /// opponent of the side to move.
  @inline(__always) func features(of position: Position) -> FeatureVector {
    var vector = FeatureVector(repeating: 0)
    let isPlacing = position.phase == .placing
    let gaps = isPlacing ? position.deadBlack | position.deadWhite : position.empty
    let free = isPlacing ? position.empty : .none
    let (own, opponent) = (position.own, position.opponent)
    measure(own, against: opponent, gaps: gaps, free: free, at: 0, in: &vector)
    measure(opponent, against: own, gaps: gaps, free: free, at: Feature.count, in: &vector)
    return vector
  }

  @inline(__always) private func measure(
    _ own: PointSet, against opponent: PointSet, gaps: PointSet, free: PointSet, at base: Int,
    in vector: inout FeatureVector
  ) {
    let formed = book.formed(own)
    let stoneCount = Int32(truncatingIfNeeded: own.count)
    vector[base &+ Feature.stones.rawValue] = stoneCount
    vector[base &+ Feature.shortage.rawValue] = max(0, 8 &- stoneCount)
    vector[base &+ Feature.formed.rawValue] = Int32(truncatingIfNeeded: formed.count)
    measureSlides(own, formed: formed, opponent: opponent, gaps: gaps, at: base, in: &vector)
    measureSquares(own, opponent: opponent, at: base, in: &vector)
    measureLines(own, opponent: opponent, at: base, in: &vector)
    if !free.isEmpty, !book.cannotComplete(own, on: free) {
      measurePlacements(own, free: free, at: base, in: &vector)
    }
  }

  @inline(__always) private func measureSlides(
    _ own: PointSet, formed: PointSet, opponent: PointSet, gaps: PointSet, at base: Int,
    in vector: inout FeatureVector
  ) {
    var (slides, freeSlides, best, earning): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var (runner, plugged, shuttle, doors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    for to in gaps {
      for from in book.neighbours(of: to) & own {
        slides &+= 1
        let isFormed = formed.contains(from)
        if !isFormed { freeSlides &+= 1 }
        let rest = own - PointSet(from)
        let earned = Int32(truncatingIfNeeded: book.earned(at: to, by: rest | PointSet(to)))
        if earned > 0 {
          best = max(best, earned)
          earning &+= 1
        }
        guard isFormed else { continue }
        let back = Int32(truncatingIfNeeded: book.earned(at: from, by: own))
        if earned > 0 {
          shuttle = max(shuttle, min(earned, back))
        } else if (book.neighbours(of: from) & opponent).isEmpty {
          runner = max(runner, back)
          doors &+= 1
        } else {
          plugged = max(plugged, back)
        }
      }
    }
    vector[base &+ Feature.slides.rawValue] = slides
    vector[base &+ Feature.cramped.rawValue] = slides <= 1 ? 1 : 0
    vector[base &+ Feature.freeSlides.rawValue] = min(freeSlides, 8)
    vector[base &+ Feature.bestSlide.rawValue] = min(best, 4)
    vector[base &+ Feature.earningSlides.rawValue] = min(earning, 4)
    vector[base &+ Feature.runner.rawValue] = min(runner, 4)
    vector[base &+ Feature.pluggedRunner.rawValue] = min(plugged, 4)
    vector[base &+ Feature.shuttle.rawValue] = min(shuttle, 4)
    vector[base &+ Feature.doors.rawValue] = min(max(doors &- 1, 0), 4)
  }

  @inline(__always) private func measureSquares(
    _ own: PointSet, opponent: PointSet, at base: Int, in vector: inout FeatureVector
  ) {
    let census = book.squareCensus(own, opponent: opponent)
    vector[base &+ Feature.squares.rawValue] = census.full
    vector[base &+ Feature.openSquares.rawValue] = census.open
    vector[base &+ Feature.stoppedSquares.rawValue] = census.stopped
    vector[base &+ Feature.halfSquares.rawValue] = census.half
  }

  @inline(__always) private func measureLines(
    _ own: PointSet, opponent: PointSet, at base: Int, in vector: inout FeatureVector
  ) {
    let census = book.lineCensus(own, opponent: opponent)
    vector[base &+ Feature.lines.rawValue] = census.full
    vector[base &+ Feature.openLines.rawValue] = census.open
    vector[base &+ Feature.halfLines.rawValue] = census.half
  }

  @inline(__always) private func measurePlacements(
    _ own: PointSet, free: PointSet, at base: Int, in vector: inout FeatureVector
  ) {
    var (best, count): (Int32, Int32) = (0, 0)
    for point in free {
      let earned = book.earned(at: point, by: own | PointSet(point))
      if earned > 0 {
        best = max(best, Int32(truncatingIfNeeded: earned))
        count &+= 1
      }
    }
    vector[base &+ Feature.bestPlacement.rawValue] = min(best, 4)
    vector[base &+ Feature.earningPlacements.rawValue] = min(count, 4)
  }
}
