import Foundation
import Testing

@testable import Tournament

@Suite("The tournaments of the project") struct ProjectTournamentTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../tournaments").standardizedFileURL.path(percentEncoded: false)

  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter {
      FileManager.default.fileExists(atPath: "\(folder)/\($0)/tournament.json")
    }
  }

  @Test(arguments: try names()) func everyTournamentFileIsValid(name: String) throws {
    let config = try TournamentConfig.load("\(ProjectTournamentTests.folder)/\(name)")
    #expect(config.name == name)
    if case .file(let path, _, _) = config.openings {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(throws: Never.self) { try OpeningBook(parsing: text, game: config.game) }
    }
  }

  @Test func theReadyMadeTournamentsAreThere() throws {
    let names = try ProjectTournamentTests.names()
    #expect(Set(["quickstart", "self-sprt", "gauntlet", "liuzhou"]).isSubset(of: names))
  }
}
