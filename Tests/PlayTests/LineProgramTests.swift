import Basics
import Foundation
import Gomocup
import GomokuRules
import Platform
import TestSupport
import Testing

@testable import Match
@testable import Play

/// Carries a call from one port to another, and treats the lines badly on the way.
private final class BadRelay {
  let port: UInt16
  private let listener: FileDescriptor
  private let target: UInt16
  private var ends: (caller: FileDescriptor, target: FileDescriptor)?
  private var rest: [[UInt8]] = [[], []]
  private var random: SplitMix64
  /// Of a hundred lines, how many meet with an accident.
  var badness = 30
  private(set) var accidents = 0

  init(to target: UInt16, seed: UInt64) throws {
    (self.target, random) = (target, SplitMix64(seed: seed))
    (listener, port) = try Socket.listen(port: 0)
  }

  deinit {
    cut()
    listener.close()
  }

  /// Breaks the line off.
  func cut() {
    ends?.caller.close()
    ends?.target.close()
    ends = nil
    rest = [[], []]
  }

  /// Carries what there is.
  func work() throws {
    if let caller = Socket.accept(from: listener) {
      cut()
      ends = (caller, try Socket.connect(host: "127.0.0.1", port: target))
    }
    guard let ends, ends.target.isReady(for: .writing) else { return }
    for (index, way) in [(ends.caller, ends.target), (ends.target, ends.caller)].enumerated() {
      var chunk = [UInt8](repeating: 0, count: 4096)
      guard let count = (try? way.0.read(into: &chunk)) ?? -1 as Int?, count >= 0 else { continue }
      if count == 0 { return cut() }
      rest[index] += chunk[..<count]
      while let end = rest[index].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[index][...end])
        rest[index].removeFirst(line.count)
        _ = try? way.1.write(treated(line)[...])
      }
    }
  }

  private func treated(_ line: [UInt8]) -> [UInt8] {
    guard random.next() % 100 < badness else { return line }
    accidents += 1
    let cut = Int(random.next() % UInt64(line.count))
    switch random.next() % 4 {
    case 0: return []
    case 1: return line + line
    case 2: return Array(line.prefix(cut))
    default: return Array(line.dropFirst(cut)) + line
    }
  }
}

@Suite(.serialized) struct LineProgramTests {
  static func start(_ words: [String], _ folder: String) throws -> PipedProgram {
    try PipedProgram(
      Sample.program("arena"), ["play"] + words + ["--games", folder],
      environment: CurrentProcess.environment.merging(["TERM": "dumb"]) { $1 })
  }

  /// The address that a program says it listens on, and its parts.
  static func address(
    of program: PipedProgram
  ) throws -> (text: String, port: UInt16, token: String) {
    #expect(comesTrue { line(of: program) != nil })
    let text = try #require(line(of: program))
    let parts = text.split(separator: "/").map(String.init)
    let port = try #require(UInt16(parts[0].dropFirst("127.0.0.1:".count)))
    #expect(parts.count == 2 && parts[1].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
    return (text, port, parts[1])
  }

  /// The rest of the whole line that begins with `listening on`.
  private static func line(of program: PipedProgram) -> String? {
    let lines = program.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return lines.first { $0.hasPrefix("listening on ") }.map { String($0.dropFirst(13)) }
  }

  static func actions(_ folder: String) -> [GameAction] {
    SavedGame.all(in: folder).first?.contents.actions ?? []
  }

  static func moves(_ folder: String) -> [Move] {
    SavedGame.all(in: folder).first?.contents.game.state.moves ?? []
  }

