import Basics
import Foundation
import Gomoku
import GomokuRules
import Platform
import SearchKit
import SearchTypes
import Synchronization
import TestSupport
import Testing

@testable import Engine
@testable import Gomocup

/// SOLVE with real solvers and real files.
struct SolvingTests {
  private static func temporaryPath(_ name: String) -> String {
    FileManager.default.temporaryDirectory
      .appending(path: "wuliu-\(ProcessInfo.processInfo.processIdentifier)-\(name)").path
  }

  private static func position(_ moves: String, side: Int = 15) throws -> Position {
    var position = Position(size: try #require(BoardSize(side: side)))
    for point in try #require(Point.list(moves)) { try position.play(point) }
    return position
  }

  private func answer(
    _ task: SolveTask, _ position: Position = Position(), _ limits: SearchLimits = SearchLimits()
  ) throws -> SolveAnswer {
    try task.run(in: position, limits: limits, memory: 64 << 20, clock: SearchClock()).answer.get()
  }

  @Test func aProofIsWrittenAndHolds() throws {
    let path = SolvingTests.temporaryPath("proof.txt")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let position = try SolvingTests.position("h8a1h9o1i9a15")
    guard case .win(let line) = try answer(.threats(.vct, isShortest: false, proof: path), position)
    else {
      Issue.record("no win")
      return
    }
    #expect(line.count % 2 == 1)
    guard case .valid(.black, let nodes, let positions) = try answer(.check(path: path)) else {
      Issue.record("refused")
      return
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("nodes \(nodes)\n") && positions >= nodes)
    try text.replacing("black h8", with: "black h7").write(
      toFile: path, atomically: true, encoding: .utf8)
    guard case .refused(let reason) = try answer(.check(path: path)) else {
      Issue.record("accepted")
      return
    }
    #expect(reason.hasPrefix("node "))
    try "nothing".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try answer(.check(path: path)) == .refused("line 1: needs wuliu-proof 1"))
  }

