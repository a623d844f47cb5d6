import Basics
import GomokuRules

/// Lists of gomoku moves, in the many forms in which people write them.
///
/// The plain form is `h8h9i10g7`. Blanks, commas, line ends or dashes may separate the moves,
/// letters may be capitals, and moves may have numbers, as in `1. h8 2. h9`. A list of numbers
/// alone, such as `8,8 9,9`, has columns and rows from 1. `#` begins a comment, up to the end of
/// the line. A line `# game 2` begins another game.
enum MoveListFile {
  /// The beginning of the line before each of several games; the game's number follows.
  private static let heading = "# game "

  /// The size in bytes above which a game is refused.
  private static let longest = 1 << 20

  /// Reads the games of a file. Only a file with several games may have one without moves.
  ///
  /// - Parameter number: the number of the only game that is wanted, from 1; `nil` for all.
  static func read(
    _ text: String, number: Int?, _ context: inout ReadingContext
  ) throws(RecordError) -> FoundGames {
    var parts: [[Substring]] = [[]]
    for line in text.split(whereSeparator: \.isNewline) {
      let isHeading =
        line.hasPrefix(heading) && line.dropFirst(heading.count).first?.isNumber == true
      if isHeading, !parts[parts.count - 1].isEmpty { parts.append([]) }
      let moves = line.prefix { $0 != "#" }
      // A heading counts as an empty line, so that its game may be empty.
      if isHeading || !moves.allSatisfy(\.isWhitespace) { parts[parts.count - 1].append(moves) }
    }
    var found = FoundGames(count: parts.count)
    for (index, lines) in parts.enumerated() where number ?? (index + 1) == index + 1 {
      let list = lines.joined(separator: " ")
      guard list.utf8.count <= longest else { throw .whole("game \(index + 1) is too large") }
      let isEmpty = parts.count > 1 && list.allSatisfy(\.isWhitespace)
      do throws(RecordError) {
        let tree = isEmpty ? GameTree(.gomoku(nil)) : try game(list, &context)
        found.add(tree, number: index + 1)
      } catch .whole(let reason) where parts.count > 1 {
        throw .whole("game \(index + 1): \(Phrase(reason))")
      }
    }
    return found
  }

  private static func game(
    _ text: String, _ context: inout ReadingContext
  ) throws(RecordError) -> GameTree {
    let list = text.narrowed.lowercased()
    try context.take(256)
    var tree = GameTree(.gomoku(nil))
    var (last, color) = (GameTree.root, Color.black)
    let pairs = try pairs(list)
    let found: [Point]
    if let pairs { found = pairs } else { found = try points(list) }
    for point in found {
      try context.take(GameTree.nodeCost)
      last = tree.add(TreeMove(color, .stone(point)), to: last)
      color = color.opponent
    }
    return tree
  }

  /// Returns the points of a list of pairs of numbers from 1; `nil` if it is no such list.
  ///
  /// - Throws: an error if a pair is no point of the largest board.
  private static func pairs(_ list: String) throws(RecordError) -> [Point]? {
    guard list.contains(","), list.allSatisfy({ $0.isASCII && $0.isNumber || " ,;".contains($0) })
    else { return nil }
    var points: [Point] = []
    for word in list.split(whereSeparator: { " ;".contains($0) }) {
      let numbers = word.split(separator: ",", omittingEmptySubsequences: false).map {
        Int($0) ?? 0
      }
      let sides = 1...BoardSize.largestSide
      guard numbers.count == 2, sides ~= numbers[0], sides ~= numbers[1] else {
        throw .whole("\"\(word.prefix(20))\" behind move \(points.count) is no point of a board")
      }
      points.append(Point(x: numbers[0] - 1, y: numbers[1] - 1))
    }
    return points.isEmpty ? nil : points
  }

  private static func points(_ list: String) throws(RecordError) -> [Point] {
    var points: [Point] = []
    var rest = Array(list)[...]
    func digits(_ characters: ArraySlice<Character>) -> String {
      String(characters.prefix { $0.isASCII && $0.isNumber })
    }
    while let first = rest.first {
      if first.isWhitespace || ",;|-–—/".contains(first) {
        rest.removeFirst()
        continue
      }
      let place = rest
      let number = digits(rest)
      if !number.isEmpty {
        rest = rest.dropFirst(number.count)
        if isNumber(number, before: &rest, move: points.count + 1) { continue }
      } else {
        let name = digits(rest.dropFirst().drop { $0 == " " }.prefix(2))
        if !name.isEmpty, let point = Point("\(first)\(name)") {
          points.append(point)
          rest = rest.dropFirst().drop { $0 == " " }.dropFirst(name.count)
          continue
        }
      }
      guard !points.isEmpty else { throw .unknownFormat }
      let word = String(place.prefix { !$0.isWhitespace }.prefix(20)).shown
      throw .whole("\"\(word)\" behind move \(points.count) is no point of a board")
    }
    guard !points.isEmpty else { throw .whole("there is no move in it") }
    return points
  }

  /// Skips the punctuation after a move's number; returns false if `text` is not the number of a
  /// move.
  private static func isNumber(
    _ text: String, before rest: inout ArraySlice<Character>, move: Int
  ) -> Bool {
    let behind = rest.drop { $0 == " " }
    if let sign = behind.first, ".):、…".contains(sign) {
      rest = behind.drop { ".):、…".contains($0) }
      return true
    }
    // A number without a sign after it must be the number of the next move, or of the next pair of
    // moves.
    return behind.first?.isLetter == true && [move, (move + 1) / 2].contains(Int(text) ?? 0)
  }

  // MARK: Writing

  /// Returns the main line as one line of moves, such as `h8i9j10`.
  ///
  /// - Parameter number: the game's number in a file of several games, for the line before it.
  static func bytes(of game: PlainGame, number: Int?) -> [UInt8] {
    let title = number.map { "\(heading)\($0)\n" } ?? ""
    return Array("\(title)\(game.moves.map(\.point.description).joined())\n".utf8)
  }
}

extension StringProtocol {
  /// The text with full-width characters, as from Chinese keyboards, replaced by ASCII.
  ///
  /// Byte order marks are removed.
  public var narrowed: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x3000: text.append(" ")
      // Drops a byte order mark, with which a file of lines may begin.
      case 0xFEFF: continue
      case 0xFF01...0xFF5E: text.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}
