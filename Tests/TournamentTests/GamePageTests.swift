import Basics
import GomokuRules
import LiuzhouRules
import Testing

@testable import Match
@testable import Tournament

@Suite("The page of a played game") struct GamePageTests {
  static let browser = ReportTests.browser

  @Test func saysWhoPlayedWhatWhenAndHowItEnded() throws {
    let html = try ReportPictureTests.played(
      ReportPictureTests.freestyle, names: ["Ada", "Bo"], moves: "h8 h9 g9",
      result: "white wins, black has run out of time")
    for fact in [
      "<title>Ada – Bo, freestyle 15x15</title>", "</i> Black</dt><dd><bdi>Ada</bdi>",
      "</i> White</dt><dd><bdi>Bo</bdi>", "<dt>Rule</dt><dd><bdi>freestyle</bdi>",
      "<dt>Board</dt><dd><bdi>15x15</bdi>", "<dt>Date</dt><dd><bdi>2026-01-01 12:00 UTC</bdi>",
      "<dt>Result</dt><dd><bdi>White wins, black has run out of time</bdi>",
    ] { #expect(html.contains(fact), "\(fact)") }
    let liuzhou = try ReportPictureTests.played(
      .liuzhou(.fengyang), names: ["Ada", "Bo"], moves: "a1 b2")
    #expect(liuzhou.contains("<dt>Game</dt><dd><bdi>Liuzhou chess</bdi>"))
    #expect(liuzhou.contains("<dt>Rules</dt><dd><bdi>fengyang</bdi>"))
    #expect(liuzhou.contains("<dt>Result</dt><dd><bdi>White wins, resigned</bdi>"))
    let unfinished = try ReportPictureTests.played(
      ReportPictureTests.freestyle, names: ["Ada", "Bo"], moves: "", reason: .unfinished)
    #expect(unfinished.contains("<dt>Result</dt><dd><bdi>Not finished</bdi>"))
  }

  @Test(.unsanitized, .enabled(if: browser != nil, "no Chromium"))
  func hasNoWordsOfTournaments() throws {
    let html = try ReportPictureTests.played(
      ReportPictureTests.freestyle, names: ["Ada", "Bo"], moves: "h8 h9 g9")
    let said = try ReportTests.ask(
      html, "return document.querySelector('main').innerText.replace(/\\s+/g, ' ')")
    for word in ["Game 1", "opening", "undefined", "null", "NaN"] {
      #expect(!said.contains(word), "\(said)")
    }
    #expect(said.contains("3. g9, 12.3 s"))
  }

  /// Marks that stand before or behind a sign make one character with it, which hides the sign.
  @Test(arguments: ["\u{D4E}", "\u{600}", "\u{111C2}", "\u{301}", "\u{200D}"])
  func aMarkBesideASignHidesItNot(mark: String) throws {
    let name = "\(mark)<\(mark)/script>\(mark)<\(mark)h1>\(mark)&\(mark)]\(mark)\\\(mark)"
    let html = try ReportPictureTests.played(
      ReportPictureTests.freestyle, names: [name, "Bo"], moves: "h8 h9 g9")
    let plain = try ReportPictureTests.played(
      ReportPictureTests.freestyle, names: ["Ada", "Bo"], moves: "h8 h9 g9")
    func signs(_ text: String) -> Int { text.unicodeScalars.count { $0 == "<" } }
    #expect(signs(html) == signs(plain))
    #expect(RecordTexts.unescaped(RecordTexts.escaped(name)) == name)
    let value = RecordTexts.escaped(name).utf8
    for place in value.indices where value[place] == UInt8(ascii: "]") {
      #expect(value[value.index(before: place)] == UInt8(ascii: "\\"))
    }
  }

  static let hostile = [
    "<img src=x onerror=top.hit=1>\u{202E}gpj.\u{2066}\n",
    "'\"><script>top.hit=1</script>&lt;\u{9B}2J",
  ]

  @Test(.unsanitized, .enabled(if: browser != nil, "no Chromium"))
  func namesAreTextAndNothingElse() throws {
    let html = try ReportPictureTests.played(
      ReportPictureTests.freestyle, names: Self.hostile, moves: "h8 h9 g9",
      result: Self.hostile.joined())
    #expect(!html.unicodeScalars.contains { $0 != "\n" && $0.steersOutput })
    var invented = try InventedTournament(pairs: 1, names: Self.hostile)
    for index in invented.records.indices {
      invented.records[index].opening = Self.hostile[index]
      invented.records[index].detail = Self.hostile[index]
      invented.records[index].evidence = Self.hostile
    }
    for page in [html, invented.html] {
      // An event handler in an attribute would not run even if one came in.
      let said = try ReportTests.ask(
        page,
        """
        const bad = document.querySelectorAll('img, main script').length;
        const steers = /[\\u0080-\\u009f\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText);
        document.body.insertAdjacentHTML('beforeend', '<button id="evil" onclick="top.hit=1">');
        $('evil').click();
        const shown = document.body.textContent.includes('\\\\u{202E}gpj');
        return `${bad} ${steers} ${top.hit} ${shown}`;
        """)
      #expect(said == "0 false undefined true")
    }
  }

  @Test(.unsanitized, .enabled(if: browser != nil, "no Chromium"))
  func impossibleTurnsDoNotStopThePage() throws {
    // Slides and captures of stones that are not there.
    let html = try ReportPictureTests.played(
      .liuzhou(.fengyang), names: ["Ada", "Bo"], moves: "a1 a2a3 b1b2xc3 d4xa1b6 f6f5xa1")
    let said = try ReportTests.ask(
      html,
      "for (let n = 0; n <= game.moves.length; n++) show(n); return document.body.dataset.ready")
    #expect(said == "yes")
  }
}
