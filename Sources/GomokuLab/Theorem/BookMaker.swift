import Basics
import GomokuRules
import LabKit
import Platform

/// Draws the book of a folder's strategies, which `proof-check` has judged.
struct BookMaker {
  let folder: String
  let workers: Int

  func book() throws(Options.Failure) -> StrategyBook {
    let files = try names()
    let progress = Progress("strategies", of: files.count)
    var draft = BookDraft()
    var plies: [String: Int] = [:]
    var size: BoardSize?
    var waiting = files
    // First those that lead to no others.
    while !waiting.isEmpty {
      let parts = concurrently(waiting, workers: workers) { [plies] name in
        Result { () throws(Options.Failure) in
          let part = try part(name, links: plies)
          if part != nil { progress.step() }
          return part
        }
      }
      var left: [String] = []
      for (name, part) in zip(waiting, parts) {
        guard let part = try part.get() else {
          left.append(name)
          continue
        }
        draft.add(part.draft)
        plies[name] = part.plies
        size = part.size
      }
      if left.count == waiting.count {
        throw Options.Failure("\(folder): \(left[0]) leads to strategies that are not there")
      }
      waiting = left
    }
    return draft.book(size ?? .standard)
  }

  private struct Part: Sendable {
    let draft: BookDraft
    let plies: Int
    let size: BoardSize
  }

  /// What a strategy gives; `nil` where it leads to others that are not known yet.
  private func part(_ name: String, links: [String: Int]) throws(Options.Failure) -> Part? {
    let proof = try read(name)
    if proof.strategy.names.contains(where: { links[$0] == nil }) { return nil }
    var draft = BookDraft()
    let plies = draft.add(proof, links: links)
    return Part(draft: draft, plies: plies, size: proof.position.size)
  }

  private func names() throws(Options.Failure) -> [String] {
    let names = ((try? FileSystem.names(inFolder: folder)) ?? []).filter { $0.hasSuffix(".proof") }
    guard !names.isEmpty else { throw Options.Failure("\(folder): no proofs") }
    return names.map { String($0.dropLast(6)) }.sorted()
  }

  private func read(_ name: String) throws(Options.Failure) -> StrategyProof {
    let path = "\(folder)/\(name).proof"
    do {
      var reader = ProofReader()
      var lines = try FileLines(path, longest: ProofReader.longestLine)
      while let line = try lines.next(isStopped: { false }) { try reader.take(line) }
      guard case .strategy(let proof) = try reader.finish() else {
        throw Options.Failure("a proof of the first version")
      }
      return proof
    } catch {
      throw Options.Failure("\(path): \(error)")
    }
  }
}
