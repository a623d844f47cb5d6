import Basics
import GomokuRules
import SearchKit
import SearchTypes

/// A position with the winner to move, as a node of the best-first search.
final class WinNode {
  /// The estimated cost of proving a win, and the estimated cost of showing that none of the moves
  /// tried wins.
  fileprivate(set) var proof: Double
  fileprivate(set) var disproof: Double
  fileprivate(set) var win: Win?
  /// True if the win also answers replies that have no branch of their own, outside the win's zone.
  fileprivate var answersOthers = false
  /// The winner's moves, once the position has been expanded.
  fileprivate var moveNodes: [MoveNode]?
  /// The number of visits; each visit expands this position or one below it.
  fileprivate var visits = 0

  fileprivate init(proof: Double, disproof: Double) {
    (self.proof, self.disproof) = (proof, disproof)
  }

  fileprivate func settle(_ win: Win) {
    self.win = win
    (proof, disproof) = (0, .infinity)
  }
}

/// A move of the winner, as a node of the best-first search.
private final class MoveNode {
  let move: Point
  var proof: Double
  var disproof = 1.0
  /// The loser's replies, once the move has been expanded.
  var replies: [Reply]?
  /// The contents of this move's `QuietWinProver.Attempt`, kept between two visits.
  ///
  /// They are stored one by one, because `Attempt` belongs to a generic type.
  var branches: [Strategy.Branch] = []
  var zones = Zones()
  var open = PointSet()

  /// A reply of the loser, with the position after it.
  struct Reply {
    let point: Point
    let winNode: WinNode
  }

  init(_ move: Point, proof: Double) { (self.move, self.proof) = (move, proof) }

  func refute() { (proof, disproof) = (.infinity, 0) }
}

/// Proof-number search (Allis 1994) over the moves that alpha-beta searches recommend.
///
/// The score of an alpha-beta search gives the first estimate of a proof's cost. The cost of a move
/// is about the largest cost of a reply, not the sum. In a sum, 200 easy replies would outweigh one
/// hard reply.
extension QuietWinProver {
  /// Expands positions until the win is proved; `nil` if all moves tried fail or a limit is
  /// reached.
  mutating func winBestFirst(extraStones: Int) -> Win? {
    winNodes = [:]
    let root = WinNode(proof: 1, disproof: 1)
    var visits = 0
    while root.win == nil, root.proof < .infinity, visits < limits.positions, !clock.isStopped {
      develop(root, extraStones: extraStones)
      visits += 1
    }
    return root.win
  }

  /// Follows the most promising moves and replies to a new position, and expands it.
  private mutating func develop(_ winNode: WinNode, extraStones: Int) {
    winNode.visits += 1
    if winNode.moveNodes != nil, let effort = Guess.effort(after: winNode.visits) {
      reconsider(winNode, effort: effort)
    }
    guard let moveNodes = winNode.moveNodes else { return open(winNode, extraStones: extraStones) }
    if let best = moveNodes.min(by: { $0.proof < $1.proof }), best.proof < .infinity,
      let win = develop(best, extraStones: extraStones)
    {
      return winNode.settle(win)
    }
    winNode.proof = moveNodes.map({ $0.proof }).min() ?? .infinity
    winNode.disproof = moveNodes.map({ $0.disproof }).reduce(0, +)
  }

  /// Expands a position: searches for a win by threats and, if there is none, lists the moves to
  /// try.
  private mutating func open(_ winNode: WinNode, extraStones: Int) {
    if marksReplies(extraStones: extraStones),
      let win = win(quiet: 0, extraStones: extraStones + 1)
    {
      winNode.answersOthers = true
      return winNode.settle(win)
    }
    if let win = win(quiet: 0, extraStones: extraStones) { return winNode.settle(win) }
    let moveNodes: [MoveNode]
    if mustStopFive {
      moveNodes = stops.map { MoveNode($0, proof: winNode.proof) }
    } else if let bookMove {
      moveNodes = [MoveNode(bookMove, proof: Guess.book)]
    } else {
      moveNodes = searchedLines().compactMap { line in
        line.moves.first.map { MoveNode($0, proof: Guess.cost(of: line.score)) }
      }
    }
    winNode.moveNodes = moveNodes
    winNode.proof = moveNodes.map({ $0.proof }).min() ?? .infinity
    winNode.disproof = moveNodes.isEmpty ? 0 : Guess.disproof / max(winNode.proof, Guess.least)
  }

  /// Searches a position again with more nodes. Adds the moves that are new, and updates the
  /// estimates of moves that have not been expanded.
  ///
  /// A position that has been visited often is worth this, because much work depends on its moves.
  private mutating func reconsider(_ winNode: WinNode, effort: UInt64) {
    if mustStopFive { return }
    for line in searchedLines(effort: effort) {
      guard let move = line.moves.first else { continue }
      let cost = Guess.cost(of: line.score)
      if let moveNode = winNode.moveNodes?.first(where: { $0.move == move }) {
        if moveNode.replies == nil { moveNode.proof = cost }
      } else {
        winNode.moveNodes?.append(MoveNode(move, proof: cost))
      }
    }
  }

