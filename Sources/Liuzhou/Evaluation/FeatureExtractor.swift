import Basics
import LiuzhouRules

/// The computation of the network's hand-made inputs (`Feature`).
struct FeatureExtractor {
  private let book: Rulebook

  init(_ book: Rulebook) { self.book = book }

  /// Writes the features of a position to `vector`.
  ///
  /// A feature's index is `Feature.rawValue` for the side to move; for the opponent it is
  /// `Feature.count` higher.
  @inline(__always) func write(_ position: Position, to vector: UnsafeMutablePointer<Int32>) {
    let isPlacing = position.phase == .placing
    let gaps = isPlacing ? position.deadBlack | position.deadWhite : position.empty
    let free = isPlacing ? position.empty : .none
    let (own, opponent) = (position.own, position.opponent)
    writeFeatures(of: own, against: opponent, gaps: gaps, free: free, in: vector)
    writeFeatures(of: opponent, against: own, gaps: gaps, free: free, in: vector + Feature.count)
  }

  /// Writes the features of the player with the stones `own`.
  ///
  /// - Parameters:
  ///   - gaps: the points to which stones may slide, now or after the placing phase.
  ///   - free: the points for placements; none in other phases.
  @inline(__always) private func writeFeatures(
    of own: PointSet, against opponent: PointSet, gaps: PointSet, free: PointSet,
    in vector: UnsafeMutablePointer<Int32>
  ) {
    let formed = book.formed(own)
    let stoneCount = Int32(truncatingIfNeeded: own.count)
    vector[Feature.stones.rawValue] = stoneCount
    vector[Feature.shortage.rawValue] = max(0, 8 &- stoneCount)
    vector[Feature.formed.rawValue] = Int32(truncatingIfNeeded: formed.count)
    writeSlideFeatures(own, formed: formed, opponent: opponent, gaps: gaps, in: vector)
    writeSquareFeatures(own, opponent: opponent, in: vector)
    writeLineFeatures(own, opponent: opponent, in: vector)
    if !free.isEmpty, !book.cannotComplete(own, on: free) {
      writePlacementFeatures(own, free: free, in: vector)
    } else {
      vector[Feature.bestPlacement.rawValue] = 0
      vector[Feature.earningPlacements.rawValue] = 0
    }
  }

  /// Writes the features of all slides, with runners and shuttles.
  @inline(__always) private func writeSlideFeatures(
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
        // The captures that sliding back would earn.
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

  @inline(__always) private func writeSquareFeatures(
    _ own: PointSet, opponent: PointSet, in vector: UnsafeMutablePointer<Int32>
  ) {
    let counts = book.countSquares(own, opponent: opponent)
    vector[Feature.squares.rawValue] = counts.complete
    vector[Feature.openSquares.rawValue] = counts.open
    vector[Feature.stoppedSquares.rawValue] = counts.stopped
    vector[Feature.halfSquares.rawValue] = counts.half
  }

  @inline(__always) private func writeLineFeatures(
    _ own: PointSet, opponent: PointSet, in vector: UnsafeMutablePointer<Int32>
  ) {
    let counts = book.countLines(own, opponent: opponent)
    vector[Feature.lines.rawValue] = counts.complete
    vector[Feature.openLines.rawValue] = counts.open
    vector[Feature.halfLines.rawValue] = counts.half
  }

  @inline(__always) private func writePlacementFeatures(
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
