import Foundation
import Platform
import Testing

/// The program `proof-check`, on files that were made to trouble it, and beside `SOLVE check`.
@Suite("The proof-check program") struct ProofCheckTests {
  private func judge(_ words: String...) throws -> (status: Int32, lines: [String]) {
    let child = try Child(TestFiles.program("proof-check"), words)
    let status = child.wait()
    #expect(child.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
    return (status, child.text.split(separator: "\n").map(String.init))
  }

  private static let proof = """
    wuliu-proof 1
    rule 0
    size 15 15
    black h6 h7 e8 f8 g8
    white a1 o1 d8 a15
    neutral
    turn black
    winner black
    nodes 2
    0 h8 i8>1
    1 h5
    end

    """
  private static let strategy = """
    wuliu-proof 2
    rule 0
    size 15 15
    black g7 h8 h6 i8
    white a1 b10 g9 j7
    neutral
    turn black
    winner black
    f8(- i5 e9 g8 i5 =2 j4! g8)
    end

    """
  private static let defence = """
    wuliu-defence 1
    size 5 5
    black a1 a3 b3 b5 c1 c3 c4 d2 d3 e1 e2
    white a4 b2 d1 d4 d5 e3 e4 e5
    (a5 b4 [c2 c5] c5 c2 (b4 a5 [] a2 b4 =3) c2 c5 [b4 a5] b4 a5 (c2 c5 =3 c5 c2 =3))
    end

    """

  @Test(arguments: [(proof, 2, 2), (strategy, 4, 5), (defence, 6, 9)])
  func nodesAndPositionsAreThoseOfSolveCheck(text: String, nodes: Int, positions: Int) throws {
    try TestFiles.withFolder { folder in
      let path = "\(folder)/some.proof"
      try TestFiles.write(text, to: path)
      let counts = "nodes \(nodes) positions \(positions)"
      let (status, lines) = try judge(path)
      #expect(status == 0 && lines.count == 1 && lines[0].contains(counts), "\(lines)")
      let engine = try Child(
        TestFiles.program("pbrain-wuliu"), ["INFO timeout_turn 100000000", "SOLVE check \(path)"])
      #expect(engine.wait() == 0)
      #expect(engine.text.hasPrefix("SOLVE valid ") && engine.text.hasSuffix("\(counts)\n"))
    }
  }

  @Test func aFolderTellsNodesAndPositionsOfAll() throws {
    try TestFiles.withFolder { folder in
      try TestFiles.write(ProofCheckTests.strategy, to: "\(folder)/a.proof")
      try TestFiles.write(ProofCheckTests.strategy, to: "\(folder)/b.proof")
      let (status, lines) = try judge(folder)
      #expect(status == 0 && lines.count == 3)
      #expect(lines.last?.contains("files 2 nodes 8 positions 10 sha256 ") == true, "\(lines)")
    }
  }

  /// Black has a double four at `last`, in the row of `row` and in the column below `last`.
  private static func doubleFour(row: String, column: String, rest: String, nodes: String) -> String
  {
    """
    wuliu-proof 2
    rule 0
    size 15 15
    black \(row) \(column) j12 k12 l12\(rest)
    neutral
    turn black
    winner black
    \(nodes)
    end

    """
  }

