import Basics
import GomokuRules
import LiuzhouRules

/// The properties of one node of an SGF file, as they are scanned.
struct SGFNode {
  /// The moves in their order; some programs write several into a node.
  var moves: [(color: Color, offset: Int, value: Range<Int>)] = []
  private(set) var properties: [SGFScanner.Property] = []

  /// The largest number of properties of a node besides its moves; further ones are left out.
  private static let mostProperties = 200

  /// Adds a property; returns false if the node is full.
  mutating func add(_ property: SGFScanner.Property) -> Bool {
    if property.name == "B" || property.name == "W" {
      let color: Color = property.name == "B" ? .black : .white
      moves += property.values.map { (color, property.offset, $0) }
    } else if let index = properties.firstIndex(where: { $0.name == property.name }) {
      // The standard forbids a name to occur twice in a node; some programs repeat it all the same.
      properties[index].values += property.values
    } else if properties.count < SGFNode.mostProperties {
      properties.append(property)
    } else {
      return false
    }
    return true
  }

  subscript(name: String) -> SGFScanner.Property? { properties.first { $0.name == name } }
}

/// The reader of an SGF game's nodes: adds them to a tree.
struct SGFNodeReader {
  /// A fault for which a node is left out with all that follows it.
  struct BadNode: Error {
    var kind: Phrase.Format
    var place: Phrase

    init(
      _ kind: Phrase.Format, _ reader: SGFNodeReader,
      _ move: (color: Color, offset: Int, value: Range<Int>)
    ) {
      self.kind = kind
      let text = String(decoding: reader.bytes[move.value].prefix(9), as: UTF8.self).shown
      let name = move.color == .black ? "B" : "W"
      place = Phrase("byte \(move.offset), \(name)[\(text)]")
    }

    init(
      _ kind: Phrase.Format, _ reader: SGFNodeReader, _ property: SGFScanner.Property,
      _ value: Int = 0
    ) {
      self.kind = kind
      let bytes = reader.bytes[property.values[value]].prefix(9)
      let text = String(decoding: bytes, as: UTF8.self).shown
      place = Phrase("byte \(property.offset), \(property.name)[\(text)]")
    }
  }

  private let bytes: [UInt8]
  private(set) var tree = GameTree(.gomoku(nil))
  private var isFirst = true
  /// Names of properties with characters that SGF does not allow; at most five.
  private(set) var unknownProperties: [String] = []

  /// The game number (`GM`) of Liuzhou chess. SGF defines none, so this program has chosen one.
  static let liuzhouNumber = "66"
  private static let setUpNames = ["AB", "AW", "AE"]
  /// The largest number of values in one list of points; each value may be a rectangle.
  private static let mostValues = 2_000
  /// The properties that the writer makes itself, so that they are not kept.
  private static let header: Set<String> = ["FF", "GM", "CA", "SZ"]
  private static let milliseconds = 0...10_000_000_000

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Adds a node after `parent`. Returns the last node of the tree that comes of it, or the reason
  /// why it is left out.
  ///
  /// The first node of a game becomes the root, which has no move: if there is a move, a child
  /// takes it. Of several moves, each follows the one before. The last one takes the texts.
  mutating func add(
    _ node: SGFNode, after parent: Int, _ context: inout ReadingContext
  ) throws(RecordError) -> Result<Int, BadNode> {
    let isRoot = isFirst
    isFirst = false
    if let bad = readHeader(node, isRoot: isRoot, &context) { return .failure(bad) }
    var setUp = SetUp()
    if let bad = try read(&setUp, node, &context) { return .failure(bad) }
    var moves: [TreeMove] = []
    for move in node.moves {
      guard let action = action(bytes[move.value]) else {
        return .failure(
          BadNode("a move that cannot be read is left out, with all that follows it", self, move))
      }
      moves.append(TreeMove(move.color, action))
    }
    var last = isRoot ? GameTree.root : parent
    if !isRoot || !moves.isEmpty {
      let added: [TreeMove?] = moves.isEmpty ? [nil] : moves
      for move in added {
        guard tree.count < GameTree.mostNodes else { throw .whole("it has too many nodes") }
        try context.take(GameTree.nodeCost)
        last = tree.add(move, to: last)
      }
    }
    let first = isRoot ? GameTree.root : last - max(0, moves.count - 1)
    if !setUp.isEmpty { tree[first].setUp = setUp }
    try readTexts(node, of: last, &context)
    return .success(last)
  }

