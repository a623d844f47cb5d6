import Basics

/// Checks a defence against every move of Black.
///
/// The checker plays every branch out. A move that no branch names is not played. It has to lie
/// outside the zone of a branch, or in a lasting pair: a pair that all pairings below the node
/// have. That branch or pair then answers the move. At the first node symmetries of the position
/// take the place of lasting pairs.
///
/// A node to which several branches lead is judged once. Its verdict depends on only two properties
/// of the position. First, the points that the nodes below name have to be empty when those nodes
/// are reached. Second, each window that a pairing leaves without a pair has to hold a white stone
/// when the pairing is reached. This stone is there at the node already, or is a reply on the way
/// to the pairing. Zones and lasting pairs depend only on the text. If a position lacks one of the
/// two properties, the node is judged again, to find out where it fails.
public struct DefenceChecker {
  public typealias Failure = CheckFailure<Reason>

  public enum Reason: CheckReason {
    /// A point of a pair is off the board or not empty, or in two pairs.
    case illegalPair(Point)
    /// The window of five points that begins here holds neither a white stone nor a pair.
    case openWindow(Point)
    /// Black's move is on no empty point, or is listed twice.
    case illegalMove(Point)
    /// White's reply is on no empty point, or on the point of the move.
    case illegalReply(Point)
    /// No branch answers this move.
    case missingMove(Point)
    /// The list of branches is empty, which is refused even on a full board.
    case noBranches
    /// No verdict: the check was abandoned.
    case abandoned(CheckLimit)

    public var limit: CheckLimit? { if case .abandoned(let limit) = self { limit } else { nil } }

    public var description: String {
      switch self {
      case .illegalPair(let point): "\(point) cannot be in a pair"
      case .openWindow(let point): "no pair in an open window from \(point)"
      case .illegalMove(let point): "the move \(point) cannot be played"
      case .illegalReply(let point): "the reply \(point) cannot be played"
      case .missingMove(let point): "the move \(point) is not answered"
      case .noBranches: "there are no branches"
      case .abandoned(let limit): limit.description
      }
    }
  }

  /// The properties of a verified node on which the verdicts of the nodes above depend.
  private struct VerifiedNode {
    /// The points on which one more black stone could break the defence.
    var zone = PointSet()
    /// The pairs that all pairings at and below the node have in common.
    var pairs: Set<Defence.Pair> = []
    /// The points named in this node and in the nodes below it, which have to be empty.
    var emptyPoints = PointSet()
    /// The windows that have to hold a white stone at the node.
    ///
    /// A pairing at or below the node leaves them without a pair, and no reply on the way to that
    /// pairing lies in them.
    var closed: WindowSet
    /// The number of positions at and below the node, each counted once for every line of play to
    /// it.
    var positions = 1

    var byteCount: Int { 512 + closed.byteCount + 48 * pairs.count }
  }

  private let proof: DefenceProof
  private let bounds: CheckBounds
  private let stop: StopSignal
  private let windows: [[Point]]
  /// The windows of five points through each point, by `Point.index`.
  private let windowsThrough: [WindowSet]
  private var position: Position
  private var judged = 0
  /// True, by node index, for each node to which more than one branch leads.
  private let isShared: [Bool]
  /// The results for verified nodes to which several branches lead, by node index.
  private var known: [Int: VerifiedNode] = [:]
  private var knownBytes = 0

  /// Checks `proof`.
  ///
  /// - Returns: the number of positions, each counted as often as a line of play reaches it.
  public static func check(
    _ proof: DefenceProof, bounds: CheckBounds = CheckBounds(), stop: StopSignal = StopSignal()
  ) throws(Failure) -> Int {
    var checker = DefenceChecker(proof, bounds, stop)
    return try checker.verify(node: proof.root, isFirst: true).positions
  }

  private init(_ proof: DefenceProof, _ bounds: CheckBounds, _ stop: StopSignal) {
    (self.proof, self.bounds, self.stop) = (proof, bounds, stop)
    position = proof.position
    windows = proof.position.size.windows
    var through = Array(repeating: WindowSet(count: windows.count), count: Point.cellCount)
    for (number, window) in windows.enumerated() {
      for point in window { through[point.index].insert(number) }
    }
    windowsThrough = through
    let defence = proof.defence
    isShared = sharedTargets(
      of: defence.branches, nodes: defence.nodes.count, stop: stop
    ) { $0.node }
  }

  /// Checks node `index` in the current position, with Black to move.
  ///
  /// Returns the properties that the verdicts of the nodes above depend on.
  private mutating func verify(node index: Int, isFirst: Bool = false) throws(Failure)
    -> VerifiedNode
  {
    judged += 1
    func failure(_ reason: Reason) -> Failure { Failure(node: index, reason: reason) }
    if stop.isRequested { throw failure(.abandoned(.stopped(positions: judged))) }
    if judged > bounds.positions { throw failure(.abandoned(.tooManyPositions(bounds.positions))) }
    if let verified = known[index], holdsHere(verified) { return verified }
    let verified =
      switch proof.defence.nodes[index] {
      case .pairing(let range): try verify(pairing: proof.defence.pairs[range], at: index)
      case .branches(let range):
        try verify(branches: proof.defence.branches[range], at: index, isFirst: isFirst)
      }
    if isShared[index] { remember(verified, of: index) }
    return verified
  }

