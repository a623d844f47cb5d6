import Basics

/// A strategy as an editable text: whatever is written into it can be rendered.
///
/// A node that several branches lead to is written out where it comes first.
struct StrategySketch: Shrinkable {
  typealias Place = NaiveBoard.Place
  typealias Node = NaiveStrategyText.Node
  typealias Branch = NaiveStrategyText.Branch

  var rule: Int
  var width: Int
  var height: Int
  var stones: [Stone]
  var square: NaiveBoard.Square?
  var turn: NaiveBoard.Side
  var winner: NaiveBoard.Side
  var nodes: [Node]
  /// A node without a move where the loser moves first.
  var root: Int

  struct Stone {
    var place: Place
    var cell: NaiveBoard.Cell
  }

  init(_ proof: NaiveStrategyText) {
    rule = proof.board.rule.rawValue
    (width, height) = (proof.board.width, proof.board.height)
    stones = proof.board.places.filter { proof.board[$0] != .empty }
      .map { Stone(place: $0, cell: proof.board[$0]) }
    square = proof.board.square
    (turn, winner) = (proof.turn, proof.winner)
    nodes = proof.nodes
    root = if case .node(let index) = proof.root { index } else { 0 }
  }

  var header: String {
    var lines = ["wuliu-proof 2", "rule \(rule)", "size \(width) \(height)"]
    let lists: [(String, NaiveBoard.Cell)] = [
      ("black", .black), ("white", .white), ("neutral", .neutral),
    ]
    for (name, cell) in lists {
      let points = stones.filter { $0.cell == cell }.map { StrategySketch.name($0.place) }
      lines.append(([name] + points).joined(separator: " "))
    }
    if let square { lines.append("square \(StrategySketch.name(square.center)) \(square.reach)") }
    lines += ["turn \(turn.rawValue)", "winner \(winner.rawValue)"]
    return lines.joined(separator: "\n") + "\n"
  }

  var text: String {
    var writer = Writer(nodes: nodes)
    writer.write(root)
    return header + writer.words + "\nend\n"
  }

  /// The nodes as text, with numbers for those that have been written out.
  private struct Writer {
    let nodes: [Node]
    var words = ""
    private var numbers: [Int: Int] = [:]

    init(nodes: [Node]) { self.nodes = nodes }

    mutating func write(_ index: Int) {
      if let number = numbers[index] {
        words += "=\(number)"
        return
      }
      numbers[index] = numbers.count
      let node = nodes[index]
      words += node.move.map(StrategySketch.name) ?? ""
      if node.branches.isEmpty, node.move != nil { return }
      words += "("
      for (count, branch) in node.branches.enumerated() {
        if count > 0 { words += words.last == ")" ? "" : " " }
        words +=
          branch.reply.map { StrategySketch.name($0) + (branch.isMarked ? "! " : " ") } ?? "- "
        switch branch.way {
        case .node(let next): write(next)
        case .named(let name): words += "@\(name)"
        }
        // Lines of moderate length.
        if count % 8 == 7 { words += "\n" }
      }
      words += ")"
    }
  }

  static func name(_ place: Place) -> String {
    guard 0..<22 ~= place.x else { return "a\(place.y + 1)" }
    return String(Unicode.Scalar(UInt8(97 + place.x))) + "\(place.y + 1)"
  }

  // MARK: The board

  /// The first position; `nil` if the sketch describes none.
  var board: NaiveBoard? {
    guard let rule = NaiveBoard.Rule(rawValue: rule), 5...22 ~= width, 5...22 ~= height else {
      return nil
    }
    var board = NaiveBoard(rule: rule, width: width, height: height)
    for stone in stones {
      guard board[stone.place] == .empty else { return nil }
      board[stone.place] = stone.cell
    }
    board.square = square
    return board
  }

  func contains(_ place: Place) -> Bool { 0..<width ~= place.x && 0..<height ~= place.y }

  func isEmpty(_ place: Place) -> Bool {
    contains(place) && !stones.contains { $0.place == place }
  }

  mutating func put(_ cell: NaiveBoard.Cell, on place: Place) {
    if isEmpty(place) { stones.append(Stone(place: place, cell: cell)) }
  }

  var emptyPlaces: [Place] {
    (0..<height).flatMap { y in (0..<width).map { x in Place(x: x, y: y) } }.filter(isEmpty)
  }

  /// All points that the nodes speak of.
  var played: [Place] {
    let places = nodes.flatMap { [$0.move].compactMap { $0 } + $0.branches.compactMap(\.reply) }
    return Set(places).sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }

  /// Branches as pairs of their node and their place in it.
  var branches: [(node: Int, branch: Int)] {
    nodes.indices.flatMap { node in nodes[node].branches.indices.map { (node, $0) } }
  }

  /// A copy of what stands below a node, shared nodes written out once more.
  ///
  /// - Returns: its number; `nil` if it would be large.
  mutating func copy(_ index: Int, most: Int = 40) -> Int? {
    var copied: [Int: Int] = [:]
    func copy(_ index: Int, into nodes: inout [Node]) -> Int? {
      if let known = copied[index] { return known }
      guard copied.count < most else { return nil }
      let place = nodes.count
      nodes.append(nodes[index])
      copied[index] = place
      for branch in nodes[index].branches.indices {
        guard case .node(let next) = nodes[index].branches[branch].way else { continue }
        guard let target = copy(next, into: &nodes) else { return nil }
        nodes[place].branches[branch].way = .node(target)
      }
      return place
    }
    var larger = nodes
    guard let place = copy(index, into: &larger) else { return nil }
    nodes = larger
    return place
  }

  // MARK: Shrinking

  var reductions: [StrategySketch] {
    var results: [StrategySketch] = []
    for index in stones.indices {
      var less = self
      less.stones.remove(at: index)
      results.append(less)
    }
    let reached = reached
    for (node, branch) in branches where reached.contains(node) {
      var less = self
      less.nodes[node].branches.remove(at: branch)
      results.append(less)
    }
    return results
  }

  /// The nodes that some branch leads to.
  var reached: Set<Int> {
    var reached: Set<Int> = [root]
    var open = [root]
    while let index = open.popLast() {
      for branch in nodes[index].branches {
        if case .node(let next) = branch.way, reached.insert(next).inserted { open.append(next) }
      }
    }
    return reached
  }

  /// True if a branch of a reached node answers unlisted replies.
  var isQuiet: Bool {
    let reached = reached
    return branches.contains { reached.contains($0) && nodes[$0].branches[$1].isMarked }
  }
}
