import Foundation
import Gomoku
import SearchKit
import Testing

@testable import EngineProtocol

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
    try task.run(in: position, limits: limits, memory: 64 << 20, stop: StopSignal()).answer.get()
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
    guard case .valid(.black, let nodes) = try answer(.check(path: path)) else {
      Issue.record("refused")
      return
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("nodes \(nodes)\n"))
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

  @Test func smallBoardsHaveResults() throws {
    #expect(try answer(.game(proof: nil), SolvingTests.position("", side: 5)) == .draw)
    guard
      case .loss(let line) = try answer(
        .game(proof: nil), SolvingTests.position("b3a1c3b1d3f1e3", side: 6))
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
      in: Position(), limits: SearchLimits(), memory: 64 << 20, stop: StopSignal())
    #expect(try result.answer.get() == .puzzles(rows: 3, solved: 2, false: 1, unknown: 0))
    #expect(result.messages.contains("false: c"))
    #expect(result.messages.contains("unreadable rows 1"))
  }

  @Test func filesThatAreMissingAreAnError() {
    for task in [SolveTask.check(path: "/nowhere/x"), .puzzles(.vct, path: "/", SearchLimits())] {
      let result = task.run(
        in: Position(), limits: SearchLimits(), memory: 64 << 20, stop: StopSignal())
      guard case .failure(let error) = result.answer else {
        Issue.record("no error")
        continue
      }
      #expect(error.reply.text.hasPrefix("ERROR SOLVE needs a file"))
    }
  }

  @Test func aStopEndsEverySolver() throws {
    let stop = StopSignal()
    stop.request()
    for task in [SolveTask.threats(.vct, isShortest: false, proof: nil), .game(proof: nil)] {
      let position = try SolvingTests.position("h8i9h10g7")
      let result = task.run(
        in: position, limits: SearchLimits(), memory: 64 << 20, stop: stop)
      #expect(try result.answer.get() == .unknown)
    }
  }

  @Test func nodeLimitsAreKept() throws {
    let position = try SolvingTests.position("h8i9h10g7")
    let limits = SearchLimits(nodes: 50)
    #expect(try answer(.game(proof: nil), position, limits) == .unknown)
  }
}
