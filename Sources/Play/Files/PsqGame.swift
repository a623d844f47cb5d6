import Basics
import Gomocup
import GomokuRules
import Match

/// The parser of psq, the format of Piskvork.
///
/// A psq file has the board's size, then moves `x,y,milliseconds` with coordinates from 1. After
/// the moves come the two names, and at the end `winner,rule`.
enum PsqGame {
  static func loaded(
    _ text: Substring, _ wanted: GameFile.Wanted
  ) throws(UserError) -> LoadedGame {
    let lines = text.split(whereSeparator: \.isNewline)
    let sides = (lines[0].split(separator: " ").dropFirst().first ?? "").split { "x,".contains($0) }
      .map { Int($0) ?? 0 }
    guard sides.count == 2, let size = BoardSize(width: sides[0], height: sides[1]) else {
      throw UserError("psq: no size of the board in \"\(lines[0].prefix(40))\"")
    }
    var points: [GomokuRules.Point] = []
    var rest = lines.dropFirst()
    // The names of the players come after the moves.
    while let numbers = rest.first.flatMap(numbers) {
      guard 1...size.width ~= numbers[0], 1...size.height ~= numbers[1] else {
        throw UserError("psq: \(numbers[0]),\(numbers[1]) is off the board")
      }
      points.append(GomokuRules.Point(x: numbers[0] - 1, y: numbers[1] - 1))
      rest = rest.dropFirst()
    }
    var texts = RecordTexts(course: [])
    let end = take(rest.map(String.init), &texts)
    var notes: [String] = []
    let variant = GameFile.variant(end, wanted, &notes)
    if end == nil, wanted.variant == nil {
      notes.append("the psq names no rule: \(variant) is played")
    }
    return LoadedGame(
      game: .gomoku(variant, size), moves: points.map(Move.point), texts: texts, notes: notes)
  }

  /// Returns the numbers in the line of a move; `nil` for any other line.
  private static func numbers(_ line: Substring) -> [Int]? {
    let words = line.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Int($0.filter { !$0.isWhitespace }) }
    return 2...3 ~= words.count && numbers.count == words.count ? numbers : nil
  }

  /// Stores the names and the result in `texts`.
  ///
  /// - Returns: the rule's name, if the last line has one.
  private static func take(_ lines: [String], _ texts: inout RecordTexts) -> String? {
    // After the names come a number for the reason of the end, and `winner,rule`.
    let names = lines.prefix { Int($0) == nil }
    if names.count >= 2 {
      texts.set("PB", String(names[0]))
      texts.set("PW", String(names[1]))
    }
    for line in lines.dropFirst(names.count) {
      let words = line.split(separator: ",", maxSplits: 1)
      guard words.count == 2, let winner = Int(words[0]), 0...2 ~= winner else { continue }
      if winner > 0 { texts.set("RE", winner == 1 ? "B+" : "W+") }
      // Earlier versions of this program wrote the reason of the end in place of the rule.
      return EndReason(rawValue: String(words[1])) == nil ? String(words[1]) : nil
    }
    return nil
  }
}
