import GomokuRules
import LabKit
import Platform

/// The folder of the strategies that `prove` has written.
struct StrategyFolder {
  let path: String

  /// The names of its strategies, in order.
  func names() throws(Options.Failure) -> [String] {
    let names = ((try? FileSystem.names(inFolder: path)) ?? []).filter { $0.hasSuffix(".proof") }
    guard !names.isEmpty else { throw Options.Failure("\(path): no proofs") }
    return names.map { String($0.dropLast(6)) }.sorted()
  }

  func read(_ name: String) throws(Options.Failure) -> StrategyProof {
    let file = "\(path)/\(name).proof"
    do {
      var reader = ProofReader()
      var lines = try FileLines(file, longest: ProofReader.longestLine)
      while let line = try lines.next(isStopped: { false }) { try reader.take(line) }
      guard case .strategy(let proof) = try reader.finish() else {
        throw Options.Failure("a proof of the first version")
      }
      return proof
    } catch {
      throw Options.Failure("\(file): \(error)")
    }
  }
}
