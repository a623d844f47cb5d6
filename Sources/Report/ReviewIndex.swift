import Basics

/// The page that lists the reviews of a collection, with links to the pages of the games.
public struct ReviewIndex {
  /// One reviewed game.
  public struct Row {
    /// The file name of the game's page.
    public var page: String
    public var title: String
    /// The summaries of Black's and of White's moves, such as `Black: 8 of 12 moves as the engine`.
    public var summaries: [String]

    public init(page: String, title: String, summaries: [String]) {
      (self.page, self.title, self.summaries) = (page, title, summaries)
    }
  }

  private let title: String
  private let rows: [Row]

  public init(_ title: String, _ rows: [Row]) { (self.title, self.rows) = (title, rows) }

  public var html: String {
    let items = rows.map { row in
      let words = row.summaries.map { "<small>\(ReportPage.escaped($0))</small>" }.joined()
      return
        "<li><a href=\"\(ReportPage.address(row.page))\">\(ReportPage.escaped(row.title))</a>\(words)</li>"
    }
    return ReportPage.filled(
      PackageResources.reviews_html, title: "\(title), reviews", .null,
      ["heading": ReportPage.escaped(title), "rows": items.joined(separator: "\n")])
  }
}
