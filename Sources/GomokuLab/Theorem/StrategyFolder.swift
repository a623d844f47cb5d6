import GomokuRules
import LabKit
import Platform

/// The folder of what `prove` has written.
struct StrategyFolder {
  let path: String

  /// Makes it, unless it is there.
  func make() throws(CommandError) {
    if FileSystem.isFolder(path) { return }
    do throws(SystemError) { try FileSystem.makeFolder(path) } catch {
      // Another shard may have made it meanwhile.
      guard FileSystem.isFolder(path) else { throw CommandError("\(path): \(error)") }
    }
  }

  /// Writes one of its files, which is there whole or not at all.
  ///
  /// - Parameter content: hands out the text piece by piece.
  func write(_ name: String, _ content: ((String) -> Void) -> Void) throws(CommandError) {
    var text: [UInt8] = []
    content { text += Array($0.utf8) }
    let file = "\(path)/\(name)"
    do throws(SystemError) {
      try FileSystem.write(text, to: "\(file).new")
      try FileSystem.replace(file, with: "\(file).new")
    } catch {
      throw CommandError("\(file): \(error)")
    }
  }

  /// The names of its strategies, in order.
  func names() throws(CommandError) -> [String] {
    let names = ((try? FileSystem.names(inFolder: path)) ?? []).filter { $0.hasSuffix(".proof") }
    guard !names.isEmpty else { throw CommandError("\(path): no proofs") }
    return names.map { String($0.dropLast(6)) }.sorted()
  }

  /// A defence; `nil` where there is none that holds.
  func defence(_ name: String) -> DefenceProof? {
    guard var lines = try? FileLines("\(path)/\(name).defence", longest: ProofReader.longestLine),
      case .held(let proof, _)? = try? ProofVerdict(
        lines: { try lines.next { false } }, bounds: CheckBounds(memory: .max))
    else { return nil }
    return proof
  }

  func read(_ name: String) throws(CommandError) -> StrategyProof {
    let file = "\(path)/\(name).proof"
    do {
      var reader = ProofReader()
      var lines = try FileLines(file, longest: ProofReader.longestLine)
      while let line = try lines.next(isStopped: { false }) { try reader.take(line) }
      guard case .strategy(let proof) = try reader.finish() else {
        throw CommandError("a proof of the first version")
      }
      return proof
    } catch {
      throw CommandError("\(file): \(error)")
    }
  }
}
