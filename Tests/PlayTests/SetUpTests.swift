import Basics
import Foundation
import Gomocup
import GomokuRules
import Platform
import Testing

@testable import Match
@testable import Play

/// Games that begin in a set-up position, at the table, in files and for engines.
struct SetUpTests {
  private static let stones = "black h8 i9 white h9 to white"
  private static let ranks = "6/6/2X3/6/6/6 w p 0"

  private static func settings(
    _ game: GameKind, _ text: String, seats: [PlaySettings.Seat] = [Sample.person, Sample.other]
  ) throws -> PlaySettings {
    var settings = Sample.settings(game, seats: seats)
    settings.origin = try GameOrigin(text, in: game)
    return settings
  }

  private static func state(_ game: GameKind, _ text: String) throws -> PlayState {
    try PlayState(try settings(game, text), now: MonotonicTime(nanoseconds: 0))
  }

  // MARK: Positions

  @Test(arguments: [
    ("black h8 i9 white h9 to white", "black h8 i9 white h9 to white"),
    ("WHITE h9  black I9h8", "black h8 i9 white h9 to white"),
    ("black h8", "black h8 white to white"), ("to white", "black white to white"),
    ("white h8 to white", "black white h8 to white"), ("", "black white to black"),
  ])
  func aPositionIsReadInAnyOrder(text: String, form: String) throws {
    let origin = try GameOrigin(text, in: Sample.gomoku)
    #expect(origin.description == form)
    #expect(try GameOrigin(form, in: Sample.gomoku) == origin)
  }

  @Test(arguments: [
    ("h8", "is no part"), ("black h8 to red", "is no part"), ("black h8 to white h9", "is no part"),
    ("black p16", "off the board"), ("black h8 white h8", "two stones on h8"),
    ("black h8 to", "\"to\""),
    ("black h1h2h3h4h5", "over"),
  ])
  func whatIsNoPositionIsRefused(text: String, reason: String) {
    do throws(GameOrigin.Unusable) {
      _ = try GameOrigin(text, in: Sample.gomoku)
      Issue.record("\(text) was taken")
    } catch {
      #expect(error.description.contains(reason) && !error.description.contains("\n"))
    }
    #expect(throws: GameOrigin.Unusable.self) { try GameOrigin(text, in: Sample.liuzhou) }
  }

