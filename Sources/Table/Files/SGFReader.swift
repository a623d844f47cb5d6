import Gomocup
import GomokuRules
import Tournament

/// Reads the main line of a game in SGF (FF[3] and FF[4]; GM[4], Gomoku and Renju).
struct SGFReader {
  private var rest: Substring

  init(_ text: Substring) { rest = text }

  private var size = BoardSize.standard
  private var ruleOfFile: Variant?
  private var names: [String: String] = [:]
  private var moves: [Move] = []

  /// - Parameter variant: wins over the file's own rule.
  mutating func game(variant: Variant?) throws(Refusal) -> LoadedGame {
    var depth = 0
    while let character = rest.first {
      if character.isWhitespace || character == ";" {
        rest.removeFirst()
      } else if character == "(" {
        depth += 1
        rest.removeFirst()
      } else if character == ")" {
        // The first variation is the game; what follows its end are others.
        break
      } else if depth == 0 {
        throw Refusal("SGF: unexpected \"\(character)\"")
      } else {
        try property()
      }
    }
    guard rest.first == ")" else { throw Refusal("SGF: the game does not end, as if cut off") }
    return LoadedGame(
      game: .gomoku(variant ?? ruleOfFile ?? .freestyle, size), moves: moves, black: names["PB"],
      white: names["PW"])
  }

  /// An identifier and its values in brackets.
  private mutating func property() throws(Refusal) {
    // FF[3] allows small letters in an identifier, which mean nothing.
    let word = rest.prefix(while: \.isLetter)
    rest.removeFirst(word.count)
    var values: [String] = []
    skipBlanks()
    while rest.first == "[" {
      rest.removeFirst()
      values.append(try value())
      skipBlanks()
    }
    guard !word.isEmpty, let first = values.first else {
      throw Refusal("SGF: no property at \"\(word)\(rest.prefix(20))\"")
    }
    try take(word.filter(\.isUppercase), first)
  }

  private mutating func skipBlanks() { rest = rest.drop(while: \.isWhitespace) }

  /// The text up to the closing bracket; a backslash takes the next character as it is.
  private mutating func value() throws(Refusal) -> String {
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "]": return text
      case "\\": if let next = rest.popFirst() { text.append(next) }
      default: text.append(character)
      }
    }
    throw Refusal("SGF: a bracket is not closed")
  }

  private mutating func take(_ name: String, _ value: String) throws(Refusal) {
    switch name {
    case "GM":
      guard Int(value) == 4 else {
        throw Refusal("SGF: GM[\(value.prefix(9))] is another game than gomoku")
      }
    case "SZ":
      let sides = value.split(separator: ":").map { Int($0) ?? 0 }
      guard 1...2 ~= sides.count,
        let size = BoardSize(width: sides[0], height: sides[sides.count - 1]), moves.isEmpty
      else {
        throw Refusal("SGF: SZ[\(value.prefix(9))] is no size of a board, \(BoardSize.sidesText)")
      }
      self.size = size
    case "RU":
      ruleOfFile =
        Int(value).flatMap(Variant.init(gomocupCode:)) ?? Variant(rawValue: value.lowercased())
    case "PB", "PW": names[name] = PlayerName(value)?.text
    case "B", "W": try move(of: name, value)
    case "AB", "AW", "AE":
      throw Refusal("SGF: stones set up with \(name) are no game from its start")
    default: break
    }
  }

  private mutating func move(of name: String, _ value: String) throws(Refusal) {
    guard name == (moves.count.isMultiple(of: 2) ? "B" : "W") else {
      throw Refusal("SGF: move \(moves.count + 1) is \(name)[\(value.prefix(9))], out of turn")
    }
    let letters = value.lowercased().utf8.map { Int($0) - Int(UInt8(ascii: "a")) }
    if letters.count == 2, 0..<size.width ~= letters[0], 0..<size.height ~= letters[1] {
      moves.append(.point(GomokuRules.Point(x: letters[0], y: letters[1])))
    } else if let point = GomokuRules.Point(value), size.contains(point) {
      // Some programs write `h8`.
      moves.append(.point(point))
    } else {
      throw Refusal("SGF: \(name)[\(value.prefix(9))] is no point of the board")
    }
  }
}
