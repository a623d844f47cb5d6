import Basics
import LiuzhouRules

@testable import Liuzhou

/// What the evaluation measures of one player, once more: by plain loops over points and formations.
struct PlainFeatures {
  private let rules: RuleSet
  private let own: PointSet
  private let enemy: PointSet
  private let phase: Phase
  private let empty: PointSet
  private let dead: PointSet
  private let formations: [Formation]

  init(_ position: Position, of color: Color, under rules: RuleSet) {
    self.rules = rules
    own = position.live(color)
    enemy = position.live(color.opponent)
    phase = position.phase
    empty = position.empty
    dead = position.deadBlack | position.deadWhite
    formations = Formation.all.filter { rules.value(of: $0.shape) > 0 }
  }

  /// All measures in the order of `Feature`.
  var values: [Int32] {
    let slides = slides
    return Feature.allCases.map { Int32(value(of: $0, slides)) }
  }

  private func value(of feature: Feature, _ slides: [Slide]) -> Int {
    let doors = slides.filter { $0.isFormed && $0.earned == 0 }
    return switch feature {
    case .stones: own.count
    case .shortage: max(0, 8 - own.count)
    case .slides: slides.count
    case .cramped: slides.count > 1 ? 0 : 1
    case .freeSlides: min(8, slides.count { !$0.isFormed })
    case .formed: own.count { isFormed($0) }
    case .bestSlide: most(slides.map(\.earned))
    case .earningSlides: min(4, slides.count { $0.earned > 0 })
    case .runner: most(doors.filter { !$0.isPlugged }.map(\.back))
    case .pluggedRunner: most(doors.filter(\.isPlugged).map(\.back))
    case .shuttle: most(slides.filter(\.isFormed).map { min($0.earned, $0.back) })
    case .doors: min(4, max(1, doors.count { !$0.isPlugged }) - 1)
    case .openSquares: squares.count { missing($0) == 1 && !hasEnemy($0) }
    case .stoppedSquares: squares.count { missing($0) == 1 && hasEnemy($0) }
    case .halfSquares: squares.count { missing($0) == 2 && !hasEnemy($0) }
    case .squares: squares.count { missing($0) == 0 }
    case .lines: lines.filter { missing($0) == 0 }.reduce(0) { $0 + rules.value(of: $1.shape) }
    case .openLines: lines.count { missing($0) == 1 && !hasEnemy($0) }
    case .halfLines: lines.count { missing($0) == 2 && !hasEnemy($0) }
    case .bestPlacement: most(placements)
    case .earningPlacements: min(4, placements.count { $0 > 0 })
    }
  }

  private func most(_ values: [Int]) -> Int { min(4, values.max() ?? 0) }

  // MARK: Formations

  private var squares: [Formation] { formations.filter { $0.shape == .square } }
  private var lines: [Formation] { formations.filter { $0.shape != .square } }

  private func missing(_ formation: Formation) -> Int { (formation.points - own).count }
  private func hasEnemy(_ formation: Formation) -> Bool { !(formation.points & enemy).isEmpty }

  private func isFormed(_ point: Point) -> Bool {
    formations.contains { $0.points.contains(point) && missing($0) == 0 }
  }

  /// What a stone that has come to `point` earns when `stones` are all of its side.
  private func earned(at point: Point, by stones: PointSet) -> Int {
    let values = formations.filter { $0.points.contains(point) && stones.isSuperset(of: $0.points) }
      .map { rules.value(of: $0.shape) }
    return rules.count == .best ? values.max() ?? 0 : values.reduce(0, +)
  }

  // MARK: Turns

  /// A stone's way to a neighbouring point that is empty, or will be once the dead have left.
  private struct Slide {
    let isFormed: Bool
    let earned: Int
    /// What the way back would earn.
    let back: Int
    /// Whether an enemy stone is beside the point that it leaves.
    let isPlugged: Bool
  }

  private var slides: [Slide] {
    let gaps = phase == .placing ? dead : empty
    return own.flatMap { from in
      Point.all.filter { gaps.contains($0) && areNeighbours(from, $0) }.map { to in
        Slide(
          isFormed: isFormed(from), earned: earned(at: to, by: own - PointSet(from) | PointSet(to)),
          back: earned(at: from, by: own),
          isPlugged: enemy.contains { areNeighbours($0, from) })
      }
    }
  }

  private func areNeighbours(_ a: Point, _ b: Point) -> Bool {
    abs(a.file - b.file) + abs(a.rank - b.rank) == 1
  }

  /// What a placement on each empty point earns.
  private var placements: [Int] {
    guard phase == .placing else { return [] }
    return empty.map { earned(at: $0, by: own | PointSet($0)) }
  }
}
