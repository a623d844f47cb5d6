import GomokuRules

/// The search for a defence of White in a position with Black to move: Black never makes five.
///
/// A pairing settles a position: pairs of points, one in each window of five that has no white
/// stone. White answers each stone on a pair with a stone on the pair's other point. If no pairing
/// is found, moves of Black need replies, each in a branch of its own. The most dangerous moves
/// come first. A move outside the zone of an earlier branch needs no branch, because the defence of
/// that earlier branch holds against it too.
///
/// The search is depth-first, with iterative deepening in the number of Black's moves. In each
/// branch it first tries the pairs that the earlier branches have. A move on a pair that all
/// branches share needs no branch, because White answers on that pair.
struct DefenceSearch {
  typealias Points = SmallBoard.Points
  typealias Stones = SmallBoard.Stones

  /// The limits of the search.
  struct Limits: Equatable {
    /// The largest number of Black's moves on a line.
    var depth = 12
    /// The largest number of White's replies to try in a position.
    var breadth = 8
    /// The largest number of choices in the search for one pairing.
    var pairing = 100
  }

  /// The search results for a position with Black to move.
  private struct PositionResult {
    /// The largest depth, in moves of Black, up to which no defence was found; `lost` if White has
    /// lost.
    var failedDepth: Int
    /// Black's move to which no reply was found; `nil` if there is none.
    var refutation: Int?
    /// The smallest shortage found: how hard the windows without a pair are to pair
    /// (`PairingSearch`). It would be 0 for a pairing.
    var shortage: Int
    /// The defence, if one was found.
    var defence: FoundDefence?
  }

  /// A defence that has been found.
  private struct FoundDefence {
    /// Black's moves with White's replies; empty if the defence is a pairing.
    var answers: [AnsweredMove] = []
    /// The points on which the defence relies; a black stone elsewhere does not break it.
    var zone: Points
    /// The pairs of the pairing. For a tree of answers, the pairs that all pairings at its ends
    /// share.
    var pairs: [Points]
  }

  /// A move of Black with White's reply.
  private struct AnsweredMove {
    let move: Int
    let reply: Int
  }

  /// The failed depth of a position in which Black makes five against every reply.
  private static let lost = Int.max

  let position: Position
  private let board: SmallBoard
  private let limits: Limits
  private var results: [Stones: PositionResult] = [:]

  /// The number of positions searched so far.
  var positionCount: Int { results.count }

  /// Creates a search; `nil` if the board has more than 64 points.
  init?(_ position: Position, limits: Limits = Limits()) {
    guard let board = SmallBoard(position.size) else { return nil }
    (self.position, self.board, self.limits) = (position, board, limits)
  }

  // MARK: Results

  /// Returns a defence of the position by a pairing alone; `nil` if none is found.
  mutating func pairing() -> DefenceProof? {
    let stones = board.stones(of: position)
    guard findsDefence(stones, depth: 0, pairs: []) else { return nil }
    return proof(of: stones, in: position)
  }

  /// Returns White's reply to a move of Black, and a defence of the position after both.
  ///
  /// Returns `nil` if none is found within the limits.
  mutating func answer(to move: Point) -> (reply: Point, proof: DefenceProof)? {
    let stones = board.stones(of: position).adding(black: board.index(of: move))
    for depth in 1...limits.depth {
      guard let reply = findReply(to: stones, depth: depth, pairs: []) else { continue }
      var after = position
      guard (try? after.place(.black, on: move)) != nil,
        (try? after.place(.white, on: board.point(reply))) != nil
      else { return nil }
      return (board.point(reply), proof(of: stones.adding(white: reply), in: after))
    }
    return nil
  }

