import Basics
import SearchKit

/// Changes strategies a little, so that they hold no more, or nearly, or in spite of it.
struct StrategyMutator: Dice {
  typealias Place = NaiveBoard.Place
  private typealias Branch = NaiveStrategyText.Branch
  private typealias Node = NaiveStrategyText.Node

  var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  enum Change: CaseIterable {
    case addStone, addFarStone, addLoserStone, moveStone, removeStone, recolorStone, stoneBesideRow
    case fillBoard, changeHeader, changeSquare, swapColors, playOn, letLoserBegin
    case changeMove, changeReply, dropBranch, repeatBranch, reorderBranches
    case mark, unmark, swapPass, redirect, writeOut, listReply, listPass, listReplyBeforeFive
    case dropUnneeded, followFive, name

    /// How often it is chosen: changes after which strategies may still hold come more often.
    fileprivate var weight: Int {
      switch self {
      case .addFarStone, .mark: 6
      case .addLoserStone, .listReply, .listReplyBeforeFive, .listPass, .stoneBesideRow: 5
      case .addStone, .changeSquare, .reorderBranches, .writeOut, .swapPass, .unmark: 3
      case .moveStone, .removeStone, .fillBoard, .dropBranch, .redirect, .dropUnneeded,
        .swapColors, .playOn, .letLoserBegin:
        2
      case .recolorStone, .changeMove, .changeReply, .repeatBranch, .changeHeader, .followFive,
        .name:
        1
      }
    }
  }

  private static let bag = Change.allCases.filter { $0 != .changeSquare }
    .flatMap { Array(repeating: $0, count: $0.weight) }
  /// Only freestyle and exact five have squares.
  private static let freestyleBag = Change.allCases.flatMap {
    Array(repeating: $0, count: $0.weight)
  }
  private static let exactFiveBag = bag + [.changeSquare]

  private static func bag(underRule code: Int) -> [Change] {
    switch code {
    case 0: freestyleBag
    case 1: exactFiveBag
    default: bag
    }
  }

  /// Makes one to three changes.
  mutating func mutate(_ sketch: StrategySketch) -> StrategySketch {
    var sketch = sketch
    var wanted = pick([1, 1, 1, 2, 2, 3]) ?? 1
    for _ in 0..<40 where wanted > 0 {
      if let change = pick(StrategyMutator.bag(underRule: sketch.rule)), make(change, in: &sketch) {
        wanted -= 1
      }
    }
    return sketch
  }

  /// The text of a sketch, now and then with an error that no sketch has.
  mutating func render(_ sketch: StrategySketch) -> String {
    let text = sketch.text
    return isLucky(oneIn: 16) ? damaged(text) : text
  }

  /// - Returns: whether there was something to change.
  private mutating func make(_ change: Change, in sketch: inout StrategySketch) -> Bool {
    switch change {
    case .addStone: addStone(anyCell(), &sketch)
    case .addFarStone: addFarStone(&sketch)
    case .addLoserStone: addStone(cell(of: sketch.winner.opponent), &sketch)
    case .moveStone: moveStone(&sketch)
    case .removeStone: removeStone(&sketch)
    case .recolorStone: recolorStone(&sketch)
    case .stoneBesideRow: stoneBesideRow(&sketch)
    case .fillBoard: fillBoard(&sketch)
    case .changeHeader: changeHeader(&sketch)
    case .changeSquare: changeSquare(&sketch)
    case .swapColors: swapColors(&sketch)
    case .playOn: playOn(&sketch)
    case .letLoserBegin: letLoserBegin(&sketch)
    case .changeMove: changeMove(&sketch)
    case .changeReply: changeReply(&sketch)
    case .dropBranch: dropBranch(&sketch)
    case .repeatBranch: repeatBranch(&sketch)
    case .reorderBranches: reorderBranches(&sketch)
    case .mark: mark(true, &sketch)
    case .unmark: mark(false, &sketch)
    case .swapPass: swapPass(&sketch)
    case .redirect: redirect(&sketch)
    case .writeOut: writeOut(&sketch)
    case .listReply: listReply(&sketch)
    case .listPass: listPass(&sketch)
    case .listReplyBeforeFive: listReplyBeforeFive(&sketch)
    case .dropUnneeded: dropUnneeded(&sketch)
    case .followFive: followFive(&sketch)
    case .name: name(&sketch)
    }
  }

