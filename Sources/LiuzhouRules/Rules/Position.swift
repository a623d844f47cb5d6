import Basics

/// The three parts of a game, and what may interrupt the last.
public enum Phase: UInt8, CaseIterable, Sendable {
  /// 放子: stones are placed, captured stones die in place.
  case placing
  /// 逼子: each player removes one enemy stone from a board that filled up without a capture.
  case forcing
  /// 走子: stones slide, captured stones leave the board.
  case moving
  /// 换子: a blocked player has taken a stone, and the opponent takes one in return.
  case exchanging

  /// Whether stones are taken off that no formation has earned.
  @inlinable public var isRemoval: Bool { self == .forcing || self == .exchanging }

  /// Whether the game can end (rule 9), and turns without a capture are counted.
  @inlinable public var canEnd: Bool { self == .moving || self == .exchanging }

  /// `p`, `f`, `m` or `x`, as in position texts.
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

/// What lies on the board and whose turn it is. Plain data: the rules are in `Rulebook`.
public struct Position: Sendable {
  public var liveBlack = PointSet.none
  public var liveWhite = PointSet.none
  public var deadBlack = PointSet.none
  public var deadWhite = PointSet.none
  public var sideToMove = Color.black
  public var phase = Phase.placing
  /// Turns of the moving phase since the last capture.
  public var quiet = 0
  /// Identifies stones, side and phase, but not the quiet counter (`Rulebook.key(of:)`).
  public var key: UInt64 = 0

  /// The empty board.
  package init() {}

  @inlinable @inline(__always) public func live(_ color: Color) -> PointSet {
    color == .black ? liveBlack : liveWhite
  }
  @inlinable @inline(__always) public func dead(_ color: Color) -> PointSet {
    color == .black ? deadBlack : deadWhite
  }
  /// The live stones of the side to move.
  @inlinable @inline(__always) public var own: PointSet { live(sideToMove) }
  /// The live stones of the other side.
  @inlinable @inline(__always) public var opponent: PointSet { live(sideToMove.opponent) }
  @inlinable @inline(__always) public var occupied: PointSet {
    liveBlack | liveWhite | deadBlack | deadWhite
  }
  @inlinable @inline(__always) public var empty: PointSet { occupied.complement }

  /// Stones not yet placed.
  public func hand(_ color: Color) -> Int {
    phase == .placing ? 18 - live(color).count - dead(color).count : 0
  }
}

extension Position: Equatable {
  /// The key follows from the rest.
  public static func == (a: Position, b: Position) -> Bool {
    a.hasSameStones(as: b) && a.quiet == b.quiet
  }

  /// Whether stones, phase and side to move are the same, as repetition counts them.
  public func hasSameStones(as other: Position) -> Bool {
    liveBlack == other.liveBlack && liveWhite == other.liveWhite && deadBlack == other.deadBlack
      && deadWhite == other.deadWhite && sideToMove == other.sideToMove && phase == other.phase
  }
}
