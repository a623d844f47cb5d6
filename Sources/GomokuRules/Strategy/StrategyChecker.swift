import Basics

/// Checks a strategy against every legal reply, by the rules alone.
///
/// The checker plays every branch out. A reply that no branch names is not played. If the winner
/// threatens five and the reply does not stop it, he wins at once. Any other unlisted reply has to
/// lie outside the zone of a branch that also answers unlisted replies. The moves of that branch
/// then win against it too (see `Zones`).
///
/// The verdicts on nodes to which several branches lead are cached, by the state on which they
/// depend (see `StrategyState`).
public struct StrategyChecker {
  public typealias Failure = CheckFailure<Reason>

  public enum Reason: CheckReason {
    /// The game is over before the strategy begins.
    case gameOver
    /// The first node has a move although the loser is to move, or no move although the winner is.
    case wrongSide
    case illegalMove(Point)
    case movesAfterFive
    /// A listed reply is on an occupied point or off the board, or is listed twice.
    case illegalReply(Point)
    /// The loser can make five with his next stone, or could if he had extra stones and lacked some
    /// that the board shows (see `Zones`).
    case loserMakesFive
    /// An unlisted legal reply lies in the zone of every branch that answers unlisted replies, or
    /// there is no such branch.
    case missingReply(Point)
    case boardFull
    /// In a check on the plane, which has no edges, the winner threatens a five beyond the board's
    /// edge.
    case fiveBeyondEdge
    /// In a check on the plane, no branch answers an unlisted reply on some point beyond the edge.
    case missingReplyBeyondEdge
    /// A branch with a reply also answers others in renju, where only a pass may.
    case markedReplyInRenju
    /// A check of renju on the plane: more room may forbid Black other points.
    case renjuOnPlane
    /// No strategy of this name begins with the winner to move in an image of the position.
    ///
    /// A link at the first node is refused too.
    case unmatchedLink(String)
    /// A link in a text that is checked without the other texts of its folder.
    case loneLink(String)
    /// A link is below a branch that answers unlisted replies.
    ///
    /// The loser may have extra stones there, for which the linked strategy has not been checked.
    case linkBelowZone
    /// No verdict: the check was abandoned.
    case abandoned(CheckLimit)

    public var limit: CheckLimit? { if case .abandoned(let limit) = self { limit } else { nil } }

    public var description: String {
      switch self {
      case .gameOver: "the game is over before the strategy begins"
      case .wrongSide: "the wrong side moves first"
      case .illegalMove(let point): "\(point) cannot be played"
      case .movesAfterFive: "moves follow a five"
      case .illegalReply(let point): "the reply \(point) cannot be played"
      case .loserMakesFive: "the loser may make five"
      case .missingReply(let point): "the reply \(point) is missing"
      case .boardFull: "the board is full: a draw"
      case .fiveBeyondEdge: "a five may lie beyond the edge of the board"
      case .missingReplyBeyondEdge: "a reply beyond the edge of the board is missing"
      case .markedReplyInRenju: "in renju only a pass answers others"
      case .renjuOnPlane: "no strategy for renju holds on every board"
      case .unmatchedLink(let name): "no strategy \(name) for this position"
      case .loneLink(let name):
        "@\(name) leads to another file, so only proof-check FOLDER can judge it"
      case .linkBelowZone: "a link below a branch that answers others"
      case .abandoned(let limit): limit.description
      }
    }
  }

  /// The size of a verified strategy: positions, longest line and links.
  public struct Report: Equatable, Sendable {
    /// The number of positions; a node counts as often as a line of play leads to it.
    public internal(set) var positions = 0
    /// The length in plies of the longest line of listed replies in this strategy, the five
    /// included.
    ///
    /// A line that goes on in a linked strategy counts up to the winner's last move here.
    public internal(set) var longest = 0
    /// The names of the strategies to which this one links, each with the number of plies before
    /// the link.
    public internal(set) var links: [String: Int] = [:]
    /// The points of all rows of five or more that the winner makes, or could make next.
    public internal(set) var fives = PointSet()
  }

  private let proof: StrategyProof
  private let others: [String: Position]
  /// The properties of a verified node on which the verdicts of the nodes above depend.
  private struct Judgement {
    /// The points on which extra stones of the loser must not stand; unused if he has none.
    var zones = Zones()
    /// The number of positions at and below the node, each counted once for every line of play to
    /// it.
    var positions = 1
    /// The length in plies of the longest line after the node's move, the five included.
    ///
    /// It is `nil` for a link to another strategy and for a forbidden reply. Neither adds to the
    /// length at the node above.
    var plies: Int? = 0
    var footprint = SubtreeFootprint()

    /// Merges in the judgement on the node to which a branch leads.
    ///
    /// - Parameter isMarked: true if the branch also answers unlisted replies.
    mutating func add(_ other: Judgement, isMarked: Bool) {
      zones.formUnion(other.zones, isNewer: isMarked)
      positions = positions.adding(other.positions)
      if let below = other.plies { plies = max(plies ?? 0, below + 2) }
      footprint.formUnion(other.footprint, isMarked: isMarked)
    }
  }

