import Basics
import LiuzhouRules

/// Seeded boards of a phase, whether games lead to them or not: all numbers of stones and gaps, and
/// crowds of one colour, in which formations are common.
struct RandomBoards {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func next(_ phase: Phase) -> Position {
    var position = Position()
    position.phase = phase
    position.sideToMove = Bool.random(using: &generator) ? .black : .white
    let gapCount = phase == .forcing ? 0 : Int.random(in: 1...36, using: &generator)
    fill(&position, gaps: gapCount)
    return position
  }

  /// A board of the moving phase with so few gaps that a side may be blocked.
  mutating func nextCrowded(gaps: Int) -> Position {
    var position = Position()
    position.phase = .moving
    position.sideToMove = Bool.random(using: &generator) ? .black : .white
    fill(&position, gaps: gaps)
    return position
  }

  private mutating func fill(_ position: inout Position, gaps gapCount: Int) {
    let shareOfBlack = Int.random(in: 15...85, using: &generator)
    let shareOfDead = position.phase == .placing ? Int.random(in: 0...40, using: &generator) : 0
    for point in Point.all.shuffled(using: &generator).dropFirst(gapCount) {
      let isBlack = Int.random(in: 0..<100, using: &generator) < shareOfBlack
      let isDead = Int.random(in: 0..<100, using: &generator) < shareOfDead
      switch (isBlack, isDead) {
      case (true, false): position.liveBlack |= PointSet(point)
      case (false, false): position.liveWhite |= PointSet(point)
      case (true, true): position.deadBlack |= PointSet(point)
      case (false, true): position.deadWhite |= PointSet(point)
      }
    }
  }

  /// So many boards of every phase.
  mutating func positions(ofEachPhase count: Int) -> [Position] {
    Phase.allCases.flatMap { phase in (0..<count).map { _ in next(phase) } }
  }
}

extension BoardSymmetry {
  func image(of position: Position) -> Position {
    var image = position
    image.liveBlack = self.image(of: position.liveBlack)
    image.liveWhite = self.image(of: position.liveWhite)
    image.deadBlack = self.image(of: position.deadBlack)
    image.deadWhite = self.image(of: position.deadWhite)
    return image
  }
}

extension Position {
  /// The same with every stone and the turn in the other colour's hands.
  var withColorsExchanged: Position {
    var exchanged = withTurnPassed
    (exchanged.liveBlack, exchanged.liveWhite) = (liveWhite, liveBlack)
    (exchanged.deadBlack, exchanged.deadWhite) = (deadWhite, deadBlack)
    return exchanged
  }

  /// The same stones with the other side to move.
  var withTurnPassed: Position {
    var passed = self
    passed.sideToMove = sideToMove.opponent
    return passed
  }
}
