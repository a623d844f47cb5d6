import Basics
import GomokuRules
import TestSupport
import Testing

@testable import Records

/// A second reader of RenLib's files: nested lists by recursion, without texts.
private struct NaiveLibrary {
  final class Node {
    var place: Int
    var flags: Int
    var label = false
    var children: [Node] = []

    init(_ place: Int, _ flags: Int) { (self.place, self.flags) = (place, flags) }
  }

  private var bytes: [Int]
  private var place = 0
  private var isTorn = false
  /// The nodes after the root, and the lines of an outline without texts.
  private(set) var lines: [String]?

  init(_ raw: [UInt8]) {
    bytes = raw.map { Int($0) }
    let hasHeader = raw.starts(with: [0xFF] + Array("RenLib".utf8) + [0xFF])
    guard hasHeader ? bytes.count >= 20 && bytes[8] <= 3 : bytes.first == 0x78 else { return }
    if hasHeader { place = 20 }
    var top: [Node] = []
    if place + 1 < bytes.count, bytes[place] == 0 {
      guard node() != nil else { return }
    }
    if place + 1 < bytes.count { top = siblings() }
    guard !isTorn || !top.isEmpty else { return }
    lines = ["0 -"]
    for node in top { write(node, 1) }
  }

  private mutating func pair() -> (Int, Int)? {
    guard !isTorn, place + 1 < bytes.count else {
      isTorn = true
      return nil
    }
    place += 2
    return (bytes[place - 2], bytes[place - 1])
  }

  private mutating func text(old: Bool) -> Bool {
    while let (first, second) = pair() {
      if old ? first > 127 || second > 127 : first == 0 || second == 0 { return true }
    }
    return false
  }

  private mutating func node() -> Node? {
    guard let (point, flags) = pair() else { return nil }
    let node = Node(point, flags)
    var more = 0
    if flags % 2 == 1 {
      guard let (_, second) = pair() else { return nil }
      more = second
    }
    guard point == 0 || point % 16 > 0 && point / 16 < 15 else {
      isTorn = true
      return nil
    }
    if flags & 0x20 > 0 {
      guard text(old: true) else { return nil }
    } else if flags & 0x08 > 0 {
      guard text(old: false) else { return nil }
    }
    if more % 2 == 1 {
      guard text(old: false) else { return nil }
      node.label = true
    }
    return node
  }

  private mutating func siblings() -> [Node] {
    var list: [Node] = []
    while !isTorn, place + 1 < bytes.count, let next = node() {
      list.append(next)
      if next.flags & 0x40 == 0 { next.children = siblings() }
      if next.flags & 0x80 == 0 { break }
    }
    return list
  }

  private mutating func write(_ node: Node, _ depth: Int) {
    let isLabel =
      node.flags & 0x02 > 0 && node.flags & 0x40 > 0 && node.flags & 0x28 == 0
      && node.flags & 0x10 == 0
    if !isLabel {
      let column = "abcdefghijklmno".dropFirst(max(0, node.place % 16 - 1)).prefix(1)
      let move = node.place == 0 ? "pass" : "\(column)\(node.place / 16 + 1)"
      let mark = node.flags & 0x10 > 0 ? "!" : ""
      lines?.append("\(depth) \(depth % 2 == 1 ? "B" : "W")\(move)\(mark)")
    }
    for child in node.children { write(child, depth + (isLabel ? 0 : 1)) }
  }
}

extension GameTree {
  /// A line for each node: its depth, its move, and its mark.
  fileprivate var marks: [String] {
    var (lines, depth) = ([String](), -1)
    for step in steps {
      switch step {
      case .enter(let node):
        depth += 1
        let move = move(node).map { "\($0.color == .black ? "B" : "W")\($0)" } ?? "-"
        lines.append("\(depth) \(move)\(self[node].isMarked ? "!" : "")")
      case .leave: depth -= 1
      }
    }
    return lines
  }
}

struct RenLibTests {
  private static let header: [UInt8] =
    [0xFF] + Array("RenLib".utf8) + [0xFF, 3, 4] + [UInt8](repeating: 0xFF, count: 10)

  @Test func treesComeBackFromLibrariesAsTheyWere() throws {
    var trees = RandomTrees(seed: 4)
    for _ in 0..<Effort.count(10_000, sanitized: 500) {
      let tree = trees.library()
      let written = try RecordFormat.lib.written(tree)
      let file = try RecordFile(written.bytes)
      #expect(file.games == [tree] && file.notes == [] && written.losses.isEmpty)
      if file.games != [tree] { break }
    }
  }

