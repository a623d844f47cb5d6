import GomokuRules

/// Looks for a defence of White in a position with Black to move.
///
/// Depth first, by more and more of Black's moves: where no pairing is found each of his moves needs a reply,
/// the most dangerous first, until the rest needs none. What has been paired after one move is paired
/// likewise after the others where that works: moves there are answered once and for all.
struct DefenceSearch {
  typealias Points = SmallBoard.Points
  typealias Stones = SmallBoard.Stones

  struct Limits: Equatable {
    /// Moves of Black in a row that are followed, at most.
    var depth = 12
    /// Replies to look at, at most.
    var breadth = 8
    /// Choices of pairs to try in a position.
    var pairing = 100
  }

  /// What is known of a position with Black to move.
  private struct Entry {
    /// How many of Black's moves it has been looked at in vain; more than any where White has lost.
    var failedDepth: Int
    /// Black's move to which there was no reply.
    var refutation: Int?
    /// How far a pairing was away.
    var shortage: Int
    var defence: Known?
  }

  /// A defence that has been found.
  private struct Known {
    /// Black's moves and White's replies, none where there is a pairing.
    var steps: [Step] = []
    var zone: Points
    /// The pairing, or what all pairings have in common.
    var pairs: [Points]
  }

  private struct Step {
    let move: Int
    let reply: Int
  }

  /// The depth at which a position has failed in which Black makes five, as far as replies are looked at.
  private static let lost = Int.max

  let position: Position
  private let board: SmallBoard
  private let limits: Limits
  private var known: [Stones: Entry] = [:]

  /// Positions met so far.
  var count: Int { known.count }

  /// Returns `nil` where the board has more than 64 points.
  init?(_ position: Position, limits: Limits = Limits()) {
    guard let board = SmallBoard(position.size) else { return nil }
    (self.position, self.board, self.limits) = (position, board, limits)
  }

  // MARK: Results

  /// A defence of the position by pairs alone.
  mutating func pairing() -> DefenceProof? {
    let stones = board.stones(of: position)
    guard holds(stones, depth: 0, pairs: []) else { return nil }
    return proof(of: stones, in: position)
  }

  /// White's reply to a move of Black, and the defence after both.
  mutating func answer(to move: Point) -> (reply: Point, proof: DefenceProof)? {
    let stones = board.stones(of: position).adding(black: board.index(of: move))
    for depth in 1...limits.depth {
      guard let reply = reply(to: stones, depth: depth, pairs: []) else { continue }
      var after = position
      guard (try? after.place(.black, on: move)) != nil,
        (try? after.place(.white, on: board.point(reply))) != nil
      else { return nil }
      return (board.point(reply), proof(of: stones.adding(white: reply), in: after))
    }
    return nil
  }

  /// One of each class of Black's moves under the symmetries that keep the position, the most central first.
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

  private func proof(of stones: Stones, in position: Position) -> DefenceProof {
    var defence = Defence()
    var places: [Stones: Int] = [:]
    func add(_ stones: Stones) -> Int {
      if let place = places[stones] { return place }
      let steps = known[stones]?.defence?.steps ?? []
      let branches = steps.map { step in
        let after = stones.adding(black: step.move).adding(white: step.reply)
        return Defence.Branch(board.point(step.move), board.point(step.reply), node: add(after))
      }
      let place = branches.isEmpty ? defence.add(pairing: pairs(in: stones)) : defence.add(branches)
      places[stones] = place
      return place
    }
    let root = add(stones)
    return DefenceProof(position: position, defence: defence, root: root)
  }

  private func pairs(in stones: Stones) -> [Defence.Pair] {
    (known[stones]?.defence?.pairs ?? []).map { pair in
      let points = pair.indices
      return Defence.Pair(board.point(points[0]), board.point(points[1]))
    }
  }

  // MARK: Search

