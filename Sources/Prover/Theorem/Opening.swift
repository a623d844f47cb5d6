import GomokuRules

/// One of the loser's replies, and the progress of the proof that the winner still wins.
///
/// `WorkList` holds the openings under its lock, takes jobs from them and reports the results.
///
/// The openings at level 0 are the loser's first replies in the task. A reply to a move that is
/// tried in an opening becomes an opening one level below, if its job finds no win.
struct Opening {
  /// The moves from the task's position to this one, such as `h9` or `h9 g9 i7`.
  let name: String
  /// The position after the reply.
  let position: Position
  let level: Int
  /// The proofs, one level above, that need this opening to be won. Empty at level 0.
  var uses: [Use] = []
  /// Lines of play that begin with the winner's move that is being tried, then with those that are
  /// still to be tried, the best first. No line is empty.
  private var lines: [[Point]]
  /// The moves that have been tried in vain.
  private var failed: Set<Point> = []
  private(set) var stage: Stage
  /// The number of searches for the winner's moves that have answered.
  private(set) var searches = 0

  /// The use of an opening in the proof of another one, which is above it.
  struct Use {
    /// The index of the opening above in the work list.
    let index: Int
    /// The move of the winner that is tried there.
    let move: Point
    /// The reply to that move, after which the position is the lower opening's or an image of it.
    let reply: Point
  }

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

  /// The replies that need branches of their own, in the order of the branches.
  private(set) var replies: [Point] = []
  /// The replies that have not been handed out to workers, the next one first.
  private var waiting: [Point] = []
  /// The number of replies after which a win has been found.
  private var answered = 0
  /// True if a worker does the job of the stage `moves` or `pass`.
  private var isBusy = false

  /// Creates an opening from the position after the loser's reply.
  ///
  /// - Parameter first: the winner's move to try before a search for moves.
  init(_ name: String, _ position: Position, level: Int = 0, first: Point? = nil) {
    (self.name, self.position, self.level) = (name, position, level)
    (lines, stage) = first.map { ([[$0]], .pass) } ?? ([], .moves)
  }

  /// The winner's move that is being tried; `nil` if there is none.
  var move: Point? { lines.first?.first }

  /// True if a win is found, or if all moves have failed.
  var isDecided: Bool { stage == .won || stage == .failed }

  /// Returns whether a reply to `move` still waits for an answer.
  func needs(answerTo move: Point) -> Bool { stage == .replies && move == self.move }

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
    case .replies where !waiting.isEmpty: return .reply(waiting.removeFirst())
    case .replies, .won, .failed: return nil
    }
  }

  /// Receives the lines of play that a search recommends, which begin with the winner's moves to
  /// try, the best first.
  mutating func take(lines: [[Point]]) {
    isBusy = false
    searches += 1
    self.lines = lines.filter { !failed.contains($0[0]) }
    tryNextMove()
  }

  /// Receives a job back that was stopped, so that it can be handed out again.
  ///
  /// - Parameter move: the move that was tried when the job was handed out.
  mutating func putBack(_ job: Job, of move: Point?) {
    switch job {
    case .moves, .pass: isBusy = false
    case .reply(let reply):
      if let move, needs(answerTo: move) { waiting.insert(reply, at: 0) }
    }
  }

  /// Receives the replies that could disturb the win after a pass; `nil` if there is no such win.
  mutating func take(open: [Point]?) {
    isBusy = false
    guard let open else { return giveUpMove() }
    (replies, waiting, answered) = (open, open, 0)
    // The reply that the search expects is the most likely one to refute the move.
    if let expected = lines.first?.dropFirst().first, let index = waiting.firstIndex(of: expected) {
      waiting.insert(waiting.remove(at: index), at: 0)
    }
    stage = open.isEmpty ? .won : .replies
  }

  /// Receives the result for a reply to `move`; ignores it if another move is now being tried.
  mutating func take(_ isWon: Bool, replyTo move: Point) {
    guard needs(answerTo: move) else { return }
    guard isWon else { return giveUpMove() }
    answered += 1
    if answered == replies.count { stage = .won }
  }

  private mutating func giveUpMove() {
    failed.insert(lines.removeFirst()[0])
    tryNextMove()
  }

  /// Goes on to the next move, or to the next search for moves if there is none.
  private mutating func tryNextMove() {
    stage = !lines.isEmpty ? .pass : searches < OpeningSearch.kinds.count ? .moves : .failed
  }

  /// The number of finished jobs, and of jobs that are known to be left.
  var progress: (done: Int, left: Int) {
    stage == .replies || stage == .won ? (answered, replies.count - answered) : (0, 0)
  }
}
