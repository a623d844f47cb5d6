import SearchKit

/// The engine's part in a swap2 opening.
///
/// One side puts three stones (black, white, black). The other takes Black, or stays White and plays
/// on, or adds a white and a black stone and leaves the choice of colour to the first side.
public struct Swap2 {
  /// What to do next.
  public enum Answer: Equatable, Sendable {
    /// Put these stones: three for the proposal, one to keep one's colour and play on, two to leave
    /// the choice.
    case stones([Point])
    /// Take the other colour.
    case swap
  }

  /// A proposal whose value lies within this of zero, in centistones, gives the choice of a colour
  /// no worth: the proposer may know it better than a search of seconds does.
  static let levelMargin = 25

  /// Answers to three or five stones with White to move.
  public static func answer(
    to position: Position, player: GomokuPlayer, limits: SearchLimits,
    stop: StopSignal = StopSignal()
  ) -> Answer {
    let slices = SearchSlices(player: player, limits: limits, stop: stop)
    let isFirstChoice = position.stones.count == 3
    let report = slices.search(position, share: isFirstChoice ? 0.4 : 0.9)
    let value = Int(report.score.rawValue)
    if isFirstChoice, abs(value) <= levelMargin,
      let pair = Balance(stoneCount: 2).proposal(in: position, slices: slices, share: 0.5),
      abs(Int(pair.score.rawValue)) < max(abs(value), levelMargin / 2)
    {
      return .stones(pair.stones)
    }
    guard value >= 0, let move = report.bestMove else { return .swap }
    return .stones([move])
  }

  /// Three stones that leave the colours about equal.
  ///
  /// - Parameter choice: picks one of the known proposals, modulo their number.
  public static func proposal(on size: BoardSize, choice: Int) -> [Point] {
    let pattern = patterns[choice % patterns.count]
    return pattern.map { offset in
      // On small boards the far stone moves in until it fits.
      Point(
        x: min(max(size.center.x + offset.x, 0), size.width - 1),
        y: min(max(size.center.y + offset.y, 0), size.height - 1))
    }
  }

  private struct Offset {
    let x: Int
    let y: Int
    init(_ x: Int, _ y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// Offsets from the centre: black, white, black.
  private static let patterns: [[Offset]] = [
    [Offset(-3, -5), Offset(2, 4), Offset(4, -4)],
    [Offset(-6, -2), Offset(-3, -4), Offset(5, 3)],
    [Offset(6, -1), Offset(1, -5), Offset(-5, 4)],
  ]
}
