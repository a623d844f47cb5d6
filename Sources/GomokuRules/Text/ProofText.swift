import Basics

/// The lines and words that the texts of proofs, strategies and defences share.
enum ProofText {
  /// The lines of stones in the header of a proof or strategy: the keyword and the colour of each.
  ///
  /// The colour is `nil` for stones that belong to nobody.
  static let stoneLists: [(String, Color?)] = [
    ("black", .black), ("white", .white), ("neutral", nil),
  ]

  /// Returns the lines that state the rule, the position and the claimed winner.
  static func header(of position: Position, winner: Color) -> String {
    var text = "rule \(position.variant.gomocupCode)\n"
    text += "size \(position.size.width) \(position.size.height)\n"
    for (name, color) in stoneLists {
      let points = position.stones.filter { $0.color == color }.map({ $0.point }).sorted()
      text += ([name] + points.map({ $0.description })).joined(separator: " ") + "\n"
    }
    if let square = position.square { text += "square \(square.center) \(square.radius)\n" }
    return text + "turn \(position.sideToMove)\nwinner \(winner)\n"
  }

  /// Parses a number without sign or leading zero, as the texts write it; `nil` for other forms.
  static func number(_ word: Substring) -> Int? {
    guard let number = Int(word), "\(number)" == word, number >= 0 else { return nil }
    return number
  }

  /// Parses a point in lower case, such as `h8`; `nil` for any other form.
  static func point(_ word: Substring) -> Point? {
    guard let point = Point(word), point.description == word else { return nil }
    return point
  }
}

/// A syntax error in the text of a proof, a strategy or a defence.
public struct ProofSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line number, counted from 1.
  public let line: Int
  public let expected: String

  public init(line: Int, expected: String) { (self.line, self.expected) = (line, expected) }

  public var description: String { "line \(line): needs \(expected)" }
}
