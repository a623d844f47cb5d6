import Basics
import GomokuRules
import PositionStore

/// The writer of RenLib libraries, version 3.4, with texts in UTF-8.
struct RenLibWriter {
  private let tree: GameTree
  private var bytes: [UInt8]

  /// Returns a game with its variations as a library.
  static func written(_ tree: GameTree) throws(RecordError) -> WrittenRecord {
    var form = try LibraryForm(tree)
    form.losses.add(.gameProperty, tree.info.count)
    var writer = RenLibWriter(form.tree)
    writer.write()
    return WrittenRecord(bytes: writer.bytes, losses: form.losses, notes: form.notes)
  }

  private init(_ tree: GameTree) {
    self.tree = tree
    bytes = RenLibrary.title + [3, 4] + [UInt8](repeating: 0xFF, count: 10)
  }

  private mutating func write() {
    // For each node on the path, the board texts that are not written yet. A text on a point that a
    // child plays is written with that child. The others follow after all children, as nodes of
    // their own without a move.
    var labels: [[Point: String]] = []
    for step in tree.steps {
      switch step {
      case .enter(let node):
        let point = tree.move(node)?.point
        let label = point.flatMap { labels[labels.count - 1].removeValue(forKey: $0) }
        let own = tree.hasTexts(node) ? tree[node].labels.filter { !$0.value.isEmpty } : [:]
        let isLast = tree.sibling(node) == nil && (labels.last?.isEmpty ?? true)
        let isLeaf = tree.firstChild(node) == nil && own.isEmpty
        write(node, label, isLast: isLast, isLeaf: isLeaf && node != GameTree.root)
        labels.append(own)
      case .leave:
        let rest = labels.removeLast().sorted { $0.key < $1.key }
        for (index, label) in rest.enumerated() {
          let flags =
            RenLibrary.Flag.isNoMove | RenLibrary.Flag.isExtended | RenLibrary.Flag.endsLine
            | (index < rest.count - 1 ? RenLibrary.Flag.hasSibling : 0)
          bytes += [RenLibWriter.place(label.key), flags, 0, RenLibrary.Flag.hasBoardText]
          write(label.value)
        }
      }
    }
  }

  private static func place(_ point: Point) -> UInt8 { UInt8(point.y << 4 | (point.x + 1)) }

  private mutating func write(_ node: Int, _ label: String?, isLast: Bool, isLeaf: Bool) {
    let texts = tree.hasTexts(node) ? tree[node] : nil
    let comment = RenLibWriter.comment(texts?.comment ?? "")
    var flags: UInt8 = isLast ? 0 : RenLibrary.Flag.hasSibling
    if isLeaf { flags |= RenLibrary.Flag.endsLine }
    if !comment.isEmpty { flags |= RenLibrary.Flag.hasComment }
    if texts?.isMarked ?? false { flags |= RenLibrary.Flag.isMarked }
    if label != nil { flags |= RenLibrary.Flag.isExtended }
    bytes += [tree.move(node)?.point.map(RenLibWriter.place) ?? 0, flags]
    if label != nil { bytes += [0, RenLibrary.Flag.hasBoardText] }
    if !comment.isEmpty { write(comment) }
    if let label { write(label) }
  }

  /// Returns a comment in RenLib's form: a backspace after the first line, CR LF after the others.
  private static func comment(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let first = lines.first, first.isEmpty { lines.removeFirst() }
    guard let first = lines.popFirst() else { return "" }
    return lines.isEmpty ? String(first) : "\(first)\u{8}\(lines.joined(separator: "\r\n"))"
  }

  /// Writes a text up to a zero, and another zero if the length would be odd.
  private mutating func write(_ text: String) {
    let start = bytes.count
    bytes += text.utf8.lazy.filter { $0 != 0 }
    bytes.append(0)
    if !(bytes.count - start).isMultiple(of: 2) { bytes.append(0) }
  }
}

