import Basics

/// The rules of gomoku that Wuliu plays.
public enum Variant: String, Hashable, CaseIterable, Sendable {
  /// Five or more in a row win.
  case freestyle
  /// Exactly five win; six or more are nothing.
  case standard
  /// As freestyle for White; Black needs exactly five and may not make an overline, a double four
  /// or a double three, unless the same stone makes five.
  case renju
  /// Six or more win; exactly five win unless the opponent's stones stand at both ends.
  case caro
  /// Exactly five win, unless the opponent's stones stand at both ends.
  case exactCaro = "exact-caro"

  /// The code of `INFO rule`: 0, 1, 4, 8 or 9.
  public var gomocupCode: Int {
    switch self {
    case .freestyle: 0
    case .standard: 1
    case .renju: 4
    case .caro: 8
    case .exactCaro: 9
    }
  }

  /// The variant with `code`, or `nil`. Code 2, "continuous", is Yixin-Board's renju and nobody's
  /// continuous game any more; it is read as renju.
  public init?(gomocupCode code: Int) {
    let wanted = code == 2 ? 4 : code
    guard let variant = Variant.allCases.first(where: { $0.gomocupCode == wanted }) else {
      return nil
    }
    self = variant
  }

  /// Whether stones beside a five can spoil it.
  @inlinable public var hasEnclosedFives: Bool { self == .caro || self == .exactCaro }

  /// Whether a row of `length` stones of `color`, as long as it gets, wins.
  ///
  /// - Parameter enclosed: whether the opponent's stones stand at both ends (an edge is no stone).
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
