import Basics

/// The meaning of a proof, word for word as `tournaments/theorem/format.md` gives it.
///
/// Every legal reply at every node is played out on a board of its own, nothing is remembered and
/// nothing is taken for granted.
struct NaiveProofChecker {
  enum Verdict: Equatable {
    case valid
    /// The node at which a line fails, and why.
    case refused(node: Int, String)
    case unreadable
    /// More stones would have had to be played than allowed.
    case gaveUp
  }

  /// Judges the proof that `text` gives with at most `budget` stones played.
  static func verdict(on text: String, budget: Int = 300_000) -> Verdict {
    guard let proof = NaiveProofText(text) else { return .unreadable }
    var checker = NaiveProofChecker(proof: proof, budget: budget)
    do {
      try checker.checkFromTheBeginning()
      return .valid
    } catch {
      switch error {
      case .refused(let node, let reason): return .refused(node: node, reason)
      case .budgetSpent: return .gaveUp
      }
    }
  }

  private enum Failure: Error {
    case refused(node: Int, String)
    case budgetSpent
  }

  private let proof: NaiveProofText
  private var budget: Int

  private var winner: NaiveBoard.Side { proof.winner }
  private var loser: NaiveBoard.Side { proof.winner.opponent }

  private mutating func checkFromTheBeginning() throws(Failure) {
    if proof.board.isOver { throw .refused(node: 0, "the game is over") }
    switch (proof.nodes[0].move == nil, proof.turn == loser) {
    case (true, true): try checkReplies(at: 0, on: proof.board, isElse: false)
    case (false, false): try checkMove(of: 0, on: proof.board, isElse: false)
    default: throw .refused(node: 0, "the other side moves first")
    }
  }

  /// Checks that the winner, to move on `board`, wins by node `index`.
  ///
  /// - Parameter isElse: whether the node belongs to an `else`, so that every move has to make five
  ///   or leave a threat of five.
  private mutating func checkMove(
    of index: Int, on board: NaiveBoard, isElse: Bool
  ) throws(Failure) {
    let node = proof.nodes[index]
    guard let move = node.move, board.isLegal(winner, on: move) else {
      throw .refused(node: index, "the move is illegal")
    }
    let isFive = board.makesFive(winner, on: move)
    let after = try play(winner, on: move, of: board)
    if isFive {
      guard node.replies.isEmpty, node.otherwise == nil else {
        throw .refused(node: index, "something follows a five")
      }
    } else {
      try checkReplies(at: index, on: after, isElse: isElse)
    }
  }

  /// Checks that every legal reply on `board` loses by node `index`.
  private mutating func checkReplies(
    at index: Int, on board: NaiveBoard, isElse: Bool
  ) throws(Failure) {
    let node = proof.nodes[index]
    let empty = board.emptyPlaces
    if empty.isEmpty { throw .refused(node: index, "the board is full") }
    if empty.contains(where: { board.makesFive(loser, on: $0) }) {
      throw .refused(node: index, "the loser makes five")
    }
    guard node.replies.allSatisfy({ board[$0.place] == .empty }) else {
      throw .refused(node: index, "a listed reply is on no empty point")
    }
    let threats = empty.filter { board.makesFive(winner, on: $0) }
    if isElse, threats.isEmpty { throw .refused(node: index, "no threat of five after else") }
    for reply in empty {
      if let listed = node.replies.first(where: { $0.place == reply }) {
        guard board.isLegal(loser, on: reply) else { continue }
        let after = try play(loser, on: reply, of: board)
        try checkMove(of: listed.node, on: after, isElse: isElse)
      } else if !threats.isEmpty {
        let after = try play(loser, on: reply, of: board)
        // The old threats first: one of them is nearly always left.
        let leavesFive =
          threats.contains { after[$0] == .empty && after.makesFive(winner, on: $0) }
          || after.emptyPlaces.contains { after.makesFive(winner, on: $0) }
        if !leavesFive, board.isLegal(loser, on: reply) {
          throw .refused(node: index, "a reply that leaves no five is missing")
        }
      } else {
        guard board.isLegal(loser, on: reply) else { continue }
        guard let otherwise = node.otherwise else {
          throw .refused(node: index, "a reply is missing")
        }
        let after = try play(loser, on: reply, of: board)
        try checkMove(of: otherwise, on: after, isElse: true)
      }
    }
  }

  private mutating func play(
    _ side: NaiveBoard.Side, on place: NaiveBoard.Place, of board: NaiveBoard
  ) throws(Failure) -> NaiveBoard {
    budget -= 1
    if budget < 0 { throw .budgetSpent }
    return board.with(side, on: place)
  }
}
