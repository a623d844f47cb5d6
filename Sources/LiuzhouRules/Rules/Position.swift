import Basics

/// The three successive phases of a game, and the exchange that may interrupt the last.
public enum Phase: UInt8, CaseIterable, Sendable {
  /// The placing phase (放子): stones are placed, captured stones die in place.
  case placing
  /// The forcing phase (逼子), if the board filled up without a capture: each player removes one
  /// enemy stone.
  case forcing
  /// The moving phase (走子): stones slide, captured stones leave the board.
  case moving
  /// The exchange (换子): a blocked player has taken a stone, and the opponent takes one in return.
  case exchanging

  /// True if a turn of this phase removes an enemy stone that no formation has earned.
  @inlinable public var isRemoval: Bool { self == .forcing || self == .exchanging }

  /// True if the game can end in this phase, and turns without a capture are counted.
  @inlinable public var canEnd: Bool { self == .moving || self == .exchanging }

  /// The letter for the phase in position texts: `p`, `f`, `m` or `x`.
  public var letter: Character {
    switch self {
    case .placing: "p"
    case .forcing: "f"
    case .moving: "m"
    case .exchanging: "x"
    }
  }
}

extension Phase: CustomStringConvertible {
  public var description: String {
    switch self {
    case .placing: "placing"
    case .forcing: "forcing"
    case .moving: "moving"
    case .exchanging: "exchanging"
    }
  }
}

/// The stones on the board, the side to move and the phase.
///
/// A position is plain data; the rules are in `Rulebook`.
public struct Position: Sendable {
  public var liveBlack = PointSet.none
  public var liveWhite = PointSet.none
  public var deadBlack = PointSet.none
  public var deadWhite = PointSet.none
  public var sideToMove = Color.black
  public var phase = Phase.placing
  /// The steps of the game so far: one for each stone placed, slid, captured or removed, and one
  /// for each pass.
  ///
  /// A position read from a text has the fewest steps that lead to it.
  public var steps: Int32 = 0
  /// The quiet counter: turns since the last capture or the start of the moving phase.
  public var quiet = 0
  /// The Zobrist key of stones, side and phase (`Rulebook.key(of:)`), without the quiet counter and
  /// the steps.
  public var key: UInt64 = 0

  /// Creates the empty board with Black to place. The key is not set.
  package init() {}

  @inlinable @inline(__always) public func live(_ color: Color) -> PointSet {
    color == .black ? liveBlack : liveWhite
  }
  @inlinable @inline(__always) public func dead(_ color: Color) -> PointSet {
    color == .black ? deadBlack : deadWhite
  }
  /// The live stones of the side to move.
  @inlinable @inline(__always) public var own: PointSet { live(sideToMove) }
  @inlinable @inline(__always) public var opponent: PointSet { live(sideToMove.opponent) }
  @inlinable @inline(__always) public var occupied: PointSet {
    liveBlack | liveWhite | deadBlack | deadWhite
  }
  @inlinable @inline(__always) public var empty: PointSet { occupied.complement }

  /// Returns the number of stones that `color` has not yet placed.
  public func hand(_ color: Color) -> Int {
    phase == .placing ? 18 - live(color).count - dead(color).count : 0
  }

  /// The fewest steps that lead to the position: all stones placed and captured.
  var fewestSteps: Int {
    let dead = (deadBlack | deadWhite).count
    return phase == .placing ? occupied.count + dead : 36 + empty.count
  }
}

extension Position: Equatable {
  /// Returns whether the positions have the same text.
  ///
  /// Keys are not compared, because they follow from the rest. Nor are steps, which a text does not
  /// have.
  public static func == (a: Position, b: Position) -> Bool {
    a.isRepetition(of: b) && a.quiet == b.quiet
  }

  /// Returns whether stones, phase and side to move are equal, as the repetition rule demands.
  public func isRepetition(of other: Position) -> Bool {
    liveBlack == other.liveBlack && liveWhite == other.liveWhite && deadBlack == other.deadBlack
      && deadWhite == other.deadWhite && sideToMove == other.sideToMove && phase == other.phase
  }
}
