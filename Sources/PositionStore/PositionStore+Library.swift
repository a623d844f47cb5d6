import GomokuRules
import Platform
import TextCodes

extension PositionStore {
  /// The result of an import.
  public struct ImportCount: Equatable, Sendable {
    /// Moves in the file.
    public var moves = 0
    /// Positions that were not known.
    public var positions = 0
    /// Moves that stand on a stone, or behind such a move: they are left out.
    public var impossible = 0
    /// The code of the texts, unless all of them are ASCII.
    public var code: TextCode?
    /// Texts that were too long for a position, and are cut or left out.
    public var cutTexts = 0
    /// Bytes behind the last move that are no move.
    public var rest = 0
  }

  /// Learns the moves and texts of a RenLib file as positions under the rules of `variant`; if the file
  /// is damaged, or the work is stopped, nothing.
  ///
  /// - Parameters:
  ///   - limit: bytes of memory that the file and the places of its texts may take.
  ///   - code: that of the texts; `nil` finds the one in which all of them make the most sense.
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
    try poll()
    let found = texts.code
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
    }
    count.positions = self.count - before
    count.code = found == nil ? nil : texts.chosen
    (count.cutTexts, count.rest) = (texts.cut, rest)
    return count
  }

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

  /// Goes through a library's tree, from the empty board.
  ///
  /// - Parameter body: what is done at the root, without a node, and after each node's move.
  /// - Returns: how many bytes are left behind the last move.
  private func walk(
    _ library: RenLibrary, _ variant: Variant,
    _ body: (LibraryCourse, RenLibrary.Node?) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    var library = library
    var course = LibraryCourse(variant)
    var isFirst = true
    while let node = try library.next() {
      try poll()
      if isFirst, node.point == nil {
        // The root stands for the empty board.
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

  /// Keeps a position of a library, with all its texts at once.
  private func keep(
    _ views: PositionViews, isPosition: Bool, _ texts: inout LibraryTexts
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
    for (number, item) in found.enumerated() {
      if number & 0xFF == 0 { try poll() }
      if let point = item.point {
        let text = texts.string(item, longest: PositionRecord.longestBoardText)
        if !text.isEmpty, record.boardTexts[point] == nil { record.boardTexts[point] = text }
      } else {
        comments.append(texts.string(item, longest: PositionRecord.longestText))
      }
    }
    guard let cut = record.add(texts: comments, isStopped: isStopped) else { throw .stopped }
    texts.cut += cut
    try set(record, for: views)
  }
}

/// The texts of a library by position, as places in the file.
///
/// Many nodes may lead to one position. Its texts are gathered first and written once: writing the growing
/// record at each node would take quadratic time and room.
private struct LibraryTexts {
  struct Item {
    var text: RenLibrary.Text
    /// The point of the canonical image that it stands beside; `nil` for a comment.
    var point: Point?
    /// The next text of the position.
    var next: Int?
  }

  private let library: RenLibrary
  private let limit: Int
  private var items: [Item] = []
  /// The first and the last text of each position.
  private var ends: [UInt64: (first: Int, last: Int)] = [:]
  /// Positions that have been kept with all their texts.
  private var kept: Set<UInt64> = []
  var chosen = TextCode.utf8
  var cut = 0

  /// Bytes of memory for each text.
  private static let cost = MemoryLayout<Item>.stride + 64

  init(_ library: RenLibrary, limit: Int) { (self.library, self.limit) = (library, limit) }

  /// The code in which the texts make the most sense; `nil` if they are ASCII.
  var code: TextCode? {
    TextCode.detect(items.lazy.filter { !$0.text.isOld }.map { library.bytes(of: $0.text) })
  }

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

  /// Takes note of a position that is kept now.
  ///
  /// - Returns: false if that has been done before; where memory is short, true again.
  mutating func visit(_ hash: UInt64) -> Bool {
    if kept.contains(hash) { return false }
    if items.count * LibraryTexts.cost + kept.count * 32 < limit { kept.insert(hash) }
    return true
  }

  /// Hands out the texts of a position, which it has no longer then.
  mutating func take(of hash: UInt64) -> [Item] {
    var found: [Item] = []
    var next = ends.removeValue(forKey: hash)?.first
    while let number = next {
      found.append(items[number])
      next = items[number].next
    }
    return found
  }

  mutating func string(_ item: Item, longest: Int) -> String {
    let text = library.string(item.text, in: chosen)
    guard text.utf8.count > longest else { return text }
    cut += 1
    var short = text
    while short.utf8.count > longest { short.removeLast() }
    return short
  }
}

/// The way through a library's tree.
private struct LibraryCourse {
  private(set) var views: PositionViews
  private(set) var moves = 0
  private(set) var impossible = 0
  private var steps: [Step] = []
  /// The number of steps to each node whose sibling is still to come.
  private var forks: [Int] = []

  private enum Step { case stone, pass, impossible }

  init(_ variant: Variant) {
    views = PositionViews(size: RenLibrary.size, variant: variant, sideToMove: .black)
  }

  /// True if the last move can be made.
  var isPossible: Bool { steps.last != .impossible }

  /// Makes the node's move, if that can be done.
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

  /// Goes back to where the next node belongs.
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
