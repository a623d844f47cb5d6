import Basics

/// A generator and counter of complete turns.
///
/// The search generates its own moves, stone by stone, because one action can have tens of
/// thousands of capture sets.
public struct TurnGenerator {
  @usableFromInline let book: Rulebook

  public init(_ book: Rulebook) { self.book = book }

  /// Returns all legal turns; none once the game is over. Draws by repetition are not considered.
  public func turns(in position: Position) -> [Turn] {
    guard book.outcome(of: position) == nil else { return [] }
    var turns: [Turn] = []
    forEachAction(in: position) { action, required in
      for set in required.sets { turns.append(Turn(action, capturing: set)) }
    }
    return turns
  }

  /// Calls `body` with every legal action and its required captures. The game must not be over.
  @inlinable @inline(__always) package func forEachAction(
    in position: Position, _ body: (Turn.Action, RequiredCaptures) -> Void
  ) {
    let (own, opponent, empty) = (position.own, position.opponent, position.empty)
    let formed = book.formed(opponent)
    switch position.phase {
    case .placing:
      for point in empty {
        let earned = book.earned(at: point, by: own | PointSet(point))
        let required = book.requiredCaptures(earned: earned, opponent: opponent, formed: formed)
        body(.place(point), required)
      }
    case .forcing, .exchanging:
      let required = book.requiredCaptures(earned: 1, opponent: opponent, formed: formed)
      body(required.isEmpty ? .pass : .remove, required)
    case .moving:
      let stoneCount = own.count
      var isBlocked = true
      for from in own {
        for to in book.targets(from: from, empty: empty, stoneCount: stoneCount) {
          isBlocked = false
          let earned = book.earned(at: to, by: own - PointSet(from) | PointSet(to))
          let required = book.requiredCaptures(earned: earned, opponent: opponent, formed: formed)
          body(.slide(from: from, to: to), required)
        }
      }
      if isBlocked {
        let required = book.requiredCapturesIfBlocked(in: position)
        body(required.isEmpty ? .pass : .remove, required)
      }
    }
  }

  // MARK: Perft

  /// Returns the number of sequences of `depth` turns (perft).
  ///
  /// A game that is over for lack of stones or slides has none. By definition, the counts ignore
  /// repetition and the limits of length and of turns without a capture. If `stop` is requested,
  /// the result covers only the sequences counted until then.
  public func perft(
    _ position: Position, depth: Int, stop: StopSignal = StopSignal()
  ) -> UInt64 {
    guard depth > 0 else { return 1 }
    guard !isOver(position) else { return 0 }
    if depth == 1 { return turnCount(in: position) }
    guard !stop.isRequested else { return 0 }
    var count: UInt64 = 0
    forEachSuccessor(of: position) { _, next in
      count &+= perft(next, depth: depth - 1, stop: stop)
    }
    return count
  }

  /// Returns for each first turn the number of sequences of `depth` turns that begin with it.
  ///
  /// If `stop` is requested, only finished first turns are included.
  public func divide(
    _ position: Position, depth: Int, stop: StopSignal = StopSignal()
  ) -> [(move: Turn, count: UInt64)] {
    guard depth > 0, !isOver(position) else { return [] }
    var counts: [(move: Turn, count: UInt64)] = []
    forEachSuccessor(of: position) { turn, next in
      guard !stop.isRequested else { return }
      let count = perft(next, depth: depth - 1, stop: stop)
      if !stop.isRequested { counts.append((turn, count)) }
    }
    return counts
  }

  /// Returns the number of legal turns; capture sets are counted by binomial coefficients, not
  /// listed.
  @inlinable @inline(__always) func turnCount(in position: Position) -> UInt64 {
    if position.phase == .placing, book.cannotComplete(position.own, on: position.empty) {
      return UInt64(position.empty.count)
    }
    var count: UInt64 = 0
    forEachAction(in: position) { _, required in count &+= required.isEmpty ? 1 : required.choices }
    return count
  }

  /// Calls `body` with every legal turn and the position after it.
  @inlinable @inline(__always) func forEachSuccessor(
    of position: Position, _ body: (Turn, Position) -> Void
  ) {
    forEachAction(in: position) { action, required in
      var moved = position
      book.move(action, in: &moved)
      if required.isEmpty {
        book.finishTurn(captured: false, in: &moved)
        body(Turn(action), moved)
      } else {
        for set in required.sets {
          var next = moved
          book.take(set, in: &next)
          book.finishTurn(captured: true, in: &next)
          body(Turn(action, capturing: set), next)
        }
      }
    }
  }

  /// Returns whether the game is over for a reason other than the limits, which perft ignores.
  private func isOver(_ position: Position) -> Bool {
    var position = position
    position.quiet = 0
    position.steps = 0
    return book.outcome(of: position) != nil
  }
}