  /// Returns Black's first moves, one of each symmetry class, the most central first.
  static func firstMoves(of position: Position) -> [Point] {
    let size = position.size
    let symmetries = position.ownSymmetries
    func distance(_ point: Point) -> Int {
      let (x, y) = (2 * point.x - size.width + 1, 2 * point.y - size.height + 1)
      return x * x + y * y
    }
    return position.emptyPoints.filter { point in
      symmetries.allSatisfy { point <= $0.image(of: point, on: size) }
    }.sorted { (distance($0), $0) < (distance($1), $1) }
  }

  /// Returns the defence that was found for `stones`, as a proof.
  private func proof(of stones: Stones, in position: Position) -> DefenceProof {
    var defence = Defence()
    var nodes: [Stones: Int] = [:]
    func add(_ stones: Stones) -> Int {
      if let node = nodes[stones] { return node }
      let answers = results[stones]?.defence?.answers ?? []
      let branches = answers.map { answer in
        let after = stones.adding(black: answer.move).adding(white: answer.reply)
        return Defence.Branch(board.point(answer.move), board.point(answer.reply), node: add(after))
      }
      let node = branches.isEmpty ? defence.add(pairing: pairs(in: stones)) : defence.add(branches)
      nodes[stones] = node
      return node
    }
    let root = add(stones)
    return DefenceProof(position: position, defence: defence, root: root)
  }

  private func pairs(in stones: Stones) -> [Defence.Pair] {
    (results[stones]?.defence?.pairs ?? []).map { pair in
      let points = pair.indices
      return Defence.Pair(board.point(points[0]), board.point(points[1]))
    }
  }

  // MARK: Search

  /// Returns whether a defence of White is found that needs answers to at most `depth` moves in a
  /// row, and stores the result.
  ///
  /// - Parameter pairs: the pairs that an earlier branch has, to be tried first.
  private mutating func findsDefence(_ stones: Stones, depth: Int, pairs: [Points]) -> Bool {
    let result = results[stones] ?? tryPairing(at: stones)
    if result.defence != nil { return true }
    if result.failedDepth >= depth { return false }
    let weights = weights(stones)
    var open = weights.indices.reduce(into: 0 as Points) { open, index in
      if weights[index] > 0 { open |= 1 << Points(index) }
    }
    var found: FoundDefence?
    // A move outside the zone of a branch, or on a pair that all branches have, needs no branch.
    while true {
      let settled = found?.pairs.reduce(0, |) ?? 0
      guard let move = heaviest(of: open & ~settled, weights, first: result.refutation) else {
        break
      }
      let after = stones.adding(black: move)
      guard let reply = findReply(to: after, depth: depth, pairs: found?.pairs ?? pairs) else {
        let isLost = candidateReplies(to: after).allSatisfy {
          results[after.adding(white: $0)]?.failedDepth == DefenceSearch.lost
        }
        results[stones]?.failedDepth = isLost ? DefenceSearch.lost : depth
        results[stones]?.refutation = move
        return false
      }
      guard var below = results[after.adding(white: reply)]?.defence else { return false }
      below.zone |= 1 << Points(reply)
      open &= below.zone & ~(1 << Points(move))
      found = FoundDefence(
        answers: (found?.answers ?? []) + [AnsweredMove(move: move, reply: reply)],
        zone: (found?.zone ?? 0) | below.zone,
        pairs: found?.pairs.filter(below.pairs.contains) ?? below.pairs)
    }
    results[stones]?.defence = found
    return found != nil
  }

  /// Looks for a pairing, and for a five that Black makes; stores the result.
  private mutating func tryPairing(at stones: Stones) -> PositionResult {
    let windows = board.openWindows(stones)
    var search = PairingSearch(limit: limits.pairing)
    var result = PositionResult(failedDepth: 0, shortage: 0)
    if windows.contains(where: { $0.nonzeroBitCount < 2 }) {
      result.failedDepth = DefenceSearch.lost
    } else if let pairs = search.pairs(in: windows) {
      result.defence = FoundDefence(zone: pairs.reduce(0, |), pairs: pairs)
    } else {
      result.shortage = search.shortage
    }
    results[stones] = result
    return result
  }

