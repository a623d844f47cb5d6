import Basics
import GomokuRules

/// Splits a line into words at blanks. Blanks beside a comma do not separate words.
func tokens(of line: some StringProtocol) -> [String] {
  var words: [String] = []
  var word = ""
  var isAfterBlank = false
  for character in line {
    if character.isBlank {
      isAfterBlank = true
      continue
    }
    if isAfterBlank, character != ",", word.last != ",", !word.isEmpty {
      words.append(word)
      word = ""
    }
    isAfterBlank = false
    word.append(character)
  }
  return word.isEmpty ? words : words + [word]
}

extension Character {
  /// True if the character separates words: white space of ASCII or a zero byte.
  var isBlank: Bool { isASCII && isWhitespace || self == "\0" }

  /// True for a space, a tab and a zero byte, which are dropped at both ends of a path. Other white
  /// space may belong to the name of a file.
  fileprivate var isPlainBlank: Bool { self == " " || self == "\t" || self == "\0" }
}

extension StringProtocol {
  /// The text as a path, without spaces, tabs and zero bytes at both ends.
  var path: String { String(trimming { $0.isPlainBlank }) }
}

/// Reads decimal digits with an optional minus sign; `nil` for anything else, and on overflow.
func integer(_ text: some StringProtocol) -> Int? {
  text.utf8.first == UInt8(ascii: "+") ? nil : Int(text)
}

/// The order of the two coordinates of a pair `a,b`.
public enum CoordinateOrder: String, Equatable, CaseIterable, Sendable {
  /// Column from the left, then row from the top: Gomocup.
  case columnRow = "xy"
  /// Row from the top, then column from the left: Yixin-Board.
  case rowColumn = "yx"

  /// Converts a point from this order to `columnRow`, or back: the conversion is its own inverse.
  public func converted(_ point: Point) -> Point {
    self == .columnRow ? point : Point(x: point.y, y: point.x)
  }

  /// Returns the pair of coordinates of `point` in this order.
  public func pair(_ point: Point) -> String {
    let point = converted(point)
    return "\(point.x),\(point.y)"
  }

  /// Returns the coordinates of `point` in this order as two words.
  package func words(_ point: Point) -> String {
    let point = converted(point)
    return "\(point.x) \(point.y)"
  }

  /// Reads a pair of coordinates; `nil` if `text` is none.
  ///
  /// - Throws: `.offBoard` if the numbers are outside the largest board.
  func point(_ text: some StringProtocol) throws(ProtocolError) -> Point? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = integer(parts[0]), let second = integer(parts[1]) else {
      return nil
    }
    guard 0..<BoardSize.sides.upperBound ~= first, 0..<BoardSize.sides.upperBound ~= second else {
      throw .offBoard(String(text))
    }
    return converted(Point(x: first, y: second))
  }
}
