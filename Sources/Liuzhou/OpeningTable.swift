import Basics
import LiuzhouRules
import SearchKit
import WeightData

/// What deep searches say of every way to place the first stones, by one rule set.
///
/// A line of the text stands for all positions that turning and mirroring the board make of one:
/// `b2 e5 d3 -12 c4` are the stones as they may have been placed, Black's first, the score for Black, and
/// the best next placement. `# rules …` begins a rule set.
package struct OpeningTable: Sendable {
  package struct Entry: Equatable, Sendable {
    /// For Black, whoever is to move.
    package let score: Score
    /// The best next placement.
    package let best: Point

    package init(score: Score, best: Point) { (self.score, self.best) = (score, best) }
  }

  /// The stones of the first placements: Black's, and as many of White's or one less.
  package struct Stones: Hashable, Sendable {
    package private(set) var black = PointSet.none
    package private(set) var white = PointSet.none

    package init() {}

    /// The stones of a position; `nil` if it is not one of the first placements.
    init?(_ position: Position) {
      (black, white) = (position.liveBlack, position.liveWhite)
      let dead = position.deadBlack | position.deadWhite
      guard position.phase == .placing, dead.isEmpty else { return nil }
    }

    package var count: Int { black.count + white.count }
    package var empty: PointSet { (black | white).complement }
    fileprivate var sideToMove: Color { black.count == white.count ? .black : .white }

    /// With one more stone, of the side to move.
    package func adding(_ point: Point) -> Stones {
      var stones = self
      if sideToMove == .black {
        stones.black |= PointSet(point)
      } else {
        stones.white |= PointSet(point)
      }
      return stones
    }

    fileprivate func image(under symmetry: BoardSymmetry) -> Stones {
      var image = self
      image.black = symmetry.image(of: black)
      image.white = symmetry.image(of: white)
      return image
    }

    /// The stones one by one, Black's and White's in turn.
    package var inTurn: [Point] {
      let (black, white) = (Array(black), Array(white))
      return (0..<count).map { $0 % 2 == 0 ? black[$0 / 2] : white[$0 / 2] }
    }
  }

  /// Of one image of each class.
  private var entries: [Stones: Entry] = [:]

  package init() {}

  /// Most stones of which the engine's tables tell.
  private static let mostStones = 3

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
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = Substring(bytes)
      if line.hasPrefix(rulesMark) {
        guard let named = try? RuleSet(line.dropFirst(rulesMark.count)) else { return nil }
        rules = named
      } else if !line.hasPrefix("#") {
        guard tables[rules, default: OpeningTable()].add(line) else { return nil }
      }
    }
    return tables
  }

  /// Reads a line.
  ///
  /// - Returns: whether it was one.
  private mutating func add(_ line: Substring) -> Bool {
    var words = line.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
    guard let best = words.popLast().flatMap(Point.init),
      let score = words.popLast().flatMap({ Score($0) })
    else { return false }
    let points = words.compactMap(Point.init)
    guard points.count == words.count, Set(points + [best]).count == points.count + 1
    else { return false }
    let stones = points.reduce(Stones()) { $0.adding($1) }
    self[stones] = Entry(score: score, best: best)
    return true
  }

  /// The line that says of `stones` what the table does, if it does.
  package func text(of stones: Stones) -> String? {
    self[stones].map { entry in
      (stones.inTurn.map(\.description) + ["\(entry.score)", "\(entry.best)"])
        .joined(separator: " ")
    }
  }

  /// What the table says; what is said of stones is said of all their images.
  package subscript(stones: Stones) -> Entry? {
    get {
      for symmetry in BoardSymmetry.all {
        guard let entry = entries[stones.image(under: symmetry)] else { continue }
        let best = Point.all.first { symmetry.image(of: $0) == entry.best }
        return best.map { Entry(score: entry.score, best: $0) }
      }
      return nil
    }
    set {
      for symmetry in BoardSymmetry.all { entries[stones.image(under: symmetry)] = nil }
      entries[stones] = newValue
    }
  }

  /// Says of `stones` what the best next placement leads to, of those of which the table tells.
  package mutating func backUp(_ stones: Stones) {
    let known = stones.empty.compactMap { point in
      self[stones.adding(point)].map { Entry(score: $0.score, best: point) }
    }
    self[stones] =
      stones.sideToMove == .black
      ? known.max { $0.score < $1.score } : known.min { $0.score < $1.score }
  }

  /// All ways to place the first so many stones, one of each class.
  package static func classes(ofStones count: Int) -> [Stones] {
    guard count > 0 else { return [Stones()] }
    var seen: Set<Stones> = []
    var classes: [Stones] = []
    for earlier in OpeningTable.classes(ofStones: count - 1) {
      for point in earlier.empty {
        let stones = earlier.adding(point)
        guard !seen.contains(stones) else { continue }
        classes.append(stones)
        for symmetry in BoardSymmetry.all { seen.insert(stones.image(under: symmetry)) }
      }
    }
    return classes
  }

  // MARK: Playing

  /// What the engine's table says of a game; `nil` if nothing, which later positions never ask it.
  static func line(in game: Game) -> SearchReport<Turn>.Line? {
    guard game.position.occupied.count <= mostStones else { return nil }
    return own[game.rules]?.line(in: game.position)
  }

  /// The best placements from a position, as far as the table tells; `nil` if it does not.
  package func line(in position: Position) -> SearchReport<Turn>.Line? {
    guard var stones = Stones(position), let entry = self[stones] else { return nil }
    var moves: [Turn] = []
    while let best = self[stones]?.best {
      moves.append(Turn(.place(best)))
      stones = stones.adding(best)
    }
    return SearchReport.Line(
      score: position.sideToMove == .black ? entry.score : -entry.score, moves: moves)
  }
}
