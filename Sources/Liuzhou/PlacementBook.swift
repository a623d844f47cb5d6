import Basics
import LiuzhouRules
import SearchTypes
import WeightData

/// An opening book for one rule set: deep search results for every placement of the first stones.
///
/// A line of its text covers all positions that are equal by symmetry. In `b2 e5 d3 -12 c4` the
/// stones come first, in an order of play that begins with Black. Then come the score for Black and
/// the best next placement. In a text of several books, a line `# rules …` begins each book.
package struct PlacementBook: Sendable {
  /// The search result for one position.
  package struct PlacementEntry: Equatable, Sendable {
    /// The score for Black, whoever is to move.
    package let score: Score
    package let best: Point

    package init(score: Score, best: Point) { (self.score, self.best) = (score, best) }
  }

  /// The stones of the first placements. Black has as many as White, or one more.
  package struct PlacedStones: Hashable, Sendable {
    package private(set) var black = PointSet.none
    package private(set) var white = PointSet.none

    package init() {}

    /// Takes the stones of a position; `nil` outside the placing phase, or if a stone is dead.
    init?(_ position: Position) {
      (black, white) = (position.liveBlack, position.liveWhite)
      let dead = position.deadBlack | position.deadWhite
      guard position.phase == .placing, dead.isEmpty else { return nil }
    }

    package var count: Int { black.count + white.count }
    package var empty: PointSet { (black | white).complement }
    fileprivate var sideToMove: Color { black.count == white.count ? .black : .white }

    /// Returns the stones after the side to move has placed one on `point`.
    package func adding(_ point: Point) -> PlacedStones {
      var stones = self
      if sideToMove == .black {
        stones.black |= PointSet(point)
      } else {
        stones.white |= PointSet(point)
      }
      return stones
    }

    fileprivate func image(under symmetry: BoardSymmetry) -> PlacedStones {
      var image = self
      image.black = symmetry.image(of: black)
      image.white = symmetry.image(of: white)
      return image
    }

    /// The stones in an order of play, Black's and White's in turn.
    package var inTurn: [Point] {
      let (black, white) = (Array(black), Array(white))
      return (0..<count).map { $0 % 2 == 0 ? black[$0 / 2] : white[$0 / 2] }
    }
  }

  /// The entries, each stored for one position of its symmetry class.
  private var entries: [PlacedStones: PlacementEntry] = [:]

  package init() {}

  /// The number of stones up to which the engine's books have entries.
  private static let maximumStones = 3

  /// The prefix of a line that names the rules of the lines after it.
  package static let rulesPrefix = "# rules "

  /// The books compiled into the engine, by rule set.
  ///
  /// `shandong-app` has the book of `shandong`, because the two differ only in the rules of draws.
  package static let compiledIn: [RuleSet: PlacementBook] = {
    let data = weight_data("liuzhou-openings").pointee
    let text = String(
      decoding: UnsafeRawBufferPointer(start: data.bytes, count: data.count), as: UTF8.self)
    var books = PlacementBook.books(text) ?? [:]
    books[.shandongApp] = books[.shandong]
    return books
  }()

  /// Parses the text that `liuzhou-lab` writes.
  ///
  /// Lines that begin with `#` are comments, except those that name rules. The result is `nil` if
  /// any other line is not an entry, or if the named rules are unknown.
  package static func books(_ text: String) -> [RuleSet: PlacementBook]? {
    var books: [RuleSet: PlacementBook] = [:]
    var rules = RuleSet.fengyang
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = Substring(bytes)
      if line.hasPrefix(rulesPrefix) {
        guard let named = try? RuleSet(line.dropFirst(rulesPrefix.count)) else { return nil }
        rules = named
      } else if !line.hasPrefix("#") {
        guard books[rules, default: PlacementBook()].add(line) else { return nil }
      }
    }
    return books
  }

  /// Adds the entry that a line of text describes.
  ///
  /// - Returns: false if the line is not an entry.
  private mutating func add(_ line: Substring) -> Bool {
    var words = line.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
    guard let best = words.popLast().flatMap(Point.init),
      let score = words.popLast().flatMap({ Score($0) })
    else { return false }
    let points = words.compactMap(Point.init)
    guard points.count == words.count, Set(points + [best]).count == points.count + 1
    else { return false }
    let stones = points.reduce(PlacedStones()) { $0.adding($1) }
    self[stones] = PlacementEntry(score: score, best: best)
    return true
  }

  /// Returns the line of text for the entry of `stones`, or `nil` if there is none.
  package func text(of stones: PlacedStones) -> String? {
    self[stones].map { entry in
      (stones.inTurn.map({ $0.description }) + ["\(entry.score)", "\(entry.best)"])
        .joined(separator: " ")
    }
  }

  /// The entry of `stones`, stored once for all positions equal by symmetry.
  package subscript(stones: PlacedStones) -> PlacementEntry? {
    get {
      for symmetry in BoardSymmetry.all {
        guard let entry = entries[stones.image(under: symmetry)] else { continue }
        let best = Point.all.first { symmetry.image(of: $0) == entry.best }
        return best.map { PlacementEntry(score: entry.score, best: $0) }
      }
      return nil
    }
    set {
      for symmetry in BoardSymmetry.all { entries[stones.image(under: symmetry)] = nil }
      entries[stones] = newValue
    }
  }

  /// Sets the entry of `stones` by minimax from the entries with one stone more; removes it if
  /// there are none.
  package mutating func backUp(_ stones: PlacedStones) {
    let successors = stones.empty.compactMap { point in
      self[stones.adding(point)].map { PlacementEntry(score: $0.score, best: point) }
    }
    self[stones] =
      stones.sideToMove == .black
      ? successors.max { $0.score < $1.score } : successors.min { $0.score < $1.score }
  }

  /// Returns all placements of the first `count` stones, one of each symmetry class.
  package static func classes(ofStones count: Int) -> [PlacedStones] {
    guard count > 0 else { return [PlacedStones()] }
    var seen: Set<PlacedStones> = []
    var classes: [PlacedStones] = []
    for earlier in PlacementBook.classes(ofStones: count - 1) {
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

  /// Returns the best line in the engine's book for the current position; `nil` if there is none.
  ///
  /// The book is loaded only for positions with few stones.
  static func line(in game: Game) -> SearchReport<Turn>.Line? {
    guard game.position.occupied.count <= maximumStones else { return nil }
    return compiledIn[game.rules]?.line(in: game.position)
  }

  /// Returns the best placements from a position as far as the book goes; `nil` without an entry.
  package func line(in position: Position) -> SearchReport<Turn>.Line? {
    guard var stones = PlacedStones(position), let entry = self[stones] else { return nil }
    var moves: [Turn] = []
    while let best = self[stones]?.best {
      moves.append(Turn(.place(best)))
      stones = stones.adding(best)
    }
    return SearchReport.Line(
      score: position.sideToMove == .black ? entry.score : -entry.score, moves: moves)
  }
}
