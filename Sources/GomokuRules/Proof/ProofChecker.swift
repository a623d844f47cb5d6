import Basics

/// Checks a proof against every legal reply, by the rules alone.
///
/// The checker shares only `Position` with the searches. It relies on the facts about positions in
/// `ProofFacts.swift`, and plays out everything else.
public struct ProofChecker {
  public typealias Failure = CheckFailure<Reason>

  public enum Reason: CheckReason {
    /// The game is over before the proof begins.
    case gameOver
    /// The first node has a move although the loser is to move, or no move although the winner is.
    case wrongSide
    case illegalMove(Point)
    case movesAfterFive
    /// The listed reply is on an occupied point or off the board.
    case illegalReply(Point)
    /// The loser can make five at this point.
    case winningReply(Point)
    /// A legal reply that is neither listed nor refuted by a threat.
    case missingReply(Point)
    /// An unlisted reply stops the line of fours that wins after a pass, at the given node.
    case unrefutedReply(Point, at: Int)
    case boardFull
    /// A move in a line of fours makes no four.
    case notAFour
    /// No verdict: the check was abandoned.
    case abandoned(CheckLimit)

    public var limit: CheckLimit? { if case .abandoned(let limit) = self { limit } else { nil } }

    public var description: String {
      switch self {
      case .gameOver: "the game is over before the proof begins"
      case .wrongSide: "the wrong side moves first"
      case .illegalMove(let point): "\(point) cannot be played"
      case .movesAfterFive: "moves follow a five"
      case .illegalReply(let point): "the reply \(point) cannot be played"
      case .winningReply(let point): "the reply \(point) wins"
      case .missingReply(let point): "the reply \(point) is missing"
      case .unrefutedReply(let point, let node): "the reply \(point) stops the line at node \(node)"
      case .boardFull: "the board is full: a draw"
      case .notAFour: "a move in a win by fours makes no four"
      case .abandoned(let limit): limit.description
      }
    }
  }

  private let proof: Proof
  private let stop: StopSignal
  private let bounds: CheckBounds
  let winner: Color
  let loser: Color
  var position: Position
  /// The points where the loser may make five now, each once.
  ///
  /// The list has all points where he can, and perhaps others that have been occupied or no longer
  /// make five. `fives(of:)` leaves these out.
  private var loserFives: [Point] = []
  /// The points where the winner may make five now, with the same properties as `loserFives`.
  private var winnerFives: [Point] = []
  /// True, by node index, for each node to which more than one reply or pass leads.
  ///
  /// Only the results of these nodes are stored.
  private let isShared: [Bool]
  private var stones: StoneSet
  /// The verified visits to the nodes of `isShared`, which are not checked again.
  ///
  /// A visit is a node with its position and the kind of threats allowed.
  private var verified = VisitSet()
  private var judged = 0

  /// Checks `proof`.
  ///
  /// - Parameter bounds: the limits. `bounds.memory` is for the check, without the proof itself.
  /// - Throws: the node at which the proof fails or the check was abandoned.
  public static func check(
    _ proof: Proof, bounds: CheckBounds = CheckBounds(), stop: StopSignal = StopSignal()
  ) throws(Failure) {
    var checker = ProofChecker(proof, bounds, stop)
    try checker.run()
  }

  private init(_ proof: Proof, _ bounds: CheckBounds, _ stop: StopSignal) {
    self.proof = proof
    self.bounds = bounds
    self.stop = stop
    winner = proof.winner
    loser = proof.winner.opponent
    position = proof.position
    stones = StoneSet(size: proof.position.size)
    isShared = sharedTargets(
      of: proof.nodes.lazy.flatMap {
        $0.replies.map({ $0.node }) + [$0.afterPass].compactMap { $0 }
      },
      nodes: proof.nodes.count, stop: stop
    ) { $0 }
  }

  private mutating func run() throws(Failure) {
    guard position.outcome == nil else { throw Failure(node: 0, reason: .gameOver) }
    guard (proof.nodes[0].move == nil) == (position.sideToMove == loser) else {
      throw Failure(node: 0, reason: .wrongSide)
    }
    loserFives = position.emptyPoints.filter { position.isWinning(loser, at: $0) }
    winnerFives = position.emptyPoints.filter { position.isWinning(winner, at: $0) }
    if proof.nodes[0].move == nil { try defend(0, .any) } else { try attack(0, .any) }
  }

