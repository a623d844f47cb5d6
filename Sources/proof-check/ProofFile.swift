import Basics
import GomokuRules
import Platform

/// A proof or a defence that stands for itself.
struct ProofFile {
  private let path: String
  private let name: String

  /// Bytes that a proof and its check may take.
  private static let memory = 4 << 30

  /// - Parameter path: `-` is standard input.
  init(_ path: String) {
    self.path = path == "-" ? "/dev/stdin" : path
    name = path.shown
  }

  /// The line about the file, and the exit status that it calls for.
  func judge() -> (line: String, status: CInt) {
    var hash = SHA256()
    let verdict: ProofVerdict
    do throws(TextFile.Failure) {
      var lines = try FileLines(path, longest: ProofReader.longestLine)
      verdict = try ProofVerdict(
        lines: { () throws(TextFile.Failure) in
          let line = try lines.next { false }
          if let line { hash.update(Array("\(line)\n".utf8)) }
          return line
        }, memory: ProofFile.memory)
    } catch {
      return switch error {
      case .unusable(_, let reason): ("\(name): cannot be read: \(reason)", 2)
      case .lineTooLong: ("\(name): refused: a line is too long for a proof", 1)
      }
    }
    return switch verdict {
    case .valid(let winner, let nodes): ("\(name): valid \(winner) nodes \(nodes)", 0)
    case .held(let proof, let positions):
      (
        "\(name): valid: \(ProofFile.claim(of: proof)), positions \(positions)"
          + " sha256 \(hash.hexDigest())", 0
      )
    case .refused(let reason): ("\(name): refused \(reason)", 1)
    case .stopped, .outOfMemory:
      ("\(name): needs more than \(ProofFile.memory >> 30) GiB of memory", 2)
    }
  }

  /// What a defence proves.
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
