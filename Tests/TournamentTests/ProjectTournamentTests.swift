import Foundation
import Testing

@testable import Tournament

@Suite("The tournaments of the project") struct ProjectTournamentTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../tournaments").standardizedFileURL.path(percentEncoded: false)

  /// The folders with a tournament file, at any depth.
  static func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix("/tournament.json") }
      .map { String($0.dropLast("/tournament.json".count)) }
  }

  @Test(arguments: try names()) func everyTournamentFileIsValid(name: String) throws {
    let config = try TournamentConfig.load("\(ProjectTournamentTests.folder)/\(name)")
    #expect(config.name == name.replacing("/", with: "-"))
    if case .file(let path, _, _) = config.openings {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(throws: Never.self) { try OpeningBook(parsing: text, game: config.game) }
    }
  }

  @Test func theReadyMadeTournamentsAreThere() throws {
    let names = try ProjectTournamentTests.names()
    #expect(Set(["quickstart", "gauntlet", "liuzhou"]).isSubset(of: names))
  }

  @Test(
    arguments: ["freestyle-15", "freestyle-20", "standard-15", "renju-15", "liuzhou-fengyang"],
    ["nodes", "time"])
  func everyVariantHasASelfTestInBothForms(game: String, form: String) throws {
    let folder = ProjectTournamentTests.folder
    let config = try TournamentConfig.load("\(folder)/self-sprt/\(game)-\(form)")
    #expect(config.game.name.hasPrefix(game.replacing("-", with: " ")))
    #expect(config.sequentialTest != nil)
    #expect(config.engines.map(\.name) == ["new", "base"])
    #expect(Set(config.engines.map(\.command)).count == 2)
    for limits in config.engines.map(\.limits) {
      #expect((limits.nodes != nil) == (form == "nodes"))
      #expect((limits.turn != nil || limits.match != nil) == (form == "time"))
    }
    guard case .file(let path, random: true, symmetries: true) = config.openings else {
      Issue.record("openings of their own expected")
      return
    }
    #expect(path.hasSuffix("/openings/wuliu-\(game).txt"))
  }
}
