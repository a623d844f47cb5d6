/// A strategy after one stone of either side, with all points as offsets from the winner's stone.
///
/// The named points fall into two sets: those near the winner's stone, which steps of at most
/// `reach` connect with it, and the far ones, with the loser's first stone. If there are far ones,
/// these can be moved: `tournaments/theorem/every-board.md` says when the strategy still holds.
public struct OpeningStrategy: Sendable {
  /// The most steps of a king between two points that have a row of five in common.
  static let reach = 4

  public let proof: StrategyProof
  private let origin: Point
  /// The loser's first stone.
  public let reply: Offset
  /// The farthest named point near the winner's stone, in steps from it.
  public let nearRadius: Int
  /// The farthest far point from the loser's first stone, in steps; `nil` if no point is far.
  public let farRadius: Int?
  /// The most steps from the winner's stone to a point of the square in which his fives have to
  /// lie; 0 if they may lie anywhere.
  public let squareRadius: Int
  /// True if no node has more than one branch that also answers unlisted replies.
  public let marksOneBranch: Bool
  private let far: Set<Point>

  /// Creates the strategy; `nil` unless it begins with the winner to move and one stone of either
  /// side, in freestyle or exact five.
  public init?(_ proof: StrategyProof) {
    guard proof.position.variant.hasPlaneTheorems, proof.position.sideToMove == proof.winner,
      proof.strategy.names.isEmpty,
      let (reply, first) = Offset.ofReply(in: proof.position, winner: proof.winner)
    else { return nil }
    (self.proof, self.reply, origin) = (proof, reply, first)
    let second = Point(x: first.x + reply.x, y: first.y + reply.y)
    var named: Set = [first, second]
    for node in proof.strategy.nodes { if let move = node.move { named.insert(move) } }
    for branch in proof.strategy.branches { if let reply = branch.reply { named.insert(reply) } }
    var far = named
    var open = [first]
    far.remove(first)
    while let point = open.popLast() {
      let next = far.filter { Offset(from: point, to: $0).steps <= OpeningStrategy.reach }
      far.subtract(next)
      open += next
    }
    if !far.contains(second) { far = [] }
    self.far = far
    func radius(_ points: Set<Point>, _ center: Point) -> Int {
      points.map { Offset(from: center, to: $0).steps }.max() ?? 0
    }
    nearRadius = radius(named.subtracting(far), first)
    farRadius = far.isEmpty ? nil : radius(far, second)
    squareRadius =
      proof.position.square.map { Offset(from: first, to: $0.center).steps + $0.radius } ?? 0
    marksOneBranch = proof.strategy.nodes.allSatisfy { node in
      proof.strategy.branches[node.branches].count { $0.answersOthers } <= 1
    }
  }

  /// The number of steps from which on a first reply is answered by this strategy with its far
  /// points moved; `nil` if they cannot be moved.
  public var leastFarReply: Int? {
    guard marksOneBranch, let farRadius, squareRadius <= nearRadius + OpeningStrategy.reach else {
      return nil
    }
    return nearRadius + farRadius + OpeningStrategy.reach + 1
  }

  /// Returns the strategy with all points and the square turned by `symmetry` around the winner's
  /// stone, and the far points moved so that the loser's first stone is at `reply`.
  ///
  /// The result stands on the largest board. It is `nil` if a point or the centre of the square
  /// does not fit there, if no point is far, or if the first stones would coincide.
  public func moved(to reply: Offset, under symmetry: Symmetry) -> StrategyProof? {
    guard farRadius != nil, reply.steps > 0, let size = BoardSize(side: BoardSize.largestSide)
    else { return nil }
    let vector = reply - self.reply.image(under: symmetry)
    func turned(_ point: Point) -> Offset { Offset(from: origin, to: point).image(under: symmetry) }
    // Room for the winner's fives is left on all sides, as far as the board has it.
    let first = Offset(
      x: OpeningStrategy.start(0, reply.x, size.width),
      y: OpeningStrategy.start(0, reply.y, size.height))
    func place(_ offset: Offset) -> Point? {
      let place = offset + first
      guard 0..<size.width ~= place.x, 0..<size.height ~= place.y else { return nil }
      return Point(x: place.x, y: place.y)
    }
    var square: Square?
    if let old = proof.position.square {
      guard let center = place(turned(old.center)) else { return nil }
      square = Square(center: center, radius: old.radius)
    }
    return proof.mapped(onto: size, square) { point in
      place(far.contains(point) ? turned(point) + vector : turned(point))
    }
  }

  /// Checks the moved strategy on the plane.
  ///
  /// - Returns: the moved strategy and the points of the winner's fives; `nil` if it does not fit on
  ///   the largest board.
  public func checked(
    to reply: Offset, under symmetry: Symmetry, _ bounds: CheckBounds = CheckBounds()
  ) throws(StrategyChecker.Failure) -> (proof: StrategyProof, fives: PointSet)? {
    guard let proof = moved(to: reply, under: symmetry) else { return nil }
    return (proof, try StrategyChecker.check(proof, onPlane: true, bounds: bounds).fives)
  }

  /// Returns the column or row of the winner's stone that puts the middle between both first stones
  /// into the middle of the board.
  private static func start(_ first: Int, _ second: Int, _ side: Int) -> Int {
    (side - (first + second)) / 2
  }
}

extension StrategyProof {
  /// Returns the same strategy with each point replaced by its image on a board of `size`, and with
  /// another square; `nil` if a point has no image, or if two stones have the same.
  func mapped(
    onto size: BoardSize, _ square: Square?, _ image: (Point) -> Point?
  ) -> StrategyProof? {
    var position = Position(size: size, variant: position.variant)
    position.square = square
    for stone in self.position.stones {
      guard let place = image(stone.point), (try? position.place(stone.color, on: place)) != nil
      else { return nil }
    }
    position.sideToMove = self.position.sideToMove
    var mapped = Strategy()
    for node in strategy.nodes {
      var branches: [Strategy.Branch] = []
      for branch in strategy.branches[node.branches] {
        var reply: Point?
        if let point = branch.reply {
          guard let place = image(point) else { return nil }
          reply = place
        }
        branches.append(.init(reply, node: branch.node, answersOthers: branch.answersOthers))
      }
      if let link = node.link {
        _ = mapped.add(link: strategy.names[link])
      } else if let move = node.move {
        guard let place = image(move) else { return nil }
        mapped.add(place, branches)
      } else {
        mapped.add(nil, branches)
      }
    }
    return StrategyProof(position: position, winner: winner, strategy: mapped, root: root)
  }
}
