import Basics
import CommandLineKit
import Gomoku
import GomokuRules
import Platform

/// The making of a book from a folder's strategies, which `proof-check` has verified.
package struct BookMaker {
  let folder: StrategyFolder
  let workers: Int
  /// The evaluation weights of the task that made the folder's strategies.
  let weights: Weights?

  package init(folder: StrategyFolder, workers: Int, weights: Weights? = nil) {
    (self.folder, self.workers, self.weights) = (folder, workers, weights)
  }

  /// Returns the book of all strategies; throws if a link leads to a missing strategy.
  package func book() throws(CommandError) -> StrategyBook {
    let files = try folder.names()
    let progress = Progress("strategies", of: files.count)
    var draft = BookDraft(weights: weights)
    var plies: [String: Int] = [:]
    var size: BoardSize?
    var waiting = files
    // A strategy is added once all to which it links are known, so those without links come first.
    while !waiting.isEmpty {
      let parts = concurrently(waiting, workers: workers) { [plies] name in
        Result { () throws(CommandError) in
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
        throw CommandError("\(folder.path): \(left[0]) leads to strategies that are not there")
      }
      waiting = left
    }
    return draft.book(size ?? .standard)
  }

  /// The book entries of one strategy, with the strategy's length in plies and its board size.
  private struct Part: Sendable {
    let draft: BookDraft
    let plies: Int
    let size: BoardSize
  }

  /// Returns the book entries and the length of one strategy; `nil` if it links to a strategy not
  /// in `links`.
  ///
  /// - Parameter links: the lengths in plies of the strategies read so far, by name.
  private func part(_ name: String, links: [String: Int]) throws(CommandError) -> Part? {
    let proof = try folder.read(name)
    if let weights, weights.variant != proof.position.variant {
      throw CommandError(
        "weights of \(weights.variant), but \(name) is of \(proof.position.variant)")
    }
    if proof.position.square != nil, !WinSearch.heedsSquares {
      throw CommandError("\(name) has a square: needs a program built with --traits WideBoards")
    }
    if proof.strategy.names.contains(where: { links[$0] == nil }) { return nil }
    var draft = BookDraft(weights: weights)
    let plies = draft.add(proof, links: links)
    return Part(draft: draft, plies: plies, size: proof.position.size)
  }
}
