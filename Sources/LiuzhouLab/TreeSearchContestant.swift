import Basics
import Foundation
import LiuzhouRules
import Platform

/// A contestant that plays by UCT, a Monte-Carlo tree search with random playouts.
///
/// The method is that of Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006. The
/// contestant has no evaluation, window or hash table. It shares only the rules with the engine.
public struct TreeSearchContestant: Contestant {
  /// The limit on the search of a turn.
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
    let start = MonotonicTime.now
    var playouts = 0
    while playouts < 1 || hasBudget(after: playouts, since: start) {
      addPlayout(to: root, from: PlayoutState(game.position, game.book))
      playouts += 1
    }
    return root.turn(from: PlayoutState(game.position, game.book))
  }

  /// Returns whether the limit allows another playout.
  private func hasBudget(after playouts: Int, since start: MonotonicTime) -> Bool {
    switch limit {
    case .playouts(let count): playouts < count
    case .time(let time): start.duration(to: .now) < time
    }
  }

  /// Adds one playout: follows the highest confidence bounds to a leaf, plays the game out at
  /// random, and backs the result up.
  private mutating func addPlayout(to root: TreeNode, from start: PlayoutState) {
    var state = start
    var path = [(node: root, side: start.position.sideToMove)]
    var node = root
    while state.result == nil {
      let isNew = node.visits == 0
      if node.steps.isEmpty { node.expand(state.steps.shuffled(using: &generator)) }
      if isNew { break }
      let side = state.position.sideToMove
      let index = node.highestUpperBoundIndex
      state.make(node.steps[index])
      node = node.child(index)
      path.append((node, side))
    }
    let points = state.resultOfPlayout(using: &generator)
    for (node, side) in path { node.update(with: side == .black ? points : 1 - points) }
  }
}

/// A node of the tree: the possible next steps, and the results of playouts through it.
private final class TreeNode {
  private(set) var steps: [PlayoutState.TurnStep] = []
  private var children: [TreeNode?] = []
  private(set) var visits = 0
  /// The summed points of the side whose step led to this node.
  private var points = 0.0

  /// The weight of exploration in the upper confidence bound.
  private static let explorationConstant = 0.7

  func expand(_ steps: [PlayoutState.TurnStep]) {
    self.steps = steps
    children = Array(repeating: nil, count: steps.count)
  }

  /// Returns the child that a step leads to; creates it if necessary.
  func child(_ index: Int) -> TreeNode {
    if let child = children[index] { return child }
    let child = TreeNode()
    children[index] = child
    return child
  }

  func update(with points: Double) {
    visits += 1
    self.points += points
  }

  /// The index of the step with the highest upper confidence bound. Untried steps come first.
  var highestUpperBoundIndex: Int {
    let logarithm = log(Double(visits))
    var best = 0
    var bestBound = -Double.infinity
    for (index, child) in children.enumerated() {
      guard let child, child.visits > 0 else { return index }
      let visits = Double(child.visits)
      let exploration = (logarithm / visits).squareRoot()
      let bound = child.points / visits + TreeNode.explorationConstant * exploration
      if bound > bestBound { (best, bestBound) = (index, bound) }
    }
    return best
  }

  /// Returns the turn that consists of the most visited steps.
  func turn(from start: PlayoutState) -> Turn {
    var state = start
    var node: TreeNode? = self
    var turn = Turn.pass
    repeat {
      let visits = node?.children.map { $0?.visits ?? 0 } ?? []
      let mostVisited = visits.indices.max { visits[$0] < visits[$1] }
      // The tree has no steps here, so nothing is known about them: any step will do.
      let step = mostVisited.flatMap { node?.steps[$0] } ?? state.steps[0]
      node = mostVisited.flatMap { node?.children[$0] }
      switch step {
      case .action(let action, let required): turn = Turn(action, capturing: required.compulsory)
      case .take(let point): turn.captured |= PointSet(point)
      }
      state.make(step)
    } while state.isInsideTurn
    return turn
  }
}

/// A position, perhaps inside a turn with captures still to be made.
private struct PlayoutState {
  /// A step of a turn: its action, or the capture of one stone.
  enum TurnStep {
    /// An action, with the captures that the rules require of it.
    case action(Turn.Action, RequiredCaptures)
    case take(Point)
  }

  private(set) var position: Position
  private let book: Rulebook
  private var pool = PointSet.none
  /// The number of stones that the current turn must still take.
  private var capturesLeft = 0

  init(_ position: Position, _ book: Rulebook) { (self.position, self.book) = (position, book) }

  var isInsideTurn: Bool { capturesLeft > 0 }

  /// Black's points once the game is over; otherwise `nil`. Repetition does not end it here.
  var result: Double? {
    guard !isInsideTurn, let outcome = book.outcome(of: position) else { return nil }
    return outcome.winner.map { $0 == .black ? 1 : 0 } ?? 0.5
  }

  /// The possible next steps.
  ///
  /// Inside a turn, stones are captured in the order of their points. Each set of captured stones
  /// thus has one sequence of steps.
  var steps: [TurnStep] {
    guard !isInsideTurn else {
      let choices = pool.enumerated().filter { $0.offset <= pool.count - capturesLeft }
      return choices.map { .take($0.element) }
    }
    var steps: [TurnStep] = []
    TurnGenerator(book).forEachAction(in: position) { steps.append(.action($0, $1)) }
    return steps
  }

  mutating func make(_ step: TurnStep) {
    switch step {
    case .action(let action, let required):
      book.move(action, in: &position)
      book.take(required.compulsory, in: &position)
      (pool, capturesLeft) = (required.pool, required.count)
      if capturesLeft == 0 { book.finishTurn(captured: !required.isEmpty, in: &position) }
    case .take(let point):
      book.take(PointSet(point), in: &position)
      pool = PointSet(pool.filter { $0.index > point.index })
      capturesLeft -= 1
      if capturesLeft == 0 { book.finishTurn(captured: true, in: &position) }
    }
  }

  /// The largest number of steps in a playout: actions, and captures that are a choice.
  private static let maximumPlayoutTurns = 150

  /// Returns Black's points after random turns, chosen among the turns with the most captures.
  ///
  /// At the limit of steps, a side that is at least two stones ahead wins.
  func resultOfPlayout(using generator: inout SplitMix64) -> Double {
    var state = self
    for _ in 0..<PlayoutState.maximumPlayoutTurns {
      if let result = state.result { return result }
      state.makeRandomTurn(using: &generator)
    }
    let lead = state.position.liveBlack.count - state.position.liveWhite.count
    return lead > 1 ? 1 : lead < -1 ? 0 : 0.5
  }

  /// Makes a random step; an action is chosen among those with the most captures.
  private mutating func makeRandomTurn(using generator: inout SplitMix64) {
    var step = TurnStep.action(.pass, .nothing)
    var (maximum, count) = (0, 0)
    if isInsideTurn {
      step = steps.randomElement(using: &generator) ?? step
    } else {
      TurnGenerator(book).forEachAction(in: position) { action, required in
        let total = required.total
        if total > maximum { (maximum, count) = (total, 0) }
        guard total == maximum else { return }
        count += 1
        if Int.random(in: 0..<count, using: &generator) == 0 { step = .action(action, required) }
      }
    }
    make(step)
  }
}
