import Basics
import GomokuRules
import SearchKit
import SearchTypes

extension AlphaBeta {
  /// Returns the root moves, own fives first, then by ordering score; empty only on a full board.
  ///
  /// Usually these are the generated moves that are legal and not excluded; if there are none, all
  /// such points. If every point is forbidden or excluded, one of them is returned all the same,
  /// because managers want a move. On an empty board the centre is the only move, unless points are
  /// excluded.
  mutating func rootMoves(excluding excluded: Set<Point>) -> [RootMove] {
    func playable(_ points: [Point]) -> [Point] {
      points.filter { !excluded.contains($0) && board.isLegal($0) }
    }
    let end = generateMoves(from: 0, atPly: 0).end
    let listed = (0..<end).map { moves[$0] }.sorted { $0.score > $1.score }.map({ $0.point })
    // Adds the own fives. `generateMoves` leaves them out if the opponent threatens a five too,
    // because below the root `staticResult` ends such a node.
    let fives = board.fours(of: board.sideToMove, being: .five)
    var points = playable(fives.points + listed.filter { !fives.contains($0) })
    if points.isEmpty { points = playable(board.inOrder(board.empties)) }
    if points.isEmpty {
      let empties = board.empties.points
      points = [empties.first { board.isLegal($0) } ?? empties.first].compactMap { $0 }
    }
    if board.stoneCount == 0, excluded.isEmpty { points = [board.size.center] }
    return points.map { RootMove(point: $0, score: -.infinity, variation: [$0]) }
  }

  /// Searches the root moves from index `first` on, for one iteration.
  ///
  /// Puts the best move at index `first`. If the search is stopped, a better move found before the
  /// stop is there.
  ///
  /// - Returns: the best score; `nil` if stopped.
  mutating func searchRoot(
    _ list: inout [RootMove], from first: Int, depth: Int, window: Window,
    onEvent: (SearchEvent<Point>) -> Void
  ) -> Score? {
    assert(window.alpha < window.beta && list.indices.contains(first) && depth > 0)
    var alpha = window.alpha
    var best = -Score.infinity
    plies[0].evaluation = board.evaluate()
    plies[1].killer = nil
    for index in first..<list.count {
      let point = list[index].point
      onEvent(.searching(point))
      let nodesBefore = nodes
      let score = searchRootMove(
        point, alpha, window.beta, number: index - first + 1, depth: depth)
      list[index].nodes += nodes - nodesBefore
      if isStopped { return nil }
      let isBest = index == first || score > alpha
      best = max(best, score)
      if isBest {
        var move = list.remove(at: index)
        move.score = score
        move.variation = [point] + variation(atPly: 1)
        list.insert(move, at: first)
        onEvent(.best(point))
      } else {
        onEvent(.refuted(point))
      }
      alpha = max(alpha, score)
      if score >= window.beta { break }
    }
    return best
  }

  /// Returns the value of one root move: a five wins at once, any other move is searched.
  private mutating func searchRootMove(
    _ point: Point, _ alpha: Score, _ beta: Score, number: Int, depth: Int
  ) -> Score {
    plies[1].variationLength = 0
    if board.pointClass(of: board.sideToMove, at: point) == .five { return .win(inPlies: 1) }
    board.make(point)
    defer { board.unmake() }
    let full = Node(alpha: -beta, beta: -alpha, depth: depth - 1, ply: 1, isCutNode: false)
    if number > 1 {
      // Root moves get half of the late-move reduction, without the adjustments of `reducedDepth`.
      let isLate = depth >= parameters.reductionDepth
      let reduction = isLate ? self.reduction(depth: depth, number: number - 1) / 200 : 0
      var scout = Node(
        alpha: -alpha - 1, beta: -alpha, depth: full.depth - reduction, ply: 1, isCutNode: true)
      var score = -search(ScoutNode.self, scout)
      if score > alpha, reduction > 0, !isStopped {
        scout.depth = full.depth
        score = -search(ScoutNode.self, scout)
      }
      if score <= alpha || isStopped { return score }
    }
    return -search(PrincipalNode.self, full)
  }
}
