import GomokuRules

/// The words of a line, split at blanks. Blanks beside a comma are no separators.
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
  /// True if the character separates words: white space, and a zero.
  var isBlank: Bool { isWhitespace || self == "\0" }

  /// True if the character is no part of a path when it stands at its end.
  fileprivate var isPlainBlank: Bool { self == " " || self == "\t" || self == "\0" }

}

extension StringProtocol {
  /// The text as a path: without the plain blanks around it, for others may belong to a name.
  var path: String {
    var text = self[...].drop(while: \.isPlainBlank)
    while text.last?.isPlainBlank ?? false { text.removeLast() }
    return String(text)
  }
}

/// Decimal digits with an optional minus, and nothing else; `nil` also when it does not fit.
func integer(_ text: some StringProtocol) -> Int? {
  text.utf8.first == UInt8(ascii: "+") ? nil : Int(text)
}

/// The order of the numbers of a pair `a,b`.
public enum CoordinateOrder: String, Equatable, CaseIterable, Sendable {
  /// Column from the left, then row from the top: Gomocup.
  case columnRow = "xy"
  /// Row from the top, then column: Yixin-Board.
  case rowColumn = "yx"

  /// Changes a pair's point from this order to `columnRow` or back.
  public func converted(_ point: Point) -> Point {
    self == .columnRow ? point : Point(x: point.y, y: point.x)
  }

  /// The pair that names `point`.
  public func pair(_ point: Point) -> String {
    let point = converted(point)
    return "\(point.x),\(point.y)"
  }

  /// Reads a pair; `nil` unless `text` is one.
  ///
  /// - Throws: `.offBoard` for two numbers that name no point of the largest board.
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
