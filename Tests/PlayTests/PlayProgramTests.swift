import Basics
import Foundation
import Gomocup
import GomokuRules
import Platform
import Testing

@testable import Match
@testable import Play

/// `arena play`, driven through pipes and terminals.
@Suite(.serialized) struct PlayProgramTests {
  private static func environment(_ more: [String: String] = [:]) -> [String: String] {
    CurrentProcess.environment
      .merging(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "USER": "anna"]) { $1 }
      .merging(more) { $1 }
  }

  private static func start(
    _ words: String..., games: String
  ) throws -> PipedProgram {
    try PipedProgram(
      Sample.program("arena"), ["play"] + words + ["--games", games],
      environment: environment())
  }

  /// The game that lies in a folder, the newest.
  private static func game(_ folder: String) -> SavedGame.Contents? {
    SavedGame.all(in: folder).first?.contents
  }

  // MARK: Pipes

  @Test func aRematchIsAnotherGameWithExchangedSeats() throws {
    try Sample.withFolder { folder in
      let program = try PlayProgramTests.start("freestyle", "--two", games: folder)
      // All at once: what is typed ahead belongs to the next game.
      program.type("h8\nresign\nrematch\ng7\ng8\nquit")
      #expect(program.status == 0, "\(program.text)")
      let games = SavedGame.all(in: folder).map(\.contents)
      #expect(games.map(\.actions.count).sorted() == [2, 2])
      let seats = games.map { $0.settings.seats.map(\.name) }
      #expect(games.count == 2 && seats.first == seats.last?.reversed())
      #expect(games.contains { $0.game.state.moves.text == "g7 g8" })
    }
  }

  @Test func aScriptPlaysAWholeGameOfEachKind() throws {
    try Sample.withFolder { folder in
      let gomoku = try PlayProgramTests.start("renju", "--two", games: folder)
      for line in ["h8", "a1", "h9", "a2", "h10", "a3", "foo", "h8", "h11", "a4", "h12"] {
        gomoku.type(line)
      }
      #expect(gomoku.shows("black wins, a winning row"))
      gomoku.type("save \(folder)/x.sgf")
      #expect(gomoku.shows("saved: "))
      gomoku.type("quit")
      #expect(gomoku.status == 0)
      #expect(gomoku.text.contains("\"foo\" is neither a move nor a word"))
      #expect(gomoku.text.contains("h8: the point is occupied"))
      #expect(gomoku.text.contains(".html"))
      #expect(FileSystem.exists("\(folder)/x.sgf"))

      let liuzhou = try PlayProgramTests.start("liuzhou", "lose-at=17", "--two", games: folder)
      var (game, random) = (
        try GameState(GameKind(named: "liuzhou lose-at=17")), SplitMix64(seed: 1)
      )
      while game.result == nil, let move = game.randomMove(from: &random) {
        try game.play(move)
        liuzhou.type(move.description)
      }
      #expect(liuzhou.shows("undo, save FILE, quit"))
      liuzhou.type("quit")
      #expect(liuzhou.status == 0)
      let saved = try #require(
        SavedGame.all(in: folder).first { $0.path.contains("liuzhou") }?.contents)
      #expect(saved.game.state.moves == game.moves && saved.game.ending != nil)
    }
  }

  @Test func aPositionTwoNamesAndAnotherLanguageComeFromTheCommandLine() throws {
    try Sample.withFolder { folder in
      let program = try PlayProgramTests.start(
        "--two", "--name", "小明", "--opponent", "Ben", "--language", "zh", "--rows-from-below",
        "--position", "black h8 i9 white h9 to white", games: folder)
      program.type("a1\n帮助\n保存 \(folder)/x.sgf\n认输\n退出")
      #expect(program.status == 0, "\(program.text)")
      #expect(program.text.contains("Ben：a1") && program.text.contains("白方胜，黑方认输"))
      let game = try #require(PlayProgramTests.game(folder))
      #expect(game.game.moves.text == "a15" && game.game.ending == .resigned(.first))
      // Rows of the position are counted from below too.
      #expect(game.settings.origin?.description == "black i7 h8 white h7 to white")
      let record = try String(contentsOfFile: "\(folder)/x.sgf", encoding: .utf8)
      #expect(record.contains("PB[小明]PW[Ben]") && record.contains("AB[ig][hh]AW[hg]PL[W]"))
      #expect(record.contains(";W[ao]"))
      let wrong = try PlayProgramTests.start("--language", "xx", games: folder)
      #expect(wrong.status == 2 && wrong.text.contains("--language needs en or zh, not \"xx\""))
    }
  }

  @Test func anEngineAnswersAndGivesAdvice() throws {
    try Sample.withFolder { folder in
      let program = try PlayProgramTests.start(
        "--time", "0.05", "--level", "2", games: folder)
      for line in ["hint", "h8", "analyse 1", "level 5", "undo", "h9"] { program.type(line) }
      #expect(program.shows("anna: h9"))
      program.type("resign")
      #expect(program.shows("white wins, black resigns"))
      program.type("quit")
      #expect(program.status == 0)
      #expect(program.text.contains("hint: h8") || program.text.contains("hint: "))
      #expect(program.text.contains("analysis, depth ") && program.text.contains("1. "))
      #expect(PlayProgramTests.game(folder)?.game.state.plies ?? 0 >= 1)
    }
  }

  @Test func twoEnginesAreWatchedThroughSwap2ToTheEnd() throws {
    try Sample.withFolder { folder in
      // On a small board: the engines are watched at a pace, and a script's line waits for the end.
      let program = try PlayProgramTests.start(
        "freestyle", "7", "--watch", "--swap2", "--time", "0.02", "--level", "1", games: folder)
      #expect(program.shows("X wuliu"))
      program.type("quit")
      #expect(program.status == 0)
      let game = try #require(PlayProgramTests.game(folder)?.game)
      #expect(game.opening?.isOver == true && game.state.plies >= 3)
    }
  }

  @Test func killedAtAnyMomentAGameGoesOn() throws {
    try Sample.withFolder { folder in
      let moves = ["h8", "h9", "i8", "i9", "j8", "j9", "k8", "a1", "m8", "a2"]
      var random = SplitMix64(seed: 8)
      var next = 0
      for round in 0..<6 {
        let words = round == 0 ? ["--two"] : ["--resume"]
        let program = try PipedProgram(
          Sample.program("arena"), ["play"] + words + ["--games", folder],
          environment: PlayProgramTests.environment())
        #expect(program.shows(round == 0 ? "choose a point" : "the game goes on"))
        let kept = PlayProgramTests.game(folder)?.actions.count ?? 0
        #expect(kept >= next)
        for move in moves[kept..<min(kept + 2, moves.count)] {
          program.type(move)
          #expect(program.shows(": \(move)"))
          next = kept + 1
        }
        next = min(kept + 2, moves.count)
        WorkerThread.sleep(for: .milliseconds(Int(random.next() % 20)))
        program.pid.send(.kill)
        #expect(program.status == -Signal.kill.rawValue)
        // What was shown is kept.
        #expect(PlayProgramTests.game(folder)?.actions.count == next)
      }
      #expect(PlayProgramTests.game(folder)?.game.state.moves.text == moves.joined(separator: " "))
      // A kill in the middle of a write leaves half a line.
      let path = try #require(SavedGame.all(in: folder).first).path
      let bytes = try FileSystem.contents(of: path)
      try FileSystem.write(Array(bytes.dropLast(5)), to: path)
      let program = try PlayProgramTests.start("--resume", games: folder)
      #expect(program.shows("the game goes on after \(moves.count - 1) moves"))
      program.type("quit")
      #expect(program.status == 0)
    }
  }

  @Test(arguments: [
    ["chess"], ["renju", "99"], ["--color", "red"], ["--level", "11"], ["--clock", "x"],
    ["--engine", "/no/such/engine"], ["--two", "--watch"], ["--host"], ["--connect", "nowhere"],
    ["--load", "/no/such/file"], ["--resume"], ["liuzhou", "--swap2"], ["--opening"],
    ["--opening", "rif"], ["renju", "--opening", "five-13"], ["renju", "5", "--opening", "rif"],
    ["--swap2", "--opening", "swap2"], ["--frobnicate"],
    ["--listen", "99999"], ["--two", "--listen", "0"], ["--name", ""], ["liuzhou", "mars"],
    ["--resume", "--two"], ["--two", "--level", "3"], ["--game", "2"], ["--second", "/bin/false"],
    ["--connect", "127.0.0.1:9/aaaaaaaaaaaaaaaaaaaaaa", "renju"],
    ["--connect", "127.0.0.1:9/aaaaaaaaaaaaaaaaaaaaaa", "--clock", "5"],
    ["--connect", "127.0.0.1:9"], ["--connect", "127.0.0.1:9/"],
    ["--connect", "127.0.0.1:9/short"],
    ["--connect", "127.0.0.1:9/aaaaaaaaaaaaaaaaaaaaa-"], ["--through", "cat"],
    ["--through", "cat", "--token", "x"], ["--token", "aaaaaaaaaaaaaaaaaaaaaa"],
    ["--name", "\u{202E}anna"], ["--name", "a\u{200B}b"],
    ["--name", "a\(String(repeating: "\u{301}", count: 9))"],
  ])
  func aWrongCommandLineIsOneLine(words: [String]) throws {
    try Sample.withFolder { folder in
      let program = try PipedProgram(
        Sample.program("arena"), ["play"] + words + ["--games", folder],
        environment: PlayProgramTests.environment())
      #expect(program.status == 2)
      let lines = program.text.split(separator: "\n")
      #expect(lines.count == 1 && lines[0].hasPrefix("arena: "), "\(program.text)")
      #expect(SavedGame.all(in: folder).isEmpty)
      let chinese = try PipedProgram(
        Sample.program("arena"), ["play"] + words + ["--games", folder],
        environment: PlayProgramTests.environment(["LC_ALL": "zh_CN.UTF-8"]))
      #expect(chinese.status == 2 && chinese.text.isChinese, "\(chinese.text)")
    }
  }

  @Test func theFolderOfGamesIsMadeWithAllThatItLiesIn() throws {
    try Sample.withFolder { folder in
      let arena = try Sample.program("arena")
      for place in ["x/y/z", "\(folder)/a//b/", "./c/d"] {
        let program = try PipedProgram(
          "/bin/sh", ["-c", "cd '\(folder)' && exec '\(arena)' play --two --games '\(place)'"],
          environment: PlayProgramTests.environment())
        program.type("h8")
        program.type("quit")
        #expect(program.status == 0, "\(program.text)")
        let path = place.hasPrefix("/") ? place : "\(folder)/\(place)"
        #expect(PlayProgramTests.game(path)?.actions.count == 1)
      }
      try FileSystem.write([], to: "\(folder)/file")
      let program = try PlayProgramTests.start("--two", games: "\(folder)/file/x")
      #expect(program.status != 0)
      #expect(program.text.split(separator: "\n").count == 1)
      let chinese = try PlayProgramTests.start(
        "--language", "zh", "--two", games: "\(folder)/file/x")
      #expect(chinese.status == 4 && chinese.text.hasSuffix("不能建立文件夹：不是文件夹\n"))
    }
  }

  @Test func withoutAHomeTheSystemsListOfUsersNamesTheFolder() {
    let own = CurrentProcess.homeFolder.map { "\($0)/.local/share/wuliu/games" }
    #expect(SavedGame.standardFolder([:]) == own)
    #expect(SavedGame.standardFolder(["HOME": "", "XDG_DATA_HOME": "data"]) == own)
    #expect(SavedGame.standardFolder(["HOME": "/h"]) == "/h/.local/share/wuliu/games")
    #expect(
      SavedGame.standardFolder(["HOME": "/h", "XDG_DATA_HOME": "/d"]) == "/d/wuliu/games")
  }

  @Test func aRecordIsLoadedPlayedOnAndSaved() throws {
    try Sample.withFolder { folder in
      let (record, saved) = ("\(folder)/r.sgf", "\(folder)/o.sgf")
      let text =
        "(;GM[4]SZ[15];B[aa])"
        + "(;GM[1]SZ[15]RU[Renju]PB[Anna \u{1B}[2J]PW[Bert]RE[W+T];B[hh]C[good];W[ii])"
      try FileSystem.write(Array(text.utf8), to: record)
      let program = try PlayProgramTests.start(
        "--two", "--plain", "--load", record, "--game", "2", games: folder)
      #expect(program.shows("2 moves loaded; game 2 of 2; GM[1] says another game"))
      #expect(program.shows("the record ends here: white wins - Anna \\u{1B}[2J: choose a point"))
      for line in ["\u{FEFF}h10", "save \(saved)", "save \(saved)", "save \(record)"] {
        program.type(line)
      }
      #expect(program.shows("\(record) is there already: overwrite \(record) replaces it"))
      program.type("quit")
      #expect(program.status == 0)
      #expect(!program.text.contains("\u{1B}"))
      let content = String(decoding: try FileSystem.contents(of: saved), as: UTF8.self)
      for part in ["RU[renju]", "PW[Bert]", "RE[?]", ";B[hh]C[good];W[ii];B[hj]"] {
        #expect(content.contains(part), "\(content)")
      }
      // The journal has the texts as well.
      let again = try PlayProgramTests.start("--resume", games: folder)
      again.type("overwrite \(saved)")
      #expect(again.shows("saved: \(saved)"))
      again.type("quit")
      #expect(again.status == 0)
      #expect(try FileSystem.contents(of: saved) == Array(content.utf8))
    }
  }

  @Test func anEngineThatDiesIsSaidAndTheGameIsKept() throws {
    try Sample.withFolder { folder in
      let program = try PlayProgramTests.start("--engine", "/bin/false", games: folder)
      program.type("h8")
      #expect(program.shows("retry starts it again"))
      program.type("retry")
      program.type("undo")
      #expect(program.shows("taken back"))
      program.type("quit")
      #expect(program.status == 0)
      #expect(PlayProgramTests.game(folder)?.actions.count == 2)
    }
  }

  // MARK: Terminals

  @Test func keysPlayAndEveryEndGivesTheTerminalBack() throws {
    try Sample.withFolder { folder in
      for ending in ["quit\r", "\u{3}", "term", "hup"] {
        let words = ["play", "--two", "--games", folder]
        guard
          let program = try TerminalProgram(
            Sample.program("arena"), words, environment: PlayProgramTests.environment())
        else { return }
        #expect(program.shows("\u{1B}[6n"))
        program.press("\u{1B}[1;2R")
        #expect(program.shows("choose a point"))
        #expect(!program.isAsBefore)
        // Enter picks the centre, then the point above it, cut in the middle of the sequence.
        program.press("\r")
        #expect(program.shows("anna: h8"))
        program.press("\u{1B}[")
        program.press("A ")
        #expect(program.shows("guest: h7"))
        program.press("i9\r")
        #expect(program.shows("anna: i9"))
        switch ending {
        case "term": program.pid.send(.terminate)
        case "hup": program.pid.send(.hangup)
        default: program.press(ending)
        }
        program.waitForEnd()
        #expect(program.isAsBefore, "\(ending)")
        #expect(program.text.contains("\u{1B}[?25h\u{1B}[?1049l"))
        #expect(PlayProgramTests.game(folder)?.game.state.moves.text == "h8 h7 i9")
      }
    }
  }

  @Test func aSimpleTerminalGetsPlainLines() throws {
    try Sample.withFolder { folder in
      guard
        let program = try TerminalProgram(
          Sample.program("arena"), ["play", "liuzhou", "--two", "--games", folder],
          environment: PlayProgramTests.environment(["TERM": "dumb"]))
      else { return }
      program.press("c3\n")
      #expect(program.shows("anna: c3"))
      program.press("quit\n")
      program.waitForEnd()
      #expect(!program.text.contains("\u{1B}"))
    }
  }

  @Test func aWindowOfAnotherSizeIsFilledAtOnce() throws {
    try Sample.withFolder { folder in
      guard
        let program = try TerminalProgram(
          Sample.program("arena"), ["play", "--two", "--games", folder],
          environment: PlayProgramTests.environment())
      else { return }
      #expect(program.shows("choose a point"))
      #expect(!program.text.contains("\u{1B}[30;1H"))
      program.resize(columns: 90, rows: 30)
      #expect(program.shows("\u{1B}[30;1H"))
      program.press("quit\r")
      program.waitForEnd()
    }
  }

  private static let tmux = FileSystem.executable("tmux")

  @Test(.enabled(if: tmux != nil, "tmux is not installed"))
  func aGameIsPlayedToTheEndInATerminal() throws {
    let tmux = try #require(PlayProgramTests.tmux)
    try Sample.withFolder { folder in
      let server = "wuliu-\(ProcessID.current)"
      func run(_ words: String...) throws -> String {
        let program = try PipedProgram(
          tmux, ["-u", "-L", server] + words, environment: PlayProgramTests.environment())
        _ = program.status
        return program.text
      }
      func screen(shows part: String) throws -> Bool {
        for _ in 0..<600 {
          if try run("capture-pane", "-p", "-t", "t").contains(part) { return true }
          WorkerThread.sleep(for: .milliseconds(100))
        }
        return false
      }
      let arena = try Sample.program("arena")
      _ = try run(
        "new-session", "-d", "-s", "t", "-x", "80", "-y", "24",
        "NO_COLOR=1 '\(arena)' play --two --games '\(folder)'; sleep 600")
      defer { _ = try? run("kill-server") }
      #expect(try screen(shows: "choose a point"))
      // Black goes down from the centre, White beside him, both by the arrows.
      for row in 0..<4 {
        for keys in [["Enter"], ["Right", "Enter"]] {
          for key in keys { _ = try run("send-keys", "-t", "t", key) }
          #expect(try screen(shows: keys.count == 1 ? "anna: h\(row + 8)" : "guest: i\(row + 8)"))
        }
        for key in ["Left", "Down"] { _ = try run("send-keys", "-t", "t", key) }
      }
      _ = try run("send-keys", "-t", "t", "Enter")
      #expect(try screen(shows: "black wins, a winning row"))
      #expect(try screen(shows: "├─┼─┼─┼─┼─┼─┼=●=○─┼"))
      _ = try run("send-keys", "-t", "t", "-l", "quit")
      _ = try run("send-keys", "-t", "t", "Enter")
      #expect(try screen(shows: "to play it through:"))
    }
  }
}
