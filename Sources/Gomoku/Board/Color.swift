/// A player and his stones. Black moves first.
@frozen public enum Color: UInt8, Hashable, CaseIterable, Sendable {
  case black = 0
  case white = 1

  @inlinable public var opponent: Color { self == .black ? .white : .black }
  /// 0 for Black, 1 for White.
  @inlinable public var index: Int { Int(rawValue) }
}

extension Color: CustomStringConvertible {
  public var description: String { self == .black ? "black" : "white" }
}
