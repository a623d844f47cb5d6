import Basics
import Foundation
import Gomocup
import Platform
import TestSupport
import Testing

@testable import Match
@testable import Play

/// A plain connection to a port of this machine.
private final class RawCaller {
  private let socket: FileDescriptor
  private var bytes: [UInt8] = []
  private(set) var isOver = false

  init(_ port: UInt16) throws { socket = try Socket.connect(host: "127.0.0.1", port: port) }

  deinit { socket.close() }

  func say(_ text: String) {
    _ = comesTrue { socket.isReady(for: .writing) }
    _ = try? socket.write(Array(text.utf8)[...])
  }

  /// All that has come; notes the end.
  var heard: String {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !isOver {
      do throws(SystemError) {
        guard let count = try socket.read(into: &chunk) else { break }
        if count == 0 { isOver = true }
        bytes += chunk[..<count]
      } catch { isOver = true }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the other end hangs up.
  var isHungUpOn: Bool {
    comesTrue {
      _ = heard
      return isOver
    }
  }
}

/// Strangers at the port of a table, with real sockets and programs.
@Suite(.serialized) struct StrangerTests {
  private typealias Ends = (
    host: PipedProgram, guest: PipedProgram, address: (text: String, port: UInt16, token: String)
  )

  /// A host and a guest with the first move played.
  private static func game(_ folder: String, _ words: [String] = []) throws -> Ends {
    let host = try LineProgramTests.start(
      words + ["--listen", "0", "--name", "Anna"], "\(folder)/host")
    let address = try LineProgramTests.address(of: host)
    let guest = try LineProgramTests.start(
      ["--connect", address.text, "--name", "Ben"], "\(folder)/guest")
    host.type("h8")
    #expect(guest.shows("Anna: h8"))
    return (host, guest, address)
  }

  /// Neither end has been told of anybody else, and the two go on.
  private static func expectUndisturbed(_ ends: Ends, _ folder: String) throws {
    #expect(LineProgramTests.moves("\(folder)/host").count == 1)
    for text in [ends.host.text, ends.guest.text] {
      for word in ["Eve", "resign", "seat", "different games", "not the host"] {
        #expect(!text.contains(word), "\(text)")
      }
    }
    ends.guest.type("i9")
    #expect(ends.host.shows("Ben: i9"))
    ends.host.type("j8")
    #expect(ends.guest.shows("Anna: j8"))
  }

  @Test func strangersHearNothingAndChangeNothing() throws {
    try Sample.withFolder { folder in
      let ends = try StrangerTests.game(folder)
      let crc = CRC32()
      let have = "have 0 0"
      for text in [
        "POST / HTTP/1.1\r\nHost: localhost\r\n\r\nresign 2\n", "GET / HTTP/1.1\r\n\r\n", "\n",
        "\u{0}\u{1}\u{2}\n", String(repeating: "x", count: 100_000),
        "\(crc.text(of: have.utf8)) \(have)\n",
      ] {
        let caller = try RawCaller(ends.address.port)
        caller.say(text)
        #expect(caller.isHungUpOn, "\(text.prefix(30))")
        #expect(caller.heard == "")
      }
      // A right first word without the token opens nothing.
      let caller = try RawCaller(ends.address.port)
      caller.say(LinkLine.text(.knock(.random())) + "\n")
      #expect(comesTrue { caller.heard.contains(" table ") })
      caller.say("\(String(repeating: "0", count: 32)) 2 want 2 resign 2\n")
      #expect(caller.isHungUpOn)
      // Many who say nothing keep nobody out.
      let silent = try (0..<100).map { _ in try RawCaller(ends.address.port) }
      #expect(
        comesTrue {
          silent.count { caller in
            _ = caller.heard
            return caller.isOver
          } >= 40
        })
      try StrangerTests.expectUndisturbed(ends, folder)
    }
  }

  @Test func aSecondCallerIsToldThatTheSeatIsTaken() throws {
    try Sample.withFolder { folder in
      let ends = try StrangerTests.game(folder)
      let second = try LineProgramTests.start(
        ["--connect", ends.address.text, "--name", "Eve"], "\(folder)/second")
      #expect(second.status == 2)
      #expect(second.text.contains("the seat at that table is taken"))
      try StrangerTests.expectUndisturbed(ends, folder)
      // The seat stays his who took it while he is away, and after the host was.
      ends.guest.pid.send(.kill)
      _ = ends.guest.status
      let third = try LineProgramTests.start(["--connect", ends.address.text], "\(folder)/third")
      #expect(third.status == 2)
      ends.host.pid.send(.kill)
      _ = ends.host.status
      let host = try LineProgramTests.start(
        ["--resume", "--listen", "\(ends.address.port)"], "\(folder)/host")
      #expect(try LineProgramTests.address(of: host).text == ends.address.text)
      let fourth = try LineProgramTests.start(["--connect", ends.address.text], "\(folder)/fourth")
      #expect(fourth.status == 2)
      let guest = try LineProgramTests.start(
        ["--connect", ends.address.text, "--name", "Someone"], "\(folder)/guest")
      guest.type("k8")
      #expect(host.shows("Ben: k8"))
      #expect(LineProgramTests.actions("\(folder)/host").count { "\($0)".contains("name") } == 1)
    }
  }

  @Test func aNewGameOnThePortIsNotTheOldGuestsGame() throws {
    try Sample.withFolder { folder in
      let old = try StrangerTests.game(folder)
      old.host.pid.send(.kill)
      _ = old.host.status
      // The old guest gives up, and says so until somebody hears him.
      old.guest.type("resign")
      let host = try LineProgramTests.start(
        ["--listen", "\(old.address.port)", "--name", "Cora"], "\(folder)/new")
      let address = try LineProgramTests.address(of: host)
      #expect(address.token != old.address.token)
      #expect(old.guest.shows("who answers at that address is not the host of this game"))
      let guest = try LineProgramTests.start(
        ["--connect", address.text, "--name", "Dan"], "\(folder)/newguest")
      host.type("a1")
      #expect(guest.shows("Cora: a1"))
      guest.type("b2")
      #expect(host.shows("Dan: b2"))
      #expect(LineProgramTests.moves("\(folder)/new").count == 2)
      #expect(LineProgramTests.moves("\(folder)/guest").count == 1)
      host.pid.send(.kill)
      _ = host.status
      // The host of the old game is believed again.
      let back = try LineProgramTests.start(
        ["--resume", "--listen", "\(old.address.port)"], "\(folder)/host")
      #expect(back.shows("resigns"))
    }
  }

  @Test func whoeverSitsOnThePortIsNotTheHost() throws {
    try Sample.withFolder { folder in
      let ends = try StrangerTests.game(folder)
      ends.host.pid.send(.kill)
      _ = ends.host.status
      let (listener, _) = try Socket.listen(port: ends.address.port)
      let lies = [
        "HTTP/1.1 400 Bad Request\r\n\r\n", "\n",
        LinkLine.text(.table(.random(), seat: nil)) + "\n",
        LinkLine.text(.deed(.init(number: 3, action: "resign 2", hash: 1))) + "\n",
      ]
      for lie in lies {
        var call: FileDescriptor?
        #expect(
          comesTrue {
            call = Socket.accept(from: listener)
            return call != nil
          })
        let socket = try #require(call)
        _ = try? socket.write(Array(lie.utf8)[...])
        var chunk = [UInt8](repeating: 0, count: 4096)
        #expect(
          comesTrue {
            guard let count = try? socket.read(into: &chunk) else { return false }
            return count == 0
          }, "\(lie.prefix(40))")
        socket.close()
      }
      listener.close()
      #expect(LineProgramTests.moves("\(folder)/guest").count == 1)
      let host = try LineProgramTests.start(
        ["--resume", "--listen", "\(ends.address.port)"], "\(folder)/host")
      ends.guest.type("i9")
      #expect(host.shows("Ben: i9"))
    }
  }

  @Test func aFlagEndsTheGameOnBothEnds() throws {
    try Sample.withFolder { folder in
      let host = try LineProgramTests.start(
        ["--listen", "0", "--name", "Anna", "--clock", "0.05"], "\(folder)/host")
      let address = try LineProgramTests.address(of: host)
      let guest = try LineProgramTests.start(["--connect", address.text], "\(folder)/guest")
      // Nobody moves any more: whose turn it is loses, by the host's clock, and both are told.
      host.type("h8")
      #expect(host.shows("has run out of time"))
      #expect(guest.shows("has run out of time"))
      #expect(
        LineProgramTests.actions("\(folder)/host") == LineProgramTests.actions("\(folder)/guest"))
    }
  }

  /// Otherwise strangers could keep the host busy while his clock runs.
  @Test func strangersAreReadALittleAtATime() throws {
    let connections = try LinkConnections(.listen(port: 0))
    let port = try #require(connections.port)
    let callers = try (0..<8).map { _ in try RawCaller(port) }
    var opened = 0
    func lines() -> Int {
      let events = connections.poll(now: .now)
      opened += events.count { if case .opened = $0 { true } else { false } }
      return events.count { if case .line = $0 { true } else { false } }
    }
    #expect(comesTrue { lines() == 0 && opened == 8 })
    for caller in callers { caller.say(String(repeating: "x\n", count: 4000)) }
    #expect(comesTrue { connections.descriptors.count { $0.isReady(for: .reading) } == 8 })
    var (all, most) = (0, 0)
    #expect(
      comesTrue {
        let count = lines()
        (all, most) = (all + count, max(most, count))
        return all == 32_000
      })
    #expect(most <= 8200)
  }

  // MARK: Files

  @Test func aTypedPathMayHoldAnyBytes() throws {
    try Sample.withFolder { folder in
      let path = "\(folder)/a\u{10FEE5}.sgf"
      let program = try LineProgramTests.start(["--two"], folder)
      program.type("save \(path)")
      #expect(program.shows("a\\xE5.sgf"))
      #expect(FileSystem.exists(path))
    }
  }

  /// A file that this run has not created is never removed.
  @Test func aResumedGameKeepsItsFile() throws {
    try Sample.withFolder { folder in
      let (listener, port) = try Socket.listen(port: 0)
      defer { listener.close() }
      let remote = Sample.settings(Sample.gomoku, seats: [Sample.person, Sample.remote])
      let path = try SavedGame.create(
        remote, link: LinkCredentials(.host, token: .random()), in: folder
      ).path
      let words = ["--listen", "\(port)"]
      #expect(try LineProgramTests.start(["--resume", path] + words, folder).status == 2)
      #expect(FileSystem.exists(path))
      #expect(try LineProgramTests.start(words, "\(folder)/new").status == 2)
      #expect(SavedGame.all(in: "\(folder)/new").isEmpty)
      let local = try SavedGame.create(Sample.settings(Sample.renju), in: folder).path
      let program = try LineProgramTests.start(["--resume", local], folder)
      program.type("quit")
      #expect(program.status == 0 && FileSystem.exists(local))
    }
  }

  /// A game as it may be received from somebody, with an engine that leaves a trace.
  private static func hostileFile(_ folder: String, engine: [String]) throws -> String {
    let choice = PlaySettings.EngineChoice(command: engine, turn: 100)
    let seat = PlaySettings.Seat(name: "wuliu", kind: .engine(choice))
    let settings = Sample.settings(Sample.gomoku, seats: [seat, Sample.person])
    return try SavedGame.create(settings, in: folder).path
  }

  @Test func aReceivedFileStartsNoProgram() throws {
    try Sample.withFolder { folder in
      let trace = "\(folder)/trace"
      for engine in [["/bin/sh", "-c", "touch '\(trace)'; cat"], ["/usr/bin/touch", trace]] {
        try Sample.withFolder { games in
          let path = try StrangerTests.hostileFile(games, engine: engine)
          for words in [["--resume", path], ["--resume"]] {
            let program = try LineProgramTests.start(words, games)
            #expect(program.status == 2)
            let lines = program.text.split(separator: "\n")
            #expect(
              lines.count == 1 && lines[0].contains(engine[0]) && lines[0].contains("--engine"))
          }
          // The engine that the command line names plays on.
          let own = try Sample.program("pbrain-wuliu")
          let program = try LineProgramTests.start(["--resume", path, "--engine", own], games)
          #expect(program.shows("wuliu: h8"))
          program.type("quit")
          #expect(program.status == 0)
        }
      }
      #expect(!FileSystem.exists(trace))
    }
  }

  @Test func ourOwnEngineIsFoundAgainWhereverItWas() throws {
    try Sample.withFolder { games in
      let path = try StrangerTests.hostileFile(games, engine: ["/no/such/folder/pbrain-wuliu"])
      let program = try LineProgramTests.start(["--resume", path], games)
      #expect(program.shows("wuliu: h8"))
      program.type("quit")
      #expect(program.status == 0)
    }
  }

  @Test func theFileOfAGameIsForItsOwnerAlone() throws {
    try Sample.withFolder { folder in
      let ends = try StrangerTests.game(folder)
      for end in ["host", "guest"] {
        let path = try #require(SavedGame.all(in: "\(folder)/\(end)").first).path
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
      }
      #expect(!ends.host.hasEnded)
    }
  }
}
