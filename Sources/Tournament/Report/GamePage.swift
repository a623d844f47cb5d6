import Basics
import Gomocup

/// One game as a page on which it can be played through: a file that needs nothing else.
public struct GamePage {
  private let record: GameRecord
  private let game: GameKind

  public init(_ record: GameRecord, game: GameKind) { (self.record, self.game) = (record, game) }

  public var html: String {
    ReportPage.filled(
      PackageResources.game_html,
      title: "\(record.black) – \(record.white), \(game.name)", data)
  }

  private var data: JSON {
    .object(compacting: [
      ("game", ReportData.json(of: game)),
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
