import Basics
import Gomoku
import GomokuRules
import SearchKit

/// Draws a book from strategies: the winner's moves wherever a look for threats does not find a win.
struct BookDraft: Sendable {
  /// An entry, turned as the position's first image is.
  private struct Draft {
    let image: Position
    let entry: StrategyBook.Entry
    /// How many stones the loser may have beside those on the board.
    let extras: Int
  }

  /// What a prover judges by; the program's own if `nil`.
  let weights: Weights?
  /// By the names of the positions' first images.
  private var drafts: [String: Draft] = [:]
  /// The nodes of a search for threats: fewer than a task's.
  private static let searchNodes: UInt64 = 50_000

  init(weights: Weights?) { self.weights = weights }

  /// Adds the moves of a strategy.
  ///
  /// - Parameter links: how many plies the strategies that it leads to take at most.
  /// - Returns: how many plies it takes itself.
  mutating func add(_ proof: StrategyProof, links: [String: Int]) -> Int {
    var shape = StrategyShape(proof.strategy, links: links)
    var seen = Set<String>()
    var open = [(node: proof.root, position: proof.position, extras: 0)]
    while let (node, reached, extras) = open.popLast() {
      var position = reached
      position.sideToMove = proof.winner
      let first = position.firstImage
      guard let move = proof.strategy.nodes[node].move,
        seen.insert("\(node) \(extras) \(first.name)").inserted,
        !shape[node].isThreats || !isFoundAgain(position, extras: extras)
      else { continue }
      let isForced = position.emptyPoints.contains {
        position.isWinning(proof.winner.opponent, at: $0)
      }
      if !isForced {
        let image = first.symmetry.image(of: move, on: position.size)
        add(
          Draft(
            image: position.image(under: first.symmetry),
            entry: .init(image, plies: shape[node].plies), extras: extras), first.name)
      }
      guard (try? position.place(proof.winner, on: move)) != nil else { continue }
      for branch in proof.strategy.branches[proof.strategy.nodes[node].branches] {
        var next = position
        if let reply = branch.reply {
          guard (try? next.place(proof.winner.opponent, on: reply)) != nil else { continue }
        }
        open.append((branch.node, next, extras + (branch.answersOthers ? 1 : 0)))
      }
    }
    return shape[proof.root].plies
  }

  /// Adds what another draft has.
  mutating func add(_ other: BookDraft) {
    for (name, draft) in other.drafts { add(draft, name) }
  }

  /// Of two moves the one that stands more stones is kept, else that of the shorter win.
  private mutating func add(_ draft: Draft, _ name: String) {
    func rank(_ draft: Draft) -> (Int, Int, UInt16) {
      (draft.extras, -draft.entry.plies, draft.entry.move.rawValue)
    }
    if let other = drafts[name], rank(other) >= rank(draft) { return }
    drafts[name] = draft
  }

  /// Whether a prover's search for threats finds a win that stands the extra stones.
  private func isFoundAgain(_ position: Position, extras: Int) -> Bool {
    var limits = WinSearch.Limits()
    (limits.threatNodes, limits.quiet, limits.positions) = (BookDraft.searchNodes, 0, 0)
    let hints = WinSearch.Hints(book: StrategyBook(size: position.size), weights: weights)
    return WinSearch(position, extras: extras, limits: limits, hints: hints).proof != nil
  }

  func book(_ size: BoardSize) -> StrategyBook {
    StrategyBook(drafts.values.map { ($0.image, $0.entry) }, size: size)
  }
}

extension StrategyProof {
  /// Returns the winner's moves in some positions as `MOVE PLIES` of a book.
  ///
  /// - Parameter names: the names of the positions' first images.
  func bookLines(of names: Set<String>) -> [String: String] {
    var shape = StrategyShape(strategy, links: [:])
    var lines: [String: String] = [:]
    var seen = Set<String>()
    var open = [(node: root, position: position)]
    while let (node, reached) = open.popLast() {
      var position = reached
      position.sideToMove = winner
      let first = position.firstImage
      guard let move = strategy.nodes[node].move, seen.insert("\(node) \(first.name)").inserted
      else { continue }
      if names.contains(first.name) {
        let image = first.symmetry.image(of: move, on: position.size)
        lines[first.name] = "\(image) \(shape[node].plies)"
      }
      guard (try? position.place(winner, on: move)) != nil else { continue }
      for branch in strategy.branches[strategy.nodes[node].branches] {
        var next = position
        if let reply = branch.reply {
          guard (try? next.place(winner.opponent, on: reply)) != nil else { continue }
        }
        open.append((branch.node, next))
      }
    }
    return lines
  }
}

/// What kind of win a strategy's nodes are.
private struct StrategyShape {
  struct Win {
    /// No line to the five is longer.
    var plies: Int
    /// Whether all the winner's moves are fours.
    var isFours: Bool
    /// Whether each move is a threat: if the loser passes, fours alone win.
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
