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
    do throws(TextFile.Failure) {
      var lines = try FileLines(path, longest: ProofReader.longestLine)
      let first = try lines.next { false }
      return first == DefenceProof.title ? try judgeDefence(&lines) : try judgeProof(first, &lines)
    } catch {
      return switch error {
      case .unusable(_, let reason): ("\(name): cannot be read: \(reason)", 2)
      case .lineTooLong: ("\(name): refused: a line is too long for a proof", 1)
      }
    }
  }

  private func judgeProof(
    _ first: String?, _ lines: inout FileLines
  ) throws(TextFile.Failure) -> (line: String, status: CInt) {
    var first = first
    let verdict = try ProofVerdict(
      lines: { () throws(TextFile.Failure) in
        guard let line = first else { return try lines.next { false } }
        first = nil
        return line
      }, memory: ProofFile.memory)
    return switch verdict {
    case .valid(let winner, let nodes): ("\(name): valid \(winner) nodes \(nodes)", 0)
    case .held(let nodes): ("\(name): valid defence nodes \(nodes)", 0)
    case .refused(let reason): ("\(name): refused \(reason)", 1)
    case .stopped, .outOfMemory:
      ("\(name): needs more than \(ProofFile.memory >> 30) GiB of memory", 2)
    }
  }

  // MARK: Defences

  /// - Parameter lines: those behind the first.
  private func judgeDefence(
    _ lines: inout FileLines
  ) throws(TextFile.Failure) -> (line: String, status: CInt) {
    var reader = DefenceReader()
    var hash = SHA256()
    var next: String? = DefenceProof.title
    while let line = next {
      hash.update(Array("\(line)\n".utf8))
      do throws(Proof.SyntaxError) { try reader.take(line) } catch { return refusal(error) }
      next = try lines.next { false }
    }
    do {
      let proof = try reader.finish()
      let positions = try DefenceChecker.check(proof)
      let what = ProofFile.claim(of: proof)
      return ("\(name): valid: \(what), positions \(positions) sha256 \(hash.hexDigest())", 0)
    } catch {
      return refusal(error)
    }
  }

  private func refusal(_ reason: any Error) -> (line: String, status: CInt) {
    ("\(name): refused \(reason)", 1)
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