  // MARK: Dice

  /// At most `count` of `elements`, different ones.
  mutating func picks<Element>(_ elements: [Element], _ count: Int) -> [Element] {
    Array(elements.shuffled(using: &generator).prefix(count))
  }

  private func cell(of side: NaiveBoard.Side) -> NaiveBoard.Cell {
    side == .black ? .black : .white
  }

  private mutating func anyCell() -> NaiveBoard.Cell {
    pick([.black, .white, .black, .white, .black, .white, .neutral]) ?? .neutral
  }

  /// A point on a line with `place`, near it.
  private mutating func place(near place: Place) -> Place {
    let steps = (pick([1, 1, 2, 2, 3, 4, 5]) ?? 1) * (isLucky(oneIn: 2) ? 1 : -1)
    return pick(NaiveBoard.Line.all).map { place.moved(steps, along: $0) } ?? place
  }

  /// Nodes that some line reaches.
  private func nodes(_ sketch: StrategySketch) -> [Int] { sketch.reached.sorted() }

  private mutating func branch(_ sketch: StrategySketch) -> (node: Int, branch: Int)? {
    let reached = sketch.reached
    return pick(sketch.branches.filter { reached.contains($0.node) })
  }

  // MARK: Stones

  private mutating func addStone(
    _ cell: NaiveBoard.Cell, _ sketch: inout StrategySketch
  ) -> Bool {
    guard let near = pick(sketch.played) else { return false }
    let place = isLucky(oneIn: 8) ? near : place(near: near)
    guard sketch.isEmpty(place) else { return false }
    sketch.put(cell, on: place)
    return true
  }

  /// Adds a stone that no node speaks of.
  private mutating func addFarStone(_ sketch: inout StrategySketch) -> Bool {
    let played = Set(sketch.played)
    guard let place = pick(sketch.emptyPlaces.filter { !played.contains($0) }) else { return false }
    sketch.put(isLucky(oneIn: 3) ? anyCell() : cell(of: sketch.winner.opponent), on: place)
    return true
  }

  private mutating func moveStone(_ sketch: inout StrategySketch) -> Bool {
    guard let index = pick(Array(sketch.stones.indices)) else { return false }
    let target = place(near: sketch.stones[index].place)
    guard sketch.isEmpty(target) else { return false }
    sketch.stones[index].place = target
    return true
  }

  private mutating func removeStone(_ sketch: inout StrategySketch) -> Bool {
    guard let index = pick(Array(sketch.stones.indices)) else { return false }
    sketch.stones.remove(at: index)
    return true
  }

  private mutating func recolorStone(_ sketch: inout StrategySketch) -> Bool {
    guard let index = pick(Array(sketch.stones.indices)) else { return false }
    sketch.stones[index].cell = anyCell()
    return true
  }

  /// Puts a stone at an end of a row of either side, or lengthens the row.
  private mutating func stoneBesideRow(_ sketch: inout StrategySketch) -> Bool {
    guard let spot = spot(in: sketch), let line = pick(NaiveBoard.Line.all),
      let side = pick([sketch.winner, sketch.winner.opponent]),
      let stone = pick(spot.board.places.filter { spot.board[$0] == cell(of: side) })
    else { return false }
    var end = stone
    while spot.board[end] == cell(of: side) { end = end.moved(1, along: line) }
    guard sketch.isEmpty(end), isLucky(oneIn: 3) || !sketch.played.contains(end) else {
      return false
    }
    sketch.put(isLucky(oneIn: 3) ? anyCell() : cell(of: side.opponent), on: end)
    return true
  }

  /// Fills nearly all points that no node speaks of.
  private mutating func fillBoard(_ sketch: inout StrategySketch) -> Bool {
    let played = Set(sketch.played)
    let free = sketch.emptyPlaces.filter { !played.contains($0) }.shuffled(using: &generator)
    let left = pick([0, 1, 2, 3, 5, 8, 20]) ?? 0
    let isColored = isLucky(oneIn: 3)
    for place in free.dropFirst(left) {
      sketch.put(
        isColored ? (place.x + 2 * place.y) % 4 < 2 ? .black : .white : .neutral, on: place)
    }
    return free.count > left
  }