  @Test func strategiesThatHoldOnEveryBoardAreNamed() throws {
    let claim = "; it holds on every board that contains this one"
    // In column a, Black's four has an end beyond the edge.
    for (row, column, last, holds) in [
      ("b8 c8 d8", "e5 e6 e7", "e8", true), ("a8 b8 c8", "d5 d6 d7", "d8", false),
    ] {
      try TestFiles.withFolder { folder in
        func text(_ rest: String, _ nodes: String) -> String {
          ProofCheckTests.doubleFour(row: row, column: column, rest: rest, nodes: nodes)
        }
        let single = "\(folder)/rest.proof"
        try TestFiles.write(text(" i12\nwhite m12 h12", last), to: single)
        let (status, lines) = try judge(single)
        #expect(status == 0 && lines.count == 1 && lines[0].hasSuffix(claim) == holds, "\(lines)")
        #expect(lines[0].contains(": valid black nodes 1 positions 1"))
        // What the first strategy claims depends on the one to which it leads.
        try TestFiles.write(text("\nwhite m12", "i12(h12 @rest)"), to: "\(folder)/theorem.proof")
        let alone = try judge("\(folder)/theorem.proof")
        #expect(alone.status == 1 && alone.lines.first?.contains(" node 1: @rest leads ") == true)
        let all = try judge(folder)
        #expect(all.status == 0 && all.lines.count == 2, "\(all.lines)")
        #expect(
          all.lines.first?.hasSuffix("longest line 5 plies" + (holds ? claim : "")) == true,
          "\(all.lines)")
        #expect(all.lines.last?.contains("files 2 nodes 3 positions 3 sha256 ") == true)
      }
    }
  }

  /// Things that are no regular files.
  enum Stranger: CaseIterable {
    case pipe, folder, linkToDevice, linkToPipe, linkToItself, linkToNothing

    func make(at path: String) throws {
      switch self {
      case .pipe: try #require(mkfifo(path, 0o600) == 0)
      case .folder: try FileSystem.makeFolder(path)
      case .linkToDevice: try #require(symlink("/dev/zero", path) == 0)
      case .linkToPipe:
        try #require(mkfifo(path + ".pipe", 0o600) == 0)
        try #require(symlink(path + ".pipe", path) == 0)
      case .linkToItself: try #require(symlink(path, path) == 0)
      case .linkToNothing: try #require(symlink("/nowhere/x", path) == 0)
      }
    }
  }

  @Test(arguments: Stranger.allCases, ["x.proof", "x.defence"])
  func onlyRegularFilesAreOpened(stranger: Stranger, name: String) throws {
    try TestFiles.withFolder { folder in
      let path = "\(folder)/\(name)"
      try stranger.make(at: path)
      let (status, lines) = try judge(folder)
      #expect(status == 2 && lines.count == 1)
      #expect(lines.first?.hasPrefix("\(path): cannot be read: ") == true, "\(lines)")
      // Named alone a folder is judged as one.
      let alone = try judge(path)
      #expect(alone.status == 2, "\(alone.lines)")
    }
  }

  /// A `theorem.plane` is judged only by a folder, last of all, and each mistake in it is named.
  @Test(arguments: [
    ("wuliu-plane 1\nfar a\nend\n", "a is no strategy for a first reply"),
    ("wuliu-plane 1\nfar b\nend\n", "no strategy b of Black without links holds on every board"),
    (
      "wuliu-plane 1\nfar a\nmoved b 1 1 0\nend\n",
      "a is no strategy for a first reply in freestyle or exact five"
    ),
    ("wuliu-plane 1\nfar a\nmoved a 1 2 0\nend\n", "line 3: needs moved, a name"),
    ("wuliu-plane 1\nfar a\n", "line 3: needs end"),
    (String(repeating: "moved\n", count: 20_000), "line 10001: needs no more than 10000 lines"),
  ]) func aWrongPlaneTheoremIsRefused(text: String, reason: String) throws {
    try TestFiles.withFolder { folder in
      let row = ProofCheckTests.doubleFour(
        row: "b8 c8 d8", column: "e5 e6 e7", rest: " i12\nwhite m12 h12", nodes: "e8")
      try TestFiles.write(row, to: "\(folder)/a.proof")
      try TestFiles.write(text, to: "\(folder)/theorem.plane")
      let (status, lines) = try judge(folder)
      #expect(status == 1 && lines.count == 3, "\(lines)")
      #expect(
        lines.last?.hasPrefix("\(folder)/theorem.plane: refused \(reason)") == true, "\(lines)")
    }
  }

  @Test(arguments: Stranger.allCases) func onlyARegularPlaneTheoremIsOpened(stranger: Stranger)
    throws
  {
    try TestFiles.withFolder { folder in
      try TestFiles.write(ProofCheckTests.strategy, to: "\(folder)/a.proof")
      try stranger.make(at: "\(folder)/theorem.plane")
      let (status, lines) = try judge(folder)
      #expect(status == 2 && lines.last?.contains("theorem.plane: cannot be read: ") == true)
    }
  }

  @Test func linksAreFollowedWhereTheyAreNamedAndNotInFolders() throws {
    try TestFiles.withFolder { folder in
      try TestFiles.write(ProofCheckTests.proof, to: "\(folder)/some.txt")
      #expect(symlink("\(folder)/some.txt", "\(folder)/link.proof") == 0)
      #expect(try judge("\(folder)/link.proof").status == 0)
      let (status, lines) = try judge(folder)
      #expect(status == 2 && lines.first?.hasSuffix("no regular file") == true, "\(lines)")
    }
  }

  @Test func emptyLinesHaveABound() throws {
    try TestFiles.withFolder { folder in
      let header = "wuliu-proof 2\nrule 0\nsize 15 15\nblack\nwhite\nneutral\nturn black\n"
      let path = "\(folder)/a.proof"
      try TestFiles.write(
        header + "winner black\n" + String(repeating: " \n", count: 1 << 20), to: path)
      let (status, lines) = try judge(path)
      #expect(status == 3 && lines.first?.hasSuffix("1 MiB of empty lines in a row") == true)
    }
  }

  @Test func namesCannotSteerTheTerminal() throws {
    try TestFiles.withFolder { folder in
      try TestFiles.write("no proof", to: "\(folder)/a\u{1B}[31m\nvalid.proof")
      let (status, lines) = try judge(folder)
      #expect(status == 1 && lines.count == 1)
      #expect(lines.first?.contains("a\\u{1B}[31m\\u{A}valid.proof: refused") == true, "\(lines)")
    }
  }

  /// A strategy of few bytes with 2^16 lines of play, each in another position that matters.
  private static var bomb: String {
    var spare: [String] = []
    for y in stride(from: 0, to: 22, by: 2) where abs(y - 11) > 1 {
      for x in stride(from: 2 * y % 4, to: 22, by: 4) {
        spare.append("\(Character(Unicode.Scalar(UInt8(97 + x))))\(y + 1)")
      }
    }
    var (opening, rest) = ("", "")
    for index in 0..<16 {
      opening += "\(spare[3 * index])(\(spare[3 * index + 1])! "
      rest = " \(spare[3 * index + 2])! =\(index + 1))" + rest
    }
    return "wuliu-proof 2\nrule 0\nsize 22 22\nblack d12 e12 f12 g12\nwhite\nneutral\n"
      + "turn black\nwinner black\n\(opening)c12\(rest)\nend\n"
  }

  @Test func whatTakesTooMuchIsNotJudged() throws {
    try TestFiles.withFolder { folder in
      let path = "\(folder)/bomb.proof"
      try TestFiles.write(ProofCheckTests.bomb, to: path)
      let bound = ": not judged: needs more than 500 positions (--max-positions)"
      for place in [path, folder] {
        let (status, lines) = try judge("--max-positions", "500", place)
        #expect(status == 3 && lines == [path + bound], "\(lines)")
      }
      let long = "\(folder)/long.proof"
      let header = ProofCheckTests.proof.replacing("nodes 2\n0 h8 i8>1\n1 h5\nend\n", with: "")
      let nodes = (0..<20_000).map { "\($0) h8 i9>\(min($0 + 1, 19_999))\n" }.joined()
      try TestFiles.write("\(header)nodes 20000\n\(nodes)", to: long)
      let (status, lines) = try judge("--max-memory", "1", long)
      #expect(
        status == 3 && lines.first?.hasSuffix("more than 1 MiB of memory (--max-memory)") == true)
    }
  }

  @Test(arguments: [
    ["--max-positions"], ["--max-positions", "0", "x"], ["--max-memory", "much", "x"],
    ["--max-memory", "-1"], ["--bounds"], [],
  ]) func aWrongCommandLineIsAUsageError(words: [String]) throws {
    let child = try Child(TestFiles.program("proof-check"), words)
    #expect(child.wait() == 2 && child.text.isEmpty)
    #expect(child.complaint.hasPrefix("proof-check: ") && child.complaint.count { $0 == "\n" } == 1)
  }
}
