import Basics
import LiuzhouRules

/// The hand-made features of one player, which are inputs of the network.
///
/// While placing, dead stones count as the gaps that they are going to leave. The same features
/// therefore look ahead to the first slides.
enum Feature: Int, CaseIterable {
  /// The number of live stones.
  case stones
  /// The number of live stones short of 8, because the last stones are worth more.
  case shortage
  /// The number of slides.
  case slides
  /// 1 if there is at most one slide (zugzwang, or a welcome pass), else 0.
  case cramped
  /// The number of slides of stones outside formations, at most 8. Such slides open no formation.
  case freeSlides
  /// The number of stones in formations, which are protected from capture.
  case formed
  /// The most captures that one slide earns, at most 4.
  case bestSlide
  /// The number of slides that earn captures, at most 4.
  case earningSlides
  /// The captures earned by the best runner, at most 4.
  ///
  /// A runner is a formation from which a stone slides out and back, and so captures every second
  /// turn. No enemy stone stands beside the vacated point to plug it.
  case runner
  /// The captures earned by the best runner that an enemy stone can plug, at most 4.
  case pluggedRunner
  /// The captures a turn of the best shuttle, at most 4.
  ///
  /// A shuttle is a stone that slides between two formations and captures on every turn.
  case shuttle
  /// The number of slides out of unplugged runners beyond the first, at most 4.
  case doors
  /// The number of squares (成方) with three stones and no enemy stone.
  case openSquares
  /// The number of squares with three stones and an enemy stone.
  case stoppedSquares
  /// The number of squares with two stones and no enemy stone.
  case halfSquares
  /// The number of complete squares.
  case squares
  /// The sum of the values of complete lines.
  case lines
  /// The number of lines one stone short, without an enemy stone.
  case openLines
  /// The number of lines two stones short, without an enemy stone.
  case halfLines
  /// The most captures that one placement earns, at most 4; 0 in other phases.
  case bestPlacement
  /// The number of points where a placement earns captures, at most 4; 0 in other phases.
  case earningPlacements

  static let count = 21
}

/// A calculator of the features of a position.
struct FeatureReader {
  private let book: Rulebook

  init(_ book: Rulebook) { self.book = book }

  /// Writes the features of a position to `vector`.
  ///
  /// The index is `Feature.rawValue` for the side to move, plus `Feature.count` for the opponent.
  @inline(__always) func write(_ position: Position, to vector: UnsafeMutablePointer<Int32>) {
    let isPlacing = position.phase == .placing
    let gaps = isPlacing ? position.deadBlack | position.deadWhite : position.empty
    let free = isPlacing ? position.empty : .none
    let (own, opponent) = (position.own, position.opponent)
    measure(own, against: opponent, gaps: gaps, free: free, in: vector)
    measure(opponent, against: own, gaps: gaps, free: free, in: vector + Feature.count)
  }

  /// Writes the features of the player with the stones `own`.
  ///
  /// - Parameters:
  ///   - gaps: the points to which stones may slide, now or once the dead stones are off.
  ///   - free: the points for placements; none in other phases.
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

  /// Writes the features of all slides, with runners and shuttles.
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