  /// The kinds of threats that the winner may use: after a pass of the loser, only fours.
  fileprivate enum Scope {
    case any
    case foursOnly
  }

  // MARK: The winner's nodes

  /// Checks that the winner, who is to move, wins in the current position by node `index`.
  private mutating func attack(_ index: Int, _ scope: Scope) throws(Failure) {
    try countPosition(index)
    let visit = isShared[index] ? visit(index, scope) : nil
    if let visit, verified.contains(visit) { return }
    let node = proof.nodes[index]
    guard let move = node.move else { preconditionFailure("only the first node has no move") }
    guard position.isPlayable(move, by: winner) else {
      throw Failure(node: index, reason: .illegalMove(move))
    }
    let noted = play(move: move)
    defer { takeBack(move: move, noted) }
    if position.isWinning(winner, at: move) {
      guard node.replies.isEmpty, node.afterPass == nil else {
        throw Failure(node: index, reason: .movesAfterFive)
      }
    } else {
      try defend(index, scope)
    }
    if let visit, verified.insert(visit), verified.byteCount > bounds.rememberedBytes {
      throw Failure(node: index, reason: .abandoned(.outOfMemory))
    }
  }

  private func visit(_ index: Int, _ scope: Scope) -> VisitSet.Visit {
    VisitSet.Visit(node: index, isByFours: scope == .foursOnly, stones: stones)
  }

  private mutating func countPosition(_ index: Int) throws(Failure) {
    judged += 1
    if stop.isRequested {
      throw Failure(node: index, reason: .abandoned(.stopped(positions: judged)))
    }
    if judged > bounds.positions {
      throw Failure(node: index, reason: .abandoned(.tooManyPositions(bounds.positions)))
    }
  }

  // MARK: The loser's replies

  /// Checks that every legal reply loses after the winner's move of node `index`.
  private mutating func defend(_ index: Int, _ scope: Scope) throws(Failure) {
    let node = proof.nodes[index]
    func failure(_ reason: Reason) -> Failure { Failure(node: index, reason: reason) }
    if let five = fives(of: loser).first { throw failure(.winningReply(five)) }
    if position.isFull { throw failure(.boardFull) }
    for reply in node.replies {
      guard position.size.contains(reply.point), position.isEmpty(reply.point) else {
        throw failure(.illegalReply(reply.point))
      }
      guard position.isPlayable(reply.point, by: loser) else { continue }
      let noted = play(reply: reply.point)
      defer { takeBack(reply: reply.point, noted) }
      try attack(reply.node, scope)
    }
    let fives = fives(of: winner)
    func isListed(_ point: Point) -> Bool { node.replies.contains { $0.point == point } }
    if !fives.isEmpty {
      for point in position.stops(ofAll: fives, of: winner)
      where !isListed(point) && position.isPlayable(point, by: loser) {
        throw failure(.missingReply(point))
      }
    } else if scope == .foursOnly {
      throw failure(.notAFour)
    } else {
      let others = position.emptyPoints.filter { !isListed($0) }
      try refute(others, at: index, afterPass: node.afterPass)
    }
  }

  /// Returns the points where `color` can make five now.
  ///
  /// They are the points of `winnerFives` or `loserFives` that are still empty and still make a
  /// five.
  private func fives(of color: Color) -> [Point] {
    (color == winner ? winnerFives : loserFives).filter {
      position.isEmpty($0) && position.isWinning(color, at: $0)
    }
  }

  /// Checks that the win by fours after a pass also wins after each of `replies`.
  ///
  /// The win begins at the node `pass`. It is first played through with the pass, to collect the
  /// points on which it depends. Then only the replies that could disturb it are played out.
  /// Nothing is played out if none of the replies is legal; otherwise there must be a `pass`.
  private mutating func refute(
    _ replies: [Point], at index: Int, afterPass pass: Int?
  ) throws(Failure) {
    guard let first = replies.first(where: { position.isPlayable($0, by: loser) }) else { return }
    guard let pass else { throw Failure(node: index, reason: .missingReply(first)) }
    var trail = Trail()
    do {
      try walk(pass, &trail)
    } catch {
      if error.reason.limit != nil { throw error }
      // A pass is no legal move, so a failure after it refutes nothing. Each reply is now played
      // out instead.
      trail.isDelicate = true
    }
    trail.visits = VisitSet()
    for reply in replies {
      guard trail.isDelicate || trail.touched.contains(reply) || mayMakeFour(reply, trail),
        position.isPlayable(reply, by: loser)
      else { continue }
      let noted = play(reply: reply)
      defer { takeBack(reply: reply, noted) }
      do {
        try attack(pass, .foursOnly)
      } catch {
        if error.reason.limit != nil { throw error }
        throw Failure(node: index, reason: .unrefutedReply(reply, at: error.node))
      }
    }
  }

