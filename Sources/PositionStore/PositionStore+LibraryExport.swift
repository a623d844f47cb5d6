import Basics
import GomokuRules

extension PositionStore {
  /// The result of an export to a RenLib library.
  public struct LibraryExportCount: Equatable, Sendable {
    /// The number of positions of the database that the library holds.
    public var positions = 0
    /// The number of moves and passes in the library.
    public var moves = 0
    /// The number of positions left out, because stones of nobody are on the board.
    public var leftOut = 0
  }

  /// Writes the positions of `variant` on 15 x 15 points as a RenLib library.
  ///
  /// The tree begins with the empty board. A position that several moves lead to is written in full
  /// after the first of them; the other moves end their lines. A position that follows no stored
  /// one is put at the end of a line of its own stones, with passes where a side has none left.
  ///
  /// - Parameter label: the text at a move that has none of its own; empty for no text.
  /// - Throws: also if a file has the name already, unless it is empty.
  public func export(
    toLibrary path: String, of variant: Variant, label: (PositionRecord) -> String
  ) throws(StoreError) -> LibraryExportCount {
    let file = try ExportFile(path) { _ in false }
    var writer = LibraryExport(store: self, variant: variant, file: file)
    try writer.writeAll(label)
    return writer.count
  }
}

/// The traversal of a database as a tree, and its output as a RenLib library.
private struct LibraryExport {
  private let store: PositionStore
  private let variant: Variant
  private var file: ExportFile
  private var bytes = LibraryBytes()
  private(set) var count = PositionStore.LibraryExportCount()
  /// The hashes of the positions that are written in full.
  private var written: Set<UInt64> = []

  /// The moves from the empty board to a position that no stored position leads to; `nil` is a
  /// pass.
  private typealias Approach = [Point?]

  init(store: PositionStore, variant: Variant, file: ExportFile) {
    (self.store, self.variant, self.file) = (store, variant, file)
  }

  mutating func writeAll(_ label: (PositionRecord) -> String) throws(StoreError) {
    let approaches = try approaches()
    let root = SymmetricPosition(size: RenLibrary.size, variant: variant, sideToMove: .black)
    try write(
      LibraryBytes.Node(nil), root, record: store[root], depth: 0, approaches, label)
    try file.write(bytes.take(), isStopped: store.isStopped)
    try file.finish(isStopped: store.isStopped)
  }

  /// Returns the approaches to all positions that no stored position leads to.
  private mutating func approaches() throws(StoreError) -> [Approach] {
    let game = PositionStore.Game(size: RenLibrary.size, variant: variant)
    var approaches: [Approach] = []
    var memory = 0
    try store.forEach { (key, _) throws(StoreError) in
      guard game.holds(key), key.stoneCount > 0 || key.sideToMove == .white else { return }
      guard key.neutral.isEmpty else {
        count.leftOut += 1
        return
      }
      // The empty board need not be stored.
      if key.stoneCount == 1, key.black.count == 1, key.sideToMove == .white { return }
      if try store.isReached(SymmetricPosition(key)) { return }
      let approach = LibraryExport.approach(key)
      memory += 64 + approach.count * MemoryLayout<Point?>.stride
      guard memory <= store.memoryLimit else { throw .full(bytes: store.memoryLimit) }
      approaches.append(approach)
    }
    return approaches
  }

  /// Returns alternating moves that lead to a position, with passes where a side has no stone left.
  private static func approach(_ key: PositionKey) -> Approach {
    var approach: Approach = []
    for index in 0..<max(key.black.count, key.white.count) {
      approach.append(index < key.black.count ? key.black[index] : nil)
      approach.append(index < key.white.count ? key.white[index] : nil)
    }
    // Black moves after an even number of moves.
    if key.sideToMove == .white {
      if approach.last == .some(nil) { approach.removeLast() } else { approach.append(nil) }
    }
    return approach
  }

  /// Writes a node with its whole subtree.
  ///
  /// - Parameters:
  ///   - node: the node, complete but for its comment and the end of its line.
  ///   - views: the position after the node's move.
  ///   - record: the record of the position; `nil` if it is not stored.
  ///   - depth: the number of moves up to the node.
  ///   - approaches: the approaches that begin with these moves.
  private mutating func write(
    _ node: LibraryBytes.Node, _ views: SymmetricPosition, record: PositionRecord?, depth: Int,
    _ approaches: [Approach], _ label: (PositionRecord) -> String
  ) throws(StoreError) {
    try store.poll()
    guard written.count * 32 <= store.memoryLimit else { throw .full(bytes: store.memoryLimit) }
    var node = node
    if depth > 0 { count.moves += 1 }
    let isNew = written.insert(views.hash).inserted
    var (moves, labels): ([(point: Point?, record: PositionRecord?)], [Point: String]) = ([], [:])
    if isNew {
      if record != nil { count.positions += 1 }
      node.comment = record?.text ?? ""
      moves = try children(of: views).map { (point: $0.point, record: $0.record) }
      labels = LibraryExport.texts(record?.boardTexts ?? [:], in: views, at: moves.map { $0.point })
    }
    let through = Dictionary(grouping: approaches.filter { $0.count > depth }) { $0[depth] }
    // A pass comes first.
    for point in through.keys.sorted(by: { ($0?.index ?? -1) < ($1?.index ?? -1) })
    where !moves.contains(where: { $0.point == point }) {
      moves.append((point: point, record: nil))
    }
    node.endsLine = depth > 0 && moves.isEmpty && labels.isEmpty
    bytes.add(node)
    if bytes.count >= 1 << 16 { try file.write(bytes.take(), isStopped: store.isStopped) }
    for (index, move) in moves.enumerated() {
      var child = views
      if let point = move.point { child.play(point) } else { child.pass() }
      let childRecord = if let record = move.record { record } else { try store[child] }
      var next = LibraryBytes.Node(move.point)
      let own = move.point.flatMap { labels.removeValue(forKey: $0) }
      let text = own ?? childRecord.map(label) ?? ""
      next.boardText = text.isEmpty || move.point == nil ? nil : text
      next.hasSibling = index < moves.count - 1 || !labels.isEmpty
      try write(
        next, child, record: childRecord, depth: depth + 1, through[move.point] ?? [], label)
    }
    bytes.add(boardTexts: labels)
  }

  /// Returns the stored positions one move later; of those that are images of each other, the first.
  private func children(
    of views: SymmetricPosition
  ) throws(StoreError) -> [(point: Point, record: PositionRecord)] {
    var seen: Set<UInt64> = []
    return try store.children(of: views).filter {
      seen.insert(views.hash(after: $0.point)).inserted
    }
  }

  /// Returns a record's texts at points of the position `views` itself.
  ///
  /// A text that belongs to several points, because the position is symmetric, is put at one of
  /// `moves` if it can be, otherwise at the first of the points.
  private static func texts(
    _ texts: [Point: String], in views: SymmetricPosition, at moves: [Point?]
  ) -> [Point: String] {
    guard !texts.isEmpty else { return [:] }
    let toCanonical = views.canonicalPoint
    var (rest, found): ([Point: String], [Point: String]) = (texts, [:])
    for point in moves.compactMap({ $0 }) + Array(RenLibrary.size.points) {
      if let text = rest.removeValue(forKey: toCanonical(point)), !text.isEmpty {
        found[point] = text
      }
    }
    return found
  }
}
