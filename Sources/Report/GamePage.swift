import Basics
import Foundation
import Gomocup
import Match
import Tournament

/// The page for stepping through one game: one self-contained HTML file.
public struct GamePage {
  private let record: GameRecord
  private let game: GameKind
  private let result: String

  /// Creates the page of a recorded game.
  ///
  /// - Parameter result: the result in words; `nil` for the winner and the record's reason.
  public init(_ record: GameRecord, game: GameKind, result: String? = nil) {
    (self.record, self.game) = (record, game)
    self.result = result ?? GamePage.result(of: record)
  }

  public var html: String {
    let players = [record.black, record.white].map { "<bdi>\(ReportPage.escaped($0))</bdi>" }
    return ReportPage.filled(
      PackageResources.game_html,
      title: "\(record.black) – \(record.white), \(game.name)", data,
      ["players": players.joined(separator: " – "), "facts": facts, "kind": "game"])
  }

  private static func result(of record: GameRecord) -> String {
    guard record.reason != .unfinished else { return "not finished" }
    let winner = record.winner.map { $0 == record.black ? "Black wins" : "White wins" } ?? "draw"
    return "\(winner), \(record.reason.rawValue)"
  }

  /// The players, game, opening, date and result, as HTML terms with their descriptions.
  private var facts: String {
    var facts = [
      ("<i class=\"stone b\"></i> Black", record.black),
      ("<i class=\"stone w\"></i> White", record.white),
    ]
    switch game {
    case .gomoku(let variant, let size):
      facts += [("Rule", variant.description), ("Board", "\(size.width)x\(size.height)")]
    case .liuzhou(let rules): facts += [("Game", "Liuzhou chess"), ("Rules", rules.description)]
    }
    let renju = record.origin == nil ? game.renjuOpening(of: record.moves) : nil
    let opening = [record.openingText, renju?.title].compactMap { $0 }
    if !opening.isEmpty { facts.append(("Opening", opening.joined(separator: ", "))) }
    if record.began > 0 { facts.append(("Date", GamePage.date(record.began))) }
    facts.append(("Result", result.prefix(1).uppercased() + result.dropFirst()))
    return ReportPage.facts(facts)
  }

  /// Returns a time, given in milliseconds since 1970, as `2026-11-28 10:27 UTC`.
  private static func date(_ milliseconds: Int) -> String {
    let text = Date(timeIntervalSince1970: Double(milliseconds / 1000)).ISO8601Format()
    return "\(text.prefix(16).replacing("T", with: " ")) UTC"
  }

  private var data: JSON {
    .object(compacting: [
      ("game", ReportData.json(of: game, origin: record.origin?.description)),
      ("names", .array([.string(record.black), .string(record.white)])),
      (
        "games",
        .array([
          ReportData.json(of: record, GameCourse(record, game: game), black: 0, white: 1)
        ])
      ),
    ])
  }
}
