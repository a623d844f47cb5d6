import Basics
import SearchKit

@testable import Gomoku
@testable import GomokuRules

/// Changes proofs a little, so that they hold no more, or nearly, or in spite of it.
///
/// Most changes look at a position inside the proof: replies that stop nothing, rows that meet in
/// one point, forks for forbidden points, and stones at the ends of rows.
struct SketchMutator: Dice {
  var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  enum Change: CaseIterable {
    case addStone, moveStone, removeStone, recolorStone
    case changeMove, listHarmlessReply, listReplyToKnownNode, listForbiddenReply, listOthers
    case dropReply, changeReply, redirectLink, shareNodes, changeElse
    case letRowsMeet, addFork, addRow, addStoneBesideRow, fillBoard, changeHeader

    /// How often it is chosen: changes after which proofs may still hold come more often.
    fileprivate var weight: Int {
      switch self {
      case .listReplyToKnownNode: 6
      case .addStone, .listHarmlessReply, .listForbiddenReply, .letRowsMeet, .addFork: 4
      case .dropReply, .redirectLink, .changeElse, .addRow, .addStoneBesideRow: 3
      case .moveStone, .removeStone, .shareNodes, .fillBoard, .listOthers: 2
      case .recolorStone, .changeMove, .changeReply, .changeHeader: 1
      }
    }
  }

  private static let bag = Change.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

  /// Makes one to three changes.
  mutating func mutate(_ sketch: ProofSketch) -> ProofSketch {
    var sketch = sketch
    var wanted = pick([1, 1, 1, 2, 2, 3]) ?? 1
    for _ in 0..<40 where wanted > 0 {
      if let change = pick(SketchMutator.bag), make(change, in: &sketch) { wanted -= 1 }
    }
    return sketch
  }

  /// - Returns: whether there was something to change.
  private mutating func make(_ change: Change, in sketch: inout ProofSketch) -> Bool {
    switch change {
    case .addStone: addStone(&sketch)
    case .moveStone: moveStone(&sketch)
    case .removeStone: removeStone(&sketch)
    case .recolorStone: recolorStone(&sketch)
    case .changeMove: changeMove(&sketch)
    case .listHarmlessReply: listHarmlessReply(&sketch)
    case .listReplyToKnownNode: listReplyToKnownNode(&sketch)
    case .listForbiddenReply: listForbiddenReply(&sketch)
    case .listOthers: listOthers(&sketch)
    case .dropReply: dropReply(&sketch)
    case .changeReply: changeReply(&sketch)
    case .redirectLink: redirectLink(&sketch)
    case .shareNodes: shareNodes(&sketch)
    case .changeElse: changeElse(&sketch)
    case .letRowsMeet: letRowsMeet(&sketch)
    case .addFork: addFork(&sketch)
    case .addRow: addRow(&sketch)
    case .addStoneBesideRow: addStoneBesideRow(&sketch)
    case .fillBoard: fillBoard(&sketch)
    case .changeHeader: changeHeader(&sketch)
    }
  }

  // MARK: Dice

  private mutating func anyColor() -> Color? {
    let colors: [Color?] = [.black, .white, .black, .white, .black, .white, nil]
    return pick(colors) ?? nil
  }

  /// A point on a line with `point`, near it.
  private mutating func point(near point: Point) -> Point {
    let steps = (pick([1, 1, 2, 2, 3, 4, 5]) ?? 1) * (isLucky(oneIn: 2) ? 1 : -1)
    return point.advanced(steps, along: pick(Direction.allCases) ?? .horizontal)
  }

  /// An empty point near the action, which the proof may use.
  private mutating func emptyPoint(_ sketch: ProofSketch) -> Point? {
    for _ in 0..<10 {
      guard let near = pick(sketch.played) else { return nil }
      let point = isLucky(oneIn: 8) ? near : point(near: near)
      if sketch.isEmpty(point), isLucky(oneIn: 6) || !sketch.played.contains(point) {
        return point
      }
    }
    return pick(sketch.emptyPoints)
  }

  // MARK: Stones

  private mutating func addStone(_ sketch: inout ProofSketch) -> Bool {
    guard let point = emptyPoint(sketch) else { return false }
    sketch.put(anyColor(), on: point)
    return true
  }

  private mutating func moveStone(_ sketch: inout ProofSketch) -> Bool {
    guard let index = pick(Array(sketch.stones.indices)) else { return false }
    let stone = sketch.removeStone(at: index)
    let target = point(near: stone.point)
    sketch.put(stone.color, on: sketch.isEmpty(target) ? target : stone.point)
    return true
  }

