import Basics
import Gomoku
import GomokuRules

/// A proof as an editable text: whatever is written into it can be rendered.
struct ProofSketch {
  var rule: Int
  var width: Int
  var height: Int
  /// In the order of the points, so that equal seeds make equal changes.
  private(set) var stones: [Stone]
  var turn: Color
  var winner: Color
  var nodes: [Proof.Node]

  struct Stone {
    var point: Point
    /// `nil` for a stone that belongs to nobody.
    var color: Color?
  }

  init(_ proof: Proof) {
    rule = proof.position.variant.gomocupCode
    width = proof.position.size.width
    height = proof.position.size.height
    stones = proof.position.stones.map { Stone(point: $0.point, color: $0.color) }
      .sorted { $0.point < $1.point }
    turn = proof.position.sideToMove
    winner = proof.winner
    nodes = proof.nodes
  }

  var text: String {
    var lines = ["wuliu-proof 1", "rule \(rule)", "size \(width) \(height)"]
    let lists: [(String, Color?)] = [("black", .black), ("white", .white), ("neutral", nil)]
    for (name, color) in lists {
      let points = stones.filter { $0.color == color }.map { "\($0.point)" }
      lines.append(([name] + points).joined(separator: " "))
    }
    lines += ["turn \(turn)", "winner \(winner)", "nodes \(nodes.count)"]
    for (index, node) in nodes.enumerated() {
      var words = ["\(index)", node.move.map { "\($0)" } ?? "-"]
      words += node.replies.map { "\($0.point)>\($0.node)" }
      if let link = node.afterPass { words.append("else>\(link)") }
      lines.append(words.joined(separator: " "))
    }
    return lines.joined(separator: "\n") + "\nend\n"
  }

  /// The first position; `nil` if the sketch describes none.
  var position: Position? {
    guard let variant = Variant(gomocupCode: rule),
      let size = BoardSize(width: width, height: height)
    else { return nil }
    var position = Position(size: size, variant: variant)
    for stone in stones {
      guard (try? position.place(stone.color, on: stone.point)) != nil else { return nil }
    }
    position.sideToMove = turn
    return position
  }

  func contains(_ point: Point) -> Bool { 0..<width ~= point.x && 0..<height ~= point.y }

  func isEmpty(_ point: Point) -> Bool {
    contains(point) && !stones.contains { $0.point == point }
  }

  var emptyPoints: [Point] {
    (0..<height).flatMap { y in (0..<width).map { x in Point(x: x, y: y) } }.filter(isEmpty)
  }

  /// All points that the nodes speak of.
  var played: [Point] {
    Set(nodes.flatMap { [$0.move].compactMap { $0 } + $0.replies.map(\.point) }).sorted()
  }

  mutating func put(_ color: Color?, on point: Point) {
    guard isEmpty(point) else { return }
    stones.append(Stone(point: point, color: color))
    stones.sort { $0.point < $1.point }
  }

  mutating func removeStone(at index: Int) -> Stone { stones.remove(at: index) }

  mutating func recolorStone(at index: Int, _ color: Color?) { stones[index].color = color }

  /// Adds a node to which every node may lead.
  ///
  /// - Returns: its number.
  mutating func append(_ node: Proof.Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }
}