  private let bounds: CheckBounds
  private let stop: StopSignal
  private var board: ZoneBoard
  private var links: [String: Int] = [:]
  private var fives = PointSet()
  private var judged = 0
  /// True, by node index, for each node to which more than one branch leads.
  private let isShared: [Bool]
  private var known: JudgedStates<Judgement>

  private var winner: Color { proof.winner }
  private var loser: Color { proof.winner.opponent }

  /// Checks `proof`.
  ///
  /// A strategy that holds on its board and on the plane holds on every board that contains its own
  /// (`tournaments/theorem/every-board.md`). This requires the same of each strategy to which it
  /// links. The check of `proof` itself does not judge those strategies.
  ///
  /// - Parameters:
  ///   - onPlane: true if the loser may also reply beyond the edges of the board.
  ///   - others: the first positions of all strategies of the same winner in the folder, by name.
  ///     Without any, each link is refused.
  public static func check(
    _ proof: StrategyProof, onPlane: Bool = false, others: [String: Position] = [:],
    bounds: CheckBounds = CheckBounds(), stop: StopSignal = StopSignal()
  ) throws(Failure) -> Report {
    var checker = try StrategyChecker(proof, onPlane, others, bounds, stop)
    return try checker.run()
  }

  /// Returns whether a strategy that holds on its own board holds on every board that contains it.
  ///
  /// The strategies to which it links have to hold there too, which is not checked here. The result
  /// is false also if the check exceeds `bounds` or is stopped.
  public static func holdsOnEveryBoard(
    _ proof: StrategyProof, others: [String: Position] = [:], bounds: CheckBounds = CheckBounds(),
    stop: StopSignal = StopSignal()
  ) -> Bool {
    (try? check(proof, onPlane: true, others: others, bounds: bounds, stop: stop)) != nil
  }

  /// Checks `proof` for a loser who may have up to `extraStones` stones that the board does not
  /// show.
  ///
  /// - Precondition: the winner moves first.
  /// - Returns: the points on which these extra stones must not stand.
  public static func zones(
    of proof: StrategyProof, extraStones: Int, onPlane: Bool = false,
    bounds: CheckBounds = CheckBounds()
  ) throws(Failure) -> Zones {
    var checker = try StrategyChecker(proof, onPlane, [:], bounds, StopSignal())
    return try checker.attack(proof.root, extraStones: extraStones).zones
  }

  private init(
    _ proof: StrategyProof, _ onPlane: Bool, _ others: [String: Position], _ bounds: CheckBounds,
    _ stop: StopSignal
  ) throws(Failure) {
    if onPlane, proof.position.variant == .renju {
      throw Failure(node: proof.root, reason: .renjuOnPlane)
    }
    (self.proof, self.others) = (proof, others)
    (self.bounds, self.stop) = (bounds, stop)
    board = ZoneBoard(proof.position, winner: proof.winner, onPlane: onPlane)
    known = JudgedStates(bytes: bounds.rememberedBytes)
    let strategy = proof.strategy
    isShared = sharedTargets(
      of: strategy.branches, nodes: strategy.nodes.count, stop: stop
    ) { $0.node }
  }

  private mutating func run() throws(Failure) -> Report {
    let node = proof.strategy.nodes[proof.root]
    guard proof.position.outcome == nil else { throw Failure(node: 0, reason: .gameOver) }
    let movesFirst = node.move != nil || node.link != nil
    guard movesFirst == (proof.position.sideToMove == winner) else {
      throw Failure(node: 0, reason: .wrongSide)
    }
    var root = Judgement(positions: 0)
    if movesFirst {
      root = try attack(proof.root, extraStones: 0)
    } else {
      try defend(proof.root, extraStones: 0, &root)
    }
    let longest = (root.plies ?? 0) + (node.move == nil ? 0 : 1)
    return Report(positions: root.positions, longest: longest, links: links, fives: fives)
  }

  /// Checks that the winner, who is to move, wins in the current position by node `index`.
  ///
  /// The loser may have up to `extraStones` stones that the board does not show, outside the zones.
  /// He may also lack some of the stones that it shows.
  private mutating func attack(_ index: Int, extraStones: Int) throws(Failure) -> Judgement {
    judged += 1
    if stop.isRequested {
      throw Failure(node: index, reason: .abandoned(.stopped(positions: judged)))
    }
    guard judged <= bounds.positions else {
      throw Failure(node: index, reason: .abandoned(.tooManyPositions(bounds.positions)))
    }
    guard isShared[index] else { return try judge(index, extraStones: extraStones) }
    let state = known.footprint(of: index).map {
      StrategyState(index, $0, extraStones: extraStones, on: board)
    }
    if let state, let judgement = known.judgement(in: state) { return judgement }
    let judgement = try judge(index, extraStones: extraStones)
    if judgement.positions >= bounds.leastRemembered {
      let footprint = judgement.footprint
      known.keep(
        judgement, footprint, of: index,
        in: state ?? StrategyState(index, footprint, extraStones: extraStones, on: board))
    }
    return judgement
  }

