import Basics
import LiuzhouRules
import SearchKit
import WeightData

/// What deep searches say of every way to place the first two stones, by one rule set.
///
/// The text has a line for each of the 165 classes that turning and mirroring the board leaves:
/// `b2 e5 -12 d3` are Black's stone, White's, the score for Black, who is to move, in centistones, and
/// the best third placement. `# rules …` begins a rule set.
package struct OpeningTable: Sendable {
  package struct Entry: Equatable, Sendable {
    package let score: Score
    package let best: Point
  }

  /// By 36 times Black's point plus White's.
  private var entries: [Entry?] = Array(repeating: nil, count: 36 * 36)

  /// Begins the line that says of which rules the lines after it are.
  package static let rulesMark = "# rules "

  /// The tables of the engine.
  package static let own: [RuleSet: OpeningTable] = {
    let data = weight_data("liuzhou-openings")
    let text = String(
      decoding: UnsafeRawBufferPointer(start: data.bytes, count: data.count), as: UTF8.self)
    return OpeningTable.tables(text) ?? [:]
  }()

  /// Reads what the laboratory has written; `nil` if a line is no entry.
  package static func tables(_ text: String) -> [RuleSet: OpeningTable]? {
    var tables: [RuleSet: OpeningTable] = [:]
    var rules = RuleSet.fengyang
    for line in text.split(separator: "\n") {
      if line.hasPrefix(rulesMark) {
        guard let named = try? RuleSet(line.dropFirst(rulesMark.count)) else { return nil }
        rules = named
      } else if !line.hasPrefix("#") {
        guard tables[rules, default: OpeningTable()].add(line) else { return nil }
      }
    }
    return tables
  }

  /// Reads an entry for all its images.
  ///
  /// - Returns: whether it was one.
  private mutating func add(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    guard words.count == 4, let black = Point(words[0]), let white = Point(words[1]),
      let score = Int(words[2]), let best = Point(words[3]), Set([black, white, best]).count == 3
    else { return false }
    for symmetry in BoardSymmetry.all {
      let place = OpeningTable.place(symmetry.image(of: black), symmetry.image(of: white))
      entries[place] = Entry(score: .centistones(score), best: symmetry.image(of: best))
    }
    return true
  }

  private static func place(_ black: Point, _ white: Point) -> Int {
    36 * black.index + white.index
  }

  package subscript(black: Point, white: Point) -> Entry? {
    entries[OpeningTable.place(black, white)]
  }

  /// Every first two stones, one of each class.
  package static var classes: [(black: Point, white: Point)] {
    var seen: Set<Int> = []
    var classes: [(black: Point, white: Point)] = []
    for black in Point.all {
      for white in Point.all where white != black && !seen.contains(place(black, white)) {
        classes.append((black, white))
        for symmetry in BoardSymmetry.all {
          seen.insert(place(symmetry.image(of: black), symmetry.image(of: white)))
        }
      }
    }
    return classes
  }

  // MARK: Playing

  /// What the engine's table says of a game; `nil` if nothing, which later positions never ask it.
  static func line(in game: Game) -> SearchReport<Turn>.Line? {
    guard game.position.occupied.count <= 2 else { return nil }
    return own[game.rules]?.line(in: game.position)
  }

  /// The best line from a position of at most two stones; `nil` from any other.
  package func line(in position: Position) -> SearchReport<Turn>.Line? {
    let dead = position.deadBlack | position.deadWhite
    guard position.phase == .placing, dead.isEmpty else { return nil }
    let (black, white) = (position.liveBlack, position.liveWhite)
    switch (black.count, white.count) {
    case (0, 0):
      let lines = Point.all.compactMap { first in reply(to: first).map { (first, $0) } }
      guard let (first, reply) = lines.max(by: { $0.1.score < $1.1.score }) else { return nil }
      return line([first, reply.point, reply.next], reply.score)
    case (1, 0):
      guard let reply = reply(to: black.first) else { return nil }
      return line([reply.point, reply.next], -reply.score)
    case (1, 1):
      guard let entry = self[black.first, white.first] else { return nil }
      return line([entry.best], entry.score)
    default: return nil
    }
  }

  private func line(_ points: [Point], _ score: Score) -> SearchReport<Turn>.Line {
    SearchReport<Turn>.Line(score: score, moves: points.map { Turn(.place($0)) })
  }

  /// White's best answer to the first stone: its point, Black's score after it, Black's best next one.
  private func reply(to first: Point) -> (point: Point, score: Score, next: Point)? {
    let replies = Point.all.compactMap { point in
      self[first, point].map { (point: point, score: $0.score, next: $0.best) }
    }
    return replies.min { $0.score < $1.score }
  }
}