/// A tree as RenLib can hold it: on a board of 15 x 15, every node has a move, colours alternate.
private struct LibraryForm {
  private(set) var tree = GameTree(.gomoku(RenLibrary.size))
  var losses = Tally()
  private(set) var notes: [String] = []
  /// The parts of the comment of each node of `tree`, joined at the end.
  private var comments: [Int: [String]] = [:]
  /// True for nodes of `tree` after which White moves.
  private var isWhiteNext: [Bool] = [false]

  init(_ source: GameTree) throws(RecordError) {
    guard case .gomoku(let size) = source.game else { throw .whole("only SGF holds Liuzhou chess") }
    if let size, size != RenLibrary.size {
      throw .whole("RenLib has boards of 15x15, not of \(size.width)x\(size.height)")
    }
    /// The node of `tree` for each node of `source`; -1 if it is left out.
    var places = [Int32](repeating: -1, count: source.count)
    places[GameTree.root] = Int32(try start(source))
    var passes = 0
    for node in source.preorder where node != GameTree.root {
      let parent = Int(places[source.parent(node) ?? 0])
      let texts = source.hasTexts(node) ? source[node] : nil
      guard parent >= 0, texts?.setUp.stones.isEmpty ?? true else {
        if let texts { losses.add(texts, isOnLine: false) }
        if source.move(node) != nil { losses.add(.move) }
        continue
      }
      var place = parent
      if let move = source.move(node) {
        if let point = move.point, !RenLibrary.size.contains(point) {
          throw .whole("RenLib has boards of 15x15, and \(point) is off them")
        }
        if (move.color == .white) != isWhiteNext[place] {
          place = add(.pass, to: place)
          passes += 1
        }
        place = add(move.action, to: place)
      }
      places[node] = Int32(place)
      if let texts { add(texts, to: place) }
    }
    for (place, parts) in comments { tree[place].comment = parts.joined(separator: "\n") }
    if passes > 0 { notes.append("\(passes) passes are put in before moves out of turn") }
  }

  /// Plays the stones that are set up at the root; returns the node after them.
  private mutating func start(_ source: GameTree) throws(RecordError) -> Int {
    let texts = source[GameTree.root]
    let sides = Color.allCases.map { side in texts.setUp.stones.filter { $0.color == side } }
    let count = sides[0].count + sides[1].count
    guard 0...1 ~= sides[0].count - sides[1].count else {
      throw .whole("\(count) stones set up (AB, AW) are no moves in turn")
    }
    var place = GameTree.root
    for index in 0..<count {
      let point = sides[index % 2][index / 2].point
      guard RenLibrary.size.contains(point) else {
        throw .whole("RenLib has boards of 15x15, and \(point) is off them")
      }
      place = add(.stone(point), to: place)
    }
    if count > 0 { notes.append("\(count) stones set up (AB, AW) are moves 1 to \(count)") }
    add(texts, to: place)
    return place
  }

  private mutating func add(_ action: TreeMove.Action, to parent: Int) -> Int {
    let color: Color = isWhiteNext[parent] ? .white : .black
    isWhiteNext.append(color == .black)
    return tree.add(TreeMove(color, action), to: parent)
  }

  private mutating func add(_ texts: NodeTexts, to place: Int) {
    if !texts.comment.isEmpty { comments[place, default: []].append(texts.comment) }
    let isRoot = place == GameTree.root
    if isRoot, texts.isMarked { losses.add(.nodeMark) }
    var own = tree[place]
    for (point, text) in texts.labels where own.labels[point] == nil { own.labels[point] = text }
    own.isMarked = own.isMarked || texts.isMarked && !isRoot
    tree[place] = own
    if !texts.name.isEmpty { losses.add(.name) }
    losses.add(.mark, texts.marks.count)
    losses.add(.label, texts.labels.values.count { $0.isEmpty })
    if texts.milliseconds != nil { losses.add(.time) }
    losses.add(.otherProperty, texts.kept.count)
  }
}
