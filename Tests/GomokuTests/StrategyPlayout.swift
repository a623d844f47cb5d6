import Basics

/// Plays a strategy out against every legal reply of a loser who sees the real board, and knows
/// nothing of zones.
///
/// The winner follows the nodes. Their stones are the virtual board; the loser's stones of the real
/// one may be more, where the winner took a reply for another one, and fewer.
struct StrategyPlayout {
  enum Outcome: Equatable {
    /// The winner makes five in every line.
    case wins
    /// He does not; the loser's replies of one such line.
    case fails([NaiveBoard.Place])
    /// More stones would have had to be played than allowed.
    case gaveUp
  }

  /// What comes of `proof` when further stones of the loser stand on `extraStones`.
  static func outcome(
    of proof: NaiveStrategyText, extraStones: [NaiveBoard.Place] = [], budget: Int
  ) -> Outcome {
    var playout = StrategyPlayout(proof: proof, budget: budget)
    var real = proof.board
    for extra in extraStones { real = real.with(playout.loser, on: extra) }
    do {
      let wins =
        if let opening = proof.opening {
          try playout.winsAgainstAll(opening.branches, virtual: proof.board, real: real)
        } else {
          try playout.wins(by: proof.root, virtual: proof.board, real: real)
        }
      return wins ? .wins : .fails(playout.failure.reversed())
    } catch {
      return .gaveUp
    }
  }

  private struct BudgetSpent: Error {}

  /// The winner is to move.
  private struct State: Hashable {
    let way: NaiveStrategyText.Way
    let virtual: NaiveBoard
    let real: NaiveBoard
  }

  private let proof: NaiveStrategyText
  private var budget: Int
  private var known: [State: Bool] = [:]
  /// The loser's replies of the line that failed last, from its end.
  private var failure: [NaiveBoard.Place] = []

  private init(proof: NaiveStrategyText, budget: Int) {
    self.proof = proof
    self.budget = budget
  }

  private var winner: NaiveBoard.Side { proof.winner }
  private var loser: NaiveBoard.Side { proof.winner.opponent }

  private mutating func wins(
    by way: NaiveStrategyText.Way, virtual: NaiveBoard, real: NaiveBoard
  ) throws(BudgetSpent) -> Bool {
    let state = State(way: way, virtual: virtual, real: real)
    if let wins = known[state] {
      if !wins { failure = [] }
      return wins
    }
    let wins = try winsAnew(state)
    known[state] = wins
    return wins
  }

  private mutating func winsAnew(_ state: State) throws(BudgetSpent) -> Bool {
    failure = []
    // A link is taken at its word, for the position that it speaks of.
    guard case .node(let index) = state.way else { return state.virtual == state.real }
    let node = proof.nodes[index]
    guard let move = node.move, state.real.isLegal(winner, on: move) else { return false }
    if state.real.makesFive(winner, on: move) { return true }
    return try winsAgainstAll(
      node.branches, virtual: state.virtual.with(winner, on: move),
      real: play(winner, on: move, of: state.real))
  }

  /// Whether every reply on the real board loses.
  private mutating func winsAgainstAll(
    _ branches: [NaiveStrategyText.Branch], virtual: NaiveBoard, real: NaiveBoard
  ) throws(BudgetSpent) -> Bool {
    failure = []
    let empty = real.emptyPlaces
    if empty.isEmpty || empty.contains(where: { real.makesFive(loser, on: $0) }) { return false }
    let threats = empty.filter { real.makesFive(winner, on: $0) }
    for reply in empty where real.isLegal(loser, on: reply) {
      // Replies that do not stop every five cost nothing: they are many.
      let supposed = real.with(loser, on: reply)
      if threats.contains(where: { supposed[$0] == .empty && supposed.makesFive(winner, on: $0) }) {
        continue
      }
      let after = try play(loser, on: reply, of: real)
      if try !answers(reply, branches, virtual: virtual, real: after) {
        failure.append(reply)
        return false
      }
    }
    return true
  }

  /// Whether the branches have an answer to a reply after which `real` shows the real stones.
  private mutating func answers(
    _ reply: NaiveBoard.Place, _ branches: [NaiveStrategyText.Branch], virtual: NaiveBoard,
    real: NaiveBoard
  ) throws(BudgetSpent) -> Bool {
    failure = []
    let isPass = virtual[reply] != .empty
    if !isPass, let listed = branches.first(where: { $0.reply == reply }) {
      return try wins(by: listed.way, virtual: virtual.with(loser, on: reply), real: real)
    }
    for branch in branches where isPass || branch.isMarked {
      if let supposed = branch.reply, virtual[supposed] != .empty { continue }
      let next = branch.reply.map { virtual.with(loser, on: $0) } ?? virtual
      if try wins(by: branch.way, virtual: next, real: real) { return true }
    }
    return false
  }

  private mutating func play(
    _ side: NaiveBoard.Side, on place: NaiveBoard.Place, of board: NaiveBoard
  ) throws(BudgetSpent) -> NaiveBoard {
    budget -= 1
    if budget < 0 { throw BudgetSpent() }
    return board.with(side, on: place)
  }
}
