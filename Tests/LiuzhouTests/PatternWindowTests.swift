import Basics
import LiuzhouRules
import TestSupport
import Testing

@testable import Liuzhou

/// The windows of 2x3 points and the numbers of their contents against their definition.
@Suite struct PatternWindowTests {
  /// The numbers stand in files of weights: they must never change.
  @Test func equalContentsShareANumberAndExchangedOnesItsNegative() {
    let patterns = Patterns.shared
    var known: [PlainWindow: Int32] = [:]
    var different = 0
    var even = 0
    for window in 0..<Patterns.windowCount {
      let images = PlainWindow.images(ofWindow: window)
      for content in 0..<Patterns.contentCount {
        let (own, enemy) = (content & 63, content >> 6)
        let first = PlainWindow.first(of: images, own: own, enemy: enemy)
        let exchanged = PlainWindow.first(of: images, own: enemy, enemy: own)
        let number: Int32
        if first == exchanged {
          number = 0
          even += 1
        } else if let known = known[exchanged] {
          number = -known
        } else {
          number = known[first] ?? Int32(known.count + 1)
          known[first] = number
        }
        let found = patterns.numbers[window * Patterns.contentCount + content]
        if found != number { different += 1 }
      }
    }
    #expect(different == 0)
    #expect(patterns.weightCount == known.count)
    // Both players have the same points, or, in the four windows across the middle, mirrored ones.
    #expect(even == 20 * 64 + 4 * (64 - 8))
  }

  @Test func everyWindowOfABoardIsReadOnceOnEachOfItsTwoSides() {
    let patterns = Patterns.shared
    let training = EvaluationTraining(Rulebook())
    var boards = RandomBoards(seed: 23)
    let positions = boards.positions(ofEachPhase: Effort.count(100, sanitized: 20))
    for position in positions {
      let transposed = BoardSymmetry(isTransposed: true, mirrorsFiles: false, mirrorsRanks: false)
        .image(of: position)
      let expected = [position, transposed].flatMap { board in
        (0..<Patterns.windowCount).map { window in
          patterns.numbers[window * Patterns.contentCount + PlainWindow.content(window, of: board)]
        }
      }
      let found = training.row(of: position).patterns
      #expect(found.sorted() == expected.filter { $0 != 0 }.sorted(), "\(position)")
    }
  }
}

/// A window on the board with what lies on it, as sets of points.
private struct PlainWindow: Hashable, Comparable {
  let window: UInt64
  let own: UInt64
  let enemy: UInt64

  static func < (a: PlainWindow, b: PlainWindow) -> Bool {
    (a.window, a.own, a.enemy) < (b.window, b.own, b.enemy)
  }

  /// The points of a window: two ranks of three, from the lower left corner.
  private static func points(_ window: Int) -> [Point] {
    (0..<6).map { Point(index: 6 * (window / 4 + $0 / 3) + window % 4 + $0 % 3) }
  }

  /// The points of a window, and where the board's symmetries bring each of them.
  static func images(ofWindow window: Int) -> [[UInt64]] {
    BoardSymmetry.all.map { symmetry in
      points(window).map { PointSet(symmetry.image(of: $0)).bits }
    }
  }

  /// The first of all windows and contents that a symmetry makes of this one.
  static func first(of images: [[UInt64]], own: Int, enemy: Int) -> PlainWindow {
    var first = PlainWindow(window: .max, own: 0, enemy: 0)
    for image in images {
      var (all, ownBits, enemyBits): (UInt64, UInt64, UInt64) = (0, 0, 0)
      for point in 0..<6 {
        all |= image[point]
        if own >> point & 1 != 0 { ownBits |= image[point] }
        if enemy >> point & 1 != 0 { enemyBits |= image[point] }
      }
      first = min(first, PlainWindow(window: all, own: ownBits, enemy: enemyBits))
    }
    return first
  }

  /// What lies on a window: a bit for each own stone, then one for each enemy stone; the dead are both.
  static func content(_ window: Int, of position: Position) -> Int {
    let dead = position.deadBlack | position.deadWhite
    var content = 0
    for (place, point) in points(window).enumerated() {
      if (position.own | dead).contains(point) { content |= 1 << place }
      if (position.opponent | dead).contains(point) { content |= 64 << place }
    }
    return content
  }
}
