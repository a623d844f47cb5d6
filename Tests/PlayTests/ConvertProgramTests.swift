import Platform
import TestSupport
import Testing

/// `arena convert`.
struct ConvertProgramTests {
  private static let record =
    "(;GM[4]SZ[15]PB[Anna];B[hh]C[one]LB[aa:x];W[hi](;B[ii])(;B[jj]))(;SZ[15];B[gg];W[zz])"

  @Test func filesAreConvertedAndLossesAreTold() throws {
    let scratch = try Scratch()
    let path = scratch["a.sgf"]
    try FileSystem.write(Array(ConvertProgramTests.record.utf8), to: path)
    let read = try ProgramRun("arena", ["convert", path])
    #expect(read.status == 0 && read.lines.count == 2)
    #expect(read.lines[1].split(separator: " ").dropFirst() == ["sgf", "2", "5", "3", "1"])
    #expect(read.errors.contains("byte ") && read.errors.contains("W[zz]: a move"))

    let moves = try ProgramRun("arena", ["convert", path, "--to", "moves"])
    #expect(moves.status == 0)
    let list = "# game 1\nh8h9i9\n# game 2\ng7\n"
    #expect(try FileSystem.contents(of: scratch["a.moves"]) == Array(list.utf8))
    #expect(
      moves.errors.contains(
        "not kept in moves: 1 side line, 1 comment, 1 label, 1 property of the game"))

    let library = try ProgramRun("arena", ["convert", path, "--to", "lib", "--game", "1"])
    #expect(library.status == 0)
    let back = try ProgramRun(
      "arena", ["convert", scratch["a.lib"], "--to", "sgf", "--out", scratch.folder + "/new"])
    #expect(back.status == 0)
    let text = String(
      decoding: try FileSystem.contents(of: scratch["new/a.sgf"]), as: UTF8.self)
    #expect(text == "(;FF[4]GM[4]CA[UTF-8]SZ[15];B[hh]C[one]LB[aa:x];W[hi](;B[ii])(;B[jj]))\n")
    FileSystem.removeFile(scratch["new/a.sgf"])
    FileSystem.removeFolder(scratch["new"])
  }

  @Test func nothingIsOverwrittenAndFaultsAreOneLine() throws {
    let scratch = try Scratch()
    let path = scratch["a.sgf"]
    try FileSystem.write(Array("(;SZ[15];B[hh])".utf8), to: path)
    let again = try ProgramRun("arena", ["convert", path, "--to", "sgf"])
    #expect(again.status == 4 && again.errors.contains("is there already"))
    try FileSystem.write([0, 1, 2], to: scratch["junk"])
    for words in [[scratch["junk"]], [scratch["none"]], [scratch.folder], [path, "--game", "2"]] {
      let run = try ProgramRun("arena", ["convert"] + words)
      #expect(run.status == 4 && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
    // A file for each of very many games is refused before the first.
    let many = String(repeating: "(;B[aa])", count: 100_001)
    try FileSystem.write(Array(many.utf8), to: scratch["many.sgf"])
    let run = try ProgramRun("arena", ["convert", scratch["many.sgf"], "--to", "psq"])
    #expect(run.status == 4 && run.errors.contains("100001 games are more files"))
    #expect(!FileSystem.exists(scratch["many-1.psq"]))
    for words in [[path, "--to", "doc"], [], [path, "--out", "x"], [path, "--what"]] {
      #expect(try ProgramRun("arena", ["convert"] + words).status == 2)
    }
  }
}
