import Basics
import Gomocup
import Gomoku
import GomokuRules
import Platform
import PositionStore
import SearchKit
import SearchTypes

/// The operating system's files: the database of positions, and the files of SOLVE.
struct SystemFiles: JobFiles {
  var database = DatabaseService()

  static func admitProof(at path: String) throws(ProtocolError) {
    guard PositionStore.exists(at: path) else { return }
    throw .badFile(command: "SOLVE", path: path, reason: "it is a database")
  }

  static func write(_ proof: Proof, to path: String, stop: StopSignal) throws(ProtocolError) {
    do throws(TextFile.Failure) {
      try TextFile.write(proof.text, to: path) { stop.isRequested }
    } catch {
      throw ProtocolError(error)
    }
  }

  static func solvePuzzles(
    _ goal: ThreatGoal, _ path: String, _ limits: SearchLimits, memory: Int, clock: SearchClock
  ) throws(ProtocolError) -> SolveResult {
    var run = PuzzleRun(goal: goal, limits: limits, memory: memory)
    do throws(TextFile.Failure) { try run.solve(path, clock: clock) } catch {
      throw ProtocolError(error)
    }
    return SolveResult(messages: run.table, answer: .success(run.answer))
  }

  static func check(
    _ path: String, memory: Int, stop: StopSignal
  ) throws(ProtocolError) -> SolveAnswer {
    let verdict: ProofVerdict
    do throws(TextFile.Failure) {
      var lines = try FileLines(path, longest: ProofReader.longestLine)
      verdict = try ProofVerdict(
        lines: { () throws(TextFile.Failure) in try lines.next { stop.isRequested } },
        bounds: CheckBounds(memory: memory), stop: stop)
    } catch {
      throw ProtocolError(error)
    }
    switch verdict {
    case .valid(let winner, let nodes, let positions):
      return .valid(winner, nodes: nodes, positions: positions)
    case .held(let proof, let positions):
      return .held(nodes: proof.defence.nodes.count, positions: positions)
    case .refused(let reason): return .refused(reason)
    case .stopped(let positions), .tooManyPositions(let positions):
      return .stopped(positions: positions)
    case .outOfMemory(let bytes): throw .outOfMemory(command: "SOLVE", bytes)
    }
  }
}

extension ProtocolError {
  init(_ failure: TextFile.Failure) {
    self =
      switch failure {
      case .unusable(let path, _):
        .badPath(command: "SOLVE", path: path, expected: "a file that can be read or written")
      case .lineTooLong: .lineTooLong
      }
  }
}
