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
    lines.count >= 3 && move(lines[0]) == nil && move(lines[1]) == nil
      && move(lines[2])?.count == 3 && lines[2].split(separator: ",").count == 3
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
    let parts = parts(rest, hasNames: !isRec)
    for index in parts.moves {
      let (line, number) = (lines[index], index + 1)
      try context.poll(line.utf8.count)
      guard let numbers = move(line) else {
        context.fault("a line that is no move is left out", at: "line \(number)")
        continue
      }
      let (x, y) = isRec ? (numbers[0], numbers[1]) : (numbers[0] - 1, numbers[1] - 1)
      guard let size, 0..<size.width ~= x, 0..<size.height ~= y else {
        throw .inLine(number, "\(line.prefix(20).shown) is off the board")
      }
      try context.take(GameTree.nodeCost + 200)
      last = tree.add(TreeMove(color, .stone(Point(x: x, y: y))), to: last)
      color = color.opponent
      if numbers.count > 2, numbers[2] > 0 { tree[last].milliseconds = numbers[2] }
      if numbers.count != line.split(separator: ",", omittingEmptySubsequences: false).count
        || numbers.count > 2 && numbers[2] < 0
      {
        context.fault("the end of a move's line is left out", at: "line \(number)")
      }
    }
    for index in parts.names {
      if names.count == 2 || parts.names.count == 1 {
        context.fault("a line that is not one of two names is left out", at: "line \(index + 1)")
      } else {
        names.append(String(lines[index]))
        if names.count == 2, whiteBegins { names.reverse() }
      }
    }
    for (info, name) in zip([GameInfo.black, .white], names) where !name.isEmpty {
      tree.info[info] = name
    }
    for index in parts.end { readEnd(lines[index], index + 1, &tree, &context) }
    return tree
  }

  /// Returns the lines of the moves, those of the names, and those from the reason of the end on.
  ///
  /// The names are the lines after the last move. If the second name looks like a move, the last
  /// two lines before the reason are the names.
  private static func parts(
    _ lines: ArraySlice<Substring>, hasNames: Bool
  ) -> (moves: Range<Int>, names: Range<Int>, end: Range<Int>) {
    let end = lines.firstIndex { Int($0.trimmingBlanks) != nil } ?? lines.endIndex
    let body = lines[..<end]
    var start = body.lastIndex { move($0) != nil }.map { $0 + 1 } ?? lines.startIndex
    let isFollowed = hasNames && start == end && end < lines.endIndex && body.count > 1
    if isFollowed, move(body[end - 2]) == nil { start = end - 2 }
    return (lines.startIndex..<start, start..<end, end..<lines.endIndex)
  }

  /// Returns the column and the row in the line of a move, and its time if that can be read.
  ///
  /// Returns `nil` for any other line.
  private static func move(_ line: Substring) -> [Int]? {
    let words = line.split(separator: ",", omittingEmptySubsequences: false).prefix(3)
    let numbers = words.map { Int($0.filter { !$0.isWhitespace }) }.prefix { $0 != nil }
    let known = numbers.compactMap(\.self)
    return known.count > 1 && known.allSatisfy { -1_000_000_000...1_000_000_000 ~= $0 }
      ? known : nil
  }

  /// Reads a line after the names: the reason of the end, which is left out, or `winner,rule`.
  private static func readEnd(
    _ line: Substring, _ number: Int, _ tree: inout GameTree, _ context: inout ReadingContext
  ) {
    let words = line.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    if words.count == 2, let winner = Int(words[0]), 0...2 ~= winner, tree.info[.rule] == nil {
      if winner > 0 { tree.info[.result] = winner == 1 ? "B+" : "W+" }
      let rule = words[1].trimmingBlanks
      if !rule.isEmpty { tree.info[.rule] = String(rule) }
    } else if Int(line.trimmingBlanks) != noReason {
      context.fault(
        "a line behind the names, such as the reason of the end, is left out", at: "line \(number)")
    }
  }

  /// The number that stands for no reason of the end.
  private static let noReason = -1

  // MARK: Writing

  /// Returns the main line as psq.
  static func bytes(of game: PlainGame) -> [UInt8] {
    var lines = ["Piskvorky \(game.size.width)x\(game.size.height), 11:11, 0"]
    for (point, time) in game.moves { lines.append("\(point.x + 1),\(point.y + 1),\(time ?? 0)") }
    lines += [name(.black, "Black", of: game), name(.white, "White", of: game), "\(noReason)"]
    let result = (game.info[.result] ?? "").uppercased()
    let winner = result.hasPrefix("B+") ? 1 : result.hasPrefix("W+") ? 2 : 0
    let rule = game.info[.rule] ?? ""
    if winner > 0 || !rule.isEmpty { lines.append("\(winner),\(rule.shown)") }
    return Array(lines.map { "\($0)\r\n" }.joined().utf8)
  }

  /// Returns the line of a player's name. It is neither empty nor a number nor a move.
  private static func name(_ info: GameInfo, _ color: String, of game: PlainGame) -> String {
    let given = String((game.info[info] ?? "").shown.trimmingBlanks)
    if given.isEmpty { return color }
    return Int(given) == nil && move(given[...]) == nil ? given : "\(color) \(given)"
  }

  /// Returns notes on names that are changed, and the number of properties that are cut or lost.
  static func changes(of game: PlainGame) -> (notes: [String], losses: Int) {
    var notes: [String] = []
    for (info, color) in [(GameInfo.black, "Black"), (.white, "White")] {
      guard let given = game.info[info], name(info, color, of: game) != given else { continue }
      notes.append("\(color)'s name is changed so that it fits a line")
    }
    let isPlain = ["B+", "W+"].contains(game.info[.result]?.uppercased() ?? "B+")
    let hasRule = game.info[.rule].map { $0.shown.trimmingBlanks == $0 } ?? true
    return (notes, (isPlain ? 0 : 1) + (hasRule ? 0 : 1))
  }
}
