import Basics
import Foundation
import Gomocup
import GomokuRules
import Platform
import Testing

@testable import Match
@testable import Play

struct FileTests {
  // MARK: Saved games

  /// The deeds of a game with a choice, an offer and a change of mind.
  private static func actions(_ kind: GameKind, _ moves: String) throws -> [GameAction] {
    try kind.moves(named: moves).map { .move($0, milliseconds: 7) } + [
      .ask(.first, .draw), .answer(.second, false), .undo(steps: 1), .name(.second, "小明"),
    ]
  }

  @Test func aSavedGameIsResumedWhateverIsTornOffItsEnd() throws {
    try Sample.withFolder { folder in
      let actions = try FileTests.actions(Sample.gomoku, "h8 h9 i8 i9")
      var settings = Sample.settings(Sample.gomoku, seats: [Sample.person, Sample.engine])
      settings.clock = ClockRule(total: 60_000, increment: 500)
      var path = ""
      do {
        let saved = try SavedGame.create(settings, in: folder)
        path = saved.path
        for action in actions { try saved.append(action) }
        #expect(throws: SavedGame.Failure.self, "another one writes it") {
          _ = try SavedGame(resuming: path)
        }
      }
      let bytes = try FileSystem.contents(of: path)
      let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
      for length in stride(from: bytes.count, through: ends[0] + 1, by: -3) {
        try FileSystem.write(Array(bytes[..<length]), to: path)
        let whole = ends.count { $0 < length } - 1
        let saved = try SavedGame(resuming: path)
        #expect(saved.contents.settings == settings)
        #expect(saved.contents.actions == Array(actions[..<whole]))
        try saved.append(.level(.second, 4))
        let again = try SavedGame.read(path)
        #expect(again.actions == actions[..<whole] + [.level(.second, 4)] && again.damage == nil)
      }
      for length in 0...ends[0] {
        try FileSystem.write(Array(bytes[..<length]), to: path)
        #expect(throws: SavedGame.Failure.self) { _ = try SavedGame(resuming: path) }
      }
    }
  }

  @Test func aDamagedLineIsNamedAndWhatStandsBeforeItIsSound() throws {
    try Sample.withFolder { folder in
      let actions = try FileTests.actions(Sample.gomoku, "h8 h9 i8 i9")
      let saved = try SavedGame.create(Sample.settings(Sample.gomoku), in: folder)
      for action in actions { try saved.append(action) }
      var bytes = try FileSystem.contents(of: saved.path)
      let third = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }[2]
      bytes[third - 4] ^= 1
      let copy = "\(folder)/copy.game"
      try FileSystem.write(bytes, to: copy)
      let contents = try SavedGame.read(copy)
      #expect(contents.damage == "line 3 is damaged: the checksum is wrong")
      #expect(contents.actions == [actions[0]])
      #expect(throws: SavedGame.Failure.self) { _ = try SavedGame(resuming: copy) }
      #expect(try GameFile.read(copy).moves.text == "h8")
    }
  }

  @Test func aReopenedGameBeginsANewTurn() throws {
    try Sample.withFolder { folder in
      let settings = Sample.settings(Sample.gomoku, seats: [Sample.person, Sample.remote])
      let saved = try SavedGame.create(settings, in: folder)
      try saved.note(turnTime: 7000)
      #expect(try SavedGame.read(saved.path).turnTime == 7000)
      for (index, action) in [
        GameAction.resign(.second), .ask(.second, .reopen), .answer(.first, true),
        .ask(.second, .draw),
      ].enumerated() {
        try saved.append(action, at: 1000 + index)
      }
      let contents = try SavedGame.read(saved.path)
      #expect(contents.turnBegan == 1002 && contents.turnTime == 0 && contents.damage == nil)
    }
  }

  @Test func gamesAreListedTheNewestFirst() throws {
    try Sample.withFolder { folder in
      for (index, began) in [3, 1, 2].enumerated() {
        var settings = Sample.settings(Sample.liuzhou)
        (settings.began, settings.id) = (began * 1_000_000, "000000000000000\(index)")
        _ = try SavedGame.create(settings, in: folder)
      }
      try FileSystem.write([1, 2, 3], to: "\(folder)/junk.game")
      #expect(
        SavedGame.all(in: folder).map(\.contents.settings.began)
          == [3, 2, 1].map { $0 * 1_000_000 })
    }
  }

  // MARK: Other formats

  @Test(arguments: [".sgf", ".psq", ".txt"])
  func aGameComesBackFromWhatIsWritten(suffix: String) throws {
    for name in ["freestyle", "renju", "caro 20", "standard 15x19"] {
      let kind = try GameKind(named: name)
      var state = try Sample.state(kind)
      for move in ["h8", "h9", "a1", "o15", "b2"] { state.type(move) }
      let text = try state.content(forFile: "x\(suffix)")
      guard case .gomoku(let variant, _) = kind else { continue }
      var wanted = GameFile.Wanted()
      if suffix == ".psq" { wanted.variant = variant }
      let loaded = try GameFile.parse(Array(text.utf8), wanted)
      #expect(loaded.game == kind)
      #expect(loaded.moves == state.game.state.moves)
      if suffix != ".psq" { #expect(loaded.black == "Anna" && loaded.white == "Ben") }
    }
  }

  @Test func liuzhouChessComesBackFromOurTextAlone() throws {
    var state = try Sample.state(try GameKind(named: "liuzhou huainan quiet=60"))
    for point in ["a1", "f6", "b1", "f5", "a2", "d4", "b2xd4"] { state.type(point) }
    #expect(state.complaint == nil)
    let loaded = try GameFile.parse(Array(try state.content(forFile: "x.txt").utf8))
    #expect(loaded.game == state.settings.game && loaded.moves == state.game.state.moves)
    #expect(throws: UserError.self) { _ = try state.content(forFile: "x.sgf") }
    #expect(throws: UserError.self) { _ = try state.content(forFile: "x.doc") }
  }

  @Test func liuzhouChessIsReadFromTheSGFOfThePage() throws {
    let head = "(;FF[4]GM[66]CA[UTF-8]SZ[6]RU[liuzhou huainan quiet=60]PB[A]"
    let text = "\(head);B[a1];W[f6]C[x];B[b1](;W[f5])(;W[f4]))"
    let loaded = try GameFile.parse(Array(text.utf8))
    #expect(loaded.game == (try GameKind(named: "liuzhou huainan quiet=60")))
    #expect(loaded.moves.text == "a1 f6 b1 f5" && loaded.black == "A")
    #expect(loaded.texts.comment(onMove: 2) == "x")
    #expect(loaded.notes == ["the main line of a tree with a side line"])
    for text in ["\(head)XP[6/6/6/6/6/6 b];B[a1])", "(;GM[66]RU[liuzhou mars];B[a1])"] {
      #expect(throws: UserError.self) { try GameFile.parse(Array(text.utf8)) }
    }
  }

  @Test func librariesAndPositionsAreLoadedByTheirMainLine() throws {
    let header = [0xFF] + Array("RenLib".utf8) + [0xFF, 3, 4] + [UInt8](repeating: 0xFF, count: 10)
    let library = try GameFile.parse(header + [0, 0, 0x78, 0, 0x88, 0xC0, 0x89, 0x40])
    #expect(library.moves.text == "h8 h9")
    #expect(library.notes == ["the main line of a tree with a side line"])
    #expect(try GameFile.parse([2, 112, 97]).moves.text == "h8 h7")
  }

  @Test(
    arguments: [
      ("(;FF[4]GM[4]SZ[15]RU[4];B[hh];W[hi](;B[ii])(;B[jj]))", "renju 15x15", "h8 h9 i9"),
      (
        "\u{FEFF}\n ( ; SZ [ 19 ] ;B [ aa ] C[a \\] bracket] ;W[bb] )", "freestyle 19x19", "a1 b2"
      ),
      ("(;SZ[15:17]PB[A\\]b];B[h8];W[H9])", "freestyle 15x17", "h8 h9"),
      (
        "Piskvorky 20x20, 11:11, 0\r\n8,8,0\r\n9,9,12\r\nname a\r\nname b\r\n-1\r\n",
        "freestyle 20x20", "h8 i9"
      ),
      ("game caro 15x15\nmoves h8 h9\n", "caro 15x15", "h8 h9"),
    ] as [(String, String?, String?)])
  func otherProgramsFilesAreRead(text: String, game: String?, moves: String?) throws {
    let loaded = try? GameFile.parse(Array(text.utf8))
    #expect(loaded?.game.name == game)
    #expect(loaded?.moves.text == moves)
  }

  @Test(arguments: [
    "", "hello", "(", "(;AB[zz];B[hh])", "(;W[hh];W[ii])", "(;B[hh];B[ii])",
    "(;SZ[99];B[aa])", "(;B[zz])", "(;B[hh];W[hh])", "Piskvorky", "Piskvorky 15x15\n99,1,0\n",
    "Piskvorky 15x15\n8,8,0\n8,8,0\n", "game\n", "game chess\n", "game renju 15x15\nmoves h8 h8\n",
    "game renju 15x15\nmoves h8 foo\n", "game renju 99x15\n", "game liuzhou mars\n", "moves h8\n",
  ])
  func whatIsNoGameIsOneLineOfRefusal(text: String) {
    do {
      _ = try GameFile.parse(Array(text.utf8))
      Issue.record("\(text) was read")
    } catch {
      #expect(!error.description.isEmpty && !error.description.contains("\n"))
    }
  }

  @Test func anyBytesAreReadOrRefused() {
    var random = SplitMix64(seed: 11)
    let seeds = [
      "(;FF[4]GM[4]SZ[15]RU[4];B[hh];W[hi];B[ii])", "Piskvorky 15x15, 1:1, 0\n8,8,0\n9,9,0\nx\n",
      "game renju 15x15\nblack a\nmoves h8 h9\n",
    ].map { Array($0.utf8) }
    for round in 0..<3000 {
      var bytes = seeds[round % 3]
      for _ in 0...(round % 4) {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[Int(random.next() % UInt64(bytes.count))], at: place)
        }
        if bytes.isEmpty { break }
      }
      _ = try? GameFile.parse(bytes)
    }
  }

  @Test func aPageHoldsTheGameAndNothingForeign() throws {
    var settings = Sample.settings(Sample.gomoku)
    settings[.first].name = "</script><b>"
    var state = try PlayState(settings, now: .init(nanoseconds: 0))
    for move in ["h8", "h9"] { state.type(move) }
    let page = try state.content(forFile: "game.html")
    #expect(page.contains("\"m\":\"h8 h9\"") && page.contains("\"e\":\"unfinished\""))
    #expect(!page.contains("</script><b>") && !page.contains("{{"))
    #expect(page.components(separatedBy: "</script>").count == 3)
  }
}