  private mutating func removeStone(_ sketch: inout ProofSketch) -> Bool {
    guard let index = pick(Array(sketch.stones.indices)) else { return false }
    _ = sketch.removeStone(at: index)
    return true
  }

  private mutating func recolorStone(_ sketch: inout ProofSketch) -> Bool {
    guard let index = pick(Array(sketch.stones.indices)) else { return false }
    sketch.recolorStone(at: index, anyColor())
    return true
  }

  /// Completes two rows of five with the winner's stones, but for a point in which they meet and a
  /// move of the proof in each.
  private mutating func letRowsMeet(_ sketch: inout ProofSketch) -> Bool {
    let moves = sketch.nodes.compactMap(\.move)
    guard let first = pick(moves), let second = pick(moves), let one = pick(Direction.allCases),
      let other = pick(Direction.allCases.filter { $0 != one })
    else { return false }
    for steps in (-4...4).shuffled(using: &generator) where steps != 0 {
      let point = first.advanced(steps, along: one)
      let crossing = (-4...4).first { $0 != 0 && second.advanced($0, along: other) == point }
      guard sketch.isEmpty(point), crossing != nil || isLucky(oneIn: 4) else { continue }
      fill(&sketch, from: point, through: first, along: one)
      if crossing != nil { fill(&sketch, from: point, through: second, along: other) }
      return true
    }
    return false
  }

  /// Puts the winner's stones on the rest of a row of five that holds two points of a line.
  private mutating func fill(
    _ sketch: inout ProofSketch, from point: Point, through move: Point, along direction: Direction
  ) {
    let steps = (-4...4).first { point.advanced($0, along: direction) == move } ?? 0
    let first = Int.random(in: max(steps, 0) - 4...min(steps, 0), using: &generator)
    let played = sketch.played
    for offset in first...first + 4 where offset != 0 && offset != steps {
      let cell = point.advanced(offset, along: direction)
      if sketch.isEmpty(cell), !played.contains(cell) { sketch.put(sketch.winner, on: cell) }
    }
  }

  /// Lays black stones round a played point, so that forbidden points come and go.
  private mutating func addFork(_ sketch: inout ProofSketch) -> Bool {
    let shapes = [
      [-1, 1], [1, 2], [-1, 2], [1, 3], [-1, 1, 2], [1, 2, 3], [-2, -1, 1, 2, 3],
    ]
    guard let center = isLucky(oneIn: 2) ? pick(sketch.played) : emptyPoint(sketch) else {
      return false
    }
    for direction in Direction.allCases.shuffled(using: &generator).prefix(2) {
      let sign = isLucky(oneIn: 2) ? 1 : -1
      let shape = pick(shapes) ?? []
      for offset in shape {
        let point = center.advanced(offset * sign, along: direction)
        if sketch.contains(point), !sketch.played.contains(point) { sketch.put(.black, on: point) }
      }
      if shape.count == 5 { break }
    }
    return true
  }

  /// Adds the loser's stones to a row through one of his replies.
  private mutating func addRow(_ sketch: inout ProofSketch) -> Bool {
    guard let reply = pick(sketch.nodes.flatMap { $0.replies.map(\.point) }),
      let direction = pick(Direction.allCases)
    else { return false }
    let played = sketch.played
    let cells = (-3...3).map { reply.advanced($0, along: direction) }
      .filter { sketch.isEmpty($0) && !played.contains($0) }.shuffled(using: &generator)
    for cell in cells.prefix(Int.random(in: 1...3, using: &generator)) {
      sketch.put(sketch.winner.opponent, on: cell)
    }
    return !cells.isEmpty
  }

  /// Puts a stone at an end of a row through a point where the winner makes five.
  private mutating func addStoneBesideRow(_ sketch: inout ProofSketch) -> Bool {
    guard let spot = spot(in: sketch), let five = pick(spot.fives),
      let direction = pick(Direction.allCases)
    else { return false }
    let row = spot.position.row(of: sketch.winner, through: five, along: direction)
    guard row.length > 3 else { return false }
    let ends = [row.first.advanced(-1, along: direction), row.last.advanced(1, along: direction)]
    guard let end = pick(ends), sketch.isEmpty(end) else { return false }
    sketch.put(isLucky(oneIn: 4) ? anyColor() : sketch.winner.opponent, on: end)
    return true
  }

