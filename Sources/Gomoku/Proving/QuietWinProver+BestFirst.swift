import Basics
import GomokuRules
import SearchKit
import SearchTypes

/// A position with the winner to move, as a node of the best-first search.
final class Attack {
  /// The estimated cost of proving a win, and the estimated cost of showing that none of the moves
  /// tried wins.
  fileprivate(set) var proof: Double
  fileprivate(set) var disproof: Double
  fileprivate(set) var win: Win?
  /// True if the win also answers replies that have no branch of their own, outside the win's zone.
  fileprivate var answersOthers = false
  /// The winner's moves, once the position has been expanded.
  fileprivate var choices: [Choice]?
  /// The number of visits; each visit expands this position or one below it.
  fileprivate var looks = 0

  fileprivate init(proof: Double, disproof: Double) {
    (self.proof, self.disproof) = (proof, disproof)
  }

  fileprivate func settle(_ win: Win) {
    self.win = win
    (proof, disproof) = (0, .infinity)
  }
}

/// A move of the winner, as a node of the best-first search.
private final class Choice {
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
    let attack: Attack
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
  /// Expands positions until the win is proved or abandoned.
  mutating func winBestFirst(extraStones: Int) -> Win? {
    attacks = [:]
    let root = Attack(proof: 1, disproof: 1)
    var looks = 0
    while root.win == nil, root.proof < .infinity, looks < limits.positions, !clock.isStopped {
      develop(root, extraStones: extraStones)
      looks += 1
    }
    return root.win
  }

  /// Follows the most promising moves and replies to a new position, and expands it.
  private mutating func develop(_ attack: Attack, extraStones: Int) {
    attack.looks += 1
    if attack.choices != nil, let effort = Guess.effort(after: attack.looks) {
      reconsider(attack, effort: effort)
    }
    guard let choices = attack.choices else { return open(attack, extraStones: extraStones) }
    if let best = choices.min(by: { $0.proof < $1.proof }), best.proof < .infinity {
      make(best.move)
      let win = develop(best, extraStones: extraStones)
      unmake(best.move)
      if let win { return attack.settle(win) }
    }
    attack.proof = choices.map({ $0.proof }).min() ?? .infinity
    attack.disproof = choices.map({ $0.disproof }).reduce(0, +)
  }

  /// Expands a position: searches for a win by threats and, if there is none, lists the moves to
  /// try.
  private mutating func open(_ attack: Attack, extraStones: Int) {
    if let win = win(quiet: 0, extraStones: extraStones + 1) {
      attack.answersOthers = true
      return attack.settle(win)
    }
    if let win = win(quiet: 0, extraStones: extraStones) { return attack.settle(win) }
    let choices: [Choice]
    if mustStopFive {
      choices = stops.map { Choice($0, proof: attack.proof) }
    } else if let bookMove {
      choices = [Choice(bookMove, proof: Guess.book)]
    } else {
      choices = searchedLines().compactMap { line in
        line.moves.first.map { Choice($0, proof: Guess.cost(of: line.score)) }
      }
    }
    attack.choices = choices
    attack.proof = choices.map({ $0.proof }).min() ?? .infinity
    attack.disproof = choices.isEmpty ? 0 : Guess.disproof / max(attack.proof, Guess.least)
  }

  /// Searches a position again with more nodes. Adds the moves that are new, and updates the
  /// estimates of moves that have not been expanded.
  ///
  /// A position that has been visited often is worth this, because much work depends on its moves.
  private mutating func reconsider(_ attack: Attack, effort: UInt64) {
    if mustStopFive { return }
    for line in searchedLines(effort: effort) {
      guard let move = line.moves.first else { continue }
      let cost = Guess.cost(of: line.score)
      if let choice = attack.choices?.first(where: { $0.move == move }) {
        if choice.replies == nil { choice.proof = cost }
      } else {
        attack.choices?.append(Choice(move, proof: cost))
      }
    }
  }

  /// Searches below a move of the winner: lists the replies at the first visit, then follows one.
  ///
  /// It follows the reply after which the win is the cheapest to disprove.
  ///
  /// - Returns: the win, once all replies are answered.
  private mutating func develop(_ choice: Choice, extraStones: Int) -> Win? {
    var attempt = Attempt(choice.move)
    if choice.replies == nil {
      choice.replies = []
      let mayWin = begin(
        &attempt, extraStones: extraStones,
        pass: { $0.win(quiet: Guess.quietAfterPass, extraStones: extraStones + 1) })
      guard mayWin else {
        choice.refute()
        return nil
      }
      choice.replies = replies(in: attempt.open, to: choice)
    } else {
      (attempt.branches, attempt.zones, attempt.open) = (choice.branches, choice.zones, choice.open)
    }
    let replies = choice.replies ?? []
    let waiting = replies.filter { attempt.open.contains($0.point) }
    if let next = waiting.min(by: { $0.attack.disproof < $1.attack.disproof }) {
      if next.attack.win == nil {
        make(next.point)
        develop(next.attack, extraStones: extraStones)
        unmake(next.point)
      }
      if let win = next.attack.win {
        attempt.add(win, to: next.point, answersOthers: next.attack.answersOthers)
      }
    }
    (choice.branches, choice.zones, choice.open) = (attempt.branches, attempt.zones, attempt.open)
    let rest = replies.filter { attempt.open.contains($0.point) }.map({ $0.attack })
    if rest.isEmpty { return conclude(attempt, extraStones: extraStones) }
    choice.proof = (rest.map({ $0.proof }).max() ?? 0) + Guess.reply * Double(rest.count)
    choice.disproof = rest.map({ $0.disproof }).min() ?? .infinity
    return nil
  }

  /// Returns the replies to a move, with the estimated costs of the positions after them.
  private mutating func replies(in open: PointSet, to choice: Choice) -> [Choice.Reply] {
    inOrder(open).enumerated().map { rank, point in
      let key = key(after: point)
      let ease = 1 + Double(rank) * Guess.rankStep
      let attack =
        attacks[key] ?? Attack(proof: choice.proof / ease, disproof: Guess.firstReply * ease)
      attacks[key] = attack
      return Choice.Reply(point: point, attack: attack)
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

  /// Returns the node limit of a longer search that is due after `looks` visits, as a multiple of
  /// `limits.searchNodes`; `nil` if none is due.
  static func effort(after looks: Int) -> UInt64? {
    switch looks {
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
