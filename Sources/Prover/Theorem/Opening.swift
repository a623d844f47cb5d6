import GomokuRules

/// One of the loser's first replies, and the progress of the proof that the winner still wins.
///
/// `WorkList` holds the openings under its lock, takes jobs from them and reports the results.
struct Opening {
  /// The reply as text, such as `h9`.
  let name: String
  /// The position after the reply.
  let position: Position
  /// The winner's move that is being tried, then those that are still to be tried, the best first.
  private(set) var moves: [Point]
  private(set) var stage: Stage
  /// True once a search for the winner's moves has answered.
  private var isSearched = false

  /// The stage of the proof for the move that is being tried.
  enum Stage: Equatable {
    /// A search has to find moves for the winner.
    case moves
    /// A win after the move and a pass of the loser has to be found. Its zone tells which replies
    /// could disturb it.
    case pass
    /// Each reply that could disturb the win after the pass needs a win of its own.
    case replies
    case won
    case failed
  }

  /// The replies that need branches of their own, in the order in which they are to be answered.
  private(set) var replies: [Point] = []
  /// The number of replies handed out to workers.
  private var handedOut = 0
  /// The number of replies after which a win has been found.
  private var answered = 0
  /// True if a worker does the job of the stage `moves` or `pass`.
  private var isBusy = false

  /// Creates an opening from the loser's reply and the position after it.
  ///
  /// - Parameter first: the winner's move to try before a search for moves.
  init(_ reply: Point, _ position: Position, first: Point?) {
    (name, self.position) = (reply.description, position)
    (moves, stage) = first.map { ([$0], .pass) } ?? ([], .moves)
  }

  /// The winner's move that is being tried; `nil` if there is none.
  var move: Point? { moves.first }

  /// The position after `move`; `nil` if there is no move, or if it cannot be played.
  var afterMove: Position? {
    var position = position
    guard let move, (try? position.play(move)) != nil else { return nil }
    return position
  }

  /// A job for a worker, named like the stage in which it is done.
  enum Job: Equatable {
    case moves
    case pass
    case reply(Point)
  }

  /// Returns the next job; `nil` if there is none, or if it has to wait for a running job.
  mutating func next() -> Job? {
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

  /// Receives the winner's moves that a search recommends, the best first.
  mutating func take(moves: [Point]) {
    (isBusy, isSearched) = (false, true)
    self.moves = moves
    stage = moves.isEmpty ? .failed : .pass
  }

  /// Receives the replies that could disturb the win after a pass; `nil` if there is no such win.
  mutating func take(open: [Point]?) {
    isBusy = false
    guard let open else { return giveUpMove() }
    (replies, handedOut, answered) = (open, 0, 0)
    stage = open.isEmpty ? .won : .replies
  }

  /// Receives the result for a reply to `move`; ignores it if another move is now being tried.
  mutating func take(_ isWon: Bool, replyTo move: Point) {
    guard stage == .replies, move == self.move else { return }
    guard isWon else { return giveUpMove() }
    answered += 1
    if answered == replies.count { stage = .won }
  }

  /// Goes on to the next move, or to a search for moves if there has been none.
  private mutating func giveUpMove() {
    moves.removeFirst()
    stage = !moves.isEmpty ? .pass : isSearched ? .failed : .moves
  }

  /// The number of finished jobs, and of jobs that are known to be left.
  var progress: (done: Int, left: Int) {
    stage == .replies || stage == .won ? (answered, replies.count - answered) : (0, 0)
  }
}
