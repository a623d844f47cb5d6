import Basics
import GomokuRules

/// The main line of a tree as points of alternating colours, for formats that hold no more.
public struct PlainGame: Sendable {
  /// The size of the board: the record's, or the smallest usual one that contains all moves.
  public private(set) var size = BoardSize.standard
  /// The moves with their times in milliseconds; Black begins.
  public private(set) var moves: [(point: Point, time: Int?)] = []
  public let info: [GameInfo: String]
  /// The parts of the tree that are in neither moves, size nor `info`.
  public private(set) var losses = Tally()
  /// Sentences on changes that were needed to represent the game.
  public private(set) var notes: [String] = []

  /// Takes the main line of a tree.
  ///
  /// Stones set up before the first move become the first moves. The line ends before a pass, a
  /// move out of turn, or later set-up stones; what follows is counted in `losses`.
  ///
  /// - Throws: an error for Liuzhou chess, for set-up stones that alternating moves cannot place,
  ///   and for a move off the board.
  public init(_ tree: GameTree) throws(RecordError) {
    guard case .gomoku(let named) = tree.game else {
      throw .whole("only SGF holds Liuzhou chess")
    }
    info = tree.info
    let line = Array(tree.mainLine)
    var ended = false
    var stones: [SetUp.Stone] = []
    for node in line {
      if tree.hasTexts(node) {
        let setUp = tree[node].setUp
        if moves.isEmpty, !ended {
          let known = Set(setUp.stones.map(\.point))
          stones.removeAll { known.contains($0.point) }
          stones += setUp.stones.filter { $0.color != nil }
        } else if !setUp.stones.isEmpty {
          losses.add(.setUpStone, setUp.stones.count)
          ended = true
        }
        let next = (moves.isEmpty ? stones.count : moves.count) % 2
        if let side = setUp.sideToMove, ended || side.index != next { losses.add(.sideToMove) }
        let isKept = !ended && tree.move(node) != nil
        if tree[node].milliseconds != nil, !isKept { losses.add(.time) }
      }
      guard let move = tree.move(node) else { continue }
      if moves.isEmpty, !ended, !stones.isEmpty { try place(stones, before: move.color) }
      if !ended, case .stone(let point) = move.action, move.color.index == moves.count % 2 {
        moves.append((point, tree.hasTexts(node) ? tree[node].milliseconds : nil))
      } else {
        if !ended, tree[node].milliseconds != nil { losses.add(.time) }
        ended = true
        losses.add(move.action == .pass ? .pass : .move)
      }
    }
    if moves.isEmpty, !ended, !stones.isEmpty { try place(stones, before: nil) }
    guard let size = named ?? BoardSize.smallestUsual(for: moves.map(\.point)) else {
      throw .whole("a move is off every board")
    }
    if let point = moves.map(\.point).first(where: { !size.contains($0) }) {
      throw .whole("\(point) is off the board of \(size.width)x\(size.height)")
    }
    self.size = size
    count(tree, Set(line))
  }

  /// Makes moves of the stones that are set up before the first move.
  ///
  /// - Parameter color: the colour of the first move in the tree; `nil` if there is none.
  /// - Throws: an error if alternating moves cannot place the stones.
  private mutating func place(_ stones: [SetUp.Stone], before color: Color?) throws(RecordError) {
    let sides = Color.allCases.map { side in stones.filter { $0.color == side } }
    let isBalanced = 0...1 ~= sides[0].count - sides[1].count
    guard isBalanced, color.map({ $0.index == stones.count % 2 }) ?? true else {
      throw .whole("\(stones.count) stones set up (AB, AW) are no moves in turn")
    }
    moves = stones.indices.map { (sides[$0 % 2][$0 / 2].point, nil) }
    notes.append("\(stones.count) stones set up (AB, AW) are moves 1 to \(stones.count)")
  }

  /// Counts the side lines and the texts that formats of plain moves cannot hold.
  private mutating func count(_ tree: GameTree, _ line: Set<Int>) {
    losses.add(.sideLine, tree.counts.sideLines)
    for node in tree.preorder where tree.hasTexts(node) {
      let texts = tree[node]
      losses.add(texts, isOnLine: line.contains(node))
    }
  }
}

extension Tally {
  /// Adds the parts of a node's texts that plain lists of moves cannot hold.
  ///
  /// - Parameter isOnLine: true for a node of the main line; its time and set-up do not count.
  mutating func add(_ texts: NodeTexts, isOnLine: Bool) {
    if !texts.comment.isEmpty { add(.comment) }
    if !texts.name.isEmpty { add(.name) }
    add(.label, texts.labels.count)
    add(.mark, texts.marks.count)
    if texts.isMarked { add(.nodeMark) }
    if !isOnLine { add(.setUpStone, texts.setUp.stones.count) }
    if !isOnLine, texts.setUp.sideToMove != nil { add(.sideToMove) }
    if !isOnLine, texts.milliseconds != nil { add(.time) }
    add(.otherProperty, texts.kept.count)
  }
}

extension BoardSize {
  /// Returns the smallest usual board (side 15, 19, 20 or 22) that contains all `points`.
  ///
  /// Returns `nil` if none does.
  public static func smallestUsual(for points: [Point]) -> BoardSize? {
    [15, 19, 20, 22].compactMap { BoardSize(side: $0) }
      .first { points.allSatisfy($0.contains) }
  }
}
