import Foundation
import Platform
import Testing

@testable import Tournament

@Suite("The report") struct ReportTests {
  static let browser: String? = ["chromium", "chromium-browser", "google-chrome"]
    .compactMap { FileSystem.executable($0) }.first

  /// A finished gauntlet with faults, and its page.
  static func page(_ tournament: TestTournament) throws -> (html: String, games: Int) {
    let schedule = try Schedule(tournament.config)
    let (standings, records) = try tournament.play()
    let data = ReportData(standings, records: Array(records.values))
    #expect(standings.gameCount == schedule.gameCount)
    return (ReportPage(data).html, records.count)
  }

  @Test func thePageNeedsNothingElse() throws {
    let html = try ReportTests.page(TestTournament(["null", "scatter"], pairs: 2)).html
    for word in ["http:", "https:", "src=", "@import", "url(", "{{"] {
      #expect(!html.contains(word))
    }
  }

  @Test func namesCannotBreakThePage() throws {
    var tournament = try TestTournament(["null", "scatter"], pairs: 1)
    tournament.config.name = "</script><b>&\"'{{style}}"
    let html = try ReportTests.page(tournament).html
    #expect(!html.contains("</script><b>"))
    #expect(html.contains("<title>&lt;/script>&lt;b>&amp;\"'{{style}} · arena</title>"))
  }

  @Test(.unsanitized, .enabled(if: browser != nil, "no Chromium"))
  func everyGameCanBePlayedMoveByMoveInABrowser() throws {
    var tournament = try TestTournament(
      ["null", "scatter", "illegal", "garbage"], pairs: 2, format: .gauntlet)
    tournament.config.sequentialTest = SequentialTest(elo0: 0, elo1: 10)
    let (html, games) = try ReportTests.page(tournament)
    // Every game, every ply, by the page's own functions: as many stones as moves.
    let walk = """
      <script>
      let good = 0;
      for (const g of data.games) {
        select(g.id, 0);
        for (let n = 0; n <= game.moves.length; n++) {
          show(n);
          const stones = document.querySelectorAll('#board circle[r="17.5"]').length;
          if (stones !== n || Number($('ply').value) !== n) throw new Error(`game ${g.id} ply ${n}`);
        }
        good++;
      }
      document.onkeydown({ key: 'Home', target: document.body, preventDefault() {} });
      document.body.dataset.walked = `${good} games, ply ${ply}`;
      </script>
      </body>
      """
    let dom = try ReportTests.render(html.replacing("</body>", with: walk))
    #expect(dom.contains("data-ready=\"yes\""))
    #expect(dom.contains("data-walked=\"\(games) games, ply 0\""))
    #expect(dom.contains("<span id=\"shown\">\(games) games</span>"))
    #expect(dom.contains("malformed 4"))
  }

  /// The page as the browser sees it after its scripts have run.
  static func render(_ html: String) throws -> String {
    try TestFiles.withFolder { folder in
      try TestFiles.write(html, to: "\(folder)/page.html")
      let process = try Child(
        #require(browser),
        [
          "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder)/profile",
          "--virtual-time-budget=5000", "--dump-dom", "file://\(folder)/page.html",
        ])
      process.wait()
      return process.text
    }
  }
}
