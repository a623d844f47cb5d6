import Basics
import Foundation
import LiuzhouRules

/// Plays by UCT: a tree of the turns that playouts have shown to be good, nothing else.
///
/// A sparring partner of another build than the engine: it has no evaluation, no window and no table,
/// and shares nothing with the engine but the rules. Kocsis and Szepesvári, "Bandit based Monte-Carlo
/// planning", ECML 2006.
public struct TreeSearchContestant: Contestant {
  /// When a turn has been thought about long enough.
  public enum Limit: Sendable {
    case playouts(Int)
    case time(Duration)
  }

  private let limit: Limit
  private var generator: SplitMix64

  public init(_ limit: Limit, seed: UInt64) {
    self.limit = limit
    generator = SplitMix64(seed: seed)
  }

  public mutating func turn(in game: Game) -> Turn {
    let root = TreeNode()
    let start = ContinuousClock.now
    var playouts = 0
    while playouts < 1 || goesOn(after: playouts, since: start) {
      grow(root, from: Play(game.position, game.book))
      playouts += 1
    }
    return root.turn(from: Play(game.position, game.book))
  }

  private func goesOn(after playouts: Int, since start: ContinuousClock.Instant) -> Bool {
    switch limit {
    case .playouts(let count): playouts < count
    case .time(let time): start.duration(to: .now) < time
    }
  }

  /// One more playout from the end of the most promising path.
  private mutating func grow(_ root: TreeNode, from start: Play) {
    var play = start
    var path = [(node: root, side: start.position.sideToMove)]
    var node = root
    while play.result == nil {
      let isNew = node.visits == 0
      if node.steps.isEmpty { node.open(play.steps.shuffled(using: &generator)) }
      if isNew { break }
      let side = play.position.sideToMove
      let index = node.mostPromising
      play.make(node.steps[index])
      node = node.child(index)
      path.append((node, side))
    }
    let points = play.resultOfPlayout(using: &generator)
    for (node, side) in path { node.count(side == .black ? points : 1 - points) }
  }
}

/// A node of the tree: what can be done next, and how playouts through it ended.
private final class TreeNode {
  private(set) var steps: [Play.Step] = []
  private var children: [TreeNode?] = []
  private(set) var visits = 0
  /// The points of the side whose step led here.
  private var points = 0.0

  /// How much seldom tried steps are preferred.
  private static let curiosity = 0.7

  func open(_ steps: [Play.Step]) {
    self.steps = steps
    children = Array(repeating: nil, count: steps.count)
  }

  func child(_ index: Int) -> TreeNode {
    if let child = children[index] { return child }
    let child = TreeNode()
    children[index] = child
    return child
  }

  func count(_ points: Double) {
    visits += 1
    self.points += points
  }

  /// The step with the highest upper confidence bound; one that was never tried before all others.
  var mostPromising: Int {
    let logarithm = log(Double(visits))
    var best = 0
    var bestBound = -Double.infinity
    for (index, child) in children.enumerated() {
      guard let child, child.visits > 0 else { return index }
      let visits = Double(child.visits)
      let bound = child.points / visits + TreeNode.curiosity * (logarithm / visits).squareRoot()
      if bound > bestBound { (best, bestBound) = (index, bound) }
    }
    return best
  }

  /// The turn made of the steps that were tried most often.
  func turn(from start: Play) -> Turn {
    var play = start
    var node: TreeNode? = self
    var turn = Turn.pass
    repeat {
      let visits = node?.children.map { $0?.visits ?? 0 } ?? []
      let mostVisited = visits.indices.max { visits[$0] < visits[$1] }
      // Beyond the tree any step will do.
      let step = mostVisited.flatMap { node?.steps[$0] } ?? play.steps[0]
      node = mostVisited.flatMap { node?.children[$0] }
      switch step {
      case .action(let action, let duty): turn = Turn(action, capturing: duty.compulsory)
      case .take(let point): turn.captured |= PointSet(point)
      }
      play.make(step)
    } while play.isInsideTurn
    return turn
  }
}

/// A position, and what is still to be captured in the turn at hand.
private struct Play {
  enum Step {
    /// An action, and what it has to capture.
    case action(Turn.Action, CaptureDuty)
    case take(Point)
  }

  private(set) var position: Position
  private let book: Rulebook
  /// What the turn at hand may still take, and how much of it.
  private var pool = PointSet.none
  private var left = 0

  init(_ position: Position, _ book: Rulebook) { (self.position, self.book) = (position, book) }

  var isInsideTurn: Bool { left > 0 }

  /// Black's points once the game is over.
  var result: Double? {
    guard !isInsideTurn, let outcome = book.outcome(of: position) else { return nil }
    return outcome.winner.map { $0 == .black ? 1 : 0 } ?? 0.5
  }

  /// What can be done next. Captured stones are taken in the order of their points, so that each set
  /// has one way only.
  var steps: [Step] {
    guard !isInsideTurn else {
      return pool.enumerated().filter { $0.offset <= pool.count - left }.map { .take($0.element) }
    }
    var steps: [Step] = []
    TurnGenerator(book).forEachAction(in: position) { steps.append(.action($0, $1)) }
    return steps
  }

  mutating func make(_ step: Step) {
    switch step {
    case .action(let action, let duty):
      book.move(action, in: &position)
      book.take(duty.compulsory, in: &position)
      (pool, left) = (duty.pool, duty.count)
      if left == 0 { book.finishTurn(captured: !duty.isEmpty, in: &position) }
    case .take(let point):
      book.take(PointSet(point), in: &position)
      pool = PointSet(pool.filter { $0.index > point.index })
      left -= 1
      if left == 0 { book.finishTurn(captured: true, in: &position) }
    }
  }

  /// The most turns of a playout.
  private static let longestPlayout = 150

  /// Black's points after random turns, of those that take most; a playout without an end is won by
  /// who has clearly more stones.
  func resultOfPlayout(using generator: inout SplitMix64) -> Double {
    var play = self
    for _ in 0..<Play.longestPlayout {
      if let result = play.result { return result }
      play.makeRandomTurn(using: &generator)
    }
    let lead = play.position.liveBlack.count - play.position.liveWhite.count
    return lead > 1 ? 1 : lead < -1 ? 0 : 0.5
  }

  private mutating func makeRandomTurn(using generator: inout SplitMix64) {
    var step = Step.action(.pass, .nothing)
    var (most, count) = (0, 0)
    if isInsideTurn {
      step = steps.randomElement(using: &generator) ?? step
    } else {
      TurnGenerator(book).forEachAction(in: position) { action, duty in
        let total = duty.total
        if total > most { (most, count) = (total, 0) }
        guard total == most else { return }
        count += 1
        if Int.random(in: 0..<count, using: &generator) == 0 { step = .action(action, duty) }
      }
    }
    make(step)
  }
}
