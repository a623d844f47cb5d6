import Basics
import GomokuRules
import Platform

/// A file with one proof or one defence, which needs no other file to be checked.
struct ProofFile {
  private let source: ProofSource
  private let bounds: CheckBounds

  init(_ source: ProofSource, _ bounds: CheckBounds) {
    (self.source, self.bounds) = (source, bounds)
  }

  /// Reads and checks the file.
  func judge() -> Judgement {
    let name = source.name
    var hash = SHA256()
    let verdict: ProofVerdict
    var holdsOnEveryBoard = false
    do throws(ProofSource.Problem) {
      var lines = try source.open()
      verdict = try ProofVerdict(
        lines: { () throws(ProofSource.Problem) in try lines.next(addingTo: &hash) },
        bounds: bounds, onEveryBoard: { holdsOnEveryBoard = $0 })
    } catch {
      return Judgement(name, error)
    }
    switch verdict {
    case .valid(let winner, let nodes, let positions):
      let range = holdsOnEveryBoard ? ProofFile.onEveryBoard : ""
      return Judgement(
        "\(name): valid \(winner) nodes \(nodes) positions \(positions)\(range)", .valid)
    case .held(let proof, let positions):
      return Judgement(
        "\(name): valid: \(ProofFile.claim(of: proof)), nodes \(proof.defence.nodes.count)"
          + " positions \(positions) sha256 \(hash.hexDigest())", .valid)
    case .refused(let reason): return Judgement("\(name): refused \(reason)", .refused)
    case .tooManyPositions(let bound): return .tooManyPositions(name, bound)
    case .outOfMemory(let bytes) where bytes < bounds.memory:
      return Judgement(name, needsMoreThan: "\(bytes >> 20) MiB to remember its positions")
    case .outOfMemory(let bytes): return .outOfMemory(name, bytes)
    case .stopped: preconditionFailure("nobody stops this check")
    }
  }

  /// The end of the report line of a strategy that holds on every board that contains its own.
  static let onEveryBoard = "; it holds on every board that contains this one"

  /// Returns the claim that a valid defence proves, as text for its report line.
  private static func claim(of proof: DefenceProof) -> String {
    let position = proof.position
    let board = "\(position.size.width)x\(position.size.height)"
    guard position.stones.isEmpty else {
      return "Black, to move, makes no five on \(board) from \(position.stones.count) stones"
    }
    let rules = DefenceProof.drawnRules.map(\.description).joined(separator: ", ")
    return "Black makes no five on \(board) from the empty board: a draw in \(rules);"
      + " no win of Black in renju"
  }
}
