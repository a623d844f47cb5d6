import Basics
import GomokuRules
import Platform
import TextCodes

extension PositionStore {
  /// The result of an import.
  public struct ImportCount: Equatable, Sendable {
    public var moves = 0
    /// The number of new positions.
    public var positions = 0
    /// The number of moves left out: moves on an occupied point, and all moves after them.
    public var impossible = 0
    /// The character encoding of the texts; `nil` if all of them are ASCII.
    public var code: TextCode?
    /// The number of texts that were too long, and were cut or left out.
    public var cutTexts = 0
    /// The number of bytes after the end of the tree.
    public var rest = 0
  }

  /// Imports the moves and texts of a RenLib file as positions under the rules of `variant`.
  ///
  /// Nothing is imported if the file is damaged, or if the command is stopped.
  ///
  /// - Parameters:
  ///   - limit: the memory limit for the file and the list of its texts, in bytes.
  ///   - code: the character encoding of the texts; `nil` to detect the most plausible one.
  public func learn(
    fromLibrary path: String, variant: Variant, limit: Int, code: TextCode? = nil
  ) throws(StoreError) -> ImportCount {
    try PositionStore.checkIsFile(path)
    let bytes = try content(of: path, limit: limit)
    let library = try RenLibrary(bytes)
    var texts = LibraryTexts(library, limit: limit - bytes.count)
    var rest = 0
    do throws(StoreError) {
      rest = try walk(library, variant) { (course, node) throws(StoreError) in
        try texts.note(node, in: course)
      }
    } catch {
      if case .full = error { throw .full(bytes: limit) }
      throw error
    }
    let found = texts.code(isStopped: isStopped)
    try poll()
    texts.chosen = code ?? found ?? .utf8
    let before = count
    var count = ImportCount()
    try atomically { () throws(StoreError) in
      _ = try walk(library, variant) { (course, node) throws(StoreError) in
        (count.moves, count.impossible) = (course.moves, course.impossible)
        guard course.isPossible else { return }
        let isPosition = node.map { $0.isMove && $0.point != nil } ?? false
        try keep(course.views, isPosition: isPosition, &texts)
      }
      // Also checked after the last text, because a stopped command must not change anything.
      try poll()
    }
    count.positions = self.count - before
    count.code = found == nil ? nil : texts.chosen
    (count.cutTexts, count.rest) = (texts.cut, rest)
    return count
  }

  /// Returns the contents of a file of at most `limit` bytes.
  private func content(of path: String, limit: Int) throws(StoreError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    do throws(SystemError) {
      let file = try FileDescriptor.open(path, for: .reading, waits: false)
      defer { file.close() }
      guard file.isPlainFile else { throw .invalid }
      while let count = try file.read(into: &piece), count > 0, bytes.count <= limit {
        if isStopped() { throw .interrupted }
        bytes += piece[..<count]
      }
    } catch {
      throw StoreError(error, path)
    }
    guard bytes.count <= limit else { throw .full(bytes: limit) }
    return bytes
  }

  /// Traverses a library's tree depth-first, from the empty board.
  ///
  /// - Parameter body: called at the root, with `nil` if it has no node, and at each later node.
  /// - Returns: the number of bytes after the end of the tree.
  private func walk(
    _ library: RenLibrary, _ variant: Variant,
    _ body: (LibraryCourse, RenLibrary.Node?) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    var library = library
    var course = LibraryCourse(variant)
    var isFirst = true
    while let node = try library.next(isStopped: isStopped) {
      try poll()
      if isFirst, node.point == nil {
        // The root is the empty board.
        var root = node
        root.isMove = false
        try body(course, root)
      } else {
        if isFirst { try body(course, nil) }
        course.enter(node)
        try body(course, node)
        course.leave(after: node)
      }
      isFirst = false
    }
    return library.rest
  }

  /// The number of bytes of a position's comments above which no further comment is decoded.
  ///
  /// Equal comments count once. A record has room for a quarter of this number.
  private static let mostCommentBytes = 4 * PositionRecord.longestText

  /// Stores a position of a library, with the texts of all nodes that lead to it.
  ///
  /// - Parameter isPosition: false for the root, a pass or a node without a move, whose position is
  ///   stored only if it has texts.
  private func keep(
    _ views: SymmetricPosition, isPosition: Bool, _ texts: inout LibraryTexts
  ) throws(StoreError) {
    let hash = views.hash
    if isPosition, !texts.visit(hash) { return }
    let found = texts.take(of: hash)
    if found.isEmpty {
      if isPosition, try self[views] == nil { try set(PositionRecord(), for: views) }
      return
    }
    var record = try self[views] ?? PositionRecord()
    var comments: [String] = []
    var known: Set<ArraySlice<UInt8>> = []
    var commentBytes = 0
    for item in found {
      if texts.meter.isDue(WorkMeter.perText), isStopped() { throw .stopped }
      if let point = item.point {
        guard record.boardTexts[point] == nil else { continue }
        let text = try texts.string(
          item, longest: PositionRecord.longestBoardText, isStopped: isStopped)
        if !text.isEmpty { record.boardTexts[point] = text }
        continue
      }
      let bytes = texts.bytes(of: item).prefix(PositionStore.mostCommentBytes)
      if texts.meter.isDue(bytes.count), isStopped() { throw .stopped }
      // Equal bytes are equal texts only in the same encoding. Seven-bit texts have an encoding of
      // their own, so they are not compared.
      guard item.text.isOld || known.insert(bytes).inserted else { continue }
      guard commentBytes < PositionStore.mostCommentBytes else {
        texts.cut += 1
        continue
      }
      commentBytes += bytes.count
      comments.append(
        try texts.string(item, longest: PositionRecord.longestText, isStopped: isStopped))
    }
    guard let cut = record.add(texts: comments, isStopped: isStopped) else { throw .stopped }
    texts.cut += cut
    try set(record, for: views)
  }
}

