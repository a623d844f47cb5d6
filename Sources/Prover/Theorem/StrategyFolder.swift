import CommandLineKit
import GomokuRules
import Platform

/// The folder of strategies and defences that the command `prove` has written.
package struct StrategyFolder {
  let path: String

  package init(path: String) { self.path = path }

  func make() throws(CommandError) {
    if FileSystem.isFolder(path) { return }
    do throws(SystemError) { try FileSystem.makeFolder(path) } catch {
      // Another shard may have created the folder in the meantime.
      guard FileSystem.isFolder(path) else { throw CommandError("\(path): \(error)") }
    }
  }

  /// Writes a file of the folder atomically: a complete file replaces the old one.
  ///
  /// - Parameter content: passes the text piece by piece to its argument.
  func write(_ name: String, _ content: ((String) -> Void) -> Void) throws(CommandError) {
    var text: [UInt8] = []
    content { text += Array($0.utf8) }
    let file = "\(path)/\(name)"
    do throws(SystemError) {
      try FileSystem.replaceDurably(file, with: text)
    } catch {
      throw CommandError("\(file): \(error)")
    }
  }

  /// Returns the text of a file; `nil` if there is none, or if it cannot be read.
  func contents(of name: String) -> String? {
    (try? FileSystem.contents(of: "\(path)/\(name)")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the sorted names of the folder's strategies; throws if there are none.
  func names() throws(CommandError) -> [String] {
    let names = ((try? FileSystem.names(inFolder: path)) ?? []).filter { $0.hasSuffix(".proof") }
    guard !names.isEmpty else { throw CommandError("\(path): no proofs") }
    return names.map { String($0.dropLast(6)) }.sorted()
  }

  /// Returns the defence in a file; `nil` if it cannot be read, or if the checker refutes it.
  func defence(_ name: String) -> DefenceProof? {
    guard var lines = try? FileLines("\(path)/\(name).defence", longest: ProofReader.longestLine),
      case .held(let proof, _)? = try? ProofVerdict(
        lines: { try lines.next { false } }, bounds: CheckBounds(memory: .max))
    else { return nil }
    return proof
  }

  /// Returns the loser's stone as an offset from the winner's, from the head of a strategy's file.
  ///
  /// Returns `nil` unless the strategy begins with the winner to move and one stone of either side.
  func firstReply(of name: String) throws(CommandError) -> Offset? {
    let file = "\(path)/\(name).proof"
    do {
      var reader = ProofReader()
      var lines = try FileLines(file, longest: ProofReader.longestLine)
      while reader.claim == nil, let line = try lines.next(isStopped: { false }) {
        try reader.take(line)
      }
      guard let (position, winner) = reader.claim, position.sideToMove == winner else { return nil }
      return Offset.ofReply(in: position, winner: winner)?.reply
    } catch {
      throw CommandError("\(file): \(error)")
    }
  }

  /// Reads a strategy, without checking its win.
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
