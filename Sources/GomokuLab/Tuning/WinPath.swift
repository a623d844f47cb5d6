import Gomoku
import GomokuRules
import SearchKit
import SearchTypes

/// The path of a known win through a search that may have missed it.
///
/// A long search finds the winning line. A shorter search, from an empty table, is then examined:
/// its table shows how deeply it searched before and after each of the winner's moves.
struct WinPath {
  var engine = EngineParameters()
  /// The number of nodes of the search that is examined.
  var nodes: UInt64 = 1_000_000
  /// The number of nodes of the search that has to find the line.
  var lineNodes: UInt64 = 20_000_000

  /// One of the winner's moves.
  struct Step: Sendable {
    /// The number of plies before the move.
    let ply: Int
    let move: Point
    /// The number of nodes after which a search from here sees the win; `nil` if it does not see
    /// it within `WinPath.nodes`.
    let nodesToWin: UInt64?
    /// The place of the move in the order, from 1; `nil` if it was not generated.
    let place: Int?
    /// The number of moves generated.
    let moveCount: Int
    /// The ordering score of the first move minus that of this one.
    let gap: Int
    let isQuiet: Bool
    /// The table's entries for the position and for the one after the move.
    let before: TableEntry?
    let after: TableEntry?
    /// The best move of `before`; `nil` if it has none.
    let bestMove: Point?
  }

  /// What the table shows where a search left the winning line.
  enum Loss: Equatable, Sendable {
    /// The table has no entry before the move, or has the win there: the search preferred other
    /// replies of the loser, or ended at the position by pruning.
    case reply
    /// The table has no entry after the move, though the position before had some depth: the move
    /// was skipped or pruned, or another move caused a cut-off first.
    case skipped
    /// The table has no entry after the move, and the depth before it was `horizonDepth` or less.
    case horizon
    /// The entry after the move is so many plies shallower than without reductions.
    case reduced(Int)

    /// The largest depth that counts as the search's horizon.
    static let horizonDepth = 2
    /// The fewest plies of a reduction that count as a loss.
    static let leastReduction = 2
  }

  /// The path of one position's win.
  struct Path: Sendable {
    /// The number of plies to the five, according to the long search's score.
    let plies: Int
    /// The moves of the win. A search may fail to complete a long line.
    let line: [Point]
    let steps: [Step]

    /// The number of nodes after which the examined search saw the win; `nil` if it did not.
    var nodesToWin: UInt64? { steps.first?.nodesToWin }

    /// The first step at which the search left the line, and what the table shows there.
    ///
    /// The table has no entry for the root, so the reduction of the root's move is unknown. A loss
    /// there shows only at a later step.
    var firstLoss: (step: Step, loss: Loss)? {
      for step in steps.dropFirst() {
        if let loss = step.loss { return (step, loss) }
      }
      return nil
    }
  }

  /// Returns the path of the win of the side to move in `position`; `nil` if the long search does
  /// not see a win.
  func path(in position: Position) -> Path? {
    let limits = SearchLimits(nodes: lineNodes)
    let report = engine.player(GomokuPlayer()).search(position, limits: limits)
    guard report.score.isWin, let plies = report.score.plies, let line = report.lines.first?.moves
    else { return nil }
    let (examined, other) = (engine.player(GomokuPlayer()), engine.player(GomokuPlayer()))
    let nodesToWin = nodesToWin(position, examined)
    var (steps, position) = ([Step](), position)
    for (ply, move) in line.enumerated() {
      var next = position
      do { try next.play(move) } catch { break }
      if ply.isMultiple(of: 2) {
        let nodesToWin = ply == 0 ? nodesToWin : self.nodesToWin(position, other)
        steps.append(
          Step(
            ply: ply, move: move, nodesToWin: nodesToWin, examined.inspect(position),
            examined.inspect(next)))
      }
      position = next
    }
    return Path(plies: plies, line: line, steps: steps)
  }

  /// Returns the number of nodes after which the player, with an empty table, sees the win; `nil`
  /// if it does not see it within `nodes`.
  private func nodesToWin(_ position: Position, _ player: GomokuPlayer) -> UInt64? {
    player.forget()
    return WinBenchmark(engine: engine, nodes: nodes).result(of: position, player).nodes
  }
}

extension WinPath.Step {
  fileprivate init(
    ply: Int, move: Point, nodesToWin: UInt64?, _ here: NodeInspection, _ next: NodeInspection
  ) {
    let index = here.moves.firstIndex { $0.point == move }
    self.init(
      ply: ply, move: move, nodesToWin: nodesToWin, place: index.map { $0 + 1 },
      moveCount: here.moves.count,
      gap: index.map { here.moves[0].orderingScore - here.moves[$0].orderingScore } ?? 0,
      isQuiet: index.map { here.moves[$0].isQuiet } ?? false, before: here.entry,
      after: next.entry, bestMove: here.bestMove)
  }

  /// What the table shows if the search left the line here; `nil` if it searched the move with
  /// nearly its full depth.
  var loss: WinPath.Loss? {
    guard let before, !(before.score.isWin && before.bound.isLower) else { return .reply }
    guard let after else {
      return before.depth <= WinPath.Loss.horizonDepth ? .horizon : .skipped
    }
    let reduction = before.depth - after.depth - 1
    return reduction >= WinPath.Loss.leastReduction ? .reduced(reduction) : nil
  }

  /// The step as one line of text.
  var text: String {
    let place = place.map { "place \($0) of \(moveCount), gap \(gap)" } ?? "not generated"
    let seen = nodesToWin.map { "win seen from here after \($0) nodes" } ?? "win not seen from here"
    let best = bestMove?.description ?? "no move"
    return [
      "  \(ply + 1) \(move)\(isQuiet ? " (quiet)" : "")", place, seen,
      "before \(before.map { "\($0.text(turned: false)) (\(best))" } ?? "unknown")",
      "after \(after.map { $0.text(turned: true) } ?? "unknown")",
    ].joined(separator: "; ")
  }
}

extension TableEntry {
  /// Depth, bound and score as text.
  ///
  /// - Parameter turned: true to show the score for the side that is not to move.
  fileprivate func text(turned: Bool) -> String {
    let sign = bound == .exact ? "" : bound.isLower != turned ? ">=" : "<="
    return "depth \(depth) \(sign)\(turned ? -score : score)"
  }
}

extension WinPath.Loss: CustomStringConvertible {
  var description: String {
    switch self {
    case .reply: "other replies"
    case .skipped: "skipped"
    case .horizon: "horizon"
    case .reduced(let plies): "reduced by \(plies)"
    }
  }
}

extension WinPath.Path {
  /// The path as text: a heading, then a line for each of the winner's moves.
  var text: String {
    var heading = "win in \(plies): "
    if let nodesToWin {
      heading += "seen after \(nodesToWin) nodes"
    } else {
      heading += "not seen"
      if let (step, loss) = firstLoss { heading += ", lost at ply \(step.ply + 1): \(loss)" }
    }
    heading += "; \(line.map(\.description).joined())"
    if line.count != plies { heading += ", a line of \(line.count) plies" }
    return ([heading] + steps.map(\.text)).joined(separator: "\n")
  }
}