  private mutating func changeHeader(_ sketch: inout StrategySketch) -> Bool {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: sketch.turn = sketch.turn.opponent
    case 1: sketch.winner = sketch.winner.opponent
    case 2, 3: sketch.width += isLucky(oneIn: 2) ? 1 : -1
    case 4, 5: sketch.height += isLucky(oneIn: 2) ? 1 : -1
    case 6: sketch.rule = pick([2, 3, 4, 10]) ?? 4
    default: sketch.rule = pick([0, 1, 8, 9]) ?? 0
    }
    return true
  }

  /// Demands that Black's fives lie in a square, or another one, or no longer.
  private mutating func changeSquare(_ sketch: inout StrategySketch) -> Bool {
    guard var square = sketch.square else {
      guard let near = pick(sketch.played) else { return false }
      sketch.square = .init(center: place(near: near), reach: pick([3, 4, 5, 6, 7]) ?? 7)
      return true
    }
    if isLucky(oneIn: 6) {
      sketch.square = nil
      return true
    }
    if isLucky(oneIn: 2) {
      square.reach += isLucky(oneIn: 2) ? 1 : -1
    } else {
      square.center = place(near: square.center)
    }
    sketch.square = square
    return true
  }

  private func swapColors(_ sketch: inout StrategySketch) -> Bool {
    sketch.turn = sketch.turn.opponent
    sketch.winner = sketch.winner.opponent
    for index in sketch.stones.indices {
      switch sketch.stones[index].cell {
      case .black: sketch.stones[index].cell = .white
      case .white: sketch.stones[index].cell = .black
      default: break
      }
    }
    return true
  }

  /// Begins two plies later.
  private mutating func playOn(_ sketch: inout StrategySketch) -> Bool {
    let root = sketch.nodes[sketch.root]
    guard let branch = pick(root.branches), case .node(let next) = branch.way else { return false }
    if let move = root.move { sketch.put(cell(of: sketch.winner), on: move) }
    if let reply = branch.reply, !branch.isMarked || isLucky(oneIn: 2) {
      sketch.put(cell(of: sketch.winner.opponent), on: reply)
    }
    sketch.turn = sketch.winner
    sketch.root = next
    return true
  }

  /// Begins one ply later.
  private mutating func letLoserBegin(_ sketch: inout StrategySketch) -> Bool {
    guard let move = sketch.nodes[sketch.root].move,
      !sketch.nodes[sketch.root].branches.isEmpty
    else { return false }
    sketch.put(cell(of: sketch.winner), on: move)
    sketch.turn = sketch.winner.opponent
    sketch.nodes.append(Node(move: nil, branches: sketch.nodes[sketch.root].branches))
    sketch.root = sketch.nodes.count - 1
    return true
  }

  // MARK: Nodes

  /// The position after a node's move.
  private struct Spot {
    let node: Int
    let board: NaiveBoard
  }

  /// A node met on a random way through the strategy, with its stones.
  private mutating func spot(in sketch: StrategySketch) -> Spot? {
    guard var board = sketch.board else { return nil }
    var spots: [Spot] = []
    var index = sketch.root
    while spots.count < 30 {
      let node = sketch.nodes[index]
      if let move = node.move {
        guard board[move] == .empty, !board.makesFive(sketch.winner, on: move) else { break }
        board = board.with(sketch.winner, on: move)
      }
      spots.append(Spot(node: index, board: board))
      guard let branch = pick(node.branches), case .node(let next) = branch.way else { break }
      if let reply = branch.reply {
        guard board[reply] == .empty else { break }
        board = board.with(sketch.winner.opponent, on: reply)
      }
      index = next
    }
    return pick(spots)
  }

  private mutating func changeMove(_ sketch: inout StrategySketch) -> Bool {
    guard let index = pick(nodes(sketch)), let move = sketch.nodes[index].move else { return false }
    sketch.nodes[index].move = isLucky(oneIn: 2) ? pick(sketch.played) : place(near: move)
    return true
  }

  private mutating func changeReply(_ sketch: inout StrategySketch) -> Bool {
    guard let (node, branch) = branch(sketch), let reply = sketch.nodes[node].branches[branch].reply
    else { return false }
    sketch.nodes[node].branches[branch].reply = place(near: reply)
    return true
  }

  private mutating func dropBranch(_ sketch: inout StrategySketch) -> Bool {
    guard let (node, branch) = branch(sketch) else { return false }
    sketch.nodes[node].branches.remove(at: branch)
    return true
  }

  private mutating func repeatBranch(_ sketch: inout StrategySketch) -> Bool {
    guard let (node, branch) = branch(sketch) else { return false }
    sketch.nodes[node].branches.append(sketch.nodes[node].branches[branch])
    return true
  }

  /// Another order changes nothing but the numbers of the nodes.
  private mutating func reorderBranches(_ sketch: inout StrategySketch) -> Bool {
    guard let node = pick(nodes(sketch)), sketch.nodes[node].branches.count > 1 else {
      return false
    }
    sketch.nodes[node].branches.shuffle(using: &generator)
    return true
  }

  /// Sets or removes the marks of one branch or of all at a node.
  private mutating func mark(_ isMarked: Bool, _ sketch: inout StrategySketch) -> Bool {
    let reached = sketch.reached
    let wrong = sketch.branches.filter { node, branch in
      let branch = sketch.nodes[node].branches[branch]
      return reached.contains(node) && branch.reply != nil && branch.isMarked != isMarked
    }
    guard let (node, branch) = pick(wrong) else { return false }
    sketch.nodes[node].branches[branch].isMarked = isMarked
    if isLucky(oneIn: 4) {
      for (other, branch) in wrong where other == node {
        sketch.nodes[node].branches[branch].isMarked = isMarked
      }
    }
    return true
  }

  /// Makes a reply a pass or a pass a reply, for others too.
  private mutating func swapPass(_ sketch: inout StrategySketch) -> Bool {
    guard let (node, branch) = branch(sketch) else { return false }
    let isPass = sketch.nodes[node].branches[branch].reply == nil
    let near = pick(sketch.played)
    let reply = near.map { isLucky(oneIn: 2) ? $0 : place(near: $0) }
    guard !isPass || reply.map(sketch.contains) == true else { return false }
    sketch.nodes[node].branches[branch].reply = isPass ? reply : nil
    sketch.nodes[node].branches[branch].isMarked = true
    return true
  }

  /// Lets a branch lead to another node, seldom one that leads to it.
  private mutating func redirect(_ sketch: inout StrategySketch) -> Bool {
    guard let (node, branch) = branch(sketch),
      case .node(let old) = sketch.nodes[node].branches[branch].way
    else { return false }
    let all = nodes(sketch)
    let twins = all.filter { $0 != old && sketch.nodes[$0].move == sketch.nodes[old].move }
    guard let target = pick(isLucky(oneIn: 3) || twins.isEmpty ? all : twins),
      sketch.nodes[target].move != nil
    else { return false }
    sketch.nodes[node].branches[branch].way = .node(target)
    return true
  }

  /// Writes a node out once more in place of a link to it.
  private mutating func writeOut(_ sketch: inout StrategySketch) -> Bool {
    guard let (node, branch) = branch(sketch),
      case .node(let old) = sketch.nodes[node].branches[branch].way,
      let copy = sketch.copy(old)
    else { return false }
    sketch.nodes[node].branches[branch].way = .node(copy)
    return true
  }

  /// Lists a reply that leads where another one does.
  private mutating func listReply(_ sketch: inout StrategySketch) -> Bool {
    guard let spot = spot(in: sketch), let known = pick(sketch.nodes[spot.node].branches) else {
      return false
    }
    let listed = sketch.nodes[spot.node].branches.map(\.reply)
    let near = pick(sketch.played).map { isLucky(oneIn: 2) ? $0 : place(near: $0) }
    let free = spot.board.emptyPlaces.filter { !listed.contains($0) }
    guard let reply = isLucky(oneIn: 2) ? pick(free) : near, free.contains(reply) else {
      return false
    }
    sketch.nodes[spot.node].branches.append(
      Branch(reply: reply, isMarked: isLucky(oneIn: 3), way: known.way))
    return true
  }

  /// Adds a pass that leads where a branch does.
  private mutating func listPass(_ sketch: inout StrategySketch) -> Bool {
    guard let spot = spot(in: sketch), let known = pick(sketch.nodes[spot.node].branches) else {
      return false
    }
    let five = spot.board.emptyPlaces.first { spot.board.makesFive(sketch.winner, on: $0) }
    var way = known.way
    if let five {
      sketch.nodes.append(Node(move: five))
      way = .node(sketch.nodes.count - 1)
    }
    sketch.nodes[spot.node].branches.append(Branch(reply: nil, isMarked: true, way: way))
    return true
  }

  /// Lists a reply after which one five is made at once.
  private mutating func listReplyBeforeFive(_ sketch: inout StrategySketch) -> Bool {
    guard let spot = spot(in: sketch),
      let five = pick(
        spot.board.emptyPlaces.filter { spot.board.makesFive(sketch.winner, on: $0) })
    else { return false }
    let reply = isLucky(oneIn: 3) ? pick(spot.board.emptyPlaces) : place(near: five)
    let listed = sketch.nodes[spot.node].branches.map(\.reply)
    guard let reply, reply != five, spot.board[reply] == .empty, !listed.contains(reply) else {
      return false
    }
    sketch.nodes.append(Node(move: five))
    sketch.nodes[spot.node].branches.append(
      Branch(reply: reply, isMarked: isLucky(oneIn: 2), way: .node(sketch.nodes.count - 1)))
    return true
  }

  /// Leaves at a node only marked branches, or only the first.
  private mutating func dropUnneeded(_ sketch: inout StrategySketch) -> Bool {
    guard let node = pick(nodes(sketch)), sketch.nodes[node].branches.count > 1 else {
      return false
    }
    if isLucky(oneIn: 2) {
      sketch.nodes[node].branches.removeAll { !$0.isMarked }
    } else {
      sketch.nodes[node].branches.removeLast(sketch.nodes[node].branches.count - 1)
    }
    return true
  }

  /// Lets something follow a five.
  private mutating func followFive(_ sketch: inout StrategySketch) -> Bool {
    let leaves = nodes(sketch).filter { sketch.nodes[$0].branches.isEmpty }
    guard let leaf = pick(leaves), let reply = pick(sketch.played) else { return false }
    sketch.nodes.append(Node(move: reply))
    sketch.nodes[leaf].branches.append(
      Branch(reply: nil, isMarked: true, way: .node(sketch.nodes.count - 1)))
    return true
  }

  /// Puts a link to another text in place of a node.
  private mutating func name(_ sketch: inout StrategySketch) -> Bool {
    guard let (node, branch) = branch(sketch) else { return false }
    sketch.nodes[node].branches[branch].way = .named(pick(["a", "B-2", "c_3", "", "d.e"]) ?? "a")
    return true
  }

  // MARK: Text

  /// A text with an error of the kind that files get.
  private mutating func damaged(_ text: String) -> String {
    var bytes = Array(text.utf8)
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    let words = ["(", ")", "!", "-", " ", "\n", "=", "@", "=1", "a1", "0", "end", "\r", "\t", "é"]
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes.removeLast(bytes.count - place)
    case 1: bytes.remove(at: place)
    case 2: bytes.removeLast()
    case 3: bytes.append(contentsOf: Array((pick(words) ?? "").utf8))
    case 4:
      let depth = pick([1, 3, 200]) ?? 1
      bytes.insert(contentsOf: Array(repeating: UInt8(ascii: "("), count: depth), at: place)
    case 5:
      // Blanks and line ends are free around the nodes' words.
      let breaks = bytes.indices.filter { [40, 41, 32, 10].contains(bytes[$0]) }
      bytes.insert(contentsOf: Array((pick([" ", "\n", "  "]) ?? "").utf8), at: pick(breaks) ?? 0)
    case 6:
      let digits = bytes.indices.filter { 48...57 ~= bytes[$0] }
      bytes[pick(digits) ?? 0] = UInt8.random(in: 48...57, using: &generator)
    default: bytes.insert(contentsOf: Array((pick(words) ?? "").utf8), at: place)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
