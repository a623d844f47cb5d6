import Basics
import GomokuRules

/// The continuous game of Piskvork: a finished row scores a point, and the game goes on until the
/// board is full.
///
/// The stones of a finished row become neutral. A neutral stone belongs to no row, and its point
/// counts as the board's edge: it does not enclose a five in caro.
extension Position {
  /// Plays a stone of the side to move in a continuous game.
  ///
  /// The stones of the row that the stone finishes become neutral. A stone on a forbidden point
  /// becomes neutral itself: it scores a point for the opponent.
  mutating func playOn(_ point: Point) throws(IllegalMove) {
    let side = sideToMove
    let isFoul = size.contains(point) && forbiddance(of: point) != nil
    try place(side, on: point)
    sideToMove = side.opponent
    let finished = isFoul ? [point] : finishedRow(through: point)
    if !finished.isEmpty { self = withNeutral(finished) }
  }

  /// The position in which the stones of all winning rows are neutral, for a manager that does not
  /// mark such stones itself.
  var withNeutralRows: Position { withNeutral(winningPoints) }

  private func withNeutral(_ points: [Point]) -> Position {
    var copy = Position(size: size, variant: variant)
    for stone in stones {
      try? copy.place(points.contains(stone.point) ? nil : stone.color, on: stone.point)
    }
    copy.sideToMove = sideToMove
    return copy
  }

  /// Returns the points of the row that the stone on `point` finishes; empty if it finishes none.
  ///
  /// If it finishes several, the result is the first one in Piskvork's order of directions.
  private func finishedRow(through point: Point) -> [Point] {
    guard let color = color(at: point), isWinning(color, at: point) else { return [] }
    for direction in [Direction.vertical, .diagonal, .horizontal, .antidiagonal] {
      let row = row(of: color, through: point, along: direction)
      // In renju an overline of Black beside a five counts as a finished row too.
      let isFinished =
        variant == .renju ? row.length >= 5 : isWinning(row, of: color, along: direction)
      if isFinished { return (0..<row.length).map { row.first.advanced($0, along: direction) } }
    }
    return []
  }

  // MARK: The choice of a move

  /// The moves to choose from if both sides threaten a five; `nil` for all moves.
  ///
  /// A five that stops all fives of the opponent comes first. Otherwise the side to move stops
  /// those fives before it makes its own, if the opponent can then no longer stop its own five,
  /// and if the game lasts so long.
  var unhurriedMoves: [Point]? {
    let side = sideToMove
    let stops = stops(ofAll: fives(of: side.opponent), of: side.opponent)
    var (scoring, patient) = ([Point](), [Point]())
    for stop in stops where isPlayable(stop, by: side) {
      var next = self
      // A stone that finishes a row becomes neutral, so that it encloses no five in caro.
      guard (try? next.playOn(stop)) != nil, next.fives(of: side.opponent).isEmpty else { continue }
      let fives = next.fives(of: side)
      if isWinning(side, at: stop) {
        scoring.append(stop)
      } else if !fives.isEmpty, next.stops(ofAll: fives, of: side).isEmpty {
        patient.append(stop)
      }
    }
    // Piskvork ends the game when 25 points are left: then this move is the side's last one.
    let isLastMove = (26...27).contains(size.pointCount - stones.count)
    let moves = scoring.isEmpty && !isLastMove ? patient : scoring
    return moves.isEmpty ? nil : moves
  }

  private func fives(of color: Color) -> [Point] {
    emptyPoints.filter { isWinning(color, at: $0) && isPlayable($0, by: color) }
  }
}
