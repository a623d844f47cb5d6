import Basics
import LiuzhouRules
import TestSupport
import Testing

@testable import Liuzhou

/// The windows of 2x3 points, the diagonals and the numbers of their contents against their definition.
@Suite struct BoardPatternTests {
  /// The numbers stand in files of weights: they must never change.
  @Test func equalContentsShareANumber() throws {
    let rows = BoardPatterns.rows
    var known: [PlainPattern.Content: UInt16] = [:]
    var wrong = 0
    for (pattern, own, enemy, row) in BoardPatternTests.contents(rows) {
      let first = pattern.canonicalImage(own: own, enemy: enemy)
      if let known = known[first] {
        if known != row { wrong += 1 }
      } else {
        if known.count != Int(row) { wrong += 1 }
        known[first] = row
      }
    }
    #expect(wrong == 0)
    #expect(known.count == rows.count)
  }

  /// Every piece with every content, in the order of their numbers.
  private static func contents(
    _ rows: BoardPatterns.PatternRows
  ) -> [(pattern: PlainPattern, own: Int, enemy: Int, row: UInt16)] {
    let windows = (0..<BoardPatterns.windowCount).flatMap { window in
      (0..<4096).map { content in
        (
          PlainPattern(window: window), content & 63, content >> 6,
          rows.windows[window * 4096 + content]
        )
      }
    }
    let diagonals = (3...6).flatMap { length in
      (0..<1 << (2 * length)).map { content in
        (
          PlainPattern(diagonalOf: length), content & (1 << length - 1), content >> length,
          rows.diagonals[length - 3][content]
        )
      }
    }
    return windows + diagonals
  }

  /// Diagonals that are no formation say nothing.
  @Test(arguments: RuleSet.presets.map(\.name) + ["diag4=0"])
  func everyPieceOfABoardIsReadOnce(switches: String) throws {
    let rules = try RuleSet(switches)
    let encoding = EvaluationEncoding(Rulebook(rules))
    let rows = BoardPatterns.rows
    var boards = RandomBoards(seed: 23)
    for position in boards.positions(ofEachPhase: Effort.count(60, sanitized: 15)) {
      let transposed = BoardSymmetry.transposition.image(of: position)
      let windows = [position, transposed].flatMap { board in
        (0..<BoardPatterns.windowCount).map { window in
          let content = PlainPattern(window: window).content(of: board)
          return rows.windows[window * 4096 + content.own | content.enemy << 6]
        }
      }
      let diagonals = Formation.all.filter { formation in
        let isDiagonal = ![.square, .six, .edgeSix].contains(formation.shape)
        return isDiagonal && rules.value(of: formation.shape) > 0
      }.map { formation in
        let pattern = PlainPattern(formation.points.sorted { $0.file < $1.file })
        let (own, enemy) = pattern.content(of: position)
        let length = pattern.points.count
        return rows.diagonals[length - 3][own | enemy << length]
      }
      let found = encoding.inputs(of: position).rows.filter { $0 < EmbeddingRows.firstFeatureRow }
      #expect(found.sorted() == (windows + diagonals).sorted(), "\(position)")
    }
  }
}

/// Some points of the board in an order.
private struct PlainPattern {
  let points: [Point]

  init(_ points: [Point]) { self.points = points }

  /// Two ranks of three points, from the lower left corner.
  init(window: Int) {
    points = (0..<6).map { Point(index: 6 * (window / 4 + $0 / 3) + window % 4 + $0 % 3) }
  }

  /// The diagonal of so many points that ends at the right rim, from below.
  init(diagonalOf length: Int) {
    points = (0..<length).map { Point(index: 6 * $0 + 6 - length + $0) }
  }

  /// What lies on the points: a bit for each own stone and for each enemy stone; the dead are both.
  func content(of position: Position) -> (own: Int, enemy: Int) {
    let dead = position.deadBlack | position.deadWhite
    var (own, enemy) = (0, 0)
    for (place, point) in points.enumerated() {
      if (position.own | dead).contains(point) { own |= 1 << place }
      if (position.opponent | dead).contains(point) { enemy |= 1 << place }
    }
    return (own, enemy)
  }

  /// A piece with what lies on it, as sets of points.
  struct Content: Hashable, Comparable {
    var all: UInt64 = 0
    var own: UInt64 = 0
    var enemy: UInt64 = 0

    static func < (a: Content, b: Content) -> Bool {
      (a.all, a.own, a.enemy) < (b.all, b.own, b.enemy)
    }
  }

  /// The first of all that a symmetry makes of the piece with this content.
  func canonicalImage(own: Int, enemy: Int) -> Content {
    BoardSymmetry.all.map { symmetry in
      var image = Content()
      for (place, point) in points.enumerated() {
        let bit = PointSet(symmetry.image(of: point)).bits
        image.all |= bit
        if own >> place & 1 != 0 { image.own |= bit }
        if enemy >> place & 1 != 0 { image.enemy |= bit }
      }
      return image
    }.min() ?? Content()
  }
}
