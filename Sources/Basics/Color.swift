/// A player and his stones. Black moves first.
@frozen public enum Color: UInt8, Hashable, CaseIterable, Sendable {
  case black = 0
  case white = 1

  /// Written out, so that loops over it are unrolled in other modules too.
  @inlinable public static var allCases: [Color] { [.black, .white] }

  @inlinable public var opponent: Color { self == .black ? .white : .black }
  /// 0 for Black, 1 for White.
  @inlinable public var index: Int { Int(rawValue) }

  /// `b` or `w`, as in position texts.
  public var letter: Character { self == .black ? "b" : "w" }

  /// The colour with this letter.
  public init?(letter: String) {
    guard let color = Color.allCases.first(where: { String($0.letter) == letter }) else {
      return nil
    }
    self = color
  }
}

extension Color: CustomStringConvertible {
  public var description: String { self == .black ? "black" : "white" }
}