  /// Whether a defence is found that follows `depth` of Black's moves.
  ///
  /// - Parameter pairs: those that are welcome in it.
  private mutating func holds(_ stones: Stones, depth: Int, pairs: [Points]) -> Bool {
    let entry = known[stones] ?? firstLook(at: stones)
    if entry.defence != nil { return true }
    if entry.failedDepth >= depth { return false }
    let weights = weights(stones)
    var open = weights.indices.reduce(into: 0 as Points) { open, index in
      if weights[index] > 0 { open |= 1 << Points(index) }
    }
    var found: Known?
    while true {
      let settled = found?.pairs.reduce(0, |) ?? 0
      guard let move = heaviest(of: open & ~settled, weights, first: entry.refutation) else {
        break
      }
      let after = stones.adding(black: move)
      guard let reply = reply(to: after, depth: depth, pairs: found?.pairs ?? pairs) else {
        let isLost = replies(to: after).allSatisfy {
          known[after.adding(white: $0)]?.failedDepth == DefenceSearch.lost
        }
        known[stones]?.failedDepth = isLost ? DefenceSearch.lost : depth
        known[stones]?.refutation = move
        return false
      }
      guard var below = known[after.adding(white: reply)]?.defence else { return false }
      below.zone |= 1 << Points(reply)
      open &= below.zone & ~(1 << Points(move))
      found = Known(
        steps: (found?.steps ?? []) + [Step(move: move, reply: reply)],
        zone: (found?.zone ?? 0) | below.zone,
        pairs: found?.pairs.filter(below.pairs.contains) ?? below.pairs)
    }
    known[stones]?.defence = found
    return found != nil
  }

  /// Looks for a pairing and for a five of Black.
  private mutating func firstLook(at stones: Stones) -> Entry {
    let windows = board.openWindows(stones)
    var search = PairingSearch(limit: limits.pairing)
    var entry = Entry(failedDepth: 0, shortage: 0)
    if windows.contains(where: { $0.nonzeroBitCount < 2 }) {
      entry.failedDepth = DefenceSearch.lost
    } else if let pairs = search.pairs(in: windows) {
      entry.defence = Known(zone: pairs.reduce(0, |), pairs: pairs)
    } else {
      entry.shortage = search.shortage
    }
    known[stones] = entry
    return entry
  }

  /// Whether a pairing is found with all of `pairs` that are left.
  private mutating func holds(_ stones: Stones, by pairs: [Points]) -> Bool {
    if let entry = known[stones], entry.defence != nil || entry.failedDepth == DefenceSearch.lost {
      return entry.defence != nil
    }
    let taken = stones.black | stones.white
    var search = PairingSearch(limit: limits.pairing)
    guard
      let pairs = search.pairs(
        in: board.openWindows(stones), with: pairs.filter { $0 & taken == 0 })
    else { return false }
    known[stones] = Entry(
      failedDepth: 0, shortage: 0, defence: Known(zone: pairs.reduce(0, |), pairs: pairs))
    return true
  }

  /// White's reply after a move of Black, to be followed by a defence of `depth - 1` moves.
  private mutating func reply(to stones: Stones, depth: Int, pairs: [Points]) -> Int? {
    var replies = replies(to: stones)
    if !pairs.isEmpty {
      for reply in replies where holds(stones.adding(white: reply), by: pairs) { return reply }
    }
    for reply in replies where holds(stones.adding(white: reply), depth: 0, pairs: pairs) {
      return reply
    }
    func entry(_ reply: Int) -> Entry? { known[stones.adding(white: reply)] }
    // Where a pairing was nearest.
    replies.sort { (entry($0)?.shortage ?? 0, $0) < (entry($1)?.shortage ?? 0, $1) }
    for depth in 1..<max(depth, 1) {
      replies.removeAll { entry($0)?.failedDepth == DefenceSearch.lost }
      for reply in replies.prefix(breadth(depth)) {
        if holds(stones.adding(white: reply), depth: depth, pairs: pairs) { return reply }
      }
    }
    return nil
  }

  /// How many replies to look at to `depth`: the deeper the fewer, for the first ones are mostly right.
  private func breadth(_ depth: Int) -> Int {
    min(limits.breadth, max(3, limits.breadth - 2 * (depth - 1)))
  }

  /// White's replies, the weightiest first: where Black makes five next, only that point; none where
  /// he has two.
  private func replies(to stones: Stones) -> [Int] {
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

  /// For each point how much it matters: a window with one more black stone counts four times as much.
  private func weights(_ stones: Stones) -> [Int] {
    var weights = Array(repeating: 0, count: board.size.pointCount)
    for window in board.openWindows(stones) {
      let weight = 1 << (2 * (5 - window.nonzeroBitCount))
      for index in window.indices { weights[index] += weight }
    }
    return weights
  }

  /// The weightiest of the open points, unless one is to come first.
  private func heaviest(of open: Points, _ weights: [Int], first: Int?) -> Int? {
    if let first, open >> Points(first) & 1 == 1 { return first }
    return open.indices.max { (weights[$0], $1) < (weights[$1], $0) }
  }
}
