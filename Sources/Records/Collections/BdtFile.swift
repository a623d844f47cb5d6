import Basics
import GomokuRules

/// The reader of `.bdt` files, lists of renju games with a line for each.
///
/// A line is `tournament=[Black,White,result,moves,fifth moves,swap,comment]`. The result is `+`,
/// `-` or `=`, as Black has won, lost or drawn. A move is two hexadecimal digits, the column and
/// the row from below, from 1; `00` is a pass. Source: RenLib (`Bdt.cpp`).
enum BdtFile {
  /// The parts of a line.
  private struct Line {
    var tournament: Substring
    var fields: [String]
    var moves: [TreeMove.Action]

    init?(_ text: Substring) {
      guard let start = text.firstRange(of: "=["), text.last == "]" else { return nil }
      tournament = text[..<start.lowerBound]
      fields = text[start.upperBound...].dropLast().split(
        separator: ",", maxSplits: 6, omittingEmptySubsequences: false
      ).map { String($0.trimmingBlanks) }
      guard fields.count == 7, let moves = Line.moves(fields[3]) else { return nil }
      self.moves = moves
    }

    private static func moves(_ text: String) -> [TreeMove.Action]? {
      let digits = text.map { $0.isASCII ? $0.hexDigitValue : nil }
      guard digits.count.isMultiple(of: 2) else { return nil }
      var moves: [TreeMove.Action] = []
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let x = digits[index], let y = digits[index + 1], (x == 0) == (y == 0) else {
          return nil
        }
        moves.append(x == 0 ? .pass : .stone(Point(x: x - 1, y: 15 - y)))
      }
      return moves
    }
  }

  /// Returns whether the first of a text's lines has the form of a game in a `.bdt` file.
  static func isBdt(_ lines: [Substring]) -> Bool {
    lines.first.map { Line($0.trimmingBlanks) != nil } ?? false
  }

  /// Reads the games of a file. Lines that are no games are left out, and not counted.
  ///
  /// - Parameter number: the number of the only game that is wanted, from 1; `nil` for all.
  static func read(
    _ lines: [Substring], number: Int?, _ context: inout ReadingContext
  ) throws(RecordError) -> FoundGames {
    var found = FoundGames()
    for (index, text) in lines.enumerated() {
      try context.poll(text.utf8.count)
      guard let line = Line(text.trimmingBlanks) else {
        if !text.trimmingBlanks.isEmpty {
          context.fault("a line that is no game is left out", at: "line \(index + 1)")
        }
        continue
      }
      found.count += 1
      let isWanted = number ?? found.count == found.count
      if isWanted { found.add(try tree(line, &context), number: found.count) }
    }
    return found
  }

  private static func tree(
    _ line: Line, _ context: inout ReadingContext
  ) throws(RecordError) -> GameTree {
    try context.take(1_000 + line.moves.count * GameTree.nodeCost)
    var tree = GameTree(.gomoku(.standard))
    var (last, color) = (GameTree.root, Color.black)
    for action in line.moves {
      last = tree.add(TreeMove(color, action), to: last)
      color = color.opponent
    }
    let remarks = [("fifth moves", 4), ("swap", 5)].filter { !line.fields[$0.1].isEmpty }.map {
      "\($0.0) \(line.fields[$0.1])"
    }
    let results = ["+": "B+", "-": "W+", "=": "0"]
    let fields: [(GameInfo, String)] = [
      (.event, String(line.tournament.trimmingBlanks)), (.black, line.fields[0]),
      (.white, line.fields[1]),
      (.result, results[line.fields[2]] ?? line.fields[2]), (.rule, "Renju"),
      (.gameComment, remarks.joined(separator: "; ")),
    ]
    for (info, text) in fields where !text.isEmpty { tree.info[info] = text }
    if !line.fields[6].isEmpty { tree[GameTree.root].comment = line.fields[6] }
    return tree
  }
}
