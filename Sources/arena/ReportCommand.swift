import Basics
import Foundation
import Gomocup
import Report
import Tournament

extension Command {
  static let report = Command(
    name: "report", summary: "one HTML page with everything, every game playable; or text, or JSON",
    usage: """
      usage: arena report TOURNAMENT [--out DIR] [--html FILE | --text | --json]

        --html FILE   where the page goes (default: the results' folder, report.html)
        --text        the result in words on standard output
        --json        what the page shows, as JSON on standard output

      The page is one file that needs no network: ratings, cross table, the test's curve, how games
      ended, the first player's advantage by opening, time and depth by move number, and a board on
      which every game can be played move by move, with both engines' scores below it. Games are found
      by engine, opening, result and end; everything can be done by keyboard and on a telephone.
      """,
    run: { arguments in
      let file = try arguments.value("--html")
      let isText = arguments.flag("--text")
      let isJSON = arguments.flag("--json")
      let workspace = try Workspace(&arguments)
      let results = try workspace.results()
      let standings = workspace.standings(results)
      let data = ReportData(standings, records: Array(results.games.values))
      if isText {
        Terminal.show(Summary(standings).text)
      } else if isJSON {
        Terminal.show("\(data.json)")
      } else {
        let html = ReportPage(data).html
        if let file {
          try Storage.write(html, to: file)
        } else {
          try Storage.makeFolder(workspace.folder)
          try Storage.replace("\(workspace.folder)/report.html", by: html)
        }
        Terminal.showLine(file ?? "\(workspace.folder)/report.html")
      }
      return results.missing.isEmpty ? .finished : .incomplete
    })
}
