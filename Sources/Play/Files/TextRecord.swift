import Basics
import Gomocup
import Match
import Records

/// The text format of games: lines of a keyword and a value, for people and for this program.
enum TextRecord {
  /// The keyword of all properties of a loaded record that have no keyword of their own.
  private static let about = "about"
  private static let comment = "comment"

  /// Returns a game in the text format.
  static func text(
    of record: GameRecord, game: GameKind, result: String?, texts: RecordTexts?
  ) -> String {
    let names = [texts?.text("PB") ?? record.black, texts?.text("PW") ?? record.white]
    var lines = ["game \(game.name)"] + (record.origin.map { ["position \($0)"] } ?? [])
    lines += ["black \(line(names[0]))", "white \(line(names[1]))"]
    lines.append("moves \(record.moves.text)")
    let agreed = texts?.agreement(with: record.moves) ?? 0
    let isWhole = texts.map { agreed == $0.course.count } ?? false
    if isWhole, agreed == record.moves.count, let forbidden = texts?.forbidden {
      lines.append("forbidden \(forbidden)")
    }
    if let result {
      lines.append("result \(result)")
    } else if isWhole, agreed == record.moves.count, let result = texts?.text("RE") {
      lines.append("result \(line(result))")
    }
    for property in texts?.root ?? [] where !["PB", "PW", "RE"].contains(property.name) {
      let text = line(RecordTexts.unescaped(property.values[0]))
      if !text.isEmpty { lines.append("\(about) \(property.name) \(text)") }
    }
    if let opening = record.openingText { lines.append("\(about) ON \(line(opening))") }
    for number in 1...max(1, agreed + 1) {
      guard let comment = texts?.comment(onMove: number), !comment.isEmpty else { continue }
      lines.append("\(TextRecord.comment) \(number) \(line(comment))")
    }
    return lines.map { "\($0)\n" }.joined()
  }

  /// Returns the parts of a loaded record that the text format cannot hold.
  static func losses(of texts: RecordTexts?, in game: [Move]) -> [Phrase] {
    guard let texts else { return [] }
    let agreed = texts.agreement(with: game)
    let kinds = texts.moves.filter { $0.key <= agreed + 1 }.values.joined().filter {
      $0.name != "C"
    }
    let values = texts.root.count { $0.values.count > 1 }
    let marks = Set(kinds.map(\.name)).sorted().joined(separator: " ")
    let lost = texts.moves.keys.count { $0 > agreed + 1 }
    return texts.lostResult(in: game)
      + (marks.isEmpty ? [] : [Phrase("the marks \(marks)")])
      + (values == 0 ? [] : [Phrase("\(values) lists")])
      + (lost == 0 ? [] : [Phrase("the remarks on \(lost) moves that were taken back")])
  }

  /// Returns a text on one line, with `\n` for a line end.
  private static func line(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacingScalars(["\\": "\\\\", "\n": "\\n"]).shown
  }

  /// Decodes a text that `line` has encoded.
  private static func unfolded(_ line: some StringProtocol) -> String {
    line.resolvingEscapes { Unicode.Scalar.meaning(of: $0, &$1) }
  }

  // MARK: Reading

  /// Parses a game in the text format; throws if a line is invalid.
  static func loaded(_ text: Substring) throws(UserError) -> LoadedGame {
    var (kind, moves, origin): (GameKind?, [Move], GameOrigin?) = (nil, [], nil)
    var texts = RecordTexts(course: [])
    // Of equal names the last line counts.
    var properties: [(name: String, text: String)] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ", maxSplits: 1)
      let rest = words.count > 1 ? words[1] : ""
      switch words.first {
      case "game": kind = try GameKind(named: rest)
      case "position":
        guard let kind else { throw UserError("the line \"game\" has to come first") }
        do { origin = try GameOrigin(rest, in: kind) } catch {
          throw UserError(phrase: error.phrase)
        }
      case "black": properties.append(("PB", unfolded(rest)))
      case "white": properties.append(("PW", unfolded(rest)))
      case "moves", "forbidden":
        guard let kind else { throw UserError("the line \"game\" has to come first") }
        do { moves += try kind.moves(named: rest) } catch {
          throw UserError(phrase: error.phrase)
        }
      case "result": properties.append(("RE", result(rest)))
      case "about":
        let parts = rest.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, RecordTexts.isName(String(parts[0])) else {
          throw UserError("\"about\" needs a name of capital letters and a text")
        }
        properties.append((String(parts[0]), unfolded(parts[1])))
      case "comment":
        let parts = rest.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let number = Int(parts[0]), Bounds.plies ~= number else {
          throw UserError("\"comment\" needs a move's number and a text")
        }
        let value = RecordTexts.escaped(unfolded(parts[1]))
        texts.moves[number] = [RecordTexts.Property("C", [value])]
      case nil: continue
      case let word?: throw UserError("unknown word \"\(word.prefix(20))\"")
      }
    }
    guard let kind else { throw UserError("there is no line \"game\"") }
    var known: Set<String> = []
    texts.root = properties.reversed().filter { known.insert($0.name).inserted }.reversed().map {
      RecordTexts.Property($0.name, [RecordTexts.escaped($0.text)])
    }
    return LoadedGame(game: kind, origin: origin, moves: moves, texts: texts)
  }

  /// Returns a result in SGF's form; text that names neither a win nor a draw stays as it is.
  private static func result(_ text: Substring) -> String {
    if text.hasPrefix("black wins") { return "B+" }
    if text.hasPrefix("white wins") { return "W+" }
    return text.hasPrefix("draw") ? "0" : unfolded(text)
  }
}
