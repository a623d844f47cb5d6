import Basics
import GomokuRules
import PositionStore

/// The writer of RenLib libraries, version 3.4, with texts in UTF-8.
///
/// Several games become one tree. Games that begin with the same moves share the nodes of these
/// moves.
public struct RenLibWriter {
  private var form = LibraryForm()

  public init() {}

  /// Adds a game with its variations; changes nothing if it throws.
  public mutating func add(_ tree: GameTree) throws(RecordError) { try form.add(tree) }

  /// Returns the library of all games that were added.
  public func written() -> WrittenRecord {
    let form = form.finished()
    var library = LibraryBytes()
    library.add(form.tree)
    return WrittenRecord(bytes: library.take(), losses: form.losses, notes: form.notes)
  }
}

extension LibraryBytes {
  /// Adds all nodes of a tree.
  fileprivate mutating func add(_ tree: GameTree) {
    // For each node on the path, the board texts that are not written yet. A text on a point that a
    // child plays is written with that child; the others follow after all children.
    var labels: [[Point: String]] = []
    for step in tree.steps {
      switch step {
      case .enter(let number):
        let texts = tree.hasTexts(number) ? tree[number] : nil
        let own = texts?.labels.filter { !$0.value.isEmpty } ?? [:]
        var node = Node(tree.move(number)?.point)
        node.comment = texts?.comment ?? ""
        node.boardText = node.point.flatMap { labels[labels.count - 1].removeValue(forKey: $0) }
        node.isMarked = texts?.isMarked ?? false
        node.hasSibling = tree.sibling(number) != nil || !(labels.last?.isEmpty ?? true)
        node.endsLine =
          number != GameTree.root && tree.firstChild(number) == nil && own.isEmpty
        add(node)
        labels.append(own)
      case .leave: add(boardTexts: labels.removeLast())
      }
    }
  }
}

/// A tree as RenLib can hold it: on a board of 15 x 15, every node has a move, colours alternate.
private struct LibraryForm {
  private(set) var tree = GameTree(.gomoku(RenLibrary.size))
  private(set) var losses = Tally()
  private(set) var notes: [String] = []
  /// The parts of the comment of each node of `tree`, joined at the end; `known` has them as a set.
  private var comments: [Int: (parts: [String], known: Set<String>)] = [:]
  /// True for nodes of `tree` after which White moves.
  private var isWhiteNext: [Bool] = [false]
  /// The nodes of earlier games by parent and move, with which the moves of a game are merged.
  private var earlier: [Child: Int] = [:]
  private var passes = 0

  private struct Child: Hashable {
    var parent: Int
    var action: TreeMove.Action
  }

  /// The last node of each game's main line, with the properties of the game.
  private var games: [(end: Int, info: [GameInfo: String])] = []