  /// The example of `tournaments/theorem/format.md`.
  @Test func aDefenceIsChecked() throws {
    let path = SolvingTests.temporaryPath("defence.txt")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = """
      wuliu-defence 1
      size 5 5
      black a1 a3 b3 b5 c1 c3 c4 d2 d3 e1 e2
      white a4 b2 d1 d4 d5 e3 e4 e5
      (a5 b4 [c2 c5] c5 c2 (b4 a5 [] a2 b4 =3) c2 c5 [b4 a5] b4 a5 (c2 c5 =3 c5 c2 =3))
      end

      """
    func answer(to text: String) throws -> SolveAnswer {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return try SolveTask.check(path: path).run(
        in: Position(), limits: SearchLimits(), memory: 64 << 20, clock: SearchClock()
      ).answer.get()
    }
    #expect(try answer(to: text) == .held(nodes: 6, positions: 9))
    #expect(
      try answer(to: text.replacing("[c2 c5]", with: "[c2 a2]"))
        == .refused("node 0: no pair in an open window from c1"))
    #expect(try answer(to: text.replacing("end\n", with: "")) == .refused("line 6: needs end"))
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: ProtocolError.self) {
      try SystemFiles.check(path, memory: 0, stop: StopSignal())
    }
  }

  @Test func smallBoardsHaveResults() throws {
    #expect(try answer(.game(for: nil, proof: nil), SolvingTests.position("", side: 5)) == .draw)
    guard
      case .loss(let line) = try answer(
        .game(for: nil, proof: nil), SolvingTests.position("b3a1c3b1d3f1e3", side: 6))
    else {
      Issue.record("no loss")
      return
    }
    #expect(line.count == 2)
  }

  @Test func aPuzzleFileGivesATable() throws {
    let path = SolvingTests.temporaryPath("puzzles.jsonl")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let rows = """
      {"id": "a", "rule": 0, "size": 15, "side": "b", "black": "a2a4a5a6", "white": "b1b2b3b4", \
      "result": "win", "length": 1, "verified": ["c"]}
      {"id": "b", "rule": 4, "size": 15, "side": "w", "black": "a2", "white": "b1", \
      "result": "none", "verified": []}
      {"id": "c", "rule": 0, "size": 15, "side": "b", "black": "a2", "white": "b1", "claim": "win"}
      broken

      """
    try rows.write(toFile: path, atomically: true, encoding: .utf8)
    let result = SolveTask.puzzles(.vcf, path: path, SearchLimits()).run(
      in: Position(), limits: SearchLimits(), memory: 64 << 20, clock: SearchClock())
    #expect(try result.answer.get() == .puzzles(rows: 3, solved: 2, false: 1, unknown: 0))
    #expect(result.messages.contains("false: c"))
    #expect(result.messages.contains("unreadable rows 1"))
  }

  /// An answer that took more than the limit is none, whatever it is.
  @Test func anAnswerThatComesTooLateIsUnknown() throws {
    let path = SolvingTests.temporaryPath("late.jsonl")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let rows = [("a2a4a5a6", "b1b2b3b4"), ("a2", "b1"), ("", "")].map { black, white in
      #"{"id":"a","rule":0,"size":15,"side":"b","black":"\#(black)","white":"\#(white)"}"#
    }
    try rows.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let limits = SearchLimits(time: .exactly(.zero))
    let result = SolveTask.puzzles(.vcf, path: path, limits).run(
      in: Position(), limits: limits, memory: 64 << 20, clock: SearchClock())
    #expect(try result.answer.get() == .puzzles(rows: 3, solved: 0, false: 0, unknown: 3))
  }

  @Test func rowsMayEndWithCRLFAndNamesAreShownPrintably() throws {
    let path = SolvingTests.temporaryPath("crlf.jsonl")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let row = #""rule": 0, "size": 15, "side": "b", "black": "h8i9", "white": "g7", "result": "#
    let text =
      #"{"id": "a\u001b[31m", "# + row + "\"win\"}\r\n"
      + "{\"id\": \"b\u{1b}[31m\r7,7\", " + row + "\"none\"}\r\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let result = SolveTask.puzzles(.vcf, path: path, SearchLimits()).run(
      in: Position(), limits: SearchLimits(), memory: 64 << 20, clock: SearchClock())
    #expect(try result.answer.get() == .puzzles(rows: 2, solved: 1, false: 1, unknown: 0))
    #expect(result.messages.contains("false: a?[31m"))
  }

  @Test func valuesAreFoundByNameWhateverStandsBefore() {
    let row =
      #"{"note": {"id": "x", "rule": 4}, "tags": ["\"size\":", 3], "id": "a", "rule": 0, "#
      + #""size": 15, "side": "w", "black": "h8", "white": "", "verified": ["c"]}"#
    let puzzle = Puzzle(row: row)
    #expect(puzzle?.id == "a" && puzzle?.position.variant == .freestyle)
    #expect(puzzle?.isVerified == true && puzzle?.position.sideToMove == .white)
  }

  @Test func aPipeThatNobodyWritesIsLeftAtAStop() throws {
    let path = SolvingTests.temporaryPath("pipe")
    defer { unlink(path) }
    #expect(mkfifo(path, 0o600) == 0)
    let tasks: [(SolveTask, SolveAnswer)] = [
      (.check(path: path), .stopped(positions: 0)),
      (
        .puzzles(.vct, path: path, SearchLimits()),
        .puzzles(rows: 0, solved: 0, false: 0, unknown: 0, isStopped: true)
      ),
    ]
    for (task, answer) in tasks {
      let clock = SearchClock()
      let writer = Atomic<CInt>(-1)
      let thread = WorkerThread {
        // Somebody can write once the task reads.
        comesTrue {
          writer.store(open(path, O_WRONLY | O_NONBLOCK), ordering: .relaxed)
          return writer.load(ordering: .relaxed) >= 0 || clock.isStopped
        }
        clock.stop.request()
      }
      let result = task.run(in: Position(), limits: SearchLimits(), memory: 256 << 20, clock: clock)
      clock.stop.request()
      thread?.join()
      close(writer.load(ordering: .relaxed))
      #expect(try result.answer.get() == answer)
    }
  }

  /// A strategy that takes more positions than anybody can wait for.
  @Test func aStopEndsTheJudgingOfAnyText() throws {
    let path = SolvingTests.temporaryPath("bomb.proof")
    defer { try? FileManager.default.removeItem(atPath: path) }
    var spare: [Point] = []
    for y in stride(from: 0, to: 22, by: 2) where abs(y - 11) > 1 {
      for x in stride(from: 2 * y % 4, to: 22, by: 4) { spare.append(Point(x: x, y: y)) }
    }
    var (opening, rest) = ("", "")
    for index in 0..<16 {
      opening += "\(spare[3 * index])(\(spare[3 * index + 1])! "
      rest = " \(spare[3 * index + 2])! =\(index + 1))" + rest
    }
    let text =
      "wuliu-proof 2\nrule 0\nsize 22 22\nblack d12 e12 f12 g12\nwhite\nneutral\n"
      + "turn black\nwinner black\n\(opening)c12\(rest)\nend\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let clock = SearchClock()
    let worker = CPUTime.ofProcess
    let thread = WorkerThread {
      comesTrue { CPUTime.ofProcess - worker > .milliseconds(50) }
      clock.stop.request()
    }
    let result = SolveTask.check(path: path).run(
      in: Position(), limits: SearchLimits(), memory: 256 << 20, clock: clock)
    thread?.join()
    guard case .stopped(let positions) = try result.answer.get() else {
      Issue.record("\(result.answer)")
      return
    }
    #expect(positions > 0 && positions < 1 << 17)
  }

  @Test func aFileWithoutEndIsOneError() {
    for task in [
      SolveTask.check(path: "/dev/zero"), .puzzles(.vcf, path: "/dev/zero", SearchLimits()),
    ] {
      let result = task.run(
        in: Position(), limits: SearchLimits(), memory: 64 << 20, clock: SearchClock())
      #expect(throws: ProtocolError.lineTooLong) { try result.answer.get() }
    }
  }

  @Test func aProofThatNeedsTooMuchMemoryIsOneError() throws {
    let path = SolvingTests.temporaryPath("long.proof")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let header = ProofFile.header(nodes: 200_000)
    let nodes = (0..<200_000).map { "\($0) h8 i9>\(min($0 + 1, 199_999))\n" }
    try (header + nodes.joined()).write(toFile: path, atomically: true, encoding: .utf8)
    let result = SolveTask.check(path: path).run(
      in: Position(), limits: SearchLimits(), memory: 4 << 20, clock: SearchClock())
    #expect(throws: ProtocolError.outOfMemory(command: "SOLVE", 4 << 20)) {
      try result.answer.get()
    }
  }

  /// Texts that begin like proofs.
  private enum ProofFile {
    static func header(nodes: Int) -> String {
      "wuliu-proof 1\nrule 0\nsize 15 15\nblack\nwhite\nneutral\nturn black\nwinner black\n"
        + "nodes \(nodes)\n"
    }
  }

  @Test func aProofReplacesOnlyAProof() throws {
    let path = SolvingTests.temporaryPath("some.proof")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let position = try SolvingTests.position("a2b1a4b2a5b3a6b4")
    let task = SolveTask.threats(.vcf, isShortest: false, proof: path)
    for text in ["wuliu: my notes", "wuliu-weights 3 x", "wuliu-proofs", "notes"] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(throws: ProtocolError.self) { try answer(task, position) }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
    for text in ["", "wuliu-proof 1\n", "wuliu-proof 2\n"] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      _ = try answer(task, position)
      #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("end\n"))
    }
  }

  @Test func aProofNeverTakesADatabasesPlace() throws {
    let path = SolvingTests.temporaryPath("some.db")
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "wuliu positions 1\nwhat is known".write(toFile: path, atomically: true, encoding: .utf8)
    for task in [
      SolveTask.threats(.vcf, isShortest: false, proof: path), .game(for: nil, proof: path),
    ] {
      let result = task.run(
        in: Position(), limits: SearchLimits(), memory: 64 << 20, clock: SearchClock())
      #expect(
        throws: ProtocolError.badFile(command: "SOLVE", path: path, reason: "it is a database")
      ) { try result.answer.get() }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("what is known"))
  }

  /// Such as is left of what is given to a look beside a search: it has to end.
  @Test(arguments: 1...4) func aLookWithNextToNoNodesEnds(_ nodes: UInt64) {
    let position = Position()
    #expect(ThreatSearch(playing: position, nodeLimit: nodes, clock: SearchClock()).nodes <= 64)
  }

  @Test func filesThatAreMissingAreAnError() {
    for task in [SolveTask.check(path: "/nowhere/x"), .puzzles(.vct, path: "/", SearchLimits())] {
      let result = task.run(
        in: Position(), limits: SearchLimits(), memory: 64 << 20, clock: SearchClock())
      guard case .failure(let error) = result.answer else {
        Issue.record("no error")
        continue
      }
      #expect(error.reply().text.hasPrefix("ERROR SOLVE needs a file"))
    }
  }

  @Test func aStopEndsEverySolver() throws {
    let clock = SearchClock()
    clock.stop.request()
    let tasks: [SolveTask] = [
      .threats(.vct, isShortest: false, proof: nil), .game(for: nil, proof: nil),
    ]
    for task in tasks {
      let position = try SolvingTests.position("h8i9h10g7")
      let result = task.run(
        in: position, limits: SearchLimits(), memory: 64 << 20, clock: clock)
      #expect(try result.answer.get() == .unknown)
    }
  }

  @Test func nodeLimitsAreKept() throws {
    let position = try SolvingTests.position("h8i9h10g7")
    let limits = SearchLimits(nodes: 50)
    #expect(try answer(.game(for: nil, proof: nil), position, limits) == .unknown)
  }
}

extension SolveTask {
  /// Does the work with so many bytes for the solvers' tables.
  fileprivate func run(
    in position: Position, limits: SearchLimits, memory: Int, clock: SearchClock
  ) -> SolveResult {
    let player = GomokuPlayer(tableSize: memory)
    return run(
      in: position, limits: limits, player: player, clock: clock, files: SystemFiles.self)
  }
}
