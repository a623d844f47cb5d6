/// A player and the colour of the player's stones. Black is the first player.
public enum Color: UInt8, CaseIterable, Sendable {
  case black
  case white

  public var opponent: Color { self == .black ? .white : .black }

  /// `b` or `w`, as in position texts.
  public var letter: Character { self == .black ? "b" : "w" }
}

extension Color: CustomStringConvertible {
  public var description: String { self == .black ? "black" : "white" }
}
