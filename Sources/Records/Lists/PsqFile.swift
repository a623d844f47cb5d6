import Basics
import GomokuRules

/// Games of Piskvork: psq, and the older rec of its tournaments.
///
/// The first line of a psq file has the board's size and, as its last number, the player who
/// begins: 0 or 1. Then come moves `x,y,milliseconds` with coordinates from 1. After the moves
/// there may be the names of player 0 and player 1. A number for the reason of the end follows, and
/// `winner,rule` in files of Gomocup. A rec file begins with the names of Black and White; its
/// board is 20 x 20, its coordinates begin at 0. Source: Petr Laštovička's program Piskvork
/// (`source/game.cpp`).
enum PsqFile {
  private static let recSize = BoardSize(side: 20)

  /// Returns whether the text begins as psq does.
  static func isPsq(_ text: String) -> Bool {
    text.drop(while: \.isWhitespace).prefix(9).lowercased().hasPrefix("piskvork")
  }

  /// Returns whether the text begins as rec does: two names, then a move with its time.
  static func isRec(_ lines: [Substring]) -> Bool {
    lines.count >= 3 && numbers(lines[0]) == nil && numbers(lines[1]) == nil
      && numbers(lines[2])?.count == 3
  }

  static func read(
    _ lines: [Substring], isRec: Bool, _ context: inout ReadingContext
  ) throws(RecordError) -> GameTree {
    var rest = lines[...]
    var names: [String] = []
    var (size, whiteBegins) = (recSize, false)
    if isRec {
      names = rest.prefix(2).map(String.init)
      rest = rest.dropFirst(2)
    } else {
      let words = lines[0].split { " ,x".contains($0) }.compactMap { Int($0) }
      guard words.count >= 2, let named = BoardSize(width: words[0], height: words[1]) else {
        throw .inLine(1, "no size of a board in \"\(lines[0].prefix(40).shown)\"")
      }
      size = named
      whiteBegins = words.count > 2 && lines[0].hasSuffix("1") && words[words.count - 1] == 1
      rest = rest.dropFirst()
    }
    var tree = GameTree(.gomoku(size))
    var (last, color) = (GameTree.root, Color.black)
    while let line = rest.first, let numbers = numbers(line) {
      let (x, y) = isRec ? (numbers[0], numbers[1]) : (numbers[0] - 1, numbers[1] - 1)
      guard let size, 0..<size.width ~= x, 0..<size.height ~= y else {
        throw .inLine(lines.count - rest.count + 1, "\(line.prefix(20).shown) is off the board")
      }
      try context.take(GameTree.nodeCost + 200)
      last = tree.add(TreeMove(color, .stone(Point(x: x, y: y))), to: last)
      if numbers.count > 2, numbers[2] > 0 { tree[last].milliseconds = numbers[2] }
      color = color.opponent
      rest = rest.dropFirst()
    }
    readEnd(Array(rest), names, whiteBegins: whiteBegins, &tree)
    return tree
  }

  /// Returns the two or three numbers in the line of a move; `nil` for any other line.
  private static func numbers(_ line: Substring) -> [Int]? {
    let words = line.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Int($0.filter { !$0.isWhitespace }) }
    let isMove = 2...3 ~= words.count && numbers.count == words.count
    return isMove && numbers.allSatisfy { -1_000_000_000...1_000_000_000 ~= $0 } ? numbers : nil
  }

  /// Reads the names and `winner,rule` in the lines after the moves; skips the reason of the end.
  ///
  /// - Parameter names: the names of a rec file, which come before the moves; otherwise none.
  private static func readEnd(
    _ lines: [Substring], _ names: [String], whiteBegins: Bool, _ tree: inout GameTree
  ) {
    let texts = lines.prefix { Int($0.trimmingBlanks) == nil }
    var names = names
    if names.isEmpty, texts.count >= 2 {
      names = texts.prefix(2).map { String($0) }
      if whiteBegins { names.reverse() }
    }
    if names.count == 2 {
      for (info, name) in zip([GameInfo.black, .white], names) where !name.isEmpty {
        tree.info[info] = name
      }
    }
    for line in lines.dropFirst(texts.count) {
      let words = line.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
      guard words.count == 2, let winner = Int(words[0]), 0...2 ~= winner else { continue }
      if winner > 0 { tree.info[.result] = winner == 1 ? "B+" : "W+" }
      let rule = words[1].trimmingBlanks
      if !rule.isEmpty { tree.info[.rule] = rule }
      return
    }
  }

  // MARK: Writing

  /// Returns the main line as psq.
  static func bytes(of game: PlainGame) -> [UInt8] {
    var lines = ["Piskvorky \(game.size.width)x\(game.size.height), 11:11, 0"]
    for (point, time) in game.moves { lines.append("\(point.x + 1),\(point.y + 1),\(time ?? 0)") }
    // Each name is on a line of its own, so it must neither be empty nor contain a line end.
    for (info, name) in [(GameInfo.black, "Black"), (.white, "White")] {
      let given = (game.info[info] ?? "").shown.trimmingBlanks
      // A number would end the list of names.
      lines.append(given.isEmpty ? name : Int(given) == nil ? given : "\(name) \(given)")
    }
    let result = (game.info[.result] ?? "").uppercased()
    let winner = result.hasPrefix("B") ? 1 : result.hasPrefix("W") ? 2 : 0
    lines.append("-1")
    let rule = game.info[.rule] ?? ""
    if winner > 0 || !rule.isEmpty { lines.append("\(winner),\(rule.shown)") }
    return Array(lines.map { "\($0)\r\n" }.joined().utf8)
  }
}

extension StringProtocol {
  /// The text without white space at both ends.
  var trimmingBlanks: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
