import Foundation
import Platform
import Testing

@testable import Tournament

@Suite("Arena's command line and files") struct CommandLineTests {
  /// Runs `arena` by a shell, which redirects its streams; returns its exit code and its complaints.
  static func run(_ line: String) throws -> (status: Int32, complaint: String) {
    let path = try TestFiles.program("arena")
    let process = try Child("/bin/sh", ["-c", line.replacing("arena ", with: "'\(path)' ")])
    return (process.wait(), process.complaint)
  }

  @Test func aFullDiskOrAClosedStreamEndsNothingByForce() throws {
    #expect(try CommandLineTests.run("arena plan /none 2>/dev/full").status == 2)
    #expect(try CommandLineTests.run("arena plan /none 2>&-").status == 2)
    let full = try CommandLineTests.run("arena --help >/dev/full")
    #expect(full.status == 4)
    #expect(full.complaint == "arena: standard output cannot be written to\n")
    #expect(try CommandLineTests.run("arena --help >&-").status == 0)
  }

  @Test func anUnknownOptionIsNamedBeforeItsValueIsTakenForSomethingElse() throws {
    for line in [
      "run --shards 3 /none", "sprt --pairs 1,2,3", "check --fuz 10 /bin/cat",
      "replay --move 3 /none",
    ] {
      let answer = try CommandLineTests.run("arena \(line)")
      let option = line.split(separator: " ")[1]
      #expect(answer.status == 2)
      #expect(
        answer.complaint.hasPrefix("arena: unexpected \"\(option)\"\n"), "\(answer.complaint)")
    }
  }

  @Test func aCheckOfNoStepIsNoSuccess() throws {
    let answer = try CommandLineTests.run("arena check --only nonsense /bin/cat")
    #expect(answer.status == 2)
    #expect(answer.complaint.hasPrefix("arena: no step's name contains \"nonsense\""))
  }

  @Test func resultsAllAlikeGiveNoInterval() throws {
    let answer = try CommandLineTests.run("arena sprt --counts 1,0,0 --elo1 5 1>&2")
    #expect(answer.complaint.contains("Elo        -inf, no interval while all results are alike\n"))
  }

  @Test func aLinkInTheResultsIsReplacedNotFollowed() throws {
    try TestFiles.withFolder { folder in
      let arena = try ArenaProgram(folder, modes: ["scatter", "null"], pairs: 1)
      #expect(try arena.run("run") == 0)
      try TestFiles.write("mine", to: "\(folder)/mine")
      #expect(mkdir("\(folder)/results/games", 0o700) == 0)
      let names = ["report.html", "games/game-0.sgf"].map { "\(folder)/results/\($0)" }
      for name in names { #expect(symlink("\(folder)/mine", name) == 0) }
      #expect(try arena.run("report") == 0)
      #expect(try arena.run("games", "--sgf") == 0)
      #expect(try String(contentsOf: URL(filePath: "\(folder)/mine"), encoding: .utf8) == "mine")
      for name in names {
        #expect(try String(contentsOf: URL(filePath: name), encoding: .utf8).count > 50)
      }
    }
  }
}