  @Test(arguments: [("freestyle", UInt64(1)), ("liuzhou lose-at=17", 2)])
  func twoProcessesPlayOverALineThatLosesDoublesTearsAndBreaks(
    name: String, seed: UInt64
  ) throws {
    try Sample.withFolder { folder in
      let folders = ["\(folder)/host", "\(folder)/guest"]
      var host = try LineProgramTests.start(
        name.split(separator: " ").map(String.init) + ["--listen", "0", "--name", "Anna"],
        folders[0])
      let (_, port, token) = try LineProgramTests.address(of: host)
      let relay = try BadRelay(to: port, seed: seed)
      let guestWords = ["--connect", "127.0.0.1:\(relay.port)/\(token)", "--name", "Ben"]
      var guest = try LineProgramTests.start(guestWords, folders[1])
      let kind = try GameKind(named: name)
      var (state, random) = (GameState(kind), SplitMix64(seed: seed))
      let mostPlies = Effort.count(30, thorough: 60)
      // Each move may take as long as a busy machine needs.
      var end = ContinuousClock.now + longestWait
      var typed = -1
      var typedAt = Date()
      while state.result == nil || LineProgramTests.moves(folders[1]).count < state.plies {
        try #require(.now < end, "\(host.text.suffix(2000))\n---\n\(guest.text.suffix(2000))")
        try relay.work()
        _ = (host.text, guest.text)
        try #require(!host.hasEnded && !guest.hasEnded)
        let known = LineProgramTests.moves(folders[0]).count
        if state.plies < mostPlies, known == state.plies, state.result == nil {
          // The next move, by whoever has the turn; typed again if a crash took it.
          if typed < state.plies || Date().timeIntervalSince(typedAt) > 20 {
            let copy = state
            guard let move = copy.randomMove(from: &random) else { break }
            (copy.sideToMove == .black ? host : guest).type(move.description)
            (typed, typedAt) = (copy.plies, Date())
          }
        } else if state.plies >= mostPlies, known == state.plies, state.result == nil {
          break
        }
        let moves = LineProgramTests.moves(folders[0])
        if moves.count > state.plies {
          state = try GameState(kind, after: moves)
          end = ContinuousClock.now + longestWait
          // Now and then the line breaks, or one of the two is killed and comes again.
          switch random.next() % 12 {
          case 0: relay.cut()
          case 1:
            guest.pid.send(.kill)
            _ = guest.status
            guest = try LineProgramTests.start(guestWords, folders[1])
          case 2:
            host.pid.send(.kill)
            _ = host.status
            host = try LineProgramTests.start(
              ["--resume", "--listen", "\(port)"], folders[0])
          default: break
          }
        }
        WorkerThread.sleep(for: .milliseconds(2))
      }
      relay.badness = 0
      while LineProgramTests.actions(folders[1]) != LineProgramTests.actions(folders[0]) {
        try #require(.now < end, "the guest does not catch up")
        try relay.work()
        WorkerThread.sleep(for: .milliseconds(2))
      }
      #expect(relay.accidents > 5)
      #expect(LineProgramTests.moves(folders[0]) == LineProgramTests.moves(folders[1]))
      #expect(LineProgramTests.moves(folders[0]).count >= 9)
      #expect(!host.text.contains("different games") && !guest.text.contains("different games"))
    }
  }

  /// What is written to a line that breaks at that very moment kills neither end.
  @Test func aBrokenLineKillsNobody() throws {
    try Sample.withFolder { folder in
      let host = try LineProgramTests.start(["--listen", "0"], "\(folder)/host")
      let address = try LineProgramTests.address(of: host).text
      let guest = try LineProgramTests.start(["--connect", address], "\(folder)/guest")
      #expect(guest.shows("is to move"))
      for end in [host, guest] { end.pid.send(.brokenPipe) }
      host.type("h8")
      #expect(guest.shows(": h8"))
      guest.type("i9")
      #expect(host.shows(": i9"))
    }
  }