  /// Returns whether `verified`, the result for a node in another position, also holds in the
  /// current position.
  private func holdsHere(_ verified: VerifiedNode) -> Bool {
    verified.emptyPoints.points.allSatisfy(position.isEmpty)
      && verified.closed.numbers.allSatisfy { isClosed(windows[$0]) }
  }

  /// Returns whether White has a stone in the window.
  private func isClosed(_ window: [Point]) -> Bool {
    window.contains { position.color(at: $0) == .white }
  }

  /// Stores the result of a verified node. Beyond the memory limit, drops all earlier results.
  private mutating func remember(_ verified: VerifiedNode, of index: Int) {
    knownBytes += verified.byteCount
    if knownBytes > bounds.rememberedBytes {
      known = [:]
      knownBytes = verified.byteCount
    }
    known[index] = verified
  }

  /// Checks that a pairing's points are empty and all different, and that each window without a
  /// pair holds a white stone.
  private func verify(
    pairing pairs: ArraySlice<Defence.Pair>, at index: Int
  ) throws(Failure) -> VerifiedNode {
    var zone = PointSet()
    var partners = [Point: Point](minimumCapacity: 2 * pairs.count)
    for pair in pairs {
      for (point, partner) in [(pair.first, pair.second), (pair.second, pair.first)] {
        guard isEmpty(point), !zone.contains(point) else {
          throw Failure(node: index, reason: .illegalPair(point))
        }
        zone.insert(point)
        partners[point] = partner
      }
    }
    var closed = WindowSet(count: windows.count)
    for (number, window) in windows.enumerated()
    where !window.contains(where: { partners[$0].map(window.contains) ?? false }) {
      guard isClosed(window) else {
        throw Failure(node: index, reason: .openWindow(window[0]))
      }
      closed.insert(number)
    }
    return VerifiedNode(zone: zone, pairs: Set(pairs), emptyPoints: zone, closed: closed)
  }

  /// Checks the branches of a node, and that they or the lasting pairs answer every other move.
  ///
  /// At the first node (`isFirst`) symmetries excuse moves, and lasting pairs do not.
  private mutating func verify(
    branches: ArraySlice<Defence.Branch>, at index: Int, isFirst: Bool
  ) throws(Failure) -> VerifiedNode {
    var verified: VerifiedNode?
    var listed = PointSet()
    // The moves that no branch answers so far.
    var open = PointSet(position.emptyPoints)
    for branch in branches {
      guard isEmpty(branch.move), !listed.contains(branch.move) else {
        throw Failure(node: index, reason: .illegalMove(branch.move))
      }
      listed.insert(branch.move)
      guard isEmpty(branch.reply), branch.reply != branch.move else {
        throw Failure(node: index, reason: .illegalReply(branch.reply))
      }
      var below = try self.verify(after: branch)
      below.zone.insert(branch.reply)
      below.emptyPoints.insert(branch.move)
      below.emptyPoints.insert(branch.reply)
      below.closed.subtract(windowsThrough[branch.reply.index])
      open.formIntersection(below.zone)
      if let others = verified {
        below.zone.formUnion(others.zone)
        below.pairs.formIntersection(others.pairs)
        below.emptyPoints.formUnion(others.emptyPoints)
        below.closed.formUnion(others.closed)
        below.positions = below.positions.adding(others.positions)
      } else {
        below.positions = below.positions.adding(1)
      }
      verified = below
    }
    guard let whole = verified else { throw Failure(node: index, reason: .noBranches) }
    open.subtract(listed)
    if isFirst {
      // Not to be combined with lasting pairs: a move and its reply in a pair break the symmetry.
      open = withoutImages(ofAnswered: open)
    } else {
      for pair in whole.pairs {
        open.remove(pair.first)
        open.remove(pair.second)
      }
    }
    if let missing = open.first { throw Failure(node: index, reason: .missingMove(missing)) }
    return whole
  }

  private func isEmpty(_ point: Point) -> Bool {
    position.size.contains(point) && position.isEmpty(point)
  }

  /// Checks the node after a branch's move and reply.
  private mutating func verify(after branch: Defence.Branch) throws(Failure) -> VerifiedNode {
    position.put(.black, on: branch.move)
    position.put(.white, on: branch.reply)
    defer {
      position.remove(branch.reply)
      position.remove(branch.move)
    }
    return try verify(node: branch.node)
  }

  /// Returns the `open` moves that no symmetry of the first position maps to an answered move.
  private func withoutImages(ofAnswered open: PointSet) -> PointSet {
    let size = position.size
    let symmetries = position.ownSymmetries
    return PointSet(
      open.points.filter { point in
        symmetries.allSatisfy { open.contains($0.image(of: point, on: size)) }
      })
  }
}
