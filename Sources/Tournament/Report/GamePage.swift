import Basics
import Gomocup

/// One game as a page on which it can be played through: a file that needs nothing else.
public struct GamePage {
  private let record: GameRecord
  private let game: GameKind

  public init(_ record: GameRecord, game: GameKind) { (self.record, self.game) = (record, game) }

  public var html: String {
    let title = "\(record.black) – \(record.white), \(game.name)"
    return ReportPage.filled(
      ReportPage.text(PackageResources.game_html),
      [
        "title": ReportPage.escaped(title), "style": ReportPage.text(PackageResources.style_css),
        "data": ReportPage.embedded(data), "viewer": ReportPage.text(PackageResources.viewer_js),
      ])
  }

  private var data: JSON {
    .object(compacting: [
      ("game", ReportData.json(of: game)),
      ("names", .array([.string(record.black), .string(record.white)])),
      ("reasons", .object([JSON.Member(record.reason.rawValue, .int(1))])),
      ("games", .array([ReportData.json(of: record, black: 0, white: 1)])),
    ])
  }
}
