import Basics
import Foundation
import Gomocup
import GomokuRules
import Platform
import Testing

@testable import Match
@testable import Play

/// Records of other programs: read as they come, told what was made of them, and saved unharmed.
struct RecordTests {
  private static func wanted(_ words: String, number: Int = 1) throws -> GameFile.Wanted {
    var wanted = try GameFile.Wanted(words: words.split(separator: " ").map(String.init))
    wanted.number = number
    return wanted
  }

  private func load(
    _ text: String, _ words: String = "", number: Int = 1
  ) throws -> LoadedGame {
    try GameFile.parse(Array(text.utf8), try RecordTests.wanted(words, number: number))
  }

  /// The table at which persons play on from a record.
  private func state(_ loaded: LoadedGame) throws -> PlayState {
    var settings = Sample.settings(loaded.game)
    (settings.texts, settings.origin) = (loaded.texts, loaded.origin)
    var state = try PlayState(settings, now: .init(nanoseconds: 0))
    for move in loaded.moves {
      try state.perform(.move(move, milliseconds: 0), now: .init(nanoseconds: 0))
    }
    return state
  }

  // MARK: SGF

  @Test(arguments: [
    "(;GM[1]CA[gb2312]SZ[15];B[hh];W[ig];B[ii])", "(;GM[5]SZ[15];B[hh];W[ig];B[ii])",
    "(;GM[ 4 ]SZ[15];B[hh]W_2[x];W[ig];B[ii])",
    "(;GM[4]FF[4]5A[gg][hh]SZ[15];B[hh];W[ig];B[ii];)",
    "(;GaMe[4]SiZe[15]X-Y[a];Black[hh];White[ig];Black[ii])",
    "some mail (not a game)\n(;GM[4]SZ[15];B[hh];W[ig];B[ii])trailer",
    "(;GM[4]SZ[15]!?;B[hh]C[a\\]b(;];W[ig]LB[hh:1]N;B[ii])",
    "( ; GM[4] SZ[15] ; B [hh] ; W[ig]\n;\tB[ii] ) ",
    "(;GM[4]SZ[15];B[h8];W[I7];B[i9])", "(SZ[15];B[hh];W[ig];B[ii])",
    "\u{FEFF}(;GM[4]SZ[15]AB[hh]AW[ig]PL[B];B[ii])",
  ])
  func propertiesThatMeanNothingHereAreSkipped(text: String) throws {
    let loaded = try load(text, "renju")
    // The last record sets the first two stones up.
    #expect(loaded.moves.text == (loaded.origin == nil ? "h8 i7 i9" : "i9"))
  }

