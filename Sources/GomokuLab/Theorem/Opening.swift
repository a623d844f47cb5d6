import GomokuRules

/// One of the loser's first replies, and what has been found of the winner's answers.
///
/// A value that the work list guards: jobs are handed out of it and their outcomes handed in.
struct Opening {
  /// The reply's name.
  let name: String
  /// The position after it.
  let position: Position
  /// The winner's moves still to be tried, the best first.
  private(set) var moves: [Point]
  private(set) var stage: Stage
  /// Whether a search has been asked for moves.
  private var isSearched = false

  enum Stage: Equatable {
    /// The winner's moves are to be found.
    case moves
    /// The win after a pass is to be found.
    case pass
    /// All replies that it leaves open are to be answered.
    case replies
    case won
    case failed
  }

  /// The replies that need branches of their own, in the order in which they are to be answered.
  private(set) var replies: [Point] = []
  /// How many of them have been handed out, and answered.
  private var handedOut = 0
  private var answered = 0
  private var isBusy = false

  /// - Parameter first: the winner's move to try before a search is asked.
  init(_ reply: Point, _ position: Position, first: Point?) {
    (name, self.position) = (reply.description, position)
    (moves, stage) = first.map { ([$0], .pass) } ?? ([], .moves)
  }

  /// The winner's move that is being tried.
  var move: Point? { moves.first }

  /// The position after it.
  var afterMove: Position? {
    var position = position
    guard let move, (try? position.play(move)) != nil else { return nil }
    return position
  }

  enum Work: Equatable {
    case moves
    case pass
    case reply(Point)
  }

  /// The next piece of work, if there is one that waits for no other.
  mutating func next() -> Work? {
    switch stage {
    case .moves, .pass:
      if isBusy { return nil }
      isBusy = true
      return stage == .moves ? .moves : .pass
    case .replies where handedOut < replies.count:
      handedOut += 1
      return .reply(replies[handedOut - 1])
    case .replies, .won, .failed: return nil
    }
  }

  /// Takes the winner's moves that a search recommends.
  mutating func take(moves: [Point]) {
    (isBusy, isSearched) = (false, true)
    self.moves = moves
    stage = moves.isEmpty ? .failed : .pass
  }

  /// Takes the replies that a win after a pass leaves open; `nil` if there is no such win.
  mutating func take(open: [Point]?) {
    isBusy = false
    guard let open else { return giveUpMove() }
    (replies, handedOut, answered) = (open, 0, 0)
    stage = open.isEmpty ? .won : .replies
  }

  /// Takes the outcome of a reply to `move`.
  mutating func take(_ isWon: Bool, replyTo move: Point) {
    guard stage == .replies, move == self.move else { return }
    guard isWon else { return giveUpMove() }
    answered += 1
    if answered == replies.count { stage = .won }
  }

  private mutating func giveUpMove() {
    moves.removeFirst()
    stage = !moves.isEmpty ? .pass : isSearched ? .failed : .moves
  }

  /// Jobs finished and jobs known to be left.
  var progress: (done: Int, left: Int) {
    stage == .replies || stage == .won ? (answered, replies.count - answered) : (0, 0)
  }
}
