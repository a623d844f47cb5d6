import Basics
import GomokuRules
import PositionStore
import TextCodes

/// The reader of RenLib libraries, which become trees. `RenLibWriter` writes them.
///
/// A node's board text is a label of the position before its move, at the point of the move.
enum RenLibFile {
  /// Returns whether the bytes begin as a library does, with a header or, in old files, without.
  ///
  /// - Parameter isNamed: true if the file's name ends in `.lib`.
  static func isLibrary(_ bytes: [UInt8], isNamed: Bool) -> Bool {
    if bytes.starts(with: RenLibrary.title) { return true }
    guard bytes.count >= 2, bytes[0] == RenLibrary.center else { return false }
    // In a library the second byte has the flags of the first move, which are no character of a
    // text.
    return isNamed || !(0x21..<0x7F ~= bytes[1] || 0x09...0x0D ~= bytes[1])
  }

  // MARK: Reading

  /// A text of the library, with the node to which it belongs.
  private struct FoundText {
    var node: Int
    /// The point of a label; `nil` for a comment.
    var point: Point?
    var text: RenLibrary.Text
  }

  static func read(
    _ bytes: [UInt8], _ context: inout ReadingContext
  ) throws(RecordError) -> GameTree {
    var library = try reading { () throws(StoreError) in try RenLibrary(bytes) }
    var tree = GameTree(.gomoku(RenLibrary.size))
    var texts: [FoundText] = []
    do throws(RecordError) { try readNodes(&library, &tree, &texts, &context) } catch {
      guard case .atByte(let offset, let reason) = error, tree.count > 1 else { throw error }
      context.fault("\(Phrase(reason)): the rest is left out", at: "byte \(offset)")
    }
    try decode(texts, of: library, into: &tree, &context)
    return tree
  }

  /// Runs `body`, which reads a part of a library, and converts its error to a `RecordError`.
  private static func reading<Part>(
    _ body: () throws(StoreError) -> Part
  ) throws(RecordError) -> Part {
    do throws(StoreError) { return try body() } catch {
      guard case .badLibrary(let offset, let reason) = error else {
        throw .whole("\(error.description)")
      }
      // A reason of the store has no gaps, so it serves as a format as it is.
      throw .atByte(offset, Phrase.Format(stringLiteral: reason))
    }
  }

  private static func readNodes(
    _ library: inout RenLibrary, _ tree: inout GameTree, _ texts: inout [FoundText],
    _ context: inout ReadingContext
  ) throws(RecordError) {
    // The nodes from the first move to the current one; -1 stands for a label without a move.
    var path: [Int32] = []
    // The lengths of `path` before the nodes whose next siblings have not been read yet.
    var forks: [Int] = []
    var isFirst = true
    while let node = try reading({ () throws(StoreError) in
      try library.next(isStopped: { false })
    }) {
      try context.take(GameTree.nodeCost + 4)
      defer { isFirst = false }
      if isFirst, node.point == nil {
        try keep(node.comment, GameTree.root, nil, &texts, &context)
        continue
      }
      let parent = path.last.map { max(0, Int($0)) } ?? GameTree.root
      if let text = node.boardText {
        if let point = node.point {
          try keep(text, parent, point, &texts, &context)
        } else {
          context.fault("a board text of a pass is left out", at: "byte \(text.range.lowerBound)")
        }
      }
      let isLabel = !node.isMove && node.endsLine && node.comment == nil && !node.isMarked
      var added = -1
      if !isLabel {
        let color: Color = path.count.isMultiple(of: 2) ? .black : .white
        let action = node.point.map(TreeMove.Action.stone) ?? .pass
        added = tree.add(TreeMove(color, action), to: parent)
        try keep(node.comment, added, nil, &texts, &context)
        if node.isMarked { tree[added].isMarked = true }
      }
      if node.isStart { context.fault("a start mark is left out", at: "move \(path.count + 1)") }
      if node.hasSibling { forks.append(path.count) }
      path.append(Int32(added))
      if node.endsLine, let depth = forks.popLast() { path.removeLast(path.count - depth) }
    }
    if library.isCutOff { context.remark("the tree does not end, as if the file were cut off") }
    if library.rest > 0 {
      context.remark("\(library.rest) bytes after the end of the tree are left out")
    }
  }

  private static func keep(
    _ text: RenLibrary.Text?, _ node: Int, _ point: Point?, _ texts: inout [FoundText],
    _ context: inout ReadingContext
  ) throws(RecordError) {
    guard let text, !text.range.isEmpty else { return }
    try context.take(MemoryLayout<FoundText>.stride + 64 + 2 * text.range.count)
    texts.append(FoundText(node: node, point: point, text: text))
  }

  /// Decodes the texts and adds them to the tree.
  ///
  /// All of them have one character encoding, except for the seven-bit texts of the oldest files.
  private static func decode(
    _ texts: [FoundText], of library: RenLibrary, into tree: inout GameTree,
    _ context: inout ReadingContext
  ) throws(RecordError) {
    let isUTF8 = texts.allSatisfy { item in
      item.text.isOld || String(validating: library.bytes(of: item.text), as: UTF8.self) != nil
    }
    let code =
      isUTF8
      ? nil
      : TextCode.detect(
        texts.lazy.filter { !$0.text.isOld }.map { library.bytes(of: $0.text) })
    if let code { context.remark("the texts are read as \(code.rawValue), which they seem to be") }
    var meter = WorkMeter()
    for item in texts {
      try context.poll(item.text.range.count)
      let longest = 4 * item.text.range.count
      var text: String
      if isUTF8, !item.text.isOld {
        var clean = CleanText(longest: longest)
        let plain = String(decoding: library.bytes(of: item.text), as: UTF8.self)
        for scalar in plain.unicodeScalars { clean.add(scalar) }
        text = clean.text
      } else {
        text = try reading { () throws(StoreError) in
          try library.string(
            item.text, in: code ?? .latin1, longest: longest, meter: &meter, isStopped: { false })
        }.text
      }
      guard !text.isEmpty else { continue }
      guard let point = item.point else {
        let before = tree[item.node].comment
        tree[item.node].comment = before.isEmpty ? text : "\(before)\n\(text)"
        continue
      }
      if tree[item.node].labels[point] == nil {
        tree[item.node].labels[point] = text
      } else {
        context.fault(
          "a second board text of a point is left out", at: "byte \(item.text.range.lowerBound)")
      }
    }
  }
}