  // MARK: Stones

  private mutating func put(_ color: Color, on point: Point) {
    position.put(color, on: point)
    stones.toggle(color, point)
  }

  private mutating func take(_ color: Color, from point: Point) {
    position.remove(point)
    stones.toggle(color, point)
  }

  /// Plays a move of the winner; adds the new points where he can now make five to `winnerFives`.
  ///
  /// - Returns: the length of `winnerFives` before the move; `takeBack` cuts the list back to it.
  private mutating func play(move point: Point) -> Int {
    let noted = winnerFives.count
    put(winner, on: point)
    winnerFives += position.fivePoints(of: winner, beside: point).filter {
      !winnerFives.contains($0)
    }
    return noted
  }

  private mutating func takeBack(move point: Point, _ noted: Int) {
    winnerFives.removeLast(winnerFives.count - noted)
    take(winner, from: point)
  }

  /// Plays a reply of the loser; adds the new points where he can now make five to `loserFives`.
  ///
  /// - Returns: the length of `loserFives` before the reply; `takeBack` cuts the list back to it.
  private mutating func play(reply point: Point) -> Int {
    let noted = loserFives.count
    put(loser, on: point)
    loserFives += position.fivePoints(of: loser, beside: point).filter { !loserFives.contains($0) }
    return noted
  }

  private mutating func takeBack(reply: Point, _ noted: Int) {
    loserFives.removeLast(loserFives.count - noted)
    take(loser, from: reply)
  }

  // MARK: The trail of a line by fours

  /// The points on which a win by fours after a pass depends.
  struct Trail {
    /// The points that are played in the win, and the points where a loser's stone could stop one
    /// of its fives.
    var touched: Set<Point> = []
    /// The loser's replies in the win.
    var replies: Set<Point> = []
    /// True if every unlisted reply has to be played out.
    ///
    /// Either a stone on any point may matter, or the win after the pass has failed.
    var isDelicate = false
    /// The shared nodes whose points have been collected, each with its position.
    fileprivate var visits = VisitSet()
  }

  /// Checks the win by fours at node `index`, and adds the points on which it depends to the trail.
  private mutating func walk(_ index: Int, _ trail: inout Trail) throws(Failure) {
    try attack(index, .foursOnly)
    try collect(index, &trail)
  }

  /// Adds to the trail the points on which the verified win by fours at node `index` depends.
  private mutating func collect(_ index: Int, _ trail: inout Trail) throws(Failure) {
    try countPosition(index)
    if isShared[index] {
      guard trail.visits.insert(visit(index, .foursOnly)) else { return }
      if verified.byteCount + trail.visits.byteCount > bounds.rememberedBytes {
        throw Failure(node: index, reason: .abandoned(.outOfMemory))
      }
    }
    let node = proof.nodes[index]
    guard let move = node.move else { return }
    trail.touched.insert(move)
    if position.variant == .renju, winner == .black, !isPlainlyLegal(move) {
      trail.isDelicate = true
    }
    let noted = play(move: move)
    defer { takeBack(move: move, noted) }
    if position.isWinning(winner, at: move) {
      trail.touched.formUnion(position.rowEnds(ofFiveAt: move, of: winner))
      return
    }
    for five in fives(of: winner) {
      trail.touched.formUnion(position.stops(ofFiveAt: five, of: winner))
      if !position.isPlayable(five, by: loser) { trail.isDelicate = true }
    }
    for reply in node.replies {
      guard position.isPlayable(reply.point, by: loser) else {
        // The reply is forbidden here. A stone elsewhere could make it legal; it would need an
        // answer.
        trail.isDelicate = true
        continue
      }
      trail.touched.insert(reply.point)
      trail.replies.insert(reply.point)
      put(loser, on: reply.point)
      defer { take(loser, from: reply.point) }
      try collect(reply.node, &trail)
    }
  }
}
