import Basics
import Gomocup
import Gomoku
import GomokuRules
import SearchKit
import SearchTypes

extension SolveTask {
  /// Executes the task, including the reading and writing of its files.
  ///
  /// - Parameter player: the player whose memory the solvers use.
  func run<Files: JobFiles>(
    in position: Position, limits: SearchLimits, player: GomokuPlayer, clock: SearchClock,
    files: Files.Type
  ) -> SolveResult {
    do throws(ProtocolError) {
      if let proofPath { try files.admitProof(at: proofPath) }
      switch self {
      case .threats(let goal, let isShortest, let path):
        let search = ThreatSearch(
          goal, position, isShortest: isShortest, wantsProof: path != nil,
          nodeLimit: limits.nodes, memory: player.makeRoomForSolver(), clock: clock)
        let answer: SolveAnswer =
          switch search.outcome {
          case .win(let line): .win(line)
          case .none: .none
          case .unknown: .unknown
          }
        return try SolveTask.result(
          answer, search.nodes, search.proof, in: files, at: path, clock.stop)
      case .game(let winner, let path):
        let search = player.findResult(
          of: position, for: winner, nodeLimit: limits.nodes, clock: clock)
        let answer: SolveAnswer =
          switch search.outcome {
          case .win(let line): .win(line)
          case .loss(let line): .loss(line)
          case .draw: .draw
          case .none: .none
          case .unknown: .unknown
          }
        return try SolveTask.result(
          answer, search.nodes, search.proof, in: files, at: path, clock.stop)
      case .puzzles(let goal, let path, let limits):
        return try files.solvePuzzles(
          goal, path, limits, memory: player.makeRoomForSolver(), clock: clock)
      case .check(let path):
        let memory = player.makeRoomForSolver()
        return SolveResult(
          answer: .success(try files.check(path, memory: memory, stop: clock.stop)))
      }
    } catch {
      return SolveResult(answer: .failure(error))
    }
  }

  /// The path of the file for the proof, if one is requested.
  private var proofPath: String? {
    switch self {
    case .threats(_, _, let path), .game(_, let path): path
    case .puzzles, .check: nil
    }
  }

  /// Returns the result of a solver. If `path` names a file and there is a proof, the proof is
  /// written to it first.
  private static func result<Files: JobFiles>(
    _ answer: SolveAnswer, _ nodes: UInt64, _ proof: Proof?, in files: Files.Type,
    at path: String?, _ stop: StopSignal
  ) throws(ProtocolError) -> SolveResult {
    var result = SolveResult(messages: ["nodes \(nodes)"], answer: .success(answer))
    guard let path else { return result }
    if let proof {
      try files.write(proof, to: path, stop: stop)
      result.messages.append("proof of \(proof.nodes.count) nodes written")
    } else {
      result.messages.append("no proof to write")
    }
    return result
  }
}
