import Basics
import GomokuRules
import LiuzhouRules
import Testing

@testable import Match
@testable import Report
@testable import Tournament

/// What the eye meets on the pages of tournaments and games, on light and dark, wide and narrow screens.
@Suite("The report's looks") struct ReportPictureTests {
  static let browser = ReportTests.browser

  /// The options that make the browser prefer light or dark pages.
  static func prefers(_ scheme: String) -> [String] {
    ["--blink-settings=preferredColorScheme=\(scheme == "dark" ? 0 : 1)"]
  }

  /// A game as people play it, on 1 January 2026 at noon.
  static func played(
    _ game: GameKind, names: [String], moves: String, reason: EndReason = .resigned,
    result: String? = nil
  ) throws -> String {
    var record = GameRecord(
      id: 1, schedule: "", opener: names[0], replier: names[1], black: names[0], opening: "-",
      symmetry: 0, openingPlies: 0, moves: try game.moves(named: moves), winner: names[1],
      reason: reason)
    record.began = 1_767_268_800_000
    record.searches = record.moves.map { _ in
      var search = GameRecord.Search(microseconds: 12_345_000)
      search.score = .estimate(12)
      return search
    }
    return GamePage(record, game: game, result: result).html
  }

  static let freestyle = GameKind.gomoku(.freestyle, .standard)
  static let longNames = [
    String(repeating: "x", count: 200), String(repeating: "a long name ", count: 17),
  ]

  @Test(
    .unsanitized, .enabled(if: browser != nil, "no Chromium"), arguments: ["light", "dark"],
    [360, 1280])
  func stonesAreBlackAndWhiteOnPagesOfAnyColour(scheme: String, width: Int) throws {
    for html in [
      try InventedTournament(pairs: 3).html,
      try InventedTournament(pairs: 1, game: .liuzhou(.fengyang)).html,
      try Self.played(Self.freestyle, names: ["you", "guest"], moves: "h8 h9 g9"),
    ] {
      let said = try ReportTests.ask(
        html,
        """
        const numbers = color => color.match(/[\\d.]+/g).map(Number);
        const light = color => {
          const [r, g, b, a = 1] = numbers(color);
          if (a < 1) throw `transparent ${color}`;
          return Math.round((r + g + b) / 3);
        };
        const style = (element, part) => getComputedStyle(element, part);
        const bad = [];
        const check = (what, color, isBlack) => {
          if (isBlack ? light(color) > 40 : light(color) < 240) bad.push(`${what} ${color}`);
        };
        const seen = { b: 0, w: 0 };
        for (const element of document.querySelectorAll('.stone')) {
          const isBlack = element.classList.contains('b'), disc = style(element, '::before');
          check('stone', disc.backgroundColor, isBlack);
          const [ground, own] = [style(element).backgroundColor, disc.backgroundColor].map(light);
          if (Math.abs(ground - own) < 60) bad.push(`lost in its ground: ${ground} ${own}`);
          seen[isBlack ? 'b' : 'w'] += 1;
        }
        if (seen.b < 2 || seen.w < 2) bad.push('none');
        const discs = document.querySelectorAll('#board .board-stone .stone-body');
        if (!discs.length) bad.push('no stone on the board');
        for (const disc of discs) {
          const isBlack = disc.parentElement.classList.contains('black');
          const paint = document.getElementById(style(disc).fill.match(/#([^"]+)/)[1]);
          const color = style(paint.querySelectorAll('stop')[1]).stopColor;
          if (isBlack ? light(color) > 80 : light(color) < 220) bad.push(`board ${color}`);
        }
        for (const dot of document.querySelectorAll('.dot')) {
          check('dot', style(dot).fill, dot.classList.contains('b'));
        }
        for (const line of document.querySelectorAll('.line')) {
          check('line', style(line).stroke, line.classList.contains('b'));
        }
        // No sign of a stone stands in the text's own colour.
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
          const parent = walk.currentNode.parentElement;
          if (parent.closest('script, noscript, .stone')) continue;
          if (/[●○⚫⚪]/u.test(walk.currentNode.data)) bad.push(walk.currentNode.data);
        }
        const isDark = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
        return `${isDark} ${[...new Set(bad)].join('; ')}`;
        """, Self.prefers(scheme), width: width)
      #expect(said == "\(scheme) ")
    }
  }

