import Basics
import LabKit
import LiuzhouRules

/// Statistics of the events that decide games: first captures, and the position before the first
/// slide.
///
/// Positions are added game by game, as `SelfPlay` provides them, all of one rule set.
struct GameStatistics {
  /// The game whose positions are being added.
  private struct CurrentGame {
    let blackPoints: Double
    var last: Position
    /// The player who captured first while placing.
    var firstPlacingCaptor: Color?
    /// The player who captured first by a slide.
    var firstSlideCaptor: Color?

    func points(_ color: Color) -> Double { color == .black ? blackPoints : 1 - blackPoints }
  }

  /// The largest number by which games are grouped. Larger numbers belong to the group of the
  /// limit.
  private static let groupLimit = 3

  private let book: Rulebook
  private var current: CurrentGame?
  private var games = RunningMean()
  private var draws = RunningMean()
  private var firstPlacingCaptors = RunningMean()
  private var firstSlideCaptors = RunningMean()
  /// The mean points of the side that slides first, by its lead in stones.
  private var leads: [Int: RunningMean] = [:]
  /// The mean points of the side that slides first.
  ///
  /// The key has two numbers of captures: those that this side's best slide earns, then those that
  /// the opponent's best slide would earn.
  private var slides: [[Int]: RunningMean] = [:]
  /// The mean points of a side, by its number of complete formations before the first slide.
  ///
  /// The side that slides first is at index 0, its opponent at index 1.
  private var formations: [[Int: RunningMean]] = [[:], [:]]

  init(_ book: Rulebook) { self.book = book }

  /// Adds the next position of the current game, or the first one of the next game.
  mutating func add(_ sample: ScoredPosition) {
    let position = sample.position
    let blackPoints = position.sideToMove == .black ? sample.points : 1 - sample.points
    guard var current, !GameStatistics.begins(position, after: current.last) else {
      finish()
      current = CurrentGame(blackPoints: blackPoints, last: position)
      return
    }
    recordEvents(at: position, in: &current)
    current.last = position
    self.current = current
  }

  /// Returns whether `position` cannot come after `last` in one game.
  private static func begins(_ position: Position, after last: Position) -> Bool {
    position.phase == .placing
      && (last.phase != .placing || position.occupied.count <= last.occupied.count)
  }

  /// Records a first capture, or the position before the first slide.
  private mutating func recordEvents(at position: Position, in current: inout CurrentGame) {
    let last = current.last
    if current.firstPlacingCaptor == nil, last.phase == .placing {
      current.firstPlacingCaptor = Color.allCases.first { !position.dead($0.opponent).isEmpty }
    }
    guard position.phase == .moving else { return }
    if !last.phase.canEnd { recordFirstSlide(position, current) }
    if current.firstSlideCaptor == nil, last.phase == .moving,
      position.live(last.sideToMove.opponent).count < last.opponent.count
    {
      current.firstSlideCaptor = last.sideToMove
    }
  }

  /// Records stones, slides and formations of both sides before the first slide.
  private mutating func recordFirstSlide(_ position: Position, _ current: CurrentGame) {
    let points = current.points(position.sideToMove)
    let limit = GameStatistics.groupLimit
    func bounded(_ number: Int) -> Int { min(max(number, -limit), limit) }
    leads[bounded(position.own.count - position.opponent.count), default: RunningMean()].add(points)
    let earned = [position.own, position.opponent].map {
      bounded(bestSlide($0, empty: position.empty))
    }
    slides[earned, default: RunningMean()].add(points)
    for (index, stones) in [position.own, position.opponent].enumerated() {
      let count = bounded(book.rules.formations.count { stones.isSuperset(of: $0.points) })
      formations[index][count, default: RunningMean()].add(index == 0 ? points : 1 - points)
    }
  }

  /// Returns the largest number of captures that one slide of `stones` earns.
  private func bestSlide(_ stones: PointSet, empty: PointSet) -> Int {
    var best = 0
    for from in stones {
      for to in book.targets(from: from, empty: empty, stoneCount: stones.count) {
        best = max(best, book.earned(at: to, by: stones - PointSet(from) | PointSet(to)))
      }
    }
    return best
  }

  /// Records the result of the current game.
  private mutating func finish() {
    guard let current else { return }
    games.add(current.blackPoints)
    draws.add(current.blackPoints == 0.5 ? 1 : 0)
    if let captor = current.firstPlacingCaptor { firstPlacingCaptors.add(current.points(captor)) }
    if let captor = current.firstSlideCaptor { firstSlideCaptors.add(current.points(captor)) }
    self.current = nil
  }

  /// Returns the report, line by line; to be called after the last position of the last game.
  mutating func summary() -> [String] {
    finish()
    var lines = [
      "Black's points: \(games.text), drawn \(percentText(draws.mean))",
      "points of who captures first while placing: \(firstPlacingCaptors.text)",
      "points of who captures first by a slide: \(firstSlideCaptors.text)",
      "points of the side that slides first, by its stones ahead:",
    ]
    let limit = GameStatistics.groupLimit
    func name(_ number: Int) -> String { number == limit ? "\(number)+" : "\(number)" }
    for (lead, group) in leads.sorted(by: { $0.key < $1.key }) {
      let sign = lead > 0 ? "+" : ""
      lines.append("  \(sign)\(lead)\(abs(lead) == limit ? " or more" : ""): \(group.text)")
    }
    lines.append("the same, by what that slide can earn and what the other side could earn:")
    for (earned, group) in slides.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      lines.append("  \(earned.map(name).joined(separator: " against ")): \(group.text)")
    }
    for (side, groups) in zip(["the side that slides first", "the other side"], formations) {
      lines.append("points of \(side), by its formations then:")
      for (count, group) in groups.sorted(by: { $0.key < $1.key }) {
        lines.append("  \(name(count)): \(group.text)")
      }
    }
    return lines
  }
}

extension RunningMean {
  /// The share of the points in percent, and the number of games.
  fileprivate var text: String { "\(percentText(mean)) of \(count)" }
}
