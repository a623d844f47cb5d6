import Basics
import Gomocup

/// The page of a tournament: one HTML file that needs nothing else, neither network nor server.
public struct ReportPage {
  private let data: JSON

  public init(_ data: ReportData) { self.data = data.json }

  public var html: String {
    // The data must not end the element it stands in.
    let json = data.description.replacing("<", with: "\\u003c")
    let title = (data["name"]?.string ?? "").replacing("&", with: "&amp;")
      .replacing("<", with: "&lt;")
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title) · arena</title>
      <style>
      \(ReportPage.style)
      </style>
      </head>
      <body>
      \(ReportPage.body)
      <script type="application/json" id="data">\(json)</script>
      <script>
      \(ReportPage.charts)
      \(ReportPage.viewer)
      </script>
      </body>
      </html>

      """
  }

  private static let body = """
    <header><h1 id="title"></h1><p id="subtitle"></p></header>
    <main>
      <section id="verdict" class="cards"></section>
      <section><h2>Ratings</h2><div id="ratings"></div></section>
      <section id="cross-section"><h2>Cross table</h2><div id="cross" class="scroll"></div></section>
      <section id="test-section"><h2>Sequential test</h2><div id="curve"></div></section>
      <div class="columns">
        <section><h2>How games ended</h2><div id="reasons"></div></section>
        <section><h2>First-player advantage by opening</h2><div id="openings" class="scroll tall"></div></section>
      </div>
      <section>
        <h2>Games</h2>
        <p class="controls">
          <select id="by-engine"></select> <select id="by-end"></select>
          <span id="shown"></span>
        </p>
        <div class="player">
          <div id="list" class="scroll" tabindex="0"></div>
          <div id="viewer">
            <p id="caption"></p>
            <div id="board"></div>
            <p class="controls">
              <button id="first" title="Home">|◀</button><button id="back" title="Left">◀</button>
              <input id="ply" type="range" min="0" value="0">
              <button id="forward" title="Right">▶</button><button id="last" title="End">▶|</button>
              <button id="play" title="Space">play</button>
            </p>
            <p id="note"></p>
            <pre id="evidence"></pre>
          </div>
        </div>
      </section>
    </main>
    """

  private static let style = """
    :root { color-scheme: light dark; --ink: #1c2024; --soft: #667; --paper: #fbfaf7; --card: #fff;
      --line: #ddd8cc; --accent: #8a3b12; --good: #2c7a4b; --bad: #b3261e; --wood: #e8c583; --grid: #6b4a1c; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e8e6e1; --soft: #9a9aa2; --paper: #17181a; --card: #202225; --line: #36383c;
        --accent: #e09a6a; --good: #6cc08b; --bad: #f2857c; --wood: #b58d4a; --grid: #3a2a10; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, "Noto Sans", sans-serif; }
    h1 { margin: 0; font-size: 1.8rem; } h2 { font-size: 1.1rem; margin: 0 0 .6rem; color: var(--accent); }
    header p { margin: .2rem 0 1.2rem; color: var(--soft); }
    section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin-bottom: 1rem; }
    .cards { display: flex; flex-wrap: wrap; gap: 1.6rem; }
    .cards div b { display: block; font-size: 1.35rem; font-variant-numeric: tabular-nums; }
    .cards div span { color: var(--soft); }
    .columns { display: grid; grid-template-columns: 2fr 3fr; gap: 1rem; }
    .columns section { min-width: 0; }
    .scroll { overflow: auto; } .tall { max-height: 20rem; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
    th { color: var(--soft); font-weight: 600; } td:first-child, th:first-child { text-align: left; }
    svg text { fill: var(--ink); font-size: 12px; }
    .bar { background: var(--accent); height: .7rem; border-radius: 3px; display: inline-block; }
    .split { display: inline-flex; width: 6rem; height: .7rem; border: 1px solid var(--soft); }
    .split i { background: #222; } .split i + i { background: #999; } .split i + i + i { background: #fff; }
    .player { display: grid; grid-template-columns: 20rem 1fr; gap: 1rem; }
    #list { height: 46rem; border: 1px solid var(--line); border-radius: 6px; }
    #list div { padding: .25rem .6rem; cursor: pointer; border-bottom: 1px solid var(--line); font-size: 13px; }
    #list div.on { background: var(--accent); color: var(--paper); }
    #list small { opacity: .75; }
    #board svg { width: 100%; max-width: 40rem; display: block; }
    #ply { flex: 1; } .controls { display: flex; gap: .4rem; align-items: center; max-width: 40rem; margin: .6rem 0; }
    button, select { font: inherit; padding: .15rem .6rem; }
    #evidence { font-size: 12px; color: var(--soft); max-height: 14rem; overflow: auto; white-space: pre-wrap; }
    .won { color: var(--good); } .lost { color: var(--bad); }
    @media (max-width: 50rem) { .columns, .player { grid-template-columns: 1fr; } #list { height: 14rem; } }
    """
}
