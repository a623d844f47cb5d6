import Basics

/// The rules of gomoku that Wuliu plays.
public enum Variant: String, Hashable, CaseIterable, Sendable {
  /// Five or more in a row win.
  case freestyle
  /// Exactly five win; six or more do not.
  case standard
  /// Five or more win for White. Black needs exactly five and has forbidden points.
  ///
  /// Overlines, double fours and double threes are forbidden, unless the same stone makes five.
  case renju
  /// Six or more win; exactly five win unless both ends are blocked by the opponent's stones.
  case caro
  /// Exactly five win, unless both ends are blocked by the opponent's stones.
  case exactCaro = "exact-caro"

  /// The code of these rules in the command `INFO rule`: 0, 1, 4, 8 or 9.
  public var gomocupCode: Int {
    switch self {
    case .freestyle: 0
    case .standard: 1
    case .renju: 4
    case .caro: 8
    case .exactCaro: 9
    }
  }

  /// Creates the variant with `code`, or `nil` if there is none.
  ///
  /// Code 2, once the continuous game, is read as renju, as the program Yixin-Board means it.
  public init?(gomocupCode code: Int) {
    let wanted = code == 2 ? 4 : code
    guard let variant = Variant.allCases.first(where: { $0.gomocupCode == wanted }) else {
      return nil
    }
    self = variant
  }

  /// True if the opponent's stones at both ends can keep a five from winning.
  @inlinable public var hasEnclosedFives: Bool { self == .caro || self == .exactCaro }

  /// True if `tournaments/theorem/every-board.md` says how a win on the unbounded board is proved.
  ///
  /// In these rules stones of one colour alone decide whether a row of them wins. Black's fives may
  /// have to lie in a square (`Position.square`).
  public var hasPlaneTheorems: Bool { self == .freestyle || self == .standard }

  /// Returns whether a maximal row of `length` stones of `color` wins.
  ///
  /// - Parameter enclosed: true if the opponent has a stone at each end. The edge of the board does
  ///   not count as a stone.
  public func rowWins(length: Int, enclosed: Bool, of color: Color) -> Bool {
    switch self {
    case .freestyle: length >= 5
    case .standard: length == 5
    case .renju: color == .black ? length == 5 : length >= 5
    case .caro: length >= 6 || length == 5 && !enclosed
    case .exactCaro: length == 5 && !enclosed
    }
  }
}

extension Variant: CustomStringConvertible {
  /// The name in commands and files, such as `exact-caro`.
  public var description: String { rawValue }
}