  // MARK: The game

  /// Reads the game from the first node, and the board's size from the first or second one.
  ///
  /// The second node counts only if the first has no move.
  ///
  /// - Returns: the fault for which the node is left out; `nil` if there is none.
  private mutating func readHeader(
    _ node: SGFNode, isRoot: Bool, _ context: inout ReadingContext
  ) -> BadNode? {
    if isRoot {
      let number = node["GM"].map { plain($0).filter { !$0.isWhitespace } }
      let rule = node["RU"].map { plain($0).lowercased() }
      if number == SGFNodeReader.liuzhouNumber || rule?.hasPrefix("liuzhou") ?? false {
        tree.game = .liuzhou
      } else if let number, number != "4" {
        context.remark(
          "GM[\(number.prefix(9).shown)] says another game; the moves are read as gomoku's")
      }
    }
    guard case .gomoku(nil) = tree.game, tree.count == 1, let property = node["SZ"] else {
      return nil
    }
    let sides = plain(property).lowercased().split { ":x".contains($0) }.map { side in
      Int(side.filter { !$0.isWhitespace }) ?? 0
    }
    guard 1...2 ~= sides.count,
      let size = BoardSize(width: sides[0], height: sides[sides.count - 1])
    else {
      return BadNode("no size of a board, \(BoardSize.sidesText)", self, property)
    }
    tree.game = .gomoku(size)
    return nil
  }

  private var size: BoardSize? {
    if case .gomoku(let size) = tree.game { size } else { nil }
  }

  private func plain(_ property: SGFScanner.Property, isSimple: Bool = true) -> String {
    SGFText.plain(bytes[property.values[0]], isSimple: isSimple)
  }

  // MARK: Moves and stones

  private func action(_ value: ArraySlice<UInt8>) -> TreeMove.Action? {
    if case .liuzhou = tree.game {
      let text = SGFText.plain(value).filter { !$0.isWhitespace }
      return (try? Turn(text)).map(TreeMove.Action.turn)
    }
    let text = value.filter { $0 > 0x20 }
    let isPass = text.isEmpty || text.elementsEqual("tt".utf8) && (size?.width ?? 15) <= 19
    return isPass ? .pass : point(value).map(TreeMove.Action.stone)
  }

  private func point(_ value: ArraySlice<UInt8>) -> GomokuRules.Point? {
    SGFText.point(value).flatMap { point in
      (size?.contains(point) ?? true) ? point : nil
    }
  }

  /// Reads a list of points and rectangles, and returns each point once.
  ///
  /// `firstBad` is the index of the first value that is neither, or is one too many; `nil` if there
  /// is none.
  private func points(
    _ property: SGFScanner.Property, _ context: inout ReadingContext
  ) throws(RecordError) -> (points: [GomokuRules.Point], firstBad: Int?) {
    var points: [GomokuRules.Point] = []
    var known = Set<GomokuRules.Point>()
    var bad: Int?
    for (index, value) in property.values.enumerated() {
      let ends = bytes[value].split(separator: UInt8(ascii: ":")).map(point)
      guard index < SGFNodeReader.mostValues, 1...2 ~= ends.count, let first = ends[0],
        let last = ends[ends.count - 1], first.x <= last.x, first.y <= last.y
      else {
        bad = bad ?? index
        if index >= SGFNodeReader.mostValues { break }
        continue
      }
      if known.count == BoardSize.mostPoints { continue }
      try context.poll((last.x - first.x + 1) * (last.y - first.y + 1))
      for y in first.y...last.y {
        for x in first.x...last.x {
          let point = GomokuRules.Point(x: x, y: y)
          if known.insert(point).inserted { points.append(point) }
        }
      }
    }
    try context.take(points.count * 16)
    return (points, bad)
  }

