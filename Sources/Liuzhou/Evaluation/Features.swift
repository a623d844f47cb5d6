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

/// Takes the measures.
struct FeatureReader {
  private let book: Rulebook

  init(_ book: Rulebook) { self.book = book }

  /// Writes the measures of a position; the index is `Feature.rawValue`, plus `Feature.count` for the
  /// opponent of the side to move.
  @inline(__always) func write(_ position: Position, to vector: UnsafeMutablePointer<Int32>) {
    let isPlacing = position.phase == .placing
    let gaps = isPlacing ? position.deadBlack | position.deadWhite : position.empty
    let free = isPlacing ? position.empty : .none
    let (own, opponent) = (position.own, position.opponent)
    measure(own, against: opponent, gaps: gaps, free: free, in: vector)
    measure(opponent, against: own, gaps: gaps, free: free, in: vector + Feature.count)
  }

  @inline(__always) private func measure(
    _ own: PointSet, against opponent: PointSet, gaps: PointSet, free: PointSet,
    in vector: UnsafeMutablePointer<Int32>
  ) {
    let formed = book.formed(own)
    let stoneCount = Int32(truncatingIfNeeded: own.count)
    vector[Feature.stones.rawValue] = stoneCount
    vector[Feature.shortage.rawValue] = max(0, 8 &- stoneCount)
    vector[Feature.formed.rawValue] = Int32(truncatingIfNeeded: formed.count)
    measureSlides(own, formed: formed, opponent: opponent, gaps: gaps, in: vector)
    measureSquares(own, opponent: opponent, in: vector)
    measureLines(own, opponent: opponent, in: vector)
    if !free.isEmpty, !book.cannotComplete(own, on: free) {
      measurePlacements(own, free: free, in: vector)
    } else {
      vector[Feature.bestPlacement.rawValue] = 0
      vector[Feature.earningPlacements.rawValue] = 0
    }
  }

  @inline(__always) private func measureSlides(
    _ own: PointSet, formed: PointSet, opponent: PointSet, gaps: PointSet,
    in vector: UnsafeMutablePointer<Int32>
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
    vector[Feature.slides.rawValue] = slides
    vector[Feature.cramped.rawValue] = slides <= 1 ? 1 : 0
    vector[Feature.freeSlides.rawValue] = min(freeSlides, 8)
    vector[Feature.bestSlide.rawValue] = min(best, 4)
    vector[Feature.earningSlides.rawValue] = min(earning, 4)
    vector[Feature.runner.rawValue] = min(runner, 4)
    vector[Feature.pluggedRunner.rawValue] = min(plugged, 4)
    vector[Feature.shuttle.rawValue] = min(shuttle, 4)
    vector[Feature.doors.rawValue] = min(max(doors &- 1, 0), 4)
  }

  @inline(__always) private func measureSquares(
    _ own: PointSet, opponent: PointSet, in vector: UnsafeMutablePointer<Int32>
  ) {
    let census = book.squareCensus(own, opponent: opponent)
    vector[Feature.squares.rawValue] = census.full
    vector[Feature.openSquares.rawValue] = census.open
    vector[Feature.stoppedSquares.rawValue] = census.stopped
    vector[Feature.halfSquares.rawValue] = census.half
  }

  @inline(__always) private func measureLines(
    _ own: PointSet, opponent: PointSet, in vector: UnsafeMutablePointer<Int32>
  ) {
    let census = book.lineCensus(own, opponent: opponent)
    vector[Feature.lines.rawValue] = census.full
    vector[Feature.openLines.rawValue] = census.open
    vector[Feature.halfLines.rawValue] = census.half
  }

  @inline(__always) private func measurePlacements(
    _ own: PointSet, free: PointSet, in vector: UnsafeMutablePointer<Int32>
  ) {
    var (best, count): (Int32, Int32) = (0, 0)
    for point in free {
      let earned = book.earned(at: point, by: own | PointSet(point))
      if earned > 0 {
        best = max(best, Int32(truncatingIfNeeded: earned))
        count &+= 1
      }
    }
    vector[Feature.bestPlacement.rawValue] = min(best, 4)
    vector[Feature.earningPlacements.rawValue] = min(count, 4)
  }
}
