import Basics

/// Checks a proof against every legal reply, by the rules alone.
///
/// Shares nothing with the searches but `Position`. What it takes for granted about a position
/// stands in `ProofFacts.swift`; every other step is played out.
public struct ProofChecker {
  /// The node at which a proof fails, or at which the check was given up, and the reason.
  public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    public let node: Int
    public let reason: Reason

    public var description: String { "node \(node): \(reason)" }
  }

  public enum Reason: Equatable, Sendable, CustomStringConvertible {
    /// The game is over before the proof begins.
    case gameOver
    /// The first node has a move although the loser is to move, or none although the winner is.
    case wrongSide
    case illegalMove(Point)
    case movesAfterFive
    /// The listed reply stands on an occupied point or off the board.
    case illegalReply(Point)
    /// The loser makes five.
    case winningReply(Point)
    /// A legal reply that is not listed and that no threat refutes.
    case missingReply(Point)
    /// A reply, not listed, stops the line that wins after a pass, at the node named.
    case unrefutedReply(Point, at: Int)
    case boardFull
    /// A move in a win by fours makes none.
    case notAFour
    /// No verdict: the check was stopped when it had judged so many positions.
    case stopped(positions: Int)
    /// No verdict: it takes more than so many positions.
    case tooManyPositions(Int)
    /// No verdict: the nodes to be remembered take more memory than there is.
    case outOfMemory

    /// True if the proof fails, false if the check was given up.
    public var isVerdict: Bool {
      switch self {
      case .stopped, .tooManyPositions, .outOfMemory: false
      default: true
      }
    }

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
      case .stopped(let positions): "stopped after \(positions) positions"
      case .tooManyPositions(let bound): "more than \(bound) positions"
      case .outOfMemory: "more positions to remember than memory allows"
      }
    }
  }

  private let proof: Proof
  private let stop: StopSignal
  private let bounds: CheckBounds
  let winner: Color
  let loser: Color
  var position: Position
  /// Candidates for a five of the loser: every empty point at which he could make five now, each
  /// once. Other points of the list may have been occupied or spoilt since they were noted.
  private var loserFives: [Point] = []
  /// The same for the winner.
  private var winnerFives: [Point] = []
  /// Nodes with more than one way in, so that equal positions are checked once.
  private let isShared: [Bool]
  private var stones: StoneSet
  /// Nodes that hold, each with all that its verdict depends on.
  private var verified = VisitSet()
  private var judged = 0

  /// Checks `proof`.
  ///
  /// - Parameter bounds: memory is what the check may take beside the proof.
  /// - Throws: a node at which it fails, or at which it was given up.
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
      of: proof.nodes.lazy.flatMap { $0.replies.map(\.node) + [$0.afterPass].compactMap { $0 } },
      nodes: proof.nodes.count, stop: stop, \.self)
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

  /// The kinds of threat that a part of the proof may use.
  fileprivate enum Scope {
    case any
    case foursOnly
  }

  // MARK: The winner's nodes

  /// Checks node `index` in the present position, the winner to move.
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
      throw Failure(node: index, reason: .outOfMemory)
    }
  }

  private func visit(_ index: Int, _ scope: Scope) -> VisitSet.Visit {
    VisitSet.Visit(node: index, isByFours: scope == .foursOnly, stones: stones)
  }

  private mutating func countPosition(_ index: Int) throws(Failure) {
    judged += 1
    if stop.isRequested { throw Failure(node: index, reason: .stopped(positions: judged)) }
    if judged > bounds.positions {
      throw Failure(node: index, reason: .tooManyPositions(bounds.positions))
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

  /// Returns the points at which `color` makes five now. Each has been noted before. Points that
  /// have been occupied or spoilt since are left out.
  private func fives(of color: Color) -> [Point] {
    (color == winner ? winnerFives : loserFives).filter {
      position.isEmpty($0) && position.isWinning(color, at: $0)
    }
  }

  /// Checks that the line which wins after a pass wins after each of `replies` as well.
  private mutating func refute(
    _ replies: [Point], at index: Int, afterPass pass: Int?
  ) throws(Failure) {
    guard let pass else {
      if let reply = replies.first(where: { position.isPlayable($0, by: loser) }) {
        throw Failure(node: index, reason: .missingReply(reply))
      }
      return
    }
    var trail = Trail()
    do {
      try walk(pass, &trail)
    } catch {
      if !error.reason.isVerdict { throw error }
      // It fails after a real pass, which no rule allows: each reply has to be looked at.
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
        if !error.reason.isVerdict { throw error }
        throw Failure(node: index, reason: .unrefutedReply(reply, at: error.node))
      }
    }
  }

  // MARK: Stones

  private mutating func put(_ color: Color, on point: Point) {
    precondition(position.size.contains(point) && position.isEmpty(point))
    position.put(color, on: point)
    stones.toggle(color, point)
  }

  private mutating func take(_ color: Color, from point: Point) {
    position.remove(point)
    stones.toggle(color, point)
  }

  /// Plays a move of the winner and notes the fives it threatens.
  ///
  /// - Returns: how many were noted before.
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

  /// Plays a reply of the loser and notes the fives it threatens.
  ///
  /// - Returns: how many were noted before.
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
    /// Points played in it, or where a stone of the loser stops a five in it.
    var touched: Set<Point> = []
    /// The loser's replies in it.
    var replies: Set<Point> = []
    /// True if a far stone could make one of its moves legal or illegal.
    var isDelicate = false
    fileprivate var visits = VisitSet()
  }

  /// Checks the win by fours at node `index` and collects what it leans on.
  private mutating func walk(_ index: Int, _ trail: inout Trail) throws(Failure) {
    try attack(index, .foursOnly)
    try collect(index, &trail)
  }

  /// Adds what the win by fours at node `index`, already checked, leans on.
  private mutating func collect(_ index: Int, _ trail: inout Trail) throws(Failure) {
    try countPosition(index)
    if isShared[index] {
      guard trail.visits.insert(visit(index, .foursOnly)) else { return }
      if verified.byteCount + trail.visits.byteCount > bounds.rememberedBytes {
        throw Failure(node: index, reason: .outOfMemory)
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
        // Forbidden now, it may become legal through another stone, and has to lose then.
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