  private mutating func read(
    _ setUp: inout SetUp, _ node: SGFNode, _ context: inout ReadingContext
  ) throws(RecordError) -> BadNode? {
    for (name, color) in zip(SGFNodeReader.setUpNames, [Color.black, .white, nil]) {
      guard let property = node[name] else { continue }
      let (points, bad) = try points(property, &context)
      if let bad {
        return BadNode(
          "set-up stones that are no points of the board are left out, with all that follows",
          self, property, bad)
      }
      let known = Set(points)
      setUp.stones.removeAll { known.contains($0.point) }
      setUp.stones += points.map { SetUp.Stone($0, color) }
    }
    if let property = node["PL"] {
      let letter = plain(property).lowercased().first { !$0.isWhitespace }
      setUp.sideToMove = letter.flatMap { Color(letter: String($0)) }
      if setUp.sideToMove == nil { unreadable(property, 0, &context) }
      for index in property.values.indices.dropFirst() { unreadable(property, index, &context) }
    }
    return nil
  }

  // MARK: Texts

  private func unreadable(
    _ property: SGFScanner.Property, _ value: Int, _ context: inout ReadingContext
  ) {
    context.fault(
      "a value that cannot be read is left out",
      at: "\(BadNode("", self, property, value).place)")
  }

  private mutating func readTexts(
    _ node: SGFNode, of number: Int, _ context: inout ReadingContext
  ) throws(RecordError) {
    guard !node.properties.isEmpty else { return }
    var texts = tree[number]
    for property in node.properties {
      let name = property.name
      guard !SGFNodeReader.header.contains(name), !SGFNodeReader.setUpNames.contains(name),
        name != "PL"
      else { continue }
      let length = property.values.reduce(48) { $0 + $1.count + 16 }
      try context.take(length)
      try read(property, &texts, &context)
    }
    tree[number] = texts
  }

  private mutating func read(
    _ property: SGFScanner.Property, _ texts: inout NodeTexts, _ context: inout ReadingContext
  ) throws(RecordError) {
    if let info = GameInfo(rawValue: property.name) {
      let text = plain(property, isSimple: info != .gameComment)
      for index in property.values.indices.dropFirst() { unreadable(property, index, &context) }
      if tree.info[info] == nil || tree.info[info] == text {
        if !text.isEmpty { tree.info[info] = text }
        return
      }
      texts.kept.append(kept(property))
      return
    }
    if let kind = Mark.Kind(rawValue: property.name) {
      let (points, bad) = try points(property, &context)
      if let bad { unreadable(property, bad, &context) }
      texts.marks.formUnion(points.map { Mark(kind, $0) })
      return
    }
    let plain = plain(property)
    if ["N", "MS"].contains(property.name) {
      for index in property.values.indices.dropFirst() { unreadable(property, index, &context) }
    }
    switch property.name {
    case "C":
      let parts = property.values.map { SGFText.plain(bytes[$0]) }.filter { !$0.isEmpty }
      texts.comment = ([texts.comment].filter { !$0.isEmpty } + parts).joined(separator: "\n")
    case "N": texts.name = plain
    case "LB":
      for (index, value) in property.values.enumerated() {
        let parts = bytes[value].split(
          separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, let point = point(parts[0]), texts.labels[point] == nil {
          texts.labels[point] = SGFText.plain(parts[1], isSimple: true)
        } else {
          unreadable(property, index, &context)
        }
      }
    case "MS":
      texts.milliseconds = Int(plain).flatMap { SGFNodeReader.milliseconds ~= $0 ? $0 : nil }
      if texts.milliseconds == nil { unreadable(property, 0, &context) }
    case "HO" where plain == "1": texts.isMarked = true
    case let name where name.utf8.allSatisfy { 65...90 ~= $0 } && !name.isEmpty:
      texts.kept.append(kept(property))
    default:
      if !unknownProperties.contains(property.name), unknownProperties.count < 5 {
        unknownProperties.append(property.name)
      }
    }
  }

  private func kept(_ property: SGFScanner.Property) -> KeptProperty {
    KeptProperty(property.name, property.values.map { String(decoding: bytes[$0], as: UTF8.self) })
  }
}
