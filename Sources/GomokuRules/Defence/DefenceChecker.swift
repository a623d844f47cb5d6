import Basics

/// Checks a defence against every move of Black.
///
/// It plays every branch out. A move that no branch names is not played: it has to lie outside the zone
/// of a branch, or in a pair that all pairings below have, which then answers it.
public struct DefenceChecker {
  /// Where a defence fails, and why.
  public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    public let node: Int
    public let reason: Reason

    public var description: String { "node \(node): \(reason)" }
  }

  public enum Reason: Equatable, Sendable, CustomStringConvertible {
    /// A point of a pair is off the board or not empty, or in two pairs.
    case illegalPair(Point)
    /// No pair lies in the open window that begins here.
    case openWindow(Point)
    /// Black's move stands on no empty point, or is listed twice.
    case illegalMove(Point)
    /// White's reply stands on no empty point.
    case illegalReply(Point)
    /// No branch answers this move.
    case missingMove(Point)
    /// Not even a pairing: with a full board nothing would be left to answer.
    case noBranches
    /// No verdict: the check was stopped.
    case stopped(visits: Int)

    public var description: String {
      switch self {
      case .illegalPair(let point): "\(point) cannot be in a pair"
      case .openWindow(let point): "no pair in an open window from \(point)"
      case .illegalMove(let point): "the move \(point) cannot be played"
      case .illegalReply(let point): "the reply \(point) cannot be played"
      case .missingMove(let point): "the move \(point) is not answered"
      case .noBranches: "there are no branches"
      case .stopped(let visits): "stopped after \(visits) visits"
      }
    }
  }

  /// What a node's position and those after it have of each other.
  private struct Reach {
    /// Where further stones of Black could do harm.
    var zone = PointSet()
    /// What all pairings have in common.
    var pairs: Set<Defence.Pair> = []
  }

  private let proof: DefenceProof
  private let stop: StopSignal
  private let windows: [[Point]]
  private var position: Position
  private var visits = 0

  /// Checks `proof`.
  ///
  /// - Returns: the number of its positions, each counted as often as a line of play led to it.
  public static func check(
    _ proof: DefenceProof, stop: StopSignal = StopSignal()
  ) throws(Failure) -> Int {
    var checker = DefenceChecker(proof, stop)
    _ = try checker.reach(of: proof.root, isFirst: true)
    return checker.visits
  }

  private init(_ proof: DefenceProof, _ stop: StopSignal) {
    (self.proof, self.stop, position) = (proof, stop, proof.position)
    windows = proof.position.size.windows
  }

  /// Checks node `index` in the present position.
  private mutating func reach(of index: Int, isFirst: Bool = false) throws(Failure) -> Reach {
    visits += 1
    if stop.isRequested { throw Failure(node: index, reason: .stopped(visits: visits)) }
    return switch proof.defence.nodes[index] {
    case .pairing(let range): try reach(ofPairing: proof.defence.pairs[range], at: index)
    case .branches(let range):
      try reach(of: proof.defence.branches[range], at: index, isFirst: isFirst)
    }
  }

  private func reach(
    ofPairing pairs: ArraySlice<Defence.Pair>, at index: Int
  ) throws(Failure) -> Reach {
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
    for window in windows where !window.contains(where: { position.color(at: $0) == .white }) {
      guard window.contains(where: { partners[$0].map(window.contains) ?? false }) else {
        throw Failure(node: index, reason: .openWindow(window[0]))
      }
    }
    return Reach(zone: zone, pairs: Set(pairs))
  }

  private mutating func reach(
    of branches: ArraySlice<Defence.Branch>, at index: Int, isFirst: Bool
  ) throws(Failure) -> Reach {
    if branches.isEmpty { throw Failure(node: index, reason: .noBranches) }
    var reach: Reach?
    var listed = PointSet()
    // What no branch answers yet.
    var open = PointSet(position.emptyPoints)
    for branch in branches {
      guard isEmpty(branch.move), !listed.contains(branch.move) else {
        throw Failure(node: index, reason: .illegalMove(branch.move))
      }
      listed.insert(branch.move)
      guard isEmpty(branch.reply), branch.reply != branch.move else {
        throw Failure(node: index, reason: .illegalReply(branch.reply))
      }
      var below = try self.reach(after: branch)
      below.zone.insert(branch.reply)
      open.formIntersection(below.zone)
      if let others = reach {
        below.zone.formUnion(others.zone)
        below.pairs.formIntersection(others.pairs)
      }
      reach = below
    }
    open.subtract(listed)
    let whole = reach ?? Reach()
    if isFirst {
      // Not both: after a pair has been played the position has no symmetry any more.
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
  private mutating func reach(after branch: Defence.Branch) throws(Failure) -> Reach {
    try? position.place(.black, on: branch.move)
    try? position.place(.white, on: branch.reply)
    defer {
      position.remove(branch.reply)
      position.remove(branch.move)
    }
    return try reach(of: branch.node)
  }

  /// Those of the `open` moves in the first position of which no symmetry that keeps it makes an answered
  /// one.
  private func withoutImages(ofAnswered open: PointSet) -> PointSet {
    let size = position.size
    let symmetries = position.ownSymmetries
    return PointSet(
      open.points.filter { point in
        symmetries.allSatisfy { open.contains($0.image(of: point, on: size)) }
      })
  }
}
