import Basics
import SearchKit
import TestSupport
import Testing

@testable import Gomoku
@testable import GomokuRules

/// Runs `body` with the board of a variant's own type.
protocol BoardScript {
  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws
}

extension BoardScript {
  func run(_ variant: Variant) throws {
    switch variant {
    case .freestyle: try run(Freestyle.self)
    case .standard: try run(Standard.self)
    case .renju: try run(Renju.self)
    case .caro: try run(Caro.self)
    case .exactCaro: try run(ExactCaro.self)
    }
  }
}

/// A random game on the board, compared step by step with fresh boards and undone again.
struct RandomWalk: BoardScript {
  let size: BoardSize
  let neutralStones: Int
  let seed: UInt64
  let steps: Int

  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    var start = RandomPositions(
      variant: Rules.variant, size: size, neutralStones: neutralStones, seed: seed)
    var position = start.next(stones: neutralStones)
    var board = Board<Rules>(position)
    var generator = SplitMix64(seed: seed)
    var history = [board.summary]
    for _ in 0..<steps {
      let near = position.emptyPoints.filter { board.candidates.contains($0) }
      guard let point = near.randomElement(using: &generator) else { break }
      board.make(point)
      try position.place(position.sideToMove, on: point)
      position.sideToMove = position.sideToMove.opponent
      let fresh = Board<Rules>(position)
      #expect(board.summary == fresh.summary, "after \(position.stones.map(\.point))")
      history.append(board.summary)
      if Int.random(in: 0..<5, using: &generator) == 0 {
        history.removeLast()
        board.unmake()
        _ = position.remove(point)
        #expect(board.summary == history[history.count - 1])
      }
    }
    while history.count > 1 {
      history.removeLast()
      board.unmake()
      #expect(board.summary == history[history.count - 1])
    }
  }
}

/// A random path up and down, on which the sums are asked for now and then.
private struct RareQuestions: BoardScript {
  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    var generator = SplitMix64(seed: 57)
    var board = Board<Rules>(Position(variant: Rules.variant))
    var path: [Point?] = []
    var answers = 0
    for _ in 0..<Effort.count(3_000, thorough: 100_000, sanitized: 500) {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<4 where path.count < 60:
        guard let point = board.candidates.points.randomElement(using: &generator) else { break }
        board.make(point)
        path.append(point)
      case 4 where path.count < 60:
        board.makePass()
        path.append(nil)
      case 5, 6:
        guard let last = path.popLast() else { break }
        if last == nil { board.unmakePass() } else { board.unmake() }
      default:
        var position = Position(variant: Rules.variant)
        for (ply, point) in path.enumerated() {
          guard let point else { continue }
          try position.place(ply.isMultiple(of: 2) ? .black : .white, on: point)
        }
        let fresh = Board<Rules>(position)
        #expect(board.currentAccumulators.pointee == fresh.currentAccumulators.pointee, "\(path)")
        answers += 1
      }
    }
    #expect(answers > 50)
  }
}

extension Board {
  /// Everything kept incrementally, as text.
  var summary: String {
    var text = "\(sideToMove) \(key) \(value) \(stoneCount) \(currentAccumulators.pointee)"
    for color in Color.allCases {
      for pointClass in PointClass.allCases {
        text += " \(count(pointClass, of: color))"
      }
      fours[color.index].forEach { text += " f\($0)" }
      threes[color.index].forEach { text += " t\($0)" }
    }
    candidates.forEach { text += " \($0)" }
    empties.forEach { text += " \(state(at: $0).bits)" }
    return text
  }
}

@Suite struct BoardTests {
  @Test(arguments: Variant.allCases) func sumsFollowTheBoardWheneverTheyAreAsked(
    _ variant: Variant
  ) throws {
    try RareQuestions().run(variant)
  }

  @Test(arguments: Variant.allCases) func makeAndUnmakeAgreeWithAFreshBoard(_ variant: Variant)
    throws
  {
    for (width, height) in [(15, 15), (9, 13), (22, 22), (5, 5), (5, 22)] {
      let size = try #require(BoardSize(width: width, height: height))
      for neutralStones in [0, width * height / 8] {
        try RandomWalk(
          size: size, neutralStones: neutralStones, seed: UInt64(width * height), steps: 60
        ).run(variant)
      }
    }
  }
}