  @Test func aPipeThroughACommandCarriesAGame() throws {
    try Sample.withFolder { folder in
      let folders = ["\(folder)/host", "\(folder)/guest"]
      for pipe in ["there", "back"] { #expect(mkfifo("\(folder)/\(pipe)", 0o600) == 0) }
      let host = try LineProgramTests.start(
        ["caro", "--through", "cat <>'\(folder)/back' & exec cat >'\(folder)/there'", "--host"],
        folders[0])
      #expect(host.shows("the guest calls with --token "))
      let token = try #require(
        host.text.split(whereSeparator: \.isWhitespace).drop { $0 != "--token" }.dropFirst().first)
      let guest = try LineProgramTests.start(
        [
          "--through", "cat <>'\(folder)/there' & exec cat >'\(folder)/back'", "--token",
          String(token),
        ], folders[1])
      #expect(guest.shows("is to move"))
      for (index, move) in ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"].enumerated() {
        (index.isMultiple(of: 2) ? host : guest).type(move)
        #expect((index.isMultiple(of: 2) ? guest : host).shows(": \(move)"))
      }
      #expect(guest.shows("black wins") && host.shows("black wins"))
      guest.type("undo")
      #expect(host.shows("asks to take back"))
      host.type("yes")
      #expect(guest.shows("says yes"))
      host.type("hint")
      #expect(host.shows("no advice in a game"))
      guest.type("quit")
      #expect(guest.status == 0)
      #expect(host.shows("has left the table"))
      host.type("quit")
      #expect(host.status == 0)
      #expect(LineProgramTests.actions(folders[0]) == LineProgramTests.actions(folders[1]))
    }
  }

  /// The moves after the position, whose first is the guest's.
  @Test(arguments: [
    (["renju", "--position", "black h8 i9 white h9 to white"], "h10 j10 g7 i7"),
    (["liuzhou", "--position", "6/6/2X3/6/6/6 w p 0"], "d4 d3 e5 a1"),
    (["--load", "FOLDER/r.sgf", "--line", "2"], "c9 d9 e9 f9"),
  ])
  func aSetUpGameIsPlayedResumedAndPlayedAgainWithExchangedColours(
    words: [String], moves: String
  ) throws {
    try Sample.withFolder { folder in
      let record = "(;SZ[15]RU[caro]AB[hh][ii]AW[hi]PL[W];W[hj](;B[aa])(;B[bb];W[cc];B[dd]))"
      try FileSystem.write(Array(record.utf8), to: "\(folder)/r.sgf")
      let folders = ["\(folder)/host", "\(folder)/guest"]
      var host = try LineProgramTests.start(
        words.map { $0.replacing("FOLDER", with: folder) } + ["--listen", "0", "--name", "Anna"],
        folders[0])
      let (address, port, _) = try LineProgramTests.address(of: host)
      let guestWords = ["--connect", address, "--name", "Ben"]
      var guest = try LineProgramTests.start(guestWords, folders[1])
      #expect(host.shows("Ben sits down") && guest.shows("your turn: "))
      for (index, move) in moves.split(separator: " ").enumerated() {
        if index == 2 {
          for end in [host, guest] {
            end.type("quit")
            #expect(end.status == 0)
          }
          host = try LineProgramTests.start(["--resume", "--listen", "\(port)"], folders[0])
          guest = try LineProgramTests.start(guestWords, folders[1])
          #expect(host.shows("goes on after") && guest.shows("your turn: "))
        }
        let (mover, other) = index.isMultiple(of: 2) ? (guest, host) : (host, guest)
        mover.type(String(move))
        #expect(other.shows(": \(move)"))
      }
      guest.type("resign")
      #expect(host.shows("white resigns"))
      guest.type("rematch")
      #expect(guest.shows("the host begins another game"))
      host.type("rematch")
      #expect(guest.shows("Anna offers another game"))
      guest.type("undo")
      guest.type("rematch")
      // Now White, who begins again, is the host's.
      #expect(guest.shows("> O Anna, white") && host.shows("> O Anna, white"))
      let first = String(moves.split(separator: " ")[0])
      host.type(first)
      #expect(guest.shows("Anna: \(first)"))
      let games = folders.map { SavedGame.all(in: $0).map(\.contents) }
      for (own, other) in zip(games[0], games[1]) {
        #expect(own.settings.seenFromAfar == other.settings && own.actions == other.actions)
      }
      let origins = Set(games.joined().map { $0.settings.origin?.description })
      #expect(games.map(\.count) == [2, 2] && origins.count == 1 && !origins.contains(nil))
      #expect(games[0][0].settings.seats[0].kind == .remote)
    }
  }
}
