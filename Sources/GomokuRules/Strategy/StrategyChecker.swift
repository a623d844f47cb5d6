import Basics

/// Checks a strategy against every legal reply, by the rules alone.
///
/// It plays every branch out. A reply that no branch names is not played: it has to lie outside the zone
/// of a branch that answers others, and then the same moves win (see `Zones`).
public struct StrategyChecker {
  /// Where a strategy fails, and why.
  public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    public let node: Int
    public let reason: Reason

    public var description: String { "node \(node): \(reason)" }
  }

  public enum Reason: Equatable, Sendable, CustomStringConvertible {
    /// The game is over before the strategy begins.
    case gameOver
    /// The first node has a move although the loser is to move, or none although the winner is.
    case wrongSide
    case illegalMove(Point)
    case movesAfterFive
    /// The listed reply stands on an occupied point or off the board, or is listed twice.
    case illegalReply(Point)
    /// The loser makes five with his next stone, or may do so if he has stones beside those that stand.
    case loserMakesFive
    /// A legal reply that is not listed and lies in the zone of every branch that answers others.
    case missingReply(Point)
    case boardFull
    /// A branch answers others where the rules have forbidden points.
    case noZones
    /// No strategy has this name, or the one that has begins with another position, or with this one.
    case strangeLink(String)
    /// A link where the loser may have other stones than stand on the board.
    case linkBelowZone
    /// No verdict: the check was stopped.
    case stopped(visits: Int)

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
      case .noZones: "no branch answers others where points are forbidden"
      case .strangeLink(let name): "no strategy \(name) for this position"
      case .linkBelowZone: "a link below a branch that answers others"
      case .stopped(let visits): "stopped after \(visits) visits"
      }
    }
  }

  /// What has been checked.
  public struct Report: Equatable, Sendable {
    /// Nodes, each as often as a line of play led to it.
    public internal(set) var visits = 0
    /// Plies of the longest line of listed replies that ends in this strategy, the five included.
    public internal(set) var longest = 0
    /// The other strategies that go on from it, and at which ply.
    public internal(set) var links: [String: Int] = [:]
  }

  private let proof: StrategyProof
  private let others: [String: Position]
  private let stop: StopSignal
  private var board: ZoneBoard
  private var report = Report()
  private var ply = 0

  private var winner: Color { proof.winner }
  private var loser: Color { proof.winner.opponent }

  /// Checks `proof`.
  ///
  /// - Parameter others: the positions that other strategies win for the same side, by their names.
  public static func check(
    _ proof: StrategyProof, others: [String: Position] = [:], stop: StopSignal = StopSignal()
  ) throws(Failure) -> Report {
    var checker = StrategyChecker(proof, others, stop)
    try checker.run()
    return checker.report
  }

  /// Checks `proof` where the loser may have `extras` stones more than stand on the board.
  ///
  /// - Returns: where they may not stand.
  public static func zones(
    of proof: StrategyProof, extras: Int
  ) throws(Failure) -> Zones {
    guard extras == 0 || proof.position.variant != .renju else {
      throw Failure(node: proof.root, reason: .noZones)
    }
    var checker = StrategyChecker(proof, [:], StopSignal())
    return try checker.attack(proof.root, extras: extras)
  }

  private init(_ proof: StrategyProof, _ others: [String: Position], _ stop: StopSignal) {
    (self.proof, self.others, self.stop) = (proof, others, stop)
    board = ZoneBoard(proof.position, winner: proof.winner)
  }

  private mutating func run() throws(Failure) {
    let node = proof.strategy.nodes[proof.root]
    guard proof.position.outcome == nil else { throw Failure(node: 0, reason: .gameOver) }
    let movesFirst = node.move != nil || node.link != nil
    guard movesFirst == (proof.position.sideToMove == winner) else {
      throw Failure(node: 0, reason: .wrongSide)
    }
    if movesFirst {
      _ = try attack(proof.root, extras: 0)
    } else {
      var zones = Zones()
      try defend(proof.root, extras: 0, &zones)
    }
  }

  /// Checks that the winner, to move, wins by node `index` although the loser may have `extras` stones
  /// more than stand on the board, outside the zones, and some less.
  ///
  /// - Returns: the zones; without extra stones nobody asks for them.
  private mutating func attack(_ index: Int, extras: Int) throws(Failure) -> Zones {
    report.visits += 1
    if stop.isRequested { throw Failure(node: index, reason: .stopped(visits: report.visits)) }
    let node = proof.strategy.nodes[index]
    if let link = node.link {
      try follow(proof.strategy.names[link], at: index, extras)
      return Zones()
    }
    guard let move = node.move, board.position.isPlayable(move, by: winner) else {
      throw Failure(node: index, reason: .illegalMove(node.move ?? proof.position.size.center))
    }
    board.put(winner, on: move)
    ply += 1
    defer {
      ply -= 1
      board.take(winner, from: move)
    }
    report.longest = max(report.longest, ply)
    var zones = Zones()
    zones.insert(move)
    if board.position.isWinning(winner, at: move) {
      guard node.branches.isEmpty else { throw Failure(node: index, reason: .movesAfterFive) }
      board.add(five: move, to: &zones)
    } else {
      try defend(index, extras: extras, &zones)
    }
    return zones
  }

  /// Checks that every legal reply loses after the move of node `index`, and adds what it takes to the
  /// zones.
  private mutating func defend(
    _ index: Int, extras: Int, _ zones: inout Zones
  ) throws(Failure) {
    func failure(_ reason: Reason) -> Failure { Failure(node: index, reason: reason) }
    if board.loserMakesFive(extras: extras) { throw failure(.loserMakesFive) }
    if board.position.isFull { throw failure(.boardFull) }
    let fives = board.fives
    for five in fives { board.add(five: five, to: &zones) }
    // After a threat of five only what stops it needs an answer.
    var open = PointSet(
      fives.isEmpty ? board.position.emptyPoints : board.position.stops(ofAll: fives, of: winner))
    if !fives.isEmpty { report.longest = max(report.longest, ply + 2) }
    var listed = PointSet()
    for branch in proof.strategy.branches[proof.strategy.nodes[index].branches] {
      if branch.answersOthers, board.position.variant == .renju { throw failure(.noZones) }
      let below = try answer(branch, at: index, extras, &listed)
      zones.formUnion(below, isNewer: branch.answersOthers)
      if branch.answersOthers { open.formIntersection(below.newest) }
    }
    open.subtract(listed)
    while let missing = open.popFirst() {
      if board.position.isPlayable(missing, by: loser) { throw failure(.missingReply(missing)) }
    }
    if extras > 0 { board.addGuards(extras: extras, to: &zones) }
  }

  /// Checks a branch.
  private mutating func answer(
    _ branch: Strategy.Branch, at index: Int, _ extras: Int, _ listed: inout PointSet
  ) throws(Failure) -> Zones {
    let extras = branch.answersOthers ? extras + 1 : extras
    guard let reply = branch.reply else {
      ply += 1
      defer { ply -= 1 }
      return try attack(branch.node, extras: extras)
    }
    guard board.position.size.contains(reply), board.position.isEmpty(reply),
      !listed.contains(reply)
    else {
      throw Failure(node: index, reason: .illegalReply(reply))
    }
    listed.insert(reply)
    guard board.position.isPlayable(reply, by: loser) else { return Zones() }
    board.put(loser, on: reply)
    ply += 1
    defer {
      ply -= 1
      board.take(loser, from: reply)
    }
    return try attack(branch.node, extras: extras)
  }

  /// Checks that the strategy called `name` wins the present position, or an image of it.
  private mutating func follow(
    _ name: String, at index: Int, _ extras: Int
  ) throws(Failure) {
    guard extras == 0 else { throw Failure(node: index, reason: .linkBelowZone) }
    guard let other = others[name], other.sideToMove == winner,
      board.position.stones.count > proof.position.stones.count, board.position.isImage(of: other)
    else { throw Failure(node: index, reason: .strangeLink(name)) }
    report.links[name] = max(report.links[name] ?? 0, ply)
  }
}