  /// Returns whether a pairing is found that contains each of `pairs` with two empty points.
  ///
  /// If `results` has a defence or a loss of the position already, that decides.
  private mutating func holdsByPairing(_ stones: Stones, with pairs: [Points]) -> Bool {
    if let result = results[stones],
      result.defence != nil || result.failedDepth == DefenceSearch.lost
    {
      return result.defence != nil
    }
    let taken = stones.black | stones.white
    var search = PairingSearch(limit: limits.pairing)
    guard
      let pairs = search.pairs(
        in: board.openWindows(stones), with: pairs.filter { $0 & taken == 0 })
    else { return false }
    results[stones] = PositionResult(
      failedDepth: 0, shortage: 0, defence: FoundDefence(zone: pairs.reduce(0, |), pairs: pairs))
    return true
  }

  /// Returns White's reply to the last move of Black; `nil` unless a defence within `depth - 1` of
  /// Black's moves is found after it.
  private mutating func findReply(to stones: Stones, depth: Int, pairs: [Points]) -> Int? {
    var replies = candidateReplies(to: stones)
    if !pairs.isEmpty {
      for reply in replies where holdsByPairing(stones.adding(white: reply), with: pairs) {
        return reply
      }
    }
    for reply in replies where findsDefence(stones.adding(white: reply), depth: 0, pairs: pairs) {
      return reply
    }
    func result(_ reply: Int) -> PositionResult? { results[stones.adding(white: reply)] }
    // The replies with the smallest shortage come first.
    replies.sort { (result($0)?.shortage ?? 0, $0) < (result($1)?.shortage ?? 0, $1) }
    for depth in 1..<max(depth, 1) {
      replies.removeAll { result($0)?.failedDepth == DefenceSearch.lost }
      for reply in replies.prefix(breadth(depth)) {
        if findsDefence(stones.adding(white: reply), depth: depth, pairs: pairs) { return reply }
      }
    }
    return nil
  }

  /// Returns the number of replies to try at `depth`.
  ///
  /// At larger depths it is smaller, because one of the first replies is usually right.
  private func breadth(_ depth: Int) -> Int {
    min(limits.breadth, max(3, limits.breadth - 2 * (depth - 1)))
  }

  /// Returns White's replies: at most `breadth` points, the largest weights first (`weights`).
  ///
  /// If Black threatens five on one point, that is the only reply. If he threatens it on two, or
  /// has made it, there is none.
  private func candidateReplies(to stones: Stones) -> [Int] {
    let windows = board.openWindows(stones)
    if windows.contains(0) { return [] }
    let fives = windows.filter { $0.nonzeroBitCount == 1 }
    if let five = fives.first {
      return fives.allSatisfy { $0 == five } ? five.indices : []
    }
    let weights = weights(stones)
    let points = weights.indices.filter { weights[$0] > 0 }
    return Array(points.sorted { (-weights[$0], $0) < (-weights[$1], $1) }.prefix(limits.breadth))
  }

  /// Returns the weight of each point: the sum over its open windows of 4 to the power of the
  /// window's number of black stones.
  private func weights(_ stones: Stones) -> [Int] {
    var weights = Array(repeating: 0, count: board.size.pointCount)
    for window in board.openWindows(stones) {
      let weight = 1 << (2 * (5 - window.nonzeroBitCount))
      for index in window.indices { weights[index] += weight }
    }
    return weights
  }

  /// Returns `first` if `open` has it, otherwise the point of `open` with the largest weight.
  ///
  /// Returns `nil` if `open` is empty.
  private func heaviest(of open: Points, _ weights: [Int], first: Int?) -> Int? {
    if let first, open >> Points(first) & 1 == 1 { return first }
    return open.indices.max { (weights[$0], $1) < (weights[$1], $0) }
  }
}
