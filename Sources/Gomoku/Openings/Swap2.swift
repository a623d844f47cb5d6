import GomokuRules
import SearchKit
import SearchTypes

/// The engine's choices in a swap2 opening.
///
/// One side places three stones: black, white, black. The other side takes Black, or stays White
/// and plays on, or adds a white and a black stone. In the last case the first side then chooses
/// its colour.
public struct Swap2 {
  /// An action in the opening.
  public enum Answer: Equatable, Sendable {
    /// The stones to place: three as a proposal, one to stay White, two to leave the choice.
    case stones([Point])
    /// A change to the other colour.
    case swap
  }

  /// The largest absolute score of a proposal that counts as balanced, in centistones.
  ///
  /// To a balanced proposal the engine adds two stones rather than choose a colour, because the
  /// proposer may know the position better. It adds them only if the absolute score falls, or stays
  /// below half of this margin.
  static let levelMargin = 25

  /// Returns the answer to three or five stones, with White to move.
  public static func answer(
    to position: Position, player: GomokuPlayer, limits: SearchLimits,
    clock: SearchClock = SearchClock()
  ) -> Answer {
    answer(to: position, slices: SearchSlices(player: player, limits: limits, clock: clock))
  }

  static func answer(to position: Position, slices: SearchSlices) -> Answer {
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

  /// Returns three stones that give both colours about equal chances: black, white, black.
  ///
  /// The stones keep their distances from the centre on every board, as far as the board allows.
  ///
  /// - Parameter choice: selects one of the known proposals, modulo their number.
  public static func proposal(for variant: Variant, on size: BoardSize, choice: Int) -> [Point] {
    let proposals = proposals(for: variant)
    let (here, there) = (size.center, BoardSize.standard.center)
    return (Point.list(proposals[choice % proposals.count]) ?? []).map { point in
      Point(
        x: clamped(here.x + point.x - there.x, to: size.width),
        y: clamped(here.y + point.y - there.y, to: size.height))
    }
  }

  private static func clamped(_ coordinate: Int, to side: Int) -> Int {
    min(max(coordinate, 0), side - 1)
  }

  /// The known proposals on 15 x 15, found by `arena openings --plies 3`.
  ///
  /// Each scores within ±70 centistones on 15 x 15 and on 20 x 20, under every rule of its case.
  /// The searches had a million nodes.
  static func proposals(for variant: Variant) -> [String] {
    switch variant {
    case .freestyle, .standard:
      ["h7i6k10", "k8h5i6", "e11h7h8", "e9g9k9", "h7i8e10", "k5g5e5", "h8g7e11"]
    case .renju:
      ["g8g7e10", "i8g6i5", "h5i6h9", "k7i8h7", "i8h9h5"]
    case .caro, .exactCaro:
      ["g7g6f11", "e6i11h11", "j11h5g6", "j11i11k6"]
    }
  }
}
