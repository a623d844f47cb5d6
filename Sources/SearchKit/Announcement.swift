/// A proven result that a search has told, kept for the next turn of the same side.
public struct Announcement<Move: Hashable & Sendable>: Equatable, Sendable {
  private let line: SearchReport<Move>.Line

  /// - Returns: `nil` unless the report's result is proven.
  public init?(_ report: SearchReport<Move>) {
    guard let line = report.lines.first, line.score.isProven else { return nil }
    self.line = line
  }

  /// What is known once the line's first move and `reply` have been played: a win against any reply in
  /// so many plies at most, a loss only by the reply that was told.
  ///
  /// - Parameter move: the only move to be considered, with which the line returned begins.
  public func line(
    after played: Move, _ reply: Move, with move: Move
  ) -> SearchReport<Move>.Line? {
    guard played == line.moves.first, let plies = line.score.plies, plies > 2 else { return nil }
    let isExpected = line.moves.dropFirst().first == reply
    guard line.score.isWin || isExpected else { return nil }
    let rest = Array(line.moves.dropFirst(2))
    return SearchReport<Move>.Line(
      score: line.score.isWin ? .win(inPlies: plies - 2) : .loss(inPlies: plies - 2),
      moves: isExpected && rest.first == move ? rest : [move])
  }
}
