import Platform
import TestSupport
import Testing

struct FileTests {
  @Test func foldersAndFilesAreToldApart() throws {
    let scratch = try Scratch()
    try FileSystem.write(Array("text".utf8), to: scratch["file"])
    #expect(FileSystem.exists(scratch["file"]) && !FileSystem.exists(scratch["none"]))
    #expect(FileSystem.isFolder(scratch.folder) && !FileSystem.isFolder(scratch["file"]))
    #expect(!FileSystem.isExecutable(scratch.folder) && !FileSystem.isExecutable(scratch["file"]))
    #expect(try FileSystem.names(inFolder: scratch.folder) == ["file"])
    #expect(throws: SystemError.alreadyExists) { try FileSystem.makeFolder(scratch.folder) }
    #expect(throws: SystemError.self) { try FileSystem.contents(of: scratch.folder) }
    try FileSystem.write([], to: scratch["file"])
    #expect(try FileSystem.contents(of: scratch["file"]).isEmpty)
  }

  @Test func aFileTakesThePlaceOfAnother() throws {
    let scratch = try Scratch()
    try FileSystem.write(Array("old".utf8), to: scratch["file"])
    try FileSystem.write(Array("new".utf8), to: scratch["other"])
    try FileSystem.replace(scratch["file"], with: scratch["other"])
    #expect(try FileSystem.contents(of: scratch["file"]) == Array("new".utf8))
    #expect(try FileSystem.names(inFolder: scratch.folder) == ["file"])
    #expect(throws: SystemError.notFound) {
      try FileSystem.replace(scratch["file"], with: scratch["none"])
    }
    let path = try #require(FileSystem.resolved(scratch["file"]))
    #expect(FileSystem.resolved("\(scratch.folder)/./file") == path)
    #expect(FileSystem.resolved(scratch["none"]) == nil)
  }

  @Test func aFileIsReplacedByWayOfAnother() throws {
    let scratch = try Scratch()
    for text in ["old", "new"] {
      try FileSystem.replaceDurably(scratch["a"], with: Array(text.utf8))
      #expect(try FileSystem.contents(of: scratch["a"]) == Array(text.utf8))
    }
    #expect(try FileSystem.names(inFolder: scratch.folder) == ["a"])
  }

  @Test func programsAreFoundOnThePath() {
    #expect(FileSystem.executable("/bin/sh") == "/bin/sh")
    #expect(FileSystem.executable("sh")?.hasSuffix("/sh") ?? false)
    #expect(FileSystem.executable("/") == nil)
    #expect(FileSystem.executable("no-such-program") == nil)
  }

  private func lines(_ text: String, longest: Int = 100_000) throws -> [String] {
    let scratch = try Scratch()
    try TextFile.write(text, to: scratch["lines"]) { false }
    var reader = try FileLines(scratch["lines"], longest: longest)
    var lines: [String] = []
    while let line = try reader.next(isStopped: { false }) { lines.append(line) }
    return lines
  }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\na\r\n\nb", ["", "a\r", "", "b"]), ("\n", [""]),
  ]) func linesAreWhatStandsBetweenLineFeeds(text: String, expected: [String]) throws {
    #expect(try lines(text) == expected)
  }

  @Test func linesMayBeLongerThanAPieceOfTheFile() throws {
    let long = String(repeating: "x", count: 99_999)
    #expect(try lines("\(long)\n\(long)") == [long, long])
    #expect(throws: TextFile.Failure.lineTooLong) { try lines("\(long)xx\n") }
    #expect(throws: TextFile.Failure.lineTooLong) { try lines("abcd\n", longest: 3) }
  }

  @Test func filesThatCannotBeUsedAreErrors() {
    let unusable = TextFile.Failure.unusable(path: "/nowhere/x", .notFound)
    #expect(throws: unusable) { try TextFile.write("", to: "/nowhere/x") { false } }
    #expect(throws: unusable) { _ = try FileLines("/nowhere/x", longest: 10) }
    #expect(throws: TextFile.Failure.self) {
      var reader = try FileLines("/", longest: 10)
      _ = try reader.next { false }
    }
  }

  /// Makes a named pipe.
  private func pipe(_ scratch: borrowing Scratch) throws -> String {
    let path = scratch["pipe"]
    let maker = try #require(FileSystem.executable("mkfifo"))
    let pid = try ProcessID.start(maker, [path])
    var ending: ProcessID.Ending?
    while ending == nil { ending = pid.takeEnding() }
    try #require(ending == .exited(0))
    return path
  }

  @Test func aPipeThatNobodyWritesCanBeLeft() throws {
    let scratch = try Scratch()
    var reader = try FileLines(pipe(scratch), longest: 10)
    var looks = 0
    let line = try reader.next {
      looks += 1
      return looks > 4
    }
    #expect(line == nil && looks == 5)
  }

  @Test func aPipeThatNobodyEmptiesCanBeLeft() throws {
    let scratch = try Scratch()
    let path = try pipe(scratch)
    let reader = try FileDescriptor.open(path, for: .reading, waits: false)
    defer { reader.close() }
    let text = String(repeating: "x", count: 1 << 22)
    #expect(throws: TextFile.Failure.self) {
      try TextFile.write(text, to: path) { true }
    }
    #expect(reader.unreadBytes ?? 1 > 0)
  }
}
