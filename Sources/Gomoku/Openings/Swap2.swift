import GomokuRules
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
    clock: SearchClock = SearchClock()
  ) -> Answer {
    let slices = SearchSlices(player: player, limits: limits, clock: clock)
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

  /// Three stones that leave the colours about equal: black, white, black.
  ///
  /// - Parameter choice: picks one of the known proposals, modulo their number.
  public static func proposal(on size: BoardSize, choice: Int) -> [Point] {
    proposals[choice % proposals.count].map { offset in
      Point(
        x: size.width / 2 + scaled(offset.x, to: size.width),
        y: size.height / 2 + scaled(offset.y, to: size.height))
    }
  }

  /// The offsets are made for 15 points a side; larger boards keep them, smaller ones shrink them.
  private static func scaled(_ offset: Int, to side: Int) -> Int {
    side >= 15 ? offset : Int((Double(offset * (side - 1)) / 14).rounded())
  }

  private struct Offset {
    let x: Int
    let y: Int
    init(_ x: Int, _ y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// Offsets from the centre.
  ///
  /// Of ninety random triples, searched with a million nodes each, these are the ones whose score for
  /// White stays within 60 centistones of zero in freestyle and exact five on 15 x 15 and in freestyle
  /// on 20 x 20.
  private static let proposals: [[Offset]] = [
    [Offset(-2, 5), Offset(6, -3), Offset(6, 3)],
    [Offset(-6, 0), Offset(-7, 6), Offset(-6, -7)],
    [Offset(-1, -6), Offset(-2, 1), Offset(2, -1)],
    [Offset(4, -6), Offset(5, 4), Offset(6, -1)],
  ]
}
