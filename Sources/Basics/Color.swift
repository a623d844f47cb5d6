/// A player and the colour of his stones. Black moves first.
@frozen public enum Color: UInt8, Hashable, CaseIterable, Sendable {
  case black = 0
  case white = 1

  /// Both colours, written out so that loops over them are unrolled in other modules too.
  @inlinable public static var allCases: [Color] { [.black, .white] }

  @inlinable public var opponent: Color { self == .black ? .white : .black }
  /// The array index of the colour: 0 for Black, 1 for White.
  @inlinable public var index: Int { Int(rawValue) }

  /// The letter for the colour in position texts: `b` or `w`.
  public var letter: Character { self == .black ? "b" : "w" }

  /// Creates the colour with this letter; `nil` for any other text.
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
