import Basics
import GomokuRules
import SearchKit
import WeightData

extension StrategyBook {
  /// Returns the compiled-in strategy with which Black wins from the empty board, or in renju after
  /// some openings; empty if there is none.
  static func compiledIn(_ variant: Variant, _ size: BoardSize) -> StrategyBook {
    let sides = size.width == size.height ? "\(size.width)" : "\(size.width)x\(size.height)"
    let data = weight_data("book-\(variant)-\(sides)").pointee
    return StrategyBook(
      compiledIn: UnsafeRawBufferPointer(start: data.bytes, count: data.count), size: size)
  }
}

/// A step of a proved win: the winner's move, and an upper bound on the plies that are left.
package enum ProvedStep: Sendable {
  case book(StrategyBook.Entry)
  /// A win by threats, which answers every reply from here on.
  case threats(ThreatPlan)

  package var move: Point? {
    switch self {
    case .book(let entry): entry.move
    case .threats(let plan): plan.move
    }
  }

  /// Returns the line against White's longest defence, as far as it is known. Of a step in the
  /// book, only the move is known.
  package func line(in position: Position) -> [Point] {
    switch self {
    case .book(let entry): [entry.move]
    case .threats(let plan): plan.line(in: position)
    }
  }

  package var plies: Int {
    switch self {
    case .book(let entry): entry.plies
    case .threats(let plan): plan.plies
    }
  }
}

/// A turn of the winner in a proved game.
package struct ProvedTurn: Sendable {
  package let position: Position
  /// Stones of the loser that do not affect the win, in the order of play.
  ///
  /// `step` is the winner's step in the position without these stones.
  package let irrelevantStones: [Point]
  package let step: ProvedStep

  package init(_ position: Position, irrelevantStones: [Point] = [], _ step: ProvedStep) {
    (self.position, self.irrelevantStones, self.step) = (position, irrelevantStones, step)
  }

  /// Returns the winner's next turn, in `position`; `nil` if no move is known.
  ///
  /// `position` is the position after this turn's move and the loser's `reply`.
  func next(_ position: Position, after reply: Point, _ book: StrategyBook) -> ProvedTurn? {
    switch step {
    case .threats(let plan):
      return plan.after(reply, in: position).map { ProvedTurn(position, .threats($0)) }
    case .book:
      var answers = BookAnswers(to: self, book)
      return answers?.turn(in: position, after: reply)
    }
  }
}

/// The winner's answers to the replies to a move of the book.
///
/// A reply after which the book has no entry is answered in one of these ways, the first that can
/// be:
///
/// - by threats that take no longer than the book's bound: those that win after a pass, if the reply
///   is outside their zone, or others;
/// - by the entry after a pass, also within the bound;
/// - by threats that take longer, or by those of a longer search.
///
/// The book is made so that one of the first two answers every reply. Its bound allows for the
/// threats after each reply inside the zone of the win after a pass. So if there are only longer
/// threats, the reply is outside that zone.
package struct BookAnswers {
  private let book: StrategyBook
  private let irrelevantStones: [Point]
  /// The number of stones that the loser may have besides those on the board.
  private let extraStones: Int
  /// An upper bound on the plies of the answer.
  private let mostPlies: Int
  /// The position without the irrelevant stones, after the winner's move and a pass.
  private let passed: Position
  /// The win by threats in `passed`. Its zones allow for the irrelevant stones and one more, the
  /// reply.
  private lazy var pass = plan(in: passed, extraStones: extraStones + 1)

  /// - Parameter extraStones: the number of stones that the loser may have besides those on the
  ///   board; `nil` for that of the turn's irrelevant stones.
  package init?(to turn: ProvedTurn, _ book: StrategyBook, extraStones: Int? = nil) {
    (self.book, irrelevantStones) = (book, turn.irrelevantStones)
    self.extraStones = extraStones ?? turn.irrelevantStones.count
    mostPlies = turn.step.plies - 2
    var position = turn.position
    for stone in irrelevantStones { position.remove(stone) }
    guard let move = turn.step.move, (try? position.place(.black, on: move)) != nil else {
      return nil
    }
    position.sideToMove = .black
    passed = position
  }

  private typealias Plan = (plan: ThreatPlan, zones: Zones?)

  /// Returns the win by threats in `position` that the short search finds, with its zones if the
  /// loser has extra stones; `nil` if there is none that holds against these.
  private func plan(in position: Position, extraStones: Int) -> Plan? {
    guard let plan = ThreatPlan.found(in: position, nodeLimit: ProvedGame.searchNodes) else {
      return nil
    }
    if extraStones == 0 { return (plan, nil) }
    return plan.zones(in: position, extraStones: extraStones).map { (plan, $0) }
  }

  /// Returns whether `plan` still wins with these irrelevant stones, of which the last is the
  /// newest.
  private func holds(_ plan: Plan, _ irrelevantStones: [Point]) -> Bool {
    guard let newest = irrelevantStones.last else { return true }
    guard let zones = plan.zones else { return false }
    return !zones.newest.contains(newest)
      && !irrelevantStones.dropLast().contains { zones.earlier.contains($0) }
  }

  /// Returns the turn in `position` after `reply`; `nil` if none is known.
  package mutating func turn(in position: Position, after reply: Point) -> ProvedTurn? {
    var virtual = passed
    guard (try? virtual.place(.white, on: reply)) != nil else { return nil }
    if let entry = book[virtual], position.isPlayable(entry.move, by: .black) {
      return ProvedTurn(position, irrelevantStones: irrelevantStones, .book(entry))
    }
    let plan = threats(in: virtual, after: reply)
    if let plan, plan.plies <= mostPlies { return ProvedTurn(position, .threats(plan)) }
    if let entry = book[passed], position.isPlayable(entry.move, by: .black),
      plan == nil || entry.plies <= mostPlies
    {
      return ProvedTurn(position, irrelevantStones: irrelevantStones + [reply], .book(entry))
    }
    if let plan { return ProvedTurn(position, .threats(plan)) }
    return ThreatPlan.found(in: position, nodeLimit: ProvedGame.mostSearchNodes)
      .map { ProvedTurn(position, .threats($0)) }
  }

  /// Returns the win by threats after a pass of the loser, if `reply` instead of the pass does not
  /// disturb it.
  package mutating func threatsBefore(_ reply: Point) -> ThreatPlan? {
    guard let pass, holds(pass, irrelevantStones + [reply]) else { return nil }
    return pass.plan
  }

  /// Returns a win by threats after `reply`: the win after a pass, or another one.
  ///
  /// - Parameter virtual: the position with the reply, without the irrelevant stones.
  package mutating func threats(in virtual: Position, after reply: Point) -> ThreatPlan? {
    if let plan = threatsBefore(reply) { return plan }
    guard let plan = plan(in: virtual, extraStones: extraStones),
      holds(plan, irrelevantStones)
    else {
      return nil
    }
    return plan.plan
  }
}

