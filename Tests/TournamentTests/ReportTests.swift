import Foundation
import GomokuRules
import Match
import Platform
import Testing

@testable import Report
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
    // The name of SVG is no address, and the paints of the board are on the page.
    let html = try ReportTests.page(TestTournament(["null", "scatter"], pairs: 2)).html
      .replacing("http://www.w3.org/2000/svg", with: "").replacing("url(#", with: "")
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
  func captionsNameTheOpeningsOfRenju() throws {
    for (variant, name) in [(Variant.renju, ", Kagetsu 花月 (D4)"), (.standard, "")] {
      let game = GameKind.gomoku(variant, .standard)
      var invented = try InventedTournament(pairs: 1, game: game)
      invented.records[0].moves = try game.moves(named: "h8 h7 i7 a1 b1")
      let caption = try ReportTests.ask(
        invented.html, "select(0, 0); return document.querySelector('#caption').textContent;")
      #expect(caption.hasSuffix("opening line 1\(name)"), "\(caption)")
    }
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
          const stones = document.querySelectorAll('#board .stone-body').length;
          if (stones !== n || Number($('ply').value) !== n) throw new Error(`game ${g.id} ply ${n}`);
        }
        good++;
      }
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
      document.body.dataset.walked = `${good} games, ply ${ply}`;
      </script>
      </body>
      """
    let dom = try ReportTests.render(html.replacing("</body>", with: walk))
    #expect(dom.contains("data-ready=\"yes\""))
    #expect(dom.contains("data-walked=\"\(games) games, ply 0\""))
    #expect(dom.contains(">\(games) games</span>"))
    #expect(dom.contains("malformed 4"))
  }

  /// Runs `script` at the end of the page and returns what it returns there; an error is told as such.
  static func ask(
    _ html: String, _ script: String, _ options: [String] = [], width: Int? = nil
  ) throws -> String {
    let asked = html.replacing(
      "</body>",
      with: """
        <script>
        const said = (() => { try { \(script) } catch (error) { return `error: ${error}`; } })();
        top.document.body.dataset.said = `<${said}>`;
        </script>
        </body>
        """)
    let dom = try render(asked, options, width: width)
    let said = try #require(dom.firstMatch(of: /data-said="(?:<|&lt;)(.*?)(?:>|&gt;)"/))
    return String(said.1)
  }

  @Test(.unsanitized, .enabled(if: browser != nil, "no Chromium"))
  func theWinningRowIsMarked() throws {
    let tournament = try InventedTournament(pairs: 10)
    let rows = tournament.records.count { $0.reason == .row }
    try #require(rows > 5 && rows < 20)
    // Where a row won, its stones are marked after the last move only, and they stand in a line.
    let said = try ReportTests.ask(
      tournament.html,
      """
      let good = 0;
      const marked = () => [...document.querySelectorAll('#board [data-mark=won]')]
        .map(mark => mark.getAttribute('transform').match(/[\\d.]+/g).map(Number))
        .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      for (const g of data.games) {
        select(g.id);
        const points = marked();
        if ((g.e === 'five') !== (points.length >= 5)) throw g.id;
        for (let n = 2; n < points.length; n++) {
          for (const axis of [0, 1]) {
            if (points[n][axis] - points[n - 1][axis] !== points[1][axis] - points[0][axis]) throw g.id;
          }
        }
        show(g.moves.length - 1);
        if (marked().length) throw g.id;
        good++;
      }
      return good;
      """)
    #expect(said == "20")
  }

  @Test(.unsanitized, .enabled(if: browser != nil, "no Chromium"))
  func aGameIsFollowedByKeyboardAndByItsCurve() throws {
    let said = try ReportTests.ask(
      InventedTournament(pairs: 30).html,
      """
      const key = (target, name) => target.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
      const list = $('list'), words = [];
      list.focus();
      key(list, 'ArrowDown'); key(list, 'ArrowDown'); key(list, 'ArrowUp');
      words.push(game.id, list.getAttribute('aria-activedescendant'));
      key(list, 'PageDown');
      words.push(game.id > 2);
      key(document.body, 'End'); key(document.body, 'ArrowLeft');
      words.push(ply === game.moves.length - 1);
      key($('play'), ' ');
      words.push(timer === null);
      // A click on the curve's dot of a move shows that move.
      const dots = [...document.querySelectorAll('.dot')];
      words.push(dots.length === game.moves.length - 4);
      const dot = dots[7], box = dot.getBoundingClientRect();
      dot.dispatchEvent(new MouseEvent('click', { clientX: box.x + box.width / 2, bubbles: true }));
      words.push(`${ply}. ${game.moves[ply - 1]}: ` === dot.textContent.match(/.*: /)[0]);
      words.push($('note').textContent.startsWith(`${ply}. `));
      // Everything that can be used can be reached by Tab.
      const used = document.querySelectorAll('button, select, input, #list');
      words.push([...used].every(element => element.tabIndex === 0));
      return words.join(' ');
      """)
    #expect(said == "1 row1 true true true true true true true")
  }

  @Test(.unsanitized, .enabled(if: browser != nil, "no Chromium"))
  func gamesAreFoundByOpeningResultAndEnd() throws {
    let tournament = try InventedTournament(pairs: 60)
    let records = tournament.records
    let first = tournament.schedule.config.engines[0].name
    let said = try ReportTests.ask(
      tournament.html,
      """
      const count = values => {
        for (const [id, value] of Object.entries(values)) $(id).value = value;
        fillList();
        return Number.parseInt($('shown').textContent);
      };
      return [
        count({}), count({ 'by-opening': 'line 7' }), count({ 'by-opening': '', 'by-end': 'max-plies' }),
        count({ 'by-end': '', 'by-result': 'Black won' }), count({ 'by-result': 'drawn' }),
        count({ 'by-result': 'won by the engine' }),
        count({ 'by-engine': '\(first)', 'by-result': 'won by the engine' }),
        document.querySelectorAll('#rows div').length < 60,
      ].join(' ');
      """)
    let expected = [
      records.count, records.count { $0.opening == "line 7" },
      records.count { $0.reason == .maximumPlies },
      records.count { $0.winner == $0.black }, records.count { $0.winner == nil },
      // No engine is chosen: nobody can have won.
      records.count, records.count { $0.winner == first },
    ]
    #expect(said == expected.map(String.init).joined(separator: " ") + " true")
  }

  @Test(.unsanitized, .enabled(if: browser != nil, "no Chromium"))
  func aTurnOfLiuzhouChessShowsWhatItDid() throws {
    let tournament = try InventedTournament(pairs: 2, game: .liuzhou(.fengyang))
    let said = try ReportTests.ask(
      tournament.html,
      """
      let turns = 0, marks = { from: 0, to: 0, taken: 0 };
      for (const g of data.games) {
        select(g.id);
        for (let n = 1; n <= game.moves.length; n++) {
          show(n);
          const [action, taken] = game.moves[n - 1].split('x');
          const seen = kind => document.querySelectorAll(`#board [data-mark=${kind}]`).length;
          const slides = action.length === 4;
          if (seen('from') !== (slides ? 1 : 0)) throw `${g.id} ${n} from`;
          if (seen('to') !== (action.length && action !== 'pass' ? 1 : 0)) throw `${g.id} ${n} to`;
          if (seen('taken') !== (taken ?? '').length / 2) throw `${g.id} ${n} taken`;
          for (const kind in marks) marks[kind] += seen(kind);
          const words = $('state').textContent;
          if (n < game.moves.length && !/^(placing \\d+ of 36|removing|sliding) · ● \\d+.* · ○ \\d+.* · [●○] to move$/
            .test(words)) throw words;
          turns++;
        }
        // Whose turn it is, by the rules: placing alternates, then the second player slides first.
        if (sideAt(game, 35) !== 'w' || sideAt(game, 36) !== 'w' || game.f[36] === 'p') throw game.t;
      }
      return `${turns} ${Object.values(marks).every(count => count > 0)}`;
      """)
    #expect(said == "\(tournament.records.map(\.moves.count).reduce(0, +)) true")
  }

  @Test(.unsanitized, .enabled(if: browser != nil, "no Chromium"), arguments: ["light", "dark"])
  func aNarrowPageIsReadable(scheme: String) throws {
    var tournament = try TestTournament(
      ["null", "scatter", "garbage"], pairs: 2, format: .gauntlet)
    tournament.config.sequentialTest = SequentialTest(elo0: 0, elo1: 10)
    for html in [
      try ReportTests.page(tournament).html, try InventedTournament(pairs: 3).html,
      try InventedTournament(pairs: 1, game: .liuzhou(.fengyang)).html,
    ] {
      // No text fades into what is behind it (WCAG 2.2, 1.4.3: 4.5 to 1); nothing is wider than 360 px.
      let said = try ReportTests.ask(
        html,
        """
        const numbers = color => color.match(/[\\d.]+/g).map(Number);
        const light = color => numbers(color).slice(0, 3)
          .map(c => c / 255 <= .04045 ? c / 255 / 12.92 : ((c / 255 + .055) / 1.055) ** 2.4)
          .reduce((sum, c, index) => sum + c * [.2126, .7152, .0722][index], 0);
        const behind = element => {
          const color = getComputedStyle(element).backgroundColor;
          return numbers(color)[3] === 0 && element.parentElement ? behind(element.parentElement) : color;
        };
        let pale = '';
        for (const element of document.querySelectorAll('h1, h2, p, td, th, span, small, b, option')) {
          const [a, b] = [light(getComputedStyle(element).color), light(behind(element))];
          const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
          if (contrast < 4.5 && element.textContent.trim() && !element.matches('[style]')) {
            pale += element.outerHTML.slice(0, 60).replace(/["<>]/g, '') + contrast.toFixed(1);
          }
        }
        const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
        const fits = document.documentElement.scrollWidth <= innerWidth;
        return `${innerWidth} ${fits} ${isDark ? 'dark' : 'light'} ${pale}`;
        """,
        ["--blink-settings=preferredColorScheme=\(scheme == "dark" ? 0 : 1)"], width: 360)
      #expect(said == "360 true \(scheme) ")
    }
  }

  @Test(.unsanitized, .enabled(if: browser != nil, "no Chromium"))
  func ofAThousandGamesOnlyThoseInSightAreDrawn() throws {
    let html = try InventedTournament(pairs: 500).html
    let said = try ReportTests.ask(
      html, "return `${data.games.length} ${document.querySelectorAll('*').length < 3000}`")
    #expect(said == "1000 true")
  }

  /// The page as the browser sees it after its scripts have run, in a frame of `width` pixels if any is
  /// given: windows cannot be as narrow as telephones.
  static func render(
    _ html: String, _ options: [String] = [], width: Int? = nil
  ) throws -> String {
    try TestFiles.withFolder { folder in
      let frame = width.map {
        "<iframe src='page.html' width='\($0)' height='800' style='border: 0'></iframe>"
      }
      try TestFiles.write(html, to: "\(folder)/page.html")
      try TestFiles.write(frame ?? "", to: "\(folder)/frame.html")
      let arguments = [
        "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder)/profile",
        "--allow-file-access-from-files", "--dump-dom", "--virtual-time-budget=5000",
      ]
      let file = frame == nil ? "page.html" : "frame.html"
      let process = try Child(
        #require(browser), arguments + options + ["file://\(folder)/\(file)"])
      process.wait()
      return process.text
    }
  }
}