  /// Fills all points but those that matter and a few more with stones that belong to nobody.
  private mutating func fillBoard(_ sketch: inout ProofSketch) -> Bool {
    var needed = Set(sketch.played)
    for _ in 0..<8 { needed.formUnion(spot(in: sketch)?.fives ?? []) }
    let free = sketch.emptyPoints.filter { !needed.contains($0) }.shuffled(using: &generator)
    let left = pick([0, 0, 1, 2, 3, 5, 8]) ?? 0
    let isColored = isLucky(oneIn: 3)
    for point in free.dropFirst(left) {
      let color: Color? = (point.x + 2 * point.y) % 4 < 2 ? .black : .white
      sketch.put(isColored ? color : nil, on: point)
    }
    return free.count > left
  }

  // MARK: Nodes

  /// A place in the proof: the position after the winner's move of a node.
  private struct Spot {
    let node: Int
    let position: Position
    /// Where the winner threatens five.
    let fives: [Point]
    /// Empty points of which the node says nothing.
    let unlisted: [Point]
  }

  /// A node met on a random way through the proof, with its stones.
  private mutating func spot(in sketch: ProofSketch) -> Spot? {
    guard var position = sketch.position else { return nil }
    var spots: [Spot] = []
    var index = 0
    while true {
      let node = sketch.nodes[index]
      if let move = node.move {
        guard (try? position.place(sketch.winner, on: move)) != nil,
          !position.isWinning(sketch.winner, at: move)
        else { break }
      }
      let empty = position.emptyPoints
      let fives = empty.filter { position.isWinning(sketch.winner, at: $0) }
      let unlisted = empty.filter { point in !node.replies.contains { $0.point == point } }
      spots.append(Spot(node: index, position: position, fives: fives, unlisted: unlisted))
      var ways = node.replies.map { ($0.point, $0.node) }
      if let link = node.afterPass, let reply = pick(unlisted) { ways.append((reply, link)) }
      guard let (reply, next) = pick(ways),
        (try? position.place(sketch.winner.opponent, on: reply)) != nil
      else { break }
      index = next
    }
    return pick(spots)
  }

  private mutating func changeMove(_ sketch: inout ProofSketch) -> Bool {
    guard let index = pick(Array(sketch.nodes.indices)), let move = sketch.nodes[index].move
    else { return false }
    sketch.nodes[index].move = isLucky(oneIn: 2) ? pick(sketch.played) : point(near: move)
    return true
  }

  /// Lists a reply after which one five is made at once.
  private mutating func listHarmlessReply(_ sketch: inout ProofSketch) -> Bool {
    guard let spot = spot(in: sketch), let five = pick(spot.fives) else { return false }
    let near = isLucky(oneIn: 3) ? pick(spot.unlisted) : point(near: five)
    guard let reply = near, spot.unlisted.contains(reply) else { return false }
    let last = sketch.append(Proof.Node(move: five))
    sketch.nodes[spot.node].replies.append(Proof.Reply(reply, node: last))
    return true
  }

  /// Lists a reply that leads where another one does, or to any later node.
  private mutating func listReplyToKnownNode(_ sketch: inout ProofSketch) -> Bool {
    guard let spot = spot(in: sketch) else { return false }
    let node = sketch.nodes[spot.node]
    let known = node.replies.map(\.node) + [node.afterPass].compactMap { $0 }
    let later = Array((spot.node + 1..<max(sketch.nodes.count, spot.node + 1)))
    guard let link = pick(isLucky(oneIn: 4) || known.isEmpty ? later : known) else { return false }
    let near = pick(sketch.played).map { isLucky(oneIn: 2) ? $0 : point(near: $0) }
    guard let reply = isLucky(oneIn: 3) ? pick(spot.unlisted) : near,
      spot.unlisted.contains(reply)
    else { return false }
    sketch.nodes[spot.node].replies.append(Proof.Reply(reply, node: link))
    return true
  }

  /// Lists a reply that renju forbids, so that its node is not looked at.
  private mutating func listForbiddenReply(_ sketch: inout ProofSketch) -> Bool {
    guard sketch.winner == .white, let spot = spot(in: sketch) else { return false }
    let forbidden = spot.position.forbiddenPoints.filter(spot.unlisted.contains)
    guard let reply = pick(forbidden), spot.node + 1 < sketch.nodes.count,
      let link = pick(Array(spot.node + 1..<sketch.nodes.count))
    else { return false }
    sketch.nodes[spot.node].replies.append(Proof.Reply(reply, node: link))
    return true
  }