/// A game whose win is proved, played from the book and then by threats.
///
/// If the book has no entry after a reply, a search of `searchNodes` nodes finds a win by threats,
/// or the book goes on as if White had passed (`BookAnswers`). The searches have no time limit.
/// Once a win by threats is found, it is played up to the five without another search.
package struct ProvedGame: Sendable {
  private let book: StrategyBook
  private var last: ProvedTurn?

  /// The node limit of the threat search after the book. The book is made for this limit.
  package static let searchNodes: UInt64 = 8_000

  /// The node limit of a second search if the one with `searchNodes` finds nothing.
  ///
  /// A late move is better than the loss of a proved win.
  package static let mostSearchNodes: UInt64 = 100_000

  /// Creates a game in which no turn has been played yet.
  package init(book: StrategyBook) { self.book = book }

  package func isPlayed(from book: StrategyBook) -> Bool { self.book == book }

  /// Returns the winner's turn in `position`; `nil` if no move is known.
  ///
  /// The answer may depend on the winner's previous turn, given to `play`. If `position` does not
  /// follow from that turn, a book entry for `position` gives the move. Without an entry, the
  /// previous turn is reconstructed from the stones. Stones that alternate from Black on are
  /// replayed in order. For other stones, any book turn that may have led to `position` is taken.
  package func turn(in position: Position) -> ProvedTurn? {
    guard position.sideToMove == .black, position.size == book.size, !book.isEmpty else {
      return nil
    }
    if let turn = turn(in: position, after: last) { return turn }
    let isInOrder = zip(position.stones, 0...).allSatisfy { stone, number in
      stone.color == (number.isMultiple(of: 2) ? .black : .white)
    }
    guard let turn = isInOrder ? retraced(to: position) : anyTurn(before: position) else {
      return nil
    }
    return self.turn(in: position, after: turn)
  }

  /// Records the winner's turn; `nil` ends the proved game.
  package mutating func play(_ turn: ProvedTurn?) { last = turn }

  /// Returns the turn in `position`, if the position follows from `turn` or has a book entry.
  private func turn(in position: Position, after turn: ProvedTurn?) -> ProvedTurn? {
    if let turn, let moves = position.turn(since: turn.position), moves.own == turn.step.move,
      let next = turn.next(position, after: moves.reply, book)
    {
      return next
    }
    return book[position].map { ProvedTurn(position, .book($0)) }
  }

  /// Returns the winner's last turn before `position`, reconstructed from the order of its stones.
  ///
  /// Returns `nil` if the winner's last stone is not on the known move.
  private func retraced(to position: Position) -> ProvedTurn? {
    var turn: ProvedTurn?
    var earlier = Position(size: position.size, variant: position.variant)
    for stone in position.stones {
      if stone.color == .black {
        turn = self.turn(in: earlier, after: turn)
        if turn?.step.move != stone.point { turn = nil }
      }
      // Renju may forbid a point in this order of the stones.
      guard (try? earlier.play(stone.point)) != nil else { return anyTurn(before: position) }
    }
    return turn
  }

  /// Returns a turn of the book that may have come just before `position`, if the order of its
  /// stones is unknown.
  private func anyTurn(before position: Position) -> ProvedTurn? {
    guard position.stones.count <= ProvedGame.mostStones else { return nil }
    for reply in position.stones where reply.color == .white {
      for own in position.stones where own.color == .black {
        var earlier = position
        earlier.remove(reply.point)
        earlier.remove(own.point)
        if let entry = book[earlier], entry.move == own.point {
          return ProvedTurn(earlier, .book(entry))
        }
      }
    }
    return nil
  }

  /// The largest number of stones of a position for which `anyTurn` searches the book.
  private static let mostStones = 40
}