  @Test(.unsanitized, .enabled(if: browser != nil, "no Chromium"), arguments: [360, 1280])
  func nothingReachesBeyondTheWindow(width: Int) throws {
    var gauntlet = try TestTournament(
      ["null", "scatter", "garbage", "illegal"], pairs: 1, format: .roundRobin)
    gauntlet.config.sequentialTest = nil
    gauntlet.config.name = Self.longNames.joined()
    for (index, name) in Self.longNames.enumerated() { gauntlet.config.engines[index].name = name }
    var invented = try InventedTournament(pairs: 3, names: Self.longNames)
    for index in invented.records.indices {
      invented.records[index].opening = Self.longNames[0]
      invented.records[index].detail = Self.longNames[0]
      invented.records[index].evidence = Self.longNames
    }
    let large = GameKind.gomoku(.freestyle, try #require(BoardSize(side: 22)))
    for html in [
      try ReportTests.page(gauntlet).html, invented.html,
      try InventedTournament(pairs: 1, game: large).html,
      try InventedTournament(pairs: 1, game: .liuzhou(.fengyang)).html,
      try Self.played(Self.freestyle, names: Self.longNames, moves: "h8 h9 g9"),
    ] {
      // What is wider stands in a box that scrolls by itself; letters in pictures are of 8 pixels or more.
      let said = try ReportTests.ask(
        html,
        """
        const bad = [];
        for (const element of document.body.querySelectorAll('*')) {
          const box = element.getBoundingClientRect();
          if (!box.width || element.closest('.scroll *, svg *, thead')) continue;
          const name = `${element.tagName} ${element.id} ${element.className}`;
          if (box.right > innerWidth + .5 || box.left < -.5) bad.push(`${name} ${box.right}`);
          const hides = element.scrollWidth > element.clientWidth + 1 && element.clientWidth;
          if (hides && !element.matches('.scroll, .name, select, .stone, input')) bad.push(`cut ${name}`);
        }
        for (const text of document.querySelectorAll('svg text')) {
          const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
          if (size < 7.95) bad.push(`${text.textContent}: ${size.toFixed(1)} px`);
          const [own, all] = [text, text.closest('svg')].map(e => e.getBoundingClientRect());
          if (own.left < all.left - 1 || own.right > all.right + 1) bad.push(`outside ${text.textContent}`);
        }
        // Tables that scroll can be scrolled by keyboard.
        for (const box of document.querySelectorAll('.scroll')) if (box.tabIndex !== 0) bad.push(box.id);
        const fits = document.documentElement.scrollWidth <= innerWidth;
        return `${innerWidth} ${fits} ${[...new Set(bad)].join('; ')}`;
        """, width: width)
      #expect(said == "\(width) true ")
    }
  }

  /// Claims of depth that no search has, and times that no other move took.
  enum Claim: CaseIterable {
    case once, everyMove, oneEngine, lastMoves

    func depth(game: Int, place: Int, count: Int, isFirst: Bool) -> Int? {
      switch self {
      case .once: game == 0 && place == 5 ? 1_000_000 : nil
      case .everyMove: isFirst && place % 3 == 0 ? 9999 : nil
      case .oneEngine: isFirst ? 9999 : nil
      case .lastMoves: place >= count - 6 ? 192 : nil
      }
    }
  }

  @Test(
    .unsanitized, .enabled(if: browser != nil, "no Chromium"), arguments: Claim.allCases)
  func noClaimRuinsAPlot(claim: Claim) throws {
    var tournament = try InventedTournament(pairs: 10)
    let first = tournament.schedule.config.engines[0].name
    for index in tournament.records.indices {
      let record = tournament.records[index]
      for place in record.searches.indices {
        let isBlack = (place + record.openingPlies).isMultiple(of: 2)
        let mover = isBlack ? record.black : record.white
        if let depth = claim.depth(
          game: record.id, place: place, count: record.searches.count, isFirst: mover == first)
        {
          tournament.records[index].searches[place].depth = depth
          tournament.records[index].searches[place].microseconds *= 1000
        }
      }
    }
    // The usual depths, 4 to 20, fill the plot; the rest is said to be above it.
    let said = try ReportTests.ask(
      tournament.html,
      """
      const svg = $('pace-depth').querySelector('svg');
      const top = Math.max(...[...svg.querySelectorAll('text')].map(text => Number(text.textContent) || 0)
        .filter(number => number !== 1));
      const marks = svg.querySelectorAll('.clipped').length;
      const words = svg.textContent.includes('above the axis');
      const heights = [...svg.querySelectorAll('polyline')].flatMap(line =>
        line.getAttribute('points').split(' ').map(point => Number(point.split(',')[1])));
      const inside = heights.every(y => y >= 20 && y <= 220);
      return `${top > 6 && top <= 160} ${words === marks > 0} ${inside}`;
      """)
    #expect(said == "true true true")
  }

  @Test func mediansStandAgainstSingleMoves() {
    var pace = Pace()
    for depth in [7, 1_000_000, 8, 9, 0] {
      var search = GameRecord.Search(microseconds: 1000 * (depth + 1))
      search.depth = depth
      pace.add(search, move: 0)
    }
    #expect(pace.json == .array([.array([.int(5), .double(9), .double(8)])]))
  }
}