  @Test func aFileOfRenLibIsRead() throws {
    // The root's comment; h8 with h9 (two lines, marked, a board text) and i9; a text at a15; a1.
    let bytes: [UInt8] =
      RenLibTests.header + [0, 0x08] + Array("All\0".utf8) + [0x78, 0x80]
      + [0x88, 0xD9, 0, 1] + Array("one\u{8}two\r\nthree\0\0".utf8) + Array("A\0".utf8)
      + [0x89, 0xC4] + [0xE1, 0x43, 0, 1] + Array("no\0\0".utf8) + [0x01, 0x40]
    let file = try RecordFile(bytes)
    let tree = file.games[0]
    #expect(
      tree.outline == [
        "0 - \"All\"", "1 Bh8 \"\"", "2 Wh9 \"one\\ntwo\\nthree\"", "2 Wi9 \"\"", "1 Ba1 \"\"",
      ])
    #expect(tree[2].isMarked && file.format == .lib)
    #expect(tree[1].labels == [Point(x: 7, y: 8): "A", Point(x: 0, y: 14): "no"])
    #expect(file.notes == ["move 2: a start mark is left out"])
  }

  @Test func oldFilesAndOtherCodesAreRead() throws {
    let old: [UInt8] = [0x78, 0x20, 0x42, 0x6C, 0x7D | 0x80, 0, 0x88, 0x40]
    #expect(try RecordFile(old).games[0].outline == ["0 - \"\"", "1 Bh8 \"Blå\"", "2 Wh9 \"\""])
    let chinese: [UInt8] =
      RenLibTests.header + [0x78, 0x48, 0xBA, 0xDA, 0xC6, 0xE5, 0xCA, 0xA4, 0, 0]
    let file = try RecordFile(chinese)
    #expect(file.games[0][1].comment == "黑棋胜")
    #expect(file.notes == ["the texts are read as gbk, which they seem to be"])
  }

  @Test func theRightPartOfADamagedLibraryIsKept() throws {
    let bytes = RenLibTests.header + [0, 0, 0x78, 0, 0x88, 0, 0x10, 0x40]
    let file = try RecordFile(bytes)
    #expect(file.games[0].count == 3)
    #expect(file.notes == ["byte 26: a point off the board: the rest is left out"])
    #expect(throws: RecordError.self) { try RecordFile(RenLibTests.header + [0x10, 0]) }
    let more = try RecordFile(RenLibTests.header + [0, 0, 0x78, 0x40, 1, 2, 3, 4])
    #expect(more.notes == ["4 bytes after the end of the tree are left out"])
    // A line that does not end, and a sibling that is not there.
    for flags: [UInt8] in [[0, 0], [0x80, 0x40], [0, 0xC0]] {
      let torn = try RecordFile(RenLibTests.header + [0, 0, 0x78, flags[0], 0x88, flags[1]])
      #expect(torn.games[0].count == 3)
      #expect(torn.notes == ["the tree does not end, as if the file were cut off"])
    }
  }

  @Test func twoReadersAgreeOnMutatedLibraries() throws {
    var trees = RandomTrees(seed: 5)
    var mutation = Mutation(seed: 6, signs: [0, 1, 2, 8, 0x10, 0x40, 0x48, 0x78, 0x80, 0xC0, 0xE1])
    var read = 0
    for _ in 0..<Effort.count(10_000, sanitized: 500) {
      let whole = try RecordFormat.lib.written(trees.library()).bytes
      let bytes = mutation.mutated(whole, from: 20)
      let naive = NaiveLibrary(bytes).lines
      let found = try? RecordFile(bytes).games[0].marks
      #expect(found == naive || naive == ["0 -"] && found == nil, "\(bytes)")
      if found != naive, found != nil { break }
      if found != nil { read += 1 }
    }
    #expect(read > 300)
  }

  @Test func whatALibraryHasNotIsTold() throws {
    let text = """
      (;SZ[15]PB[A]AB[aa][cc]AW[bb]C[r];B[dd]N[n]TR[aa];W[ee](;B[])(;;C[t];W[ff]MS[3])(;AB[gg];B[hh]))
      """
    let tree = try RecordFile(Array(text.utf8)).games[0]
    let written = try RecordFormat.lib.written(tree)
    #expect(
      written.losses.description
        == "1 name of positions, 1 mark on points, 1 time of moves, 1 set-up stone, 1 move, "
        + "1 property of the game")
    #expect(
      written.notes == [
        "3 stones set up (AB, AW) are moves 1 to 3", "2 passes are put in before moves out of turn",
      ])
    let again = try RecordFile(written.bytes).games[0]
    #expect(
      again.outline == [
        "0 - \"\"", "1 Ba1 \"\"", "2 Wb2 \"\"", "3 Bc3 \"r\"", "4 Wpass \"\"", "5 Bd4 \"\"",
        "6 We5 \"t\"", "7 Bpass \"\"", "7 Bpass \"\"", "8 Wf6 \"\"",
      ])
    #expect(throws: RecordError.whole("RenLib has boards of 15x15, not of 19x19")) {
      try RecordFormat.lib.written(GameTree(.gomoku(BoardSize(side: 19))))
    }
  }

  @Test func charactersThatALibraryDropsAreTold() throws {
    var tree = GameTree(.gomoku(.standard))
    let node = tree.add(TreeMove(.black, .stone(Point(x: 7, y: 7))), to: GameTree.root)
    tree[node].comment = "a\0b  "
    tree[GameTree.root].labels = [Point(x: 7, y: 7): " "]
    let written = try RecordFormat.lib.written(tree)
    #expect(written.losses.description == "4 characters, 1 label")
    #expect(try RecordFile(written.bytes).games[0][1].comment == "ab")
  }

  // MARK: Several games in one tree

  /// The lines of moves from the root to each node, each with the node's comment and labels.
  private static func lines(_ tree: GameTree) -> Set<String> {
    var (found, path): (Set<String>, [String]) = ([], [])
    for step in tree.steps {
      switch step {
      case .enter(let node):
        path.append(tree.move(node).map { "\($0.action)" } ?? "-")
        let texts =
          tree[node].comment.split(separator: "\n") + tree[node].labels.keys.map { "\($0)" }
        found.formUnion(([""] + texts).map { path.joined(separator: " ") + ": \($0)" })
      case .leave: path.removeLast()
      }
    }
    return found
  }

  @Test func severalGamesBecomeOneTree() throws {
    var trees = RandomTrees(seed: 14)
    for _ in 0..<Effort.count(1_000, sanitized: 50) {
      var games = [trees.library()]
      for _ in 0..<trees.number(1...4) {
        // Half of the games go another way than the first one somewhere.
        var game = trees.chance(50) ? trees.library() : games[0]
        let node = trees.number(0...game.count - 1)
        let color = game.move(node)?.color.opponent ?? .black
        game.add(TreeMove(color, .stone(trees.point(.standard))), to: node)
        games.append(game)
      }
      var writer = RenLibWriter()
      for game in games { try writer.add(game) }
      let file = try RecordFile(writer.written().bytes)
      #expect(
        RenLibTests.lines(file.games[0])
          == games.reduce(into: []) { $0.formUnion(RenLibTests.lines($1)) })
      // Games that are added again add nothing, once moves that a game has twice are one.
      var counts: [Int] = []
      for _ in 0..<2 {
        for game in games { try writer.add(game) }
        counts.append(try RecordFile(writer.written().bytes).games[0].count)
      }
      #expect(counts[0] == counts[1])
    }
  }

  @Test func whatDiffersBetweenMergedGamesIsTold() throws {
    let text = """
      (;SZ[15]PB[Ann]PW[Bo]RE[B+]EV[Cup]AN[x];B[hh]LB[aa:1]C[c];W[ii])
      (;SZ[15]AB[hh]AW[ii]LB[aa:2];B[aa])(;SZ[19];B[hh])(;SZ[15]RE[0];B[hh]LB[aa:3];W[jj]C[d])
      """
    let games = try RecordFile(Array(text.utf8)).games
    var writer = RenLibWriter()
    var refused: [RecordError] = []
    for game in games {
      do throws(RecordError) { try writer.add(game) } catch { refused.append(error) }
    }
    #expect(refused == [.whole("RenLib has boards of 15x15, not of 19x19")])
    let written = writer.written()
    #expect(written.losses.description == "1 label, 1 property of the game")
    #expect(
      written.notes == [
        "2 stones set up (AB, AW) are moves 1 to 2", "3 games are merged into one tree",
      ])
    #expect(
      try RecordFile(written.bytes).games[0].outline == [
        "0 - \"\"", "1 Bh8 \"c\"", "2 Wi9 \"Ann – Bo, B+, Cup\"", "3 Ba1 \"\"", "2 Wj10 \"d\\n0\"",
      ])
  }

  @Test func deepLibrariesNeedNoStackAndAreBounded() throws {
    let depth = 300_000
    var bytes = RenLibTests.header + [0, 0]
    for _ in 0..<depth { bytes += [0x78, 0x80] }
    let tree = try RecordFile(bytes).games[0]
    #expect(tree.counts.depth == depth)
    #expect(try RecordFile(RecordFormat.lib.written(tree).bytes).games == [tree])
    var options = RecordFile.Options()
    options.memory = 1 << 20
    #expect(throws: RecordError.tooLarge(limit: 1 << 20)) { try RecordFile(bytes, options) }
    let stop = StopSignal()
    stop.request()
    (options.stop, options.memory) = (stop, 1 << 30)
    #expect(throws: RecordError.stopped) { try RecordFile(bytes, options) }
  }
}