  /// Adds a game; changes nothing if it throws.
  mutating func add(_ source: GameTree) throws(RecordError) {
    try LibraryForm.check(source)
    let count = tree.count
    defer {
      for node in count..<tree.count {
        guard let action = tree.move(node)?.action else { continue }
        let child = Child(parent: tree.parent(node) ?? GameTree.root, action: action)
        earlier[child] = earlier[child] ?? node
      }
    }
    /// The node of `tree` for each node of `source`; -1 if it is left out.
    var places = [Int32](repeating: -1, count: source.count)
    places[GameTree.root] = Int32(start(source))
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
        if (move.color == .white) != isWhiteNext[place] {
          place = add(.pass, to: place)
          passes += 1
        }
        place = add(move.action, to: place)
      }
      places[node] = Int32(place)
      if let texts { add(texts, to: place) }
    }
    let end = source.mainLine.reversed().first { places[$0] >= 0 } ?? GameTree.root
    games.append((Int(places[end]), source.info))
  }

  /// Returns the finished form: comments are joined, and the notes are complete.
  ///
  /// If there are several games, a comment at the end of each tells its players, result and event.
  func finished() -> LibraryForm {
    var form = self
    for (end, info) in games {
      let title = games.count > 1 ? LibraryForm.title(info) : (text: "", properties: 0)
      form.add(comment: form.fitting(title.text), to: end)
      form.losses.add(.gameProperty, info.count - title.properties)
    }
    for (place, comment) in form.comments {
      form.tree[place].comment = comment.parts.joined(separator: "\n")
    }
    if games.count > 1 { form.notes.append("\(games.count) games are merged into one tree") }
    if passes > 0 { form.notes.append("\(passes) passes are put in before moves out of turn") }
    return form
  }

  /// Returns a game's players, result and event on one line, with the number of properties used.
  private static func title(_ info: [GameInfo: String]) -> (text: String, properties: Int) {
    let names = [GameInfo.black, .white].map { info[$0] ?? "?" }.joined(separator: " – ")
    let parts = [GameInfo.black, .white, .result, .event, .date].compactMap { key in
      info[key].map { (key, $0) }
    }
    let rest = parts.filter { $0.0 != .black && $0.0 != .white }.map(\.1)
    let words = (rest.count < parts.count ? [names] : []) + rest
    return (words.joined(separator: ", "), parts.count)
  }

  // MARK: Parts of a game

  private static func check(_ source: GameTree) throws(RecordError) {
    guard case .gomoku(let size) = source.game else { throw .whole("only SGF holds Liuzhou chess") }
    if let size, size != RenLibrary.size {
      throw .whole("RenLib has boards of 15x15, not of \(size.width)x\(size.height)")
    }
    let stones = source[GameTree.root].setUp.stones.filter { $0.color != nil }
    let surplus = stones.count { $0.color == .black } - stones.count { $0.color == .white }
    guard 0...1 ~= surplus else {
      throw .whole("\(stones.count) stones set up (AB, AW) are no moves in turn")
    }
    let moves = source.preorder.lazy.compactMap { source.move($0)?.point }
    if let point = stones.map(\.point).first(where: isOff) ?? moves.first(where: isOff) {
      throw .whole("RenLib has boards of 15x15, and \(point) is off them")
    }
  }

  private static func isOff(_ point: Point) -> Bool { !RenLibrary.size.contains(point) }

  /// Plays the stones that are set up at the root; returns the node after them.
  private mutating func start(_ source: GameTree) -> Int {
    let texts = source[GameTree.root]
    let sides = Color.allCases.map { side in texts.setUp.stones.filter { $0.color == side } }
    let count = sides[0].count + sides[1].count
    var place = GameTree.root
    for index in 0..<count {
      place = add(.stone(sides[index % 2][index / 2].point), to: place)
    }
    let note = "\(count) stones set up (AB, AW) are moves 1 to \(count)"
    if count > 0, !notes.contains(note) { notes.append(note) }
    add(texts, to: place)
    return place
  }

  /// Adds a move after the node `parent`, and returns its node.
  ///
  /// If an earlier game has the same move there, no node is added, and that game's node is
  /// returned.
  private mutating func add(_ action: TreeMove.Action, to parent: Int) -> Int {
    if let known = earlier[Child(parent: parent, action: action)] { return known }
    let color: Color = isWhiteNext[parent] ? .white : .black
    isWhiteNext.append(color == .black)
    return tree.add(TreeMove(color, action), to: parent)
  }

  private mutating func add(comment: String, to place: Int) {
    guard !comment.isEmpty, comments[place, default: ([], [])].known.insert(comment).inserted
    else { return }
    comments[place]?.parts.append(comment)
  }

  /// Returns a text as a library keeps it: without NUL, line ends before it and blanks behind it.
  ///
  /// Counts the characters that are left out.
  private mutating func fitting(_ text: String) -> String {
    var clean = CleanText(longest: .max)
    for scalar in text.unicodeScalars where scalar != "\0" { clean.add(scalar) }
    let kept = clean.text
    let count = text.unicodeScalars.count { $0 != "\r" }
    losses.add(.character, count - kept.unicodeScalars.count)
    return kept
  }

  private mutating func add(_ texts: NodeTexts, to place: Int) {
    add(comment: fitting(texts.comment), to: place)
    let isRoot = place == GameTree.root
    if isRoot, texts.isMarked { losses.add(.nodeMark) }
    var own = tree[place]
    let labels = texts.labels.mapValues { fitting($0) }
    for (point, text) in labels where !text.isEmpty {
      if own.labels[point] ?? text != text { losses.add(.label) }
      own.labels[point] = own.labels[point] ?? text
    }
    own.isMarked = own.isMarked || texts.isMarked && !isRoot
    tree[place] = own
    if !texts.name.isEmpty { losses.add(.name) }
    losses.add(.mark, texts.marks.count)
    losses.add(.label, labels.values.count { $0.isEmpty })
    if texts.milliseconds != nil { losses.add(.time) }
    losses.add(.otherProperty, texts.kept.count)
  }
}