  /// Crowds the board and lists all other replies, or nearly all, so that `else` has little to do.
  private mutating func listOthers(_ sketch: inout ProofSketch) -> Bool {
    var crowded = sketch
    if sketch.emptyPoints.count > 25 { _ = fillBoard(&crowded) }
    guard let spot = spot(in: crowded), let link = crowded.nodes[spot.node].afterPass else {
      return false
    }
    let others = spot.unlisted.shuffled(using: &generator)
    guard others.count < 15 else { return false }
    for reply in others.dropFirst(pick([0, 0, 1, 2]) ?? 0) {
      crowded.nodes[spot.node].replies.append(Proof.Reply(reply, node: link))
    }
    if isLucky(oneIn: 2) {
      crowded.nodes[spot.node].afterPass = pick(Array(spot.node + 1..<crowded.nodes.count))
    }
    sketch = crowded
    return true
  }

  private mutating func dropReply(_ sketch: inout ProofSketch) -> Bool {
    guard let node = pick(sketch.nodes.indices.filter { !sketch.nodes[$0].replies.isEmpty }),
      let reply = pick(Array(sketch.nodes[node].replies.indices))
    else { return false }
    sketch.nodes[node].replies.remove(at: reply)
    return true
  }

  private mutating func changeReply(_ sketch: inout ProofSketch) -> Bool {
    guard let node = pick(sketch.nodes.indices.filter { !sketch.nodes[$0].replies.isEmpty }),
      let reply = pick(Array(sketch.nodes[node].replies.indices))
    else { return false }
    let point = point(near: sketch.nodes[node].replies[reply].point)
    guard !sketch.nodes[node].replies.contains(where: { $0.point == point }) else { return false }
    sketch.nodes[node].replies[reply].point = point
    return true
  }

  private mutating func redirectLink(_ sketch: inout ProofSketch) -> Bool {
    guard let node = pick(sketch.nodes.indices.filter { !sketch.nodes[$0].replies.isEmpty }),
      let reply = pick(Array(sketch.nodes[node].replies.indices)),
      let link = pick(Array(node + 1..<sketch.nodes.count))
    else { return false }
    sketch.nodes[node].replies[reply].node = link
    return true
  }

  /// Lets all lines to a node go to a later one that begins with the same move.
  private mutating func shareNodes(_ sketch: inout ProofSketch) -> Bool {
    guard let target = pick(Array(sketch.nodes.indices)) else { return false }
    let twins = sketch.nodes.indices.filter {
      0 < $0 && $0 < target && sketch.nodes[$0].move == sketch.nodes[target].move
    }
    guard let twin = pick(twins) else { return false }
    for node in sketch.nodes.indices {
      for reply in sketch.nodes[node].replies.indices
      where sketch.nodes[node].replies[reply].node == twin {
        sketch.nodes[node].replies[reply].node = target
      }
      if sketch.nodes[node].afterPass == twin { sketch.nodes[node].afterPass = target }
    }
    return true
  }

  private mutating func changeElse(_ sketch: inout ProofSketch) -> Bool {
    let withElse = sketch.nodes.indices.filter { sketch.nodes[$0].afterPass != nil }
    let node = isLucky(oneIn: 2) || withElse.isEmpty ? spot(in: sketch)?.node : pick(withElse)
    guard let node, node + 1 < sketch.nodes.count else { return false }
    let isRemoved = sketch.nodes[node].afterPass != nil && isLucky(oneIn: 4)
    sketch.nodes[node].afterPass =
      isRemoved ? nil : pick(Array(node + 1..<sketch.nodes.count))
    return true
  }

  // MARK: Header

  private mutating func changeHeader(_ sketch: inout ProofSketch) -> Bool {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: sketch.turn = sketch.turn.opponent
    case 1: sketch.winner = sketch.winner.opponent
    case 2: sketch.width += isLucky(oneIn: 2) ? 1 : -1
    case 3: sketch.height += isLucky(oneIn: 2) ? 1 : -1
    case 4:
      sketch.turn = sketch.turn.opponent
      sketch.winner = sketch.winner.opponent
      for index in sketch.stones.indices {
        sketch.recolorStone(at: index, sketch.stones[index].color?.opponent)
      }
    default: sketch.rule = pick([0, 1, 4, 8, 9, 2]) ?? 0
    }
    return true
  }
}