  @Test func anotherGamesNumberIsTold() throws {
    #expect(
      try load("(;GM[1];B[hh])").notes == [
        "GM[1] says another game; the moves are read as gomoku's"
      ])
    #expect(try load("(;GM[4];B[hh])").notes == [])
  }

  @Test(arguments: [
    ("0", Variant.freestyle), ("1", .standard), ("4", .renju), ("8", .caro), ("9", .exactCaro),
    ("Renju", .renju), ("renju, Taraguchi-10", .renju), ("RIF", .renju), ("FREESTYLE", .freestyle),
    ("free style", .freestyle), ("Gomoku", .freestyle), ("Standard gomoku", .standard),
    ("exact five", .standard), ("Exactly 5", .standard), ("Caro", .caro),
    ("exact-caro", .exactCaro),
    ("Swap2", .freestyle),
  ])
  func rulesAreKnownByManyNames(word: String, variant: Variant) throws {
    let loaded = try load("(;GM[4]SZ[15]RU[\(word)];B[hh])")
    #expect(loaded.game == .gomoku(variant, .standard) && loaded.notes.isEmpty)
  }

  @Test(arguments: ["Japanese", "2", "77", "Chess960"])
  func anUnknownRuleIsToldAndTheNamedOneIsPlayed(word: String) throws {
    let text = "(;GM[4]SZ[15]RU[\(word)];B[hh])"
    let loaded = try load(text, "caro")
    #expect(loaded.game == .gomoku(.caro, .standard))
    #expect(loaded.notes == ["the rule \"\(word)\" is not known here: caro is played"])
    #expect(try load(text).game == .gomoku(.freestyle, .standard))
  }

  @Test func aGameOfACollectionIsChosenAndTold() throws {
    let text = "(;GM[4]SZ[15];B[hh];W[ii])\n(;GM[4]SZ[15];B[gg](;W[hh](;B[aa])(;B[bb]))(;W[ii]))"
    let first = try load(text)
    #expect(first.moves.text == "h8 i9" && first.notes == ["game 1 of 2"])
    let second = try load(text, number: 2)
    #expect(second.moves.text == "g7 h8 a1")
    #expect(second.notes == ["game 2 of 2", "the main line of a tree with 2 side lines"])
    #expect(throws: UserError("there is no game 3: the file holds 2")) { try load(text, number: 3) }
    #expect(throws: UserError("there is no game 2: the file holds one")) {
      try load("h8h9", number: 2)
    }
    #expect(
      try load("(;B[hh](;W[ii])(;W[gg]))").notes == [
        "the main line of a tree with a side line"
      ])
  }

  @Test func aTornEndTakesNothingFromTheMovesBeforeIt() throws {
    let text = "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[gg];W[h"
    #expect(try load(text).moves.text == "h8")
    let torn = try load(text, number: 2)
    #expect(torn.moves.text == "g7" && torn.notes.contains { $0.contains("does not end") })
  }

  @Test(
    arguments: [
      ("(;SZ[15]AB[aa];B[hh];B[ii])", nil, ""), ("(;SZ[15]AB[aa]AW[bb];B[bb])", nil, ""),
      ("(;SZ[15]AB[aa:ba]AW[cc];W[hh];B[ii])", "h8 i9", "3 stones set up, white to move"),
      ("(;SZ[15];B[hh];W[];B[ii];W[jj])", "h8", "move 2 is a pass"),
      ("(;SZ[15];B[hh];W[tt])", "h8", "move 2 is a pass"),
      ("(;SZ[15];B[hh];W[gg];AE[gg];B[ii])", "h8 g7 i9", "behind move 2 are left out"),
    ] as [(String, String?, String)])
  func whatTheBoardCannotHoldIsTold(text: String, moves: String?, note: String) throws {
    let loaded = try? load(text)
    #expect(loaded?.moves.text == moves)
    if moves != nil { #expect(loaded?.notes.contains { $0.contains(note) } == true) }
  }

  @Test func aForbiddenLastMoveIsWhitesWin() throws {
    let moves = "B[hg];W[aa];B[hi];W[ac];B[gh];W[ae];B[ih];W[ag];B[hh]"
    let text = "(;GM[4]SZ[15]RU[renju]PB[A]PW[B];\(moves)C[foul])"
    let loaded = try load(text)
    #expect(loaded.moves.count == 8)
    #expect(
      loaded.notes == [
        "move 9: h8 is forbidden: double three 三三; the record ends before it, white wins"
      ])
    let state = try state(loaded)
    let page = Screen(state: state, terminal: .plain, now: .init(nanoseconds: 0)).page
    #expect(page.last?.hasPrefix("the record ends here: white wins, h8 is forbidden - ") == true)
    let saved = try state.content(forFile: "x.sgf")
    #expect(saved.contains("RE[W+]") && saved.contains(";B[hh]C[foul])"))
    #expect(try load(saved).notes == loaded.notes)
    let more = try load("(;GM[4]SZ[15]RU[renju];\(moves);W[oo];B[an])")
    #expect(
      more.notes == [
        "move 9: h8 is forbidden: double three 三三; it and 2 moves behind it are left out"
      ])
    #expect(try load("(;GM[4]SZ[15]RU[freestyle];\(moves))").moves.count == 9)
  }

  @Test func whatTheCommandLineNamesWinsOrIsRefused() throws {
    let renju = "(;GM[4]SZ[15]RU[renju];B[hh])"
    let free = try load(renju, "freestyle")
    #expect(free.game == .gomoku(.freestyle, .standard))
    #expect(free.notes == ["the file says renju, freestyle is played as named"])
    #expect(throws: UserError("the board is 15x15, not 20x20 as named")) {
      try load(renju, "freestyle 20")
    }
    #expect(try load("(;RU[renju];B[hh])", "gomoku 20").game.name == "renju 20x20")
    #expect(throws: UserError.self) { try load(renju, "liuzhou") }
    #expect(throws: UserError.self) { try load("game liuzhou huainan\nmoves a1\n", "renju") }
    #expect(throws: UserError.self) {
      try load("game liuzhou huainan\nmoves a1\n", "liuzhou fengyang")
    }
    #expect(try load("game liuzhou huainan\nmoves a1\n", "liuzhou").game.name.contains("huainan"))
    #expect(try load("game renju 15x15\nmoves h8\n", "caro").game.name == "caro 15x15")
  }

  @Test func aRecordWithoutASizeGetsTheBoardThatItsMovesNeed() throws {
    #expect(try load("(;B[hh])").game == .gomoku(.freestyle, .standard))
    let loaded = try load("(;B[rr];W[aa])")
    #expect(loaded.game.name == "freestyle 19x19")
    #expect(loaded.notes == ["no size is named: the moves need 19x19"])
  }

  // MARK: Lists of moves

  @Test(arguments: [
    "h8h9i10g7", "H8H9I10G7", "h8 h9 i10 g7", "h8,h9,i10,g7", "h8, h9;\ni10\r\ng7\n",
    "H8-H9-I10-G7",
    "1.h8 2.h9 3.i10 4.g7", "1. h8 2. h9\n3. i10 4. g7", "1. h8 h9 2. i10 g7", "1) h8 h9 2) i10 g7",
    "1 h8 2 h9 3 i10 4 g7", "h 8 h 9 i 10 g 7", "\u{FEFF}h8h9i10g7", "ｈ８ｈ９ｉ１０ｇ７",
    "# a game\nh8h9 # two\ni10g7", "h8 | h9 | i10 | g7", "8,8 8,9 9,10 7,7",
  ])
  func aListOfMovesIsReadInAnyForm(text: String) throws {
    #expect(try load(text, "renju").moves.text == "h8 h9 i10 g7")
    let wide = Array(text.utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let loaded = try GameFile.parse([0xFF, 0xFE] + wide, try RecordTests.wanted("renju"))
    #expect(loaded.moves.text == "h8 h9 i10 g7")
  }

  @Test(
    arguments: [
      ("h8 h9 foo", "\"foo\" behind move 2 is no point of a board"),
      ("h8 h8", "not a game by its rules: move 2, h8: the point is occupied"),
      ("h8 5 h9", "\"5\" behind move 1 is no point of a board"), ("h8 h99", nil), ("8,8 9,99", nil),
      ("", "there is no move in it"),
    ] as [(String, String?)])
  func whatIsNoListOfMovesIsOneLineOfRefusal(text: String, reason: String?) throws {
    do {
      _ = try load(text)
      Issue.record("\(text) was read")
    } catch let error as UserError {
      if let reason { #expect(error.description == reason) }
    }
  }

  // MARK: Keeping

  private static let record =
    "(;GM[1]FF[4]SZ[15]RU[Renju]PB[Anna \\] Ärger]PW[Bert]RE[B+R]EV[Cup]DT[2024-05-01]C[intro]"
    + ";B[hh]C[good\\\\];W[ii]LB[hh:a\\:b]TR[aa][bb];B[hi]C[two\nlines])"

  @Test func textsOutliveLoadingPlayingAndSaving() throws {
    let loaded = try load(RecordTests.record)
    var state = try state(loaded)
    // The journal keeps them as well.
    let json = state.settings.json
    #expect(try PlaySettings(JSON(parsing: json.description)) == state.settings)
    #expect(state.settings.seenFromAfar.texts == nil)
    for moves in [[], ["o15"]] {
      for move in moves { state.type(move) }
      let saved = try state.content(forFile: "o.sgf")
      for part in [
        "RU[renju]", "PB[Anna \\] Ärger]", "PW[Bert]", "EV[Cup]", "DT[2024-05-01]",
        // The result of the record is not the one of a game that goes on.
        moves.isEmpty ? "RE[B+R]" : "the record ends before this move: B+R", "RE[",
        "C[intro]", ";B[hh]C[good\\\\]", "LB[hh:a\\:b]TR[aa][bb]", "C[two\nlines]",
      ] { #expect(saved.contains(part), "\(part) in \(saved)") }
      #expect(saved.components(separatedBy: "PB[").count == 2)
      let again = try load(saved)
      #expect(again.moves == state.game.state.moves)
      #expect(again.texts.root.count == loaded.texts.root.count)
      #expect(try state.losses(forFile: "o.sgf") == [])
    }
    state.type("undo")
    state.type("undo")
    #expect(try state.losses(forFile: "o.sgf") == ["the remarks on 1 moves that were taken back"])
    #expect(try !state.content(forFile: "o.sgf").contains("RE[B+R]"))
  }

  @Test(arguments: [
    ("a", true), ("a\\]b", true), ("a]b);(;C[x", false), ("a\\\\]", false), ("a\\", false),
  ])
  func aTextOfASavedGameStaysInItsBrackets(value: String, isTaken: Bool) {
    var texts = RecordTexts(course: [])
    texts.root = [RecordTexts.Property("GC", [value])]
    #expect((RecordTexts(texts.json, of: Sample.gomoku) == texts) == isTaken)
  }

  @Test func aTextKeepsWhatLinesCanSay() throws {
    let loaded = try load(RecordTests.record)
    let state = try state(loaded)
    let text = try state.content(forFile: "o.txt")
    let again = try load(text)
    #expect(again.game == loaded.game && again.moves == loaded.moves)
    for name in ["PB", "PW", "RE", "EV", "DT", "C"] {
      #expect(again.texts.text(name) == loaded.texts.text(name))
    }
    #expect(again.texts.comment(onMove: 3) == "two\nlines")
    #expect(again.texts.comment(onMove: 1) == "good\\")
    #expect(try state.losses(forFile: "o.txt") == ["the marks LB TR"])
  }

  @Test func aPsqKeepsNamesResultAndRuleAndTellsTheRest() throws {
    let loaded = try load(RecordTests.record)
    let state = try state(loaded)
    let again = try load(try state.content(forFile: "o.psq"))
    #expect(again.game == loaded.game && again.moves == loaded.moves && again.notes == [])
    #expect(again.black == "Anna ] Ärger" && again.white == "Bert")
    #expect(again.texts.text("RE") == "B+")
    #expect(try state.losses(forFile: "o.psq") == ["EV DT C", "the remarks on 3 moves"])
    let bare = try load("Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n-1\n1,five\n")
    #expect(bare.notes == ["the psq names no rule: freestyle is played"] && bare.black == "A")
    #expect(try load("Piskvorky 15x15, 0:0, 1\n8,8\n0\n").moves.text == "h8")
    #expect(
      try load("Piskvorky 20x20, 11:11, 0\n8,8,0\nA\nB\n-1\n2,Renju\n").game.name
        == "renju 20x20")
  }

  @Test func bytesOfAnUnknownCodeAreNotLost() throws {
    let name: [UInt8] = [0xBA, 0xDA, 0xCC, 0xE5]
    let bytes = Array("(;GM[1]CA[koi9]SZ[15]PB[".utf8) + name + Array("];B[hh])".utf8)
    let loaded = try GameFile.parse(bytes)
    #expect(loaded.black?.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } == name)
    #expect(loaded.notes.contains { $0.contains("koi9") })
  }

  /// Names with characters whose second byte is a backslash or a bracket.
  @Test(arguments: [
    ("gb2312", "黑体", [0xBA, 0xDA, 0xCC, 0xE5]), ("GBK", "乗輂", [0x81, 0x5C, 0xDD, 0x5D]),
    ("Big5", "許功蓋", [0xB3, 0x5C, 0xA5, 0x5C, 0xBB, 0x5C]),
    ("Shift_JIS", "表ソ", [0x95, 0x5C, 0x83, 0x5C]),
    ("windows-1251", "Иван", [0xC8, 0xE2, 0xE0, 0xED]),
  ])
  func theCodeThatARecordNamesIsRead(code: String, name: String, bytes: [UInt8]) throws {
    let head = Array("(;GM[1]CA[\(code)]SZ[15]PB[".utf8)
    let loaded = try GameFile.parse(head + bytes + Array("]PW[B];B[hh]C[x])".utf8))
    #expect(loaded.black == name && loaded.white == "B" && loaded.moves.text == "h8")
    #expect(!loaded.notes.contains { $0.contains("Latin-1") })
  }

  @Test func aRecordThatNamesNoCodeIsReadInTheOneThatMakesSense() throws {
    let texts: [UInt8] = [0xBA, 0xDA, 0xC6, 0xE5, 0xCA, 0xA4, 0xD6, 0xD0, 0xB9, 0xFA]
    let bytes = Array("(;GM[1]SZ[15]PB[".utf8) + texts + Array("];B[hh])".utf8)
    let loaded = try GameFile.parse(bytes)
    #expect(loaded.black == "黑棋胜中国")
    #expect(loaded.notes.contains { $0.contains("gbk") })
  }

  // MARK: Hostile files

  @Test func setUpListsAndPropertiesWithoutEndAreBounded() throws {
    let list = String(repeating: "[aa:vv]", count: 100_000)
    #expect(throws: UserError.self) { try load("(;SZ[22]AB\(list);B[hh])") }
    let twice = String(repeating: "[aa:vv]", count: 1_000)
    #expect(try load("(;SZ[22]AB\(twice)AE[aa:vv];B[hh])").moves.text == "h8")
    #expect(throws: UserError.self) { try load("(;SZ[22]AB\(twice);B[hh])") }
    let names = (0..<40_000).map { number in
      String(String(number).utf8.map { Character(Unicode.Scalar($0 - 48 + 65)) }) + "Q[x]"
    }
    #expect(try load("(;SZ[15]\(names.joined());B[hh])").moves.text == "h8")
    // Nodes without moves add to those before them.
    #expect(try load("(;SZ[15];B[hh];\(names.joined(separator: ";")))").moves.text == "h8")
  }

  @Test func deepTreesAndEndlessTextsAreReadInOnePass() throws {
    let depth = 300_000
    let deep = String(repeating: "(;B[hh]", count: depth) + String(repeating: ")", count: depth)
    #expect(throws: UserError.self) { try load(deep) }
    let lines = "(;B[hh]" + String(repeating: "(;W[aa])", count: depth) + ")"
    let loaded = try load(lines)
    #expect(loaded.moves.text == "h8 a1")
    #expect(loaded.notes == ["the main line of a tree with \(depth - 1) side lines"])
    let long = "(;B[hh]C[\(String(repeating: "x", count: 2 << 20))])"
    #expect(try load(long).texts.moves.isEmpty)
    #expect(try load(long).notes.count == 1)
    #expect(
      try load(String(repeating: "(;B[hh])", count: depth), number: depth).notes == [
        "game \(depth) of \(depth)"
      ])
  }

  @Test func mutatedRecordsAreReadOrRefusedAndComeBackFromWhatIsSaved() throws {
    var random = SplitMix64(seed: 50)
    let signs = Array("()[];\\BWCABSZ:;15hgx\u{FEFF}\u{1B}\n".utf8)
    let seeds = [RecordTests.record, "(;GM[4]SZ[15]AB[aa:cc]AW[hh];W[])(;B[bb](;W[cc])(;W[dd]))"]
    var read = 0
    for round in 0..<4000 {
      var bytes = Array(seeds[round % 2].utf8)
      for _ in 0...(round % 5) {
        let place = Int(random.next() % UInt64(bytes.count))
        let sign = signs[Int(random.next() % UInt64(signs.count))]
        switch random.next() % 4 {
        case 0: bytes[place] = sign
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(sign, at: place)
        default: bytes.swapAt(place, Int(random.next() % UInt64(bytes.count)))
        }
      }
      guard let loaded = try? GameFile.parse(bytes) else { continue }
      read += 1
      let state = try state(loaded)
      let saved = try state.content(forFile: "x.sgf")
      let again = try GameFile.parse(Array(saved.utf8))
      #expect(again.moves == loaded.moves && again.game == loaded.game)
      #expect(again.origin == loaded.origin)
      #expect(again.black == state.settings.texts?.text("PB") ?? "Anna", "\(saved)")
      let text = try GameFile.parse(Array(try state.content(forFile: "x.txt").utf8))
      #expect(text.moves == loaded.moves)
      #expect(try PlaySettings(JSON(parsing: state.settings.json.description)) == state.settings)
    }
    #expect(read > 1000)
  }

  @Test func filesThatAreNoneAreNotWaitedFor() throws {
    try Sample.withFolder { folder in
      let pipe = "\(folder)/pipe.sgf"
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(throws: UserError("\(pipe): not a plain file")) { try GameFile.read(pipe) }
      #expect(throws: UserError("\(folder): not a plain file")) { try GameFile.read(folder) }
      #expect(throws: UserError.self) { try GameFile.read("\(folder)/none.sgf") }
      #expect(mkfifo("\(folder)/x.game", 0o600) == 0)
      #expect(SavedGame.all(in: folder).isEmpty)
    }
  }

  @Test func savingTouchesNothingThatIsThere() throws {
    try Sample.withFolder { folder in
      var state = try Sample.state(Sample.gomoku)
      state.type("h8")
      let (path, link, target) = ("\(folder)/a.sgf", "\(folder)/b.sgf", "\(folder)/target.sgf")
      try state.save(to: path, overwrites: false)
      try FileSystem.write([1, 2, 3], to: target)
      #expect(symlink(target, link) == 0)
      for place in [path, link, target] {
        #expect(throws: UserError("\(place) is there already: overwrite \(place) replaces it")) {
          try state.save(to: place, overwrites: false)
        }
      }
      try state.save(to: link, overwrites: true)
      #expect(try FileSystem.contents(of: target) == [1, 2, 3], "a link is replaced, not followed")
      #expect(try FileSystem.contents(of: link) == FileSystem.contents(of: path))
      let pipe = "\(folder)/p.sgf"
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(throws: UserError("\(pipe): not a plain file")) {
        try state.save(to: pipe, overwrites: true)
      }
      #expect(symlink("\(folder)/nowhere.sgf", "\(folder)/c.sgf") == 0)
      #expect(throws: UserError.self) { try state.save(to: "\(folder)/c.sgf", overwrites: false) }
      #expect(!FileSystem.exists("\(folder)/nowhere.sgf"))
      let page = "\(folder)/x.html"
      #expect(try state.savePage(to: page))
      #expect(try state.savePage(to: page), "its own page is renewed")
      try FileSystem.write(Array("<p>mine".utf8), to: page)
      #expect(try !state.savePage(to: page))
      #expect(try FileSystem.contents(of: page) == Array("<p>mine".utf8))
    }
  }
}
