import Basics
import LabKit
import LiuzhouRules

/// Statistics of the events that decide games: first captures, and the position before the first
/// slide.
///
/// Positions are added in the order of their games, as `SelfPlay` gives them, all of one rule set.
struct Survey {
  /// A number of games that have something in common, and the points of one side in them.
  private struct Tally {
    var games = 0
    var points = 0.0

    mutating func add(_ points: Double) {
      games += 1
      self.points += points
    }

    /// The share of the points in percent, and the number of games.
    var text: String { "\(percentText(points / Double(max(games, 1)))) of \(games)" }
  }

  /// The game whose positions are being added.
  private struct Course {
    let blackPoints: Double
    var last: Position
    /// The player who captured first while placing.
    var firstCaptor: Color?
    /// The player who captured first by a slide.
    var firstSlider: Color?

    func points(_ color: Color) -> Double { color == .black ? blackPoints : 1 - blackPoints }
  }

  /// The limit of the numbers by which games are grouped; greater ones count as the limit.
  private static let most = 3

  private let book: Rulebook
  private var course: Course?
  private var games = Tally()
  private var draws = 0
  private var captors = Tally()
  private var sliders = Tally()
  /// The results by the number of stones that the side which slides first is ahead.
  private var leads: [Int: Tally] = [:]
  /// The results by the captures that the first slide can earn, and that the other side could earn.
  private var slides: [[Int]: Tally] = [:]
  /// The results by a side's formations before the first slide: of the side that slides first, then
  /// of the other.
  private var formations: [[Int: Tally]] = [[:], [:]]

  init(_ book: Rulebook) { self.book = book }

  /// Adds the next position of the current game, or the first one of the next game.
  mutating func add(_ sample: Sample) {
    let position = sample.position
    let blackPoints = position.sideToMove == .black ? sample.points : 1 - sample.points
    guard var course, !Survey.begins(position, after: course.last) else {
      finish()
      course = Course(blackPoints: blackPoints, last: position)
      return
    }
    look(at: position, in: &course)
    course.last = position
    self.course = course
  }

  /// Returns whether `position` cannot come after `last` in one game.
  private static func begins(_ position: Position, after last: Position) -> Bool {
    position.phase == .placing
      && (last.phase != .placing || position.occupied.count <= last.occupied.count)
  }

  /// Records a first capture, or the position before the first slide.
  private mutating func look(at position: Position, in course: inout Course) {
    let last = course.last
    if course.firstCaptor == nil, last.phase == .placing {
      course.firstCaptor = Color.allCases.first { !position.dead($0.opponent).isEmpty }
    }
    guard position.phase == .moving else { return }
    if !last.phase.canEnd { weigh(position, course) }
    if course.firstSlider == nil, last.phase == .moving,
      position.live(last.sideToMove.opponent).count < last.opponent.count
    {
      course.firstSlider = last.sideToMove
    }
  }

  /// Records stones, slides and formations of both sides before the first slide.
  private mutating func weigh(_ position: Position, _ course: Course) {
    let points = course.points(position.sideToMove)
    func bounded(_ number: Int) -> Int { min(max(number, -Survey.most), Survey.most) }
    leads[bounded(position.own.count - position.opponent.count), default: Tally()].add(points)
    let earned = [position.own, position.opponent].map {
      bounded(bestSlide($0, empty: position.empty))
    }
    slides[earned, default: Tally()].add(points)
    for (index, stones) in [position.own, position.opponent].enumerated() {
      let count = bounded(book.rules.formations.count { stones.isSuperset(of: $0.points) })
      formations[index][count, default: Tally()].add(index == 0 ? points : 1 - points)
    }
  }

  /// Returns the most captures that one slide of `stones` earns.
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
    guard let course else { return }
    games.add(course.blackPoints)
    if course.blackPoints == 0.5 { draws += 1 }
    if let captor = course.firstCaptor { captors.add(course.points(captor)) }
    if let slider = course.firstSlider { sliders.add(course.points(slider)) }
    self.course = nil
  }

  /// Returns the report, line by line. The games must be complete.
  mutating func summary() -> [String] {
    finish()
    let drawn = percentText(Double(draws) / Double(max(games.games, 1)))
    var lines = [
      "Black's points: \(games.text), drawn \(drawn)",
      "points of who captures first while placing: \(captors.text)",
      "points of who captures first by a slide: \(sliders.text)",
      "points of the side that slides first, by its stones ahead:",
    ]
    func name(_ number: Int) -> String { number == Survey.most ? "\(number)+" : "\(number)" }
    for (lead, tally) in leads.sorted(by: { $0.key < $1.key }) {
      let sign = lead > 0 ? "+" : ""
      lines.append("  \(sign)\(lead)\(abs(lead) == Survey.most ? " or more" : ""): \(tally.text)")
    }
    lines.append("the same, by what that slide can earn and what the other side could earn:")
    for (earned, tally) in slides.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      lines.append("  \(earned.map(name).joined(separator: " against ")): \(tally.text)")
    }
    for (side, tallies) in zip(["the side that slides first", "the other side"], formations) {
      lines.append("points of \(side), by its formations then:")
      for (count, tally) in tallies.sorted(by: { $0.key < $1.key }) {
        lines.append("  \(name(count)): \(tally.text)")
      }
    }
    return lines
  }
}
