import Basics
import Gomocup
import Match

/// The page of a reviewed game: one self-contained HTML file with the curve of chances and the
/// marked moves.
public struct ReviewPage {
  /// The engine's search of the position before a move.
  public struct Search {
    /// The time that the player took for the move, in milliseconds; `nil` if it is not recorded.
    public var milliseconds: Int?
    public var depth: Int
    public var nodes: Int
    public var score: String

    public init(milliseconds: Int?, depth: Int, nodes: Int, score: String) {
      (self.milliseconds, self.depth, self.nodes) = (milliseconds, depth, nodes)
      self.score = score
    }
  }

  /// A marked move.
  public struct Mark {
    /// The number of the move, from 1.
    public var ply: Int
    /// `inaccuracy`, `mistake`, `blunder`, or `missed` for a win that was missed without a loss.
    public var kind: String
    public var sign: String
    public var comment: String
    /// The better line of play, from the position before the move.
    public var line: [Move]

    public init(ply: Int, kind: String, sign: String, comment: String, line: [Move]) {
      (self.ply, self.kind, self.sign) = (ply, kind, sign)
      (self.comment, self.line) = (comment, line)
    }
  }

  private let data: JSON
  private let title: String
  private let facts: [(String, String)]

  /// Creates the page of a game.
  ///
  /// - Parameters:
  ///   - names: the names of Black and of White.
  ///   - origin: the position that was set up, as POSITION takes it.
  ///   - sides: the side to move before each move and after the last one.
  ///   - chances: Black's chance to win before each move and after the last one, from 0 to 1.
  public init(
    game: GameKind, names: [String], facts: [(String, String)], origin: String?, moves: [Move],
    sides: [Color], chances: [Double], searches: [Search], marks: [Mark], isOver: Bool
  ) {
    title = names.joined(separator: " – ")
    self.facts = facts
    let winner = !isOver ? 0 : chances.last == 1 ? 1 : chances.last == 0 ? -1 : 0
    let played = JSON.object(compacting: [
      ("id", .int(0)), ("b", .int(0)), ("w", .int(1)), ("o", .string("-")), ("s", .int(0)),
      ("m", .string(moves.text)), ("r", .int(winner)),
      ("e", .string(isOver ? "over" : "unfinished")),
      ("t", .string(String(sides.map { $0 == .black ? "b" : "w" }))),
      (
        "n",
        .array(
          searches.map { search in
            .array([
              .int(search.milliseconds ?? 0), .int(search.depth), .int(search.nodes),
              .string(search.score),
            ])
          })
      ),
      ("c", .array(chances.map { .double(($0 * 1000).rounded() / 1000) })),
      (
        "k",
        .array(
          marks.map { mark in
            .object(compacting: [
              ("p", .int(mark.ply)), ("k", .string(mark.kind)), ("s", .string(mark.sign)),
              ("c", .string(mark.comment)), ("l", .string(mark.line.text)),
            ])
          })
      ),
    ])
    data = .object(compacting: [
      ("game", ReportData.json(of: game, origin: origin)),
      ("names", .array(names.map(JSON.string))), ("games", .array([played])),
    ])
  }

  public var html: String {
    ReportPage.filled(
      PackageResources.game_html, title: "\(title), review", data,
      [
        "players": "<bdi>\(ReportPage.escaped(title))</bdi>",
        "facts": ReportPage.facts(facts), "kind": "review",
        "marked": ReportPage.text(PackageResources.marked_html),
        "marks": ReportPage.text(PackageResources.reviewmarks_js),
      ])
  }
}
