import Basics
import Gomoku
import GomokuRules
import SearchKit

/// A book that is being made: the winner's moves in positions where a threat search finds no win.
struct BookDraft: Sendable {
  /// An entry with its position, both in the position's canonical image.
  private struct Draft {
    let image: Position
    let entry: StrategyBook.Entry
    /// The number of extra stones, outside the win's zones, that the loser may have and still lose.
    let extraStones: Int
  }

  /// The evaluation weights of the prover that will use the book; `nil` for the program's own.
  let weights: Weights?
  /// The entries, by the names of the positions' canonical images.
  private var drafts: [String: Draft] = [:]
  /// The node limit of a threat search, lower than a task's.
  ///
  /// The prover that uses the book thus finds all wins that this search finds.
  private static let searchNodes: UInt64 = 50_000

  init(weights: Weights?) { self.weights = weights }

  /// Adds the winner's moves of a strategy.
  ///
  /// It leaves out wins that a threat search finds again, and moves that stop the loser's five.
  ///
  /// - Parameter links: for each linked strategy, by name, the largest number of plies to the five.
  /// - Returns: the largest number of plies to the five of this strategy.
  mutating func add(_ proof: StrategyProof, links: [String: Int]) -> Int {
    var shape = StrategyShape(proof.strategy, links: links)
    proof.walk { node, move, position, first, extraStones in
      if shape[node].isThreats, isFoundAgain(position, extraStones: extraStones) { return false }
      let isForced = position.emptyPoints.contains {
        position.isWinning(proof.winner.opponent, at: $0)
      }
      if !isForced {
        let image = first.symmetry.image(of: move, on: position.size)
        add(
          Draft(
            image: position.image(under: first.symmetry),
            entry: .init(image, plies: shape[node].plies), extraStones: extraStones), first.name)
      }
      return true
    }
    return shape[proof.root].plies
  }

  /// Adds the entries of another draft.
  mutating func add(_ other: BookDraft) {
    for (name, draft) in other.drafts { add(draft, name) }
  }

  /// Adds an entry unless the position has a better one.
  ///
  /// A move that holds against more extra stones is better. Among equals, the shorter win is
  /// better.
  private mutating func add(_ draft: Draft, _ name: String) {
    func rank(_ draft: Draft) -> (Int, Int, UInt16) {
      (draft.extraStones, -draft.entry.plies, draft.entry.move.rawValue)
    }
    if let other = drafts[name], rank(other) >= rank(draft) { return }
    drafts[name] = draft
  }

  /// Returns whether a prover's threat search finds a win that holds against the extra stones.
  private func isFoundAgain(_ position: Position, extraStones: Int) -> Bool {
    var limits = WinSearch.Limits()
    (limits.threatNodes, limits.quiet, limits.positions) = (BookDraft.searchNodes, 0, 0)
    let hints = WinSearch.Hints(book: StrategyBook(size: position.size), weights: weights)
    return WinSearch(position, extraStones: extraStones, limits: limits, hints: hints).proof != nil
  }

  func book(_ size: BoardSize) -> StrategyBook {
    StrategyBook(drafts.values.map { ($0.image, $0.entry) }, size: size)
  }
}

extension StrategyProof {
  /// The book's entry for the position at the root; `nil` if the root has no move.
  var rootEntry: StrategyBook.Entry? {
    var shape = StrategyShape(strategy, links: [:])
    return strategy.nodes[root].move.map { .init($0, plies: shape[root].plies) }
  }

  /// Returns the book of the winner's moves in some positions.
  ///
  /// - Parameter names: the names of the positions' canonical images.
  func bookMoves(in names: Set<String>) -> StrategyBook {
    var shape = StrategyShape(strategy, links: [:])
    var entries: [(Position, StrategyBook.Entry)] = []
    walk { node, move, position, first, _ in
      if names.contains(first.name) {
        entries.append((position, .init(move, plies: shape[node].plies)))
      }
      return true
    }
    return StrategyBook(entries, size: position.size)
  }

  /// Calls `body` with each node and position that the winner's moves and the listed replies lead
  /// to.
  ///
  /// A node is visited once for each position and number of extra stones. Nodes without a move,
  /// such as links, are left out.
  ///
  /// - Parameter body: takes a node, its move, the position with the winner to move, the position's
  ///   canonical image, and the number of extra stones. Returns true to visit the nodes below.
  fileprivate func walk(
    _ body: (Int, Point, Position, (name: String, symmetry: Symmetry), Int) -> Bool
  ) {
    var seen = Set<String>()
    var open = [(node: root, position: position, extraStones: 0)]
    while let (node, reached, extraStones) = open.popLast() {
      var position = reached
      position.sideToMove = winner
      let first = position.canonicalImage
      guard let move = strategy.nodes[node].move,
        seen.insert("\(node) \(extraStones) \(first.name)").inserted,
        body(node, move, position, first, extraStones),
        (try? position.place(winner, on: move)) != nil
      else { continue }
      for branch in strategy.branches[strategy.nodes[node].branches] {
        var next = position
        if let reply = branch.reply {
          guard (try? next.place(winner.opponent, on: reply)) != nil else { continue }
        }
        open.append((branch.node, next, extraStones + (branch.answersOthers ? 1 : 0)))
      }
    }
  }
}

/// The kind and length of the win at each node of a strategy, computed on demand.
private struct StrategyShape {
  /// The win at one node.
  struct Win {
    /// The largest number of plies to the five.
    var plies: Int
    /// True if all the winner's moves are fours.
    var isFours: Bool
    /// True if each of the winner's moves is a threat: if the loser passed, fours alone would win.
    var isThreats: Bool
  }

  private let strategy: Strategy
  private let links: [String: Int]
  private var wins: [Win?]

  init(_ strategy: Strategy, links: [String: Int]) {
    (self.strategy, self.links) = (strategy, links)
    wins = Array(repeating: nil, count: strategy.nodes.count)
  }

  subscript(index: Int) -> Win {
    mutating get {
      if let win = wins[index] { return win }
      let node = strategy.nodes[index]
      // A move without branches makes five, or two fours at once.
      var win = Win(plies: 3, isFours: true, isThreats: true)
      if let link = node.link {
        win = Win(plies: links[strategy.names[link]] ?? 0, isFours: false, isThreats: false)
      }
      for branch in strategy.branches[node.branches] {
        let answer = self[branch.node]
        win.plies = max(win.plies, 2 + answer.plies)
        let isPass = branch.reply == nil
        win.isFours = win.isFours && !isPass && answer.isFours
        win.isThreats = win.isThreats && (isPass ? answer.isFours : answer.isThreats)
      }
      wins[index] = win
      return win
    }
  }
}
