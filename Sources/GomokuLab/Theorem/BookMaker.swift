import Basics
import GomokuRules
import LabKit
import Platform

/// Draws the book of a folder's strategies, which `proof-check` has judged.
struct BookMaker {
  let folder: String
  let workers: Int

  func book() throws(Options.Failure) -> StrategyBook {
    var draft = BookDraft()
    var plies: [String: Int] = [:]
    var size: BoardSize?
    var waiting = try names()
    // First those that lead to no others.
    while !waiting.isEmpty {
      let known = plies
      let next = Monitor(waiting[...])
      let shares = concurrently(workers) { _ -> Result<Share, Options.Failure> in
        var share = Share()
        while let name = next.access({ $0.popFirst() }) {
          do throws(Options.Failure) {
            let proof = try read(name)
            share.size = proof.position.size
            if proof.strategy.names.contains(where: { known[$0] == nil }) { continue }
            share.plies[name] = share.draft.add(proof, links: known)
            LabProgram.note("\(name): \(share.plies[name] ?? 0) plies")
          } catch {
            return .failure(error)
          }
        }
        return .success(share)
      }
      for share in shares {
        let share = try share.get()
        draft.add(share.draft)
        plies.merge(share.plies) { first, _ in first }
        size = share.size ?? size
      }
      let left = waiting.filter { plies[$0] == nil }
      if left.count == waiting.count {
        throw Options.Failure("\(folder): \(left[0]) leads to strategies that are not there")
      }
      waiting = left
    }
    return draft.book(size ?? .standard)
  }

  private struct Share: Sendable {
    var draft = BookDraft()
    var plies: [String: Int] = [:]
    var size: BoardSize?
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
