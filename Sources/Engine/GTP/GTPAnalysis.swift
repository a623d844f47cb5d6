import Basics
import Gomocup
import GomokuRules
import SearchTypes

/// The options of an analysis command: the form of the answer, the side to move, the candidates.
struct GTPAnalysis: Equatable, Sendable {
  /// The program whose analysis commands and form of answers are followed.
  enum Form: Sendable {
    /// Leela Zero's: winning chances from 0 to 10000.
    case leelaZero
    /// KataGo's: winning chances from 0 to 1, and a score.
    case kataGo
  }

  let form: Form
  /// The side to move; `nil` for the side whose turn it is.
  var color: Color?
  /// The largest number of candidates to report.
  var lineCount = usualLines
  /// The number of lines to search, at least two.
  ///
  /// A search for a single line could answer from the book, or be weakened by `INFO strength`.
  var searchedLines: Int { max(lineCount, 2) }
  /// Points that are left out as first moves.
  var excluded: Set<Point> = []

  private static let usualLines = 5
  /// The largest number of candidates reported, since the time of a search grows with it.
  private static let mostLines = 10

  /// Parses the arguments: `[color] [interval] [key value …]`.
  ///
  /// The interval has no effect: each depth is reported as soon as it is finished. Keys with the
  /// values `true` and `false` have none either, and nor has the depth after `avoid` and `allow`.
  init(
    _ form: Form, _ command: GTPCommand, _ arguments: [String], in game: GTPGame
  ) throws(GTPError) {
    self.form = form
    var rest = arguments[...]
    if let color = rest.first.flatMap({ Color(gtp: $0) }) {
      self.color = color
      rest.removeFirst()
    }
    if rest.first.flatMap({ Int($0) }) != nil { rest.removeFirst() }
    var least = 1
    var allowed: Set<Point>?
    while let key = rest.popFirst() {
      guard let value = rest.popFirst() else { throw .syntax(command, "a value after each key") }
      switch key {
      case "interval", "minmoves", "maxmoves":
        guard let number = Int(value), number >= 0 else {
          throw .syntax(command, "a number after \(key)")
        }
        if key == "minmoves" { least = number }
        if key == "maxmoves" { lineCount = number }
      case "avoid", "allow":
        guard let color = Color(gtp: value), let points = rest.popFirst(), rest.popFirst() != nil
        else { throw .syntax(command, "a color, vertices and a depth after \(key)") }
        let named = try GTPAnalysis.points(points, command, in: game)
        guard color == self.color ?? game.position.sideToMove else { continue }
        if key == "avoid" {
          excluded.formUnion(named)
        } else {
          allowed = (allowed ?? []).union(named)
        }
      default:
        guard value == "true" || value == "false" else {
          throw GTPError(
            "syntax error: \(command.rawValue) has no option \(shortened(key, to: 40))")
        }
      }
    }
    if let allowed { excluded.formUnion(Set(game.size.points).subtracting(allowed)) }
    lineCount = min(max(lineCount, least, 1), GTPAnalysis.mostLines)
  }

  /// Reads vertices separated by commas; passes are left out.
  private static func points(
    _ text: String, _ command: GTPCommand, in game: GTPGame
  ) throws(GTPError) -> [Point] {
    var points: [Point] = []
    for vertex in text.split(separator: ",") where vertex.lowercased() != "pass" {
      guard let point = game.vertices.point(vertex) else { throw GTPError("invalid vertex") }
      points.append(point)
    }
    return points
  }

  // MARK: Lines

  /// Returns the line for a finished depth: `info move K10 visits 400 … info move …`.
  func line(
    for report: SearchReport<Move>, winScale: Double, _ vertices: GTPVertices
  ) -> String {
    let lines = report.lines.prefix(lineCount)
    let share = max(report.nodes / UInt64(max(lines.count, 1)), 1)
    return lines.enumerated().map { order, line in
      let points = line.moves.compactMap { move -> Point? in
        if case .point(let point) = move { point } else { nil }
      }
      let move = points.first.map(vertices.text) ?? "pass"
      return "info move \(move) visits \(share) \(values(line.score, winScale)) order \(order) pv "
        + vertices.text(points)
    }.joined(separator: " ")
  }

  /// Returns the values of a score in the words of the form.
  private func values(_ score: Score, _ winScale: Double) -> String {
    let chance = Int((score.winRate(winScale) * 10_000).rounded())
    switch form {
    case .leelaZero: return "winrate \(chance) lcb \(chance)"
    case .kataGo:
      let rate = GTPAnalysis.decimal(chance, places: 4)
      let lead = GTPAnalysis.decimal(Int(score.rawValue), places: 2)
      return "utility \(GTPAnalysis.decimal(2 * chance - 10_000, places: 4)) winrate \(rate)"
        + " scoreMean \(lead) scoreLead \(lead) lcb \(rate)"
    }
  }

  /// Returns `number` divided by ten to the power of `places`, with `places` decimals.
  private static func decimal(_ number: Int, places: Int) -> String {
    let digits = String(number.magnitude)
    let padded = String(repeating: "0", count: max(places + 1 - digits.count, 0)) + digits
    return (number < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
