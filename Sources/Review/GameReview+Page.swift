import Basics
import Match
import Records
import Report

extension GameReview {
  /// The page of the review, as HTML.
  public var page: String {
    let info = game.tree.info
    var facts = [("Game", game.kind.name)]
    for (term, key) in [("Event", GameInfo.event), ("Date", .date), ("Result", .result)] {
      if let text = info[key] { facts.append((term, text)) }
    }
    facts += zip(["Black", "White"], Color.allCases).map { ($0, summary(of: $1).words) }
    return ReviewPage(
      game: game.kind, names: Color.allCases.map { game.name(of: $0) }, facts: facts,
      origin: game.setUpCount > 0 ? origin : nil, moves: game.moves, sides: game.sides,
      chances: blackChances, searches: searches, marks: moves.compactMap(mark),
      isOver: game.states.last?.result != nil
    ).html
  }

  /// Returns the row of the game in a list of reviews. `name` is the name of the game's page,
  /// without `.html`.
  public func row(name: String) -> ReviewIndex.Row {
    let names = Color.allCases.map { game.name(of: $0) }.joined(separator: " – ")
    let result = game.tree.info[.result].map { ", \($0)" } ?? ""
    return ReviewIndex.Row(
      page: "\(name).html", title: "\(name): \(names), \(game.kind.name)\(result)",
      summaries: zip(["Black", "White"], Color.allCases).map { "\($0): \(summary(of: $1).words)" })
  }

  /// The position that was set up, as the arguments of the command `POSITION`.
  private var origin: String {
    String(game.command(0).drop { $0 != " " }.dropFirst())
  }

  private var searches: [ReviewPage.Search] {
    moves.map { move in
      let position = positions[move.ply]
      return ReviewPage.Search(
        milliseconds: move.milliseconds, depth: position.depth, nodes: position.nodes,
        score: position.score.description)
    }
  }

  private func mark(_ move: JudgedMove) -> ReviewPage.Mark? {
    guard let comment = move.comment else { return nil }
    return ReviewPage.Mark(
      ply: move.ply + 1, kind: move.mark?.rawValue ?? "missed", sign: move.mark?.sign ?? "",
      comment: comment, line: move.shownLine)
  }
}