  private mutating func judge(_ index: Int, extraStones: Int) throws(Failure) -> Judgement {
    let node = proof.strategy.nodes[index]
    var judgement = Judgement()
    if let link = node.link {
      try follow(proof.strategy.names[link], at: index, extraStones)
      judgement.plies = nil
      judgement.footprint.hasLink = true
      return judgement
    }
    guard let move = node.move else { preconditionFailure("only the first node has no move") }
    guard board.winnerMayPlay(move, extraStones: extraStones) else {
      throw Failure(node: index, reason: .illegalMove(move))
    }
    board.put(winner, on: move)
    defer { board.take(winner, from: move) }
    judgement.zones.insert(move)
    judgement.footprint.moves.insert(move)
    if board.position.isWinning(winner, at: move) {
      guard node.branches.isEmpty else { throw Failure(node: index, reason: .movesAfterFive) }
      board.add(five: move, to: &judgement.zones)
      fives.formUnion(board.chains(through: move))
    } else {
      try defend(index, extraStones: extraStones, &judgement)
    }
    return judgement
  }

  /// Checks that every legal reply loses in the position after the move of node `index`.
  ///
  /// The first node may have no move. Adds to `judgement` the contributions of the branches: zones,
  /// positions, plies and `SubtreeFootprint`. Its zones also get the points that the winner's fives
  /// need, and those of `ZoneBoard.addGuards`.
  private mutating func defend(
    _ index: Int, extraStones: Int, _ judgement: inout Judgement
  ) throws(Failure) {
    func failure(_ reason: Reason) -> Failure { Failure(node: index, reason: reason) }
    if board.loserMakesFive(extraStones: extraStones) { throw failure(.loserMakesFive) }
    if board.position.isFull { throw failure(.boardFull) }
    let fives = board.fives
    if board.isCrossed(by: PointSet(fives)) { throw failure(.fiveBeyondEdge) }
    for five in fives {
      board.add(five: five, to: &judgement.zones)
      self.fives.formUnion(board.chains(through: five))
    }
    // If the winner threatens five, only the replies that stop the five need an answer.
    var open =
      fives.isEmpty
      ? board.emptyPoints : PointSet(board.position.stops(ofAll: fives, of: winner))
    if !fives.isEmpty { judgement.plies = 2 }
    var listed = PointSet()
    for branch in proof.strategy.branches[proof.strategy.nodes[index].branches] {
      if branch.answersOthers, branch.reply != nil, board.position.variant == .renju {
        throw failure(.markedReplyInRenju)
      }
      let below = try answer(branch, at: index, extraStones, &listed)
      judgement.add(below, isMarked: branch.answersOthers)
      if branch.answersOthers { open.formIntersection(below.zones.newest) }
    }
    judgement.footprint.replies.formUnion(listed)
    open.subtract(listed)
    if board.isCrossed(by: open) { throw failure(.missingReplyBeyondEdge) }
    while let missing = open.popFirst() {
      if board.loserMayPlay(missing, extraStones: extraStones) {
        throw failure(.missingReply(missing))
      }
    }
    if extraStones > 0 { board.addGuards(extraStones: extraStones, to: &judgement.zones) }
  }

  /// Checks the node of a branch after its reply. A reply that renju forbids needs no answer if
  /// there are no extra stones.
  ///
  /// If the branch answers unlisted replies too, the loser has one more extra stone there.
  ///
  /// - Throws: also if the reply is on no empty point, or in `listed`, to which it is added.
  private mutating func answer(
    _ branch: Strategy.Branch, at index: Int, _ extraStones: Int, _ listed: inout PointSet
  ) throws(Failure) -> Judgement {
    let below = branch.answersOthers ? extraStones + 1 : extraStones
    guard let reply = branch.reply else { return try attack(branch.node, extraStones: below) }
    guard board.position.size.contains(reply), board.position.isEmpty(reply),
      !listed.contains(reply)
    else {
      throw Failure(node: index, reason: .illegalReply(reply))
    }
    listed.insert(reply)
    guard board.loserMayPlay(reply, extraStones: extraStones) else {
      return Judgement(positions: 0, plies: nil)
    }
    board.put(loser, on: reply)
    defer { board.take(loser, from: reply) }
    return try attack(branch.node, extraStones: below)
  }

  /// Checks that the strategy `name` begins with the winner to move in an image of the current
  /// position, and records the link.
  private mutating func follow(
    _ name: String, at index: Int, _ extraStones: Int
  ) throws(Failure) {
    // In a folder, at least the strategy itself is among the others.
    guard !others.isEmpty else { throw Failure(node: index, reason: .loneLink(name)) }
    guard extraStones == 0 else { throw Failure(node: index, reason: .linkBelowZone) }
    let plies = board.position.stones.count - proof.position.stones.count
    guard let other = others[name], other.sideToMove == winner, plies > 0,
      board.position.isImage(of: other)
    else { throw Failure(node: index, reason: .unmatchedLink(name)) }
    // A pass would bring extra stones. There are none, so each ply has added a stone.
    links[name] = plies
  }
}