/// The texts of a library by position, as byte ranges in the file.
///
/// Many nodes may lead to one position. Its texts are collected first and written once, because
/// rewriting the growing record at each node would take quadratic time and space.
private struct LibraryTexts {
  /// One text, as an element of its position's linked list.
  struct Item {
    var text: RenLibrary.Text
    /// The point of the canonical image to which the text belongs; `nil` for a comment.
    var point: Point?
    /// The index of the position's next text: the texts of a position form a linked list.
    var next: Int?
  }

  private let library: RenLibrary
  private let limit: Int
  private var items: [Item] = []
  /// The indices of the first and the last text of each position, by its hash.
  private var ends: [UInt64: (first: Int, last: Int)] = [:]
  /// The hashes of positions that have been stored with all their texts.
  private var kept: Set<UInt64> = []
  /// The character encoding by which the texts are decoded.
  var chosen = TextCode.utf8
  /// The number of texts that were cut or left out.
  var cut = 0
  /// The work done since the last check for a stop.
  var meter = WorkMeter()

  /// The memory that each text takes, in bytes.
  private static let cost = MemoryLayout<Item>.stride + 64

  init(_ library: RenLibrary, limit: Int) { (self.library, self.limit) = (library, limit) }

  /// Detects the character encoding of the texts; `nil` if they are ASCII, or after a stop.
  func code(isStopped: () -> Bool) -> TextCode? {
    TextCode.detect(
      items.lazy.filter { !$0.text.isOld }.map { library.bytes(of: $0.text) },
      isStopped: isStopped)
  }

  /// Returns the bytes of a text in the file.
  func bytes(of item: Item) -> ArraySlice<UInt8> { library.bytes(of: item.text) }

  /// Adds the texts of a node, if all moves up to it are possible.
  ///
  /// The comment belongs to the position after the node's move, the board text to the one before.
  mutating func note(
    _ node: RenLibrary.Node?, in course: LibraryCourse
  ) throws(StoreError) {
    guard let node, course.isPossible else { return }
    if let text = node.comment { try add(Item(text: text), course.views.hash) }
    if let text = node.boardText, let point = node.point {
      var parent = course.views
      parent.takeBack()
      try add(Item(text: text, point: parent.canonicalPoint(point)), parent.hash)
    }
  }

  private mutating func add(_ item: Item, _ hash: UInt64) throws(StoreError) {
    guard !item.text.range.isEmpty else { return }
    guard items.count * LibraryTexts.cost <= limit else { throw .full(bytes: limit) }
    if let last = ends[hash]?.last {
      items[last].next = items.count
      ends[hash]?.last = items.count
    } else {
      ends[hash] = (items.count, items.count)
    }
    items.append(item)
  }

  /// Marks a position as stored.
  ///
  /// - Returns: false if it was already marked. Once memory is short, no more positions are marked,
  ///   so they are stored again.
  mutating func visit(_ hash: UInt64) -> Bool {
    if kept.contains(hash) { return false }
    if items.count * LibraryTexts.cost + kept.count * 32 < limit { kept.insert(hash) }
    return true
  }

  /// Removes and returns the texts of a position.
  mutating func take(of hash: UInt64) -> [Item] {
    var found: [Item] = []
    var next = ends.removeValue(forKey: hash)?.first
    while let number = next {
      found.append(items[number])
      next = items[number].next
    }
    return found
  }

  /// Decodes a text, cut to at most `longest` bytes.
  mutating func string(
    _ item: Item, longest: Int, isStopped: () -> Bool
  ) throws(StoreError) -> String {
    let (text, isCut) = try library.string(
      item.text, in: chosen, longest: longest, meter: &meter, isStopped: isStopped)
    if isCut { cut += 1 }
    return text
  }
}

/// The path from the root to the current node in the traversal of a library's tree.
private struct LibraryCourse {
  private(set) var views: SymmetricPosition
  private(set) var moves = 0
  private(set) var impossible = 0
  private var steps: [Step] = []
  /// The depths of the nodes whose next sibling has not been read yet.
  private var forks: [Int] = []

  /// The move of a node on the path.
  private enum Step { case stone, pass, impossible }

  init(_ variant: Variant) {
    views = SymmetricPosition(size: RenLibrary.size, variant: variant, sideToMove: .black)
  }

  /// True if all moves of the path are possible.
  var isPossible: Bool { steps.last != .impossible }

  /// Adds a node to the path, and makes its move if it is possible.
  mutating func enter(_ node: RenLibrary.Node) {
    if node.isMove { moves += 1 }
    let step: Step =
      if steps.last == .impossible || node.point.map({ !views.isEmpty($0) }) ?? false {
        .impossible
      } else {
        node.point == nil ? .pass : .stone
      }
    switch step {
    case .stone: if let point = node.point { views.play(point) }
    case .pass: views.pass()
    case .impossible: impossible += 1
    }
    steps.append(step)
  }

  /// Takes moves back up to the parent of the next node, which follows `node` in the file.
  mutating func leave(after node: RenLibrary.Node) {
    if node.hasSibling { forks.append(steps.count - 1) }
    guard node.endsLine, let depth = forks.popLast() else { return }
    while steps.count > depth {
      switch steps.removeLast() {
      case .stone: views.takeBack()
      case .pass: views.pass()
      case .impossible: break
      }
    }
  }
}