  @Test func randomPositionsComeBackFromTheirTextsAndRecords() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<400 {
      let size = try #require(
        BoardSize(width: 5 + random.number(below: 18), height: 5 + random.number(below: 18)))
      let kind = GameKind.gomoku(Variant.allCases[random.number(below: 5)], size)
      var words: [Color: [String]] = [:]
      for point in size.points where random.number(below: 9) == 0 {
        words[random.number(below: 2) == 0 ? .black : .white, default: []].append(point.description)
      }
      let side = random.number(below: 2) == 0 ? Color.black : .white
      let text =
        (["black"] + (words[.black] ?? []) + ["white"] + (words[.white] ?? []) + [
          "to", side.description,
        ])
        .joined(separator: " ")
      guard var settings = try? SetUpTests.settings(kind, text) else { continue }
      settings.id = "00000000000000ff"
      #expect(try PlaySettings(JSON(parsing: settings.json.description)) == settings)
      var state = try PlayState(settings, now: MonotonicTime(nanoseconds: 0))
      #expect(state.game.state.sideToMove == side && state.game.moves.isEmpty)
      for _ in 0..<3 {
        if let move = state.game.state.randomMove(from: &random), state.game.ending == nil {
          try state.perform(.move(move, milliseconds: 1), now: MonotonicTime(nanoseconds: 0))
        }
      }
      for form in ["x.sgf", "x.txt"] {
        let loaded = try GameFile.parse(Array(try state.content(forFile: form).utf8), name: form)
        #expect(loaded.game == kind && loaded.moves == state.game.moves)
        // The empty board with Black to move is the usual start.
        let isUsual = settings.origin?.description == "black white to black"
        #expect(
          isUsual && form == "x.sgf" ? loaded.origin == nil : loaded.origin == settings.origin)
      }
    }
  }

  // MARK: The table

  @Test func whiteMayBeginAndNothingBeforeTheFirstMoveIsTakenBack() throws {
    var state = try SetUpTests.state(Sample.gomoku, SetUpTests.stones)
    #expect(state.game.actor == .second && state.settings.title == "freestyle 15x15, set up")
    state.type("h9")
    #expect(state.complaint?.contains("occupied") == true)
    state.type("undo")
    #expect(state.complaint == "there is nothing to take back")
    state.type("h10")
    #expect(state.notice?.text == "Ben: h10" && state.game.moves.text == "h10")
    let page = Screen(state: state, terminal: .plain, now: .init(nanoseconds: 0)).page
    #expect(page.contains(" 8  . . . . . . . X . . . . . . ."))
    #expect(page.contains("10  . . . . . . .(O). . . . . . ."))
    state.type("undo")
    #expect(state.game.moves.isEmpty && state.game.state.plies == 3)
    #expect(state.settings.rematch(began: 1).origin == state.settings.origin)
  }

  @Test func theTwoTablesOfALinkAgreeOnThePosition() throws {
    let settings = try SetUpTests.settings(Sample.gomoku, SetUpTests.stones)
    let guest = try PlaySettings(JSON(parsing: settings.seenFromAfar.json.description))
    #expect(guest.origin == settings.origin && guest.start.hashes == settings.start.hashes)
    var other = settings
    other.origin = try GameOrigin("black h8 i9 white h9 to black", in: Sample.gomoku)
    #expect(other.start.hashes != settings.start.hashes)
    other.origin = nil
    #expect(other.start.hashes != settings.start.hashes)
  }

  @Test(arguments: ["\"black h8\"", "\"black h8 h8\"", "7"])
  func aFileWithABadPositionOrAnOpeningBesideItIsRefused(value: String) throws {
    var settings = Sample.settings(Sample.gomoku)
    settings.opening = .swap2
    let text = settings.json.description.dropLast() + ",\"origin\":\(value)}"
    #expect(throws: JSONFieldReader.Problem.self) { try PlaySettings(JSON(parsing: String(text))) }
  }

  @Test func aGameGoesOnFromItsFile() throws {
    try Sample.withFolder { folder in
      let settings = try SetUpTests.settings(Sample.liuzhou, SetUpTests.ranks)
      let saved = try SavedGame.create(settings, in: folder)
      let turn = try Sample.liuzhou.moves(named: "d4")[0]
      try saved.append(.move(turn, milliseconds: 5))
      let contents = try SavedGame.read(saved.path)
      #expect(contents.settings == settings && contents.game.moves == [turn])
      #expect(contents.game.state.sideToMove == .black)
      let loaded = try GameFile.read(saved.path)
      #expect(loaded.origin == settings.origin && loaded.moves == [turn])
    }
  }

  // MARK: Engines

  private static func question(_ game: GameKind, _ text: String) throws -> SimulatedLoop {
    var loop = try SimulatedLoop(
      settings(game, text, seats: [Sample.person, Sample.engine]))
    loop.hear(.player(.second), "OK")
    return loop
  }

  @Test func anEngineIsToldThePositionByBoard() throws {
    let white = EngineRole.player(.second)
    var loop = try SetUpTests.question(Sample.gomoku, "black h8 h9 white i9 to white")
    #expect(loop.engines[white]?.suffix(5) == ["BOARD", "7,7,2", "7,8,2", "8,8,1", "DONE"])
    loop.hear(white, "0,0")
    loop.type("c3")
    #expect(loop.engines[white]?.last == "TURN 2,2")
    let liuzhou = try SetUpTests.question(Sample.liuzhou, SetUpTests.ranks)
    #expect(liuzhou.engines[white]?.suffix(3) == ["BOARD", "position \(SetUpTests.ranks)", "DONE"])
  }

  @Test func inRenjuAnEngineIsToldWhichColourItHas() throws {
    let white = EngineRole.player(.second)
    // Three stones and White to move are what BOARD means; two are not.
    let usual = try SetUpTests.question(Sample.renju, SetUpTests.stones)
    #expect(
      usual.engines[white]?.suffix(2) == ["8,8,2", "DONE"] || usual.engines[white]?.last == "DONE")
    var loop = try SetUpTests.question(Sample.renju, "black h8 white i9 to white")
    #expect(loop.engines[white]?.last == "POSITION black h8 white i9 to white")
    loop.hear(white, "OK")
    #expect(loop.engines[white]?.last == "BEGIN")
    loop.hear(white, "0,0")
    #expect(loop.game?.moves.text == "a1")
    var deaf = try SetUpTests.question(Sample.renju, "black h8 white i9 to white")
    deaf.hear(white, "UNKNOWN POSITION")
    #expect(deaf.session.state?.engineFailure?.contains("cannot be told this position") == true)
  }

  // MARK: Records

  @Test(arguments: [
    ("(;SZ[15]AB[hh][ii]AW[hi]PL[W];W[hj])", "black h8 i9 white h9 to white", "h10"),
    ("(;SZ[15]AB[hh][ii]AW[hi];W[hj])", "black h8 i9 white h9 to white", "h10"),
    ("(;SZ[15]AB[hh]PL[B];B[hj];W[aa])", "black h8 white to black", "h10 a1"),
    ("(;SZ[15]AB[aa:ca];AE[ba];W[hh])", "black a1 c1 white to white", "h8"),
    ("(;SZ[15];W[hh];B[ii])", "black white to white", "h8 i9"),
    ("(;SZ[15]PL[W])", "black white to white", ""),
  ])
  func aRecordThatSetsStonesUpBeginsThere(text: String, position: String, moves: String) throws {
    let loaded = try GameFile.parse(Array(text.utf8))
    #expect(loaded.origin?.description == position && loaded.moves.text == moves)
    #expect(loaded.notes.contains { $0.hasSuffix("to move") })
  }

  @Test func aPositionOfLiuzhouChessIsRead() throws {
    let text = "(;GM[66]SZ[6]XP[\(SetUpTests.ranks)];W[d4])"
    let loaded = try GameFile.parse(Array(text.utf8))
    #expect(loaded.origin?.description == SetUpTests.ranks)
  }

  @Test func aTreeIsEnteredAtAnyNode() throws {
    let tree = "(;SZ[15];B[hh](;W[ii];B[jj])(;W[gg](;B[aa];W[bb])(;B[cc]C[here])))"
    func load(_ line: Int, _ move: Int?) throws -> LoadedGame {
      var wanted = GameFile.Wanted()
      (wanted.line, wanted.moveCount) = (line, move)
      return try GameFile.parse(Array(tree.utf8), wanted)
    }
    #expect(try load(1, nil).moves.text == "h8 i9 j10")
    #expect(try load(2, nil).moves.text == "h8 g7 a1 b2")
    let third = try load(3, nil)
    #expect(third.moves.text == "h8 g7 c3" && third.texts.comment(onMove: 3) == "here")
    #expect(third.notes == ["line 3 of a tree with 3"])
    #expect(try load(3, 2).moves.text == "h8 g7" && load(3, 0).moves.isEmpty)
    #expect(throws: UserError("there is no line 4: the record has 3")) { try load(4, nil) }
    #expect(throws: UserError("there is no move 4: the record has 3")) { try load(3, 4) }
    #expect(throws: UserError("there is no line 2: the record has one")) {
      var wanted = GameFile.Wanted()
      wanted.line = 2
      return try GameFile.parse(Array("h8h9".utf8), wanted)
    }
  }

  @Test func filesSayThePositionOrRefuse() throws {
    var state = try SetUpTests.state(Sample.gomoku, SetUpTests.stones)
    state.type("h10")
    let sgf = try state.content(forFile: "x.sgf")
    #expect(sgf.contains("AB[hh][ii]AW[hi]PL[W]") && sgf.contains(";W[hj]"))
    #expect(throws: UserError("psq holds no set-up position; .sgf, .txt and .html do")) {
      try state.content(forFile: "x.psq")
    }
    #expect(try state.content(forFile: "x.txt").contains("position \(SetUpTests.stones)\n"))
    let page = try state.content(forFile: "x.html")
    #expect(page.contains("\"origin\":\"\(SetUpTests.stones)\"") && page.contains("\"t\":\"wb\""))
    let liuzhou = try SetUpTests.state(Sample.liuzhou, SetUpTests.ranks)
    #expect(try liuzhou.content(forFile: "x.html").contains("\"origin\":\"\(SetUpTests.ranks)\""))
  }
}
