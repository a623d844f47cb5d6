import Foundation
import Platform
import TestSupport
import Testing

/// `arena page`, which writes the page that was built for browsers.
struct PageCommandTests {
  /// A copy of the program in a folder of its own, beside which a page may lie.
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    // Copied by another process: a program that is still open for writing in a process that other
    // tests start at this moment cannot be run.
    let copy = try Child("/bin/cp", [try TestFiles.program("arena"), scratch["arena"]])
    try #require(copy.wait() == 0)
  }

  private func run(_ words: String...) throws -> Int32 {
    try Child(scratch["arena"], words).wait()
  }

  @Test func thePageBesideTheProgramIsWritten() throws {
    let page = "<!DOCTYPE html>\n<title>六洲棋</title>\n"
    try TestFiles.write(page, to: scratch["wuliu.html"])
    #expect(try run("page", scratch["copy.html"]) == 0)
    #expect(try String(contentsOfFile: scratch["copy.html"], encoding: .utf8) == page)
  }

  @Test func withoutAPageOrAFileNothingIsWritten() throws {
    #expect(try run("page", scratch["copy.html"]) == 2)
    #expect(!FileSystem.exists(scratch["copy.html"]))
    try TestFiles.write("page", to: scratch["wuliu.html"])
    #expect(try run("page") == 2)
    #expect(try run("page", scratch["copy.html"], "more") == 2)
    #expect(try run("page", scratch["no/such/folder.html"]) == 4)
  }
}