  /// Searches below a move of the winner: lists the replies at the first visit, then follows one.
  ///
  /// It follows the reply after which the win is the cheapest to disprove.
  ///
  /// - Returns: the win, once all replies are answered.
  private mutating func develop(_ moveNode: MoveNode, extraStones: Int) -> Win? {
    guard mayPlay(moveNode.move, extraStones: extraStones) else {
      moveNode.refute()
      return nil
    }
    make(moveNode.move)
    defer { unmake(moveNode.move) }
    var attempt = Attempt(moveNode.move)
    if moveNode.replies == nil {
      moveNode.replies = []
      let mayWin = begin(
        &attempt, extraStones: extraStones,
        pass: { $0.win(quiet: Guess.quietAfterPass, extraStones: extraStones + 1) })
      guard mayWin else {
        moveNode.refute()
        return nil
      }
      moveNode.replies = replies(in: attempt.open, to: moveNode)
    } else {
      (attempt.branches, attempt.zones, attempt.open) = (
        moveNode.branches, moveNode.zones, moveNode.open
      )
    }
    let replies = moveNode.replies ?? []
    let waiting = replies.filter { attempt.open.contains($0.point) }
    if let next = waiting.min(by: { $0.winNode.disproof < $1.winNode.disproof }) {
      if next.winNode.win == nil {
        make(next.point)
        develop(next.winNode, extraStones: extraStones)
        unmake(next.point)
      }
      if let win = next.winNode.win {
        attempt.add(win, to: next.point, answersOthers: next.winNode.answersOthers)
      }
    }
    (moveNode.branches, moveNode.zones, moveNode.open) = (
      attempt.branches, attempt.zones, attempt.open
    )
    let rest = replies.filter { attempt.open.contains($0.point) }.map({ $0.winNode })
    if rest.isEmpty { return conclude(attempt, extraStones: extraStones) }
    moveNode.proof = (rest.map({ $0.proof }).max() ?? 0) + Guess.reply * Double(rest.count)
    moveNode.disproof = rest.map({ $0.disproof }).min() ?? .infinity
    return nil
  }

  /// Returns the replies to a move, with the estimated costs of the positions after them.
  private mutating func replies(in open: PointSet, to moveNode: MoveNode) -> [MoveNode.Reply] {
    inOrder(open).enumerated().map { rank, point in
      let key = key(after: point)
      let ease = 1 + Double(rank) * Guess.rankStep
      let winNode =
        winNodes[key] ?? WinNode(proof: moveNode.proof / ease, disproof: Guess.firstReply * ease)
      winNodes[key] = winNode
      return MoveNode.Reply(point: point, winNode: winNode)
    }
  }
}

/// The cost estimates of the best-first search. They order the work and prove nothing.
private enum Guess {
  /// Returns the cost of a proof, estimated from the score of an alpha-beta search for the winner.
  static func cost(of score: Score) -> Double {
    if score.isWin { return 0.5 }
    // The cost doubles with every hundred centistones.
    var cost = 1.0
    var missing = 600 - Int(score.rawValue)
    while missing >= 100, cost < 1e6 {
      cost *= 2
      missing -= 100
    }
    return cost * (1 + Double(max(missing, 0)) / 100)
  }

  /// Returns the node limit of the longer alpha-beta search that is due at a position's `visits`-th
  /// visit; `nil` if none is due.
  ///
  /// The limit is a multiple of `limits.searchNodes`. A position that is visited often is hard, so
  /// its first estimates may be wrong.
  static func effort(after visits: Int) -> UInt64? {
    switch visits {
    case 16: 8
    case 256: 64
    default: nil
    }
  }

  /// The estimated cost of a proof that begins with the book's move.
  static let book = 0.2
  /// The product of a new position's proof cost and disproof cost. The disproof cost is this
  /// product divided by the proof cost, or by `least` if that is larger.
  static let disproof = 10.0
  static let least = 0.01
  /// The cost that each unanswered reply adds to a move.
  static let reply = 0.05
  /// The estimated disproof cost of the position after the reply that is first in move ordering.
  static let firstReply = 0.2
  /// The increase of a reply's factor with each rank in move ordering; the first reply has the
  /// factor 1.
  ///
  /// The factor divides the proof cost of the position after the reply, and multiplies its disproof
  /// cost.
  static let rankStep = 0.25
  /// The number of quiet moves allowed in a win after a pass. The winner then moves twice in a row,
  /// so a win that needs more quiet moves is not worth a search.
  static let quietAfterPass = 2
}
