/// A proven result that a search has reported, kept for the next turn of the same side.
public struct ReportedResult<Move: Hashable & Sendable>: Equatable, Sendable {
  private let line: SearchReport<Move>.Line

  /// Keeps the result of a report; `nil` unless it is proven.
  public init?(_ report: SearchReport<Move>) {
    guard let line = report.lines.first, line.score.isProven else { return nil }
    self.line = line
  }

  /// Returns the line that the report proves after the own move `played` and the opponent's
  /// `reply`; `nil` if it proves none.
  ///
  /// A reported win holds against any reply, in at most the reported number of plies. A reported
  /// loss holds only if `reply` is the reported one.
  ///
  /// - Parameter move: the only move that the side to move has to consider now; the returned line
  ///   begins with it.
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
