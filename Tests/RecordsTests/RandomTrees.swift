import Basics
import GomokuRules
import LiuzhouRules

@testable import Records

/// Random trees with all that a record may say.
struct RandomTrees {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  private static let words = [
    "good", "a]b", "back\\slash", "colon:", "五子棋", "(;B[aa])", " ends ", "é", "\\]", "x\u{301}",
  ]

  /// A text of one line.
  mutating func line() -> String {
    (0...number(0...3)).map { _ in RandomTrees.words[number(0...RandomTrees.words.count - 1)] }
      .joined(separator: " ")
  }

  /// A text of several lines.
  mutating func text() -> String {
    (0...number(0...2)).map { _ in line() }.joined(separator: chance(30) ? "\n\n" : "\n")
  }

  mutating func point(_ size: BoardSize) -> GomokuRules.Point {
    GomokuRules.Point(x: number(0...size.width - 1), y: number(0...size.height - 1))
  }

  // MARK: Trees for SGF

  mutating func tree() -> GameTree {
    let isLiuzhou = chance(10)
    let size = BoardSize(width: number(5...22), height: number(5...22))
    let named = chance(80) ? size : nil
    var tree = GameTree(isLiuzhou ? .liuzhou : .gomoku(named))
    for info in GameInfo.allCases where chance(20) {
      tree.info[info] = info == .gameComment ? text() : line()
    }
    if isLiuzhou { tree.info[.rule] = "liuzhou fengyang" }
    if !isLiuzhou, tree.info[.rule]?.hasPrefix("liuzhou") ?? false { tree.info[.rule] = nil }
    let board = named ?? .standard
    for _ in 0..<number(0...30) {
      // Long lines as well as wide forks.
      let parent = chance(60) ? tree.count - 1 : number(0...tree.count - 1)
      let color: Color = chance(50) ? .black : .white
      let action: TreeMove.Action =
        isLiuzhou ? .turn(turn()) : chance(5) ? .pass : .stone(point(board))
      tree.add(chance(90) ? TreeMove(color, action) : nil, to: parent)
    }
    for node in 0..<tree.count where chance(40) { tree[node] = texts(board) }
    return tree
  }

  private mutating func turn() -> Turn {
    let texts = ["a1", "c3", "f6", "c3c4xb2", "xb2d4", "pass", "a1b1"]
    return (try? Turn(texts[number(0...texts.count - 1)])) ?? .pass
  }

  private mutating func texts(_ board: BoardSize) -> NodeTexts {
    var texts = NodeTexts()
    if chance(40) { texts.comment = text() }
    if chance(20) { texts.name = line() }
    for _ in 0..<(chance(30) ? number(1...4) : 0) { texts.labels[point(board)] = line() }
    for _ in 0..<(chance(30) ? number(1...4) : 0) {
      texts.marks.insert(Mark(Mark.Kind.allCases[number(0...3)], point(board)))
    }
    texts.isMarked = chance(10)
    if chance(20) { texts.milliseconds = number(0...100_000) }
    if chance(20) {
      // SGF groups set-up stones by their colour.
      var known: Set<GomokuRules.Point> = []
      for color in [Color.black, .white, nil] {
        for _ in 0..<number(0...3) {
          let point = point(board)
          if known.insert(point).inserted { texts.setUp.stones.append(.init(point, color)) }
        }
      }
      texts.setUp.sideToMove = chance(30) ? .white : nil
    }
    for name in ["KO", "ZZ", "VW", "AP"] where chance(10) {
      texts.kept.append(
        KeptProperty(name, (0...number(0...2)).map { _ in SGFText.escaped(line()) }))
    }
    return texts
  }

  // MARK: Trees for RenLib

  /// A tree of the kind that RenLib can hold.
  mutating func library() -> GameTree {
    var tree = GameTree(.gomoku(.standard))
    var depths = [0]
    for _ in 0..<number(0...30) {
      let parent = chance(60) ? tree.count - 1 : number(0...tree.count - 1)
      let color: Color = depths[parent].isMultiple(of: 2) ? .black : .white
      tree.add(TreeMove(color, chance(5) ? .pass : .stone(point(.standard))), to: parent)
      depths.append(depths[parent] + 1)
    }
    for node in 0..<tree.count where chance(40) {
      var texts = NodeTexts()
      if chance(60) { texts.comment = chance(50) ? "one line 五" : "\\x41 one\ntwo\n\nthree" }
      texts.isMarked = node > 0 && chance(30)
      for _ in 0..<(chance(40) ? number(1...3) : 0) { texts.labels[point(.standard)] = "a\(node)" }
      for child in tree.children(node) where chance(30) {
        if let point = tree.move(child)?.point { texts.labels[point] = "label" }
      }
      tree[node] = texts
    }
    return tree
  }
}

/// Changes bytes at random.
struct Mutation {
  var random: SplitMix64
  let signs: [UInt8]

  init(seed: UInt64, signs: [UInt8]) { (random, self.signs) = (SplitMix64(seed: seed), signs) }

  mutating func mutated(_ bytes: [UInt8], from start: Int = 0) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int(random.next() % 4) where bytes.count > start {
      let place = Int.random(in: start..<bytes.count, using: &random)
      let sign = signs[Int(random.next() % UInt64(signs.count))]
      switch random.next() % 5 {
      case 0: bytes[place] = sign
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(sign, at: place)
      case 3: bytes.swapAt(place, Int.random(in: start..<bytes.count, using: &random))
      default: bytes.removeLast(min(bytes.count - start, Int(random.next() % 20)))
      }
    }
    return bytes
  }
}

/// A tree as lines of text that another reader can produce too.
extension GameTree {
  /// A line for each node: its depth, its move and its comment.
  var outline: [String] {
    var (lines, depth) = ([String](), -1)
    for step in steps {
      switch step {
      case .enter(let node):
        depth += 1
        let move = move(node).map { "\($0.color == .black ? "B" : "W")\($0)" } ?? "-"
        lines.append("\(depth) \(move) \(self[node].comment.debugDescription)")
      case .leave: depth -= 1
      }
    }
    return lines
  }
}
