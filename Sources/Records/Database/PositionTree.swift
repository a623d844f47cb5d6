import Basics
import GomokuRules

/// A position of a database, in any of its symmetric images.
struct StoredPosition {
  /// The stones of Black and of White.
  var stones: [[Point]]
  var sideToMove: Color
  var texts: NodeTexts

  /// Returns a record's label, value and depth in words: `label w, value 5, depth 2`.
  ///
  /// Value and depth are left out if they and `bound` are 0.
  ///
  /// - Parameters:
  ///   - label: a printable ASCII character; others are left out.
  ///   - bound: 1 for an upper bound, 2 for a lower one; other numbers add no word.
  static func name(label: UInt8?, value: Int, bound: Int, depth: Int) -> String {
    var words: [String] = []
    if let label, 0x21..<0x7F ~= label { words.append("label \(Unicode.Scalar(label))") }
    if value != 0 || bound != 0 || depth != 0 {
      let kind = ["", " upper bound", " lower bound", ""][bound & 3]
      words.append("value \(value)\(kind), depth \(depth)")
    }
    return words.joined(separator: ", ")
  }
}

/// The builder of a tree from positions.
///
/// A position becomes a child of a known position from which one stone or a pass leads to it. If
/// there is none, it is set up below the root. Positions are equal if a symmetry of the board maps
/// one to the other. They are found by the hashes of all their images.
struct PositionTree {
  private let size: BoardSize
  private let symmetries: [Symmetry]
  /// The Zobrist keys of the images, by symmetry, colour and point of the stone in the file.
  private let keys: [[[UInt64]]]
  private var tree: GameTree
  /// The positions in the tree, by the smallest hash of their images.
  private var known: [UInt64: Place] = [:]
  private var transpositions = 0
  private var duplicates = 0

  /// A position in the tree.
  private struct Place {
    var node: Int
    /// The hash of the position as it is in the file.
    var hash: UInt64
    /// The symmetry that maps the stones in the file to the tree's board.
    var symmetry: Symmetry
  }

  private static let sideKey: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(_ size: BoardSize) {
    self.size = size
    let symmetries = Symmetry.all(of: size)
    var random = SplitMix64(seed: 11)
    let own = Color.allCases.map { _ in (0..<Point.cellCount).map { _ in random.next() } }
    keys = symmetries.map { symmetry in
      own.map { keys in
        var images = keys
        for point in size.points {
          images[point.index] = keys[symmetry.image(of: point, on: size).index]
        }
        return images
      }
    }
    self.symmetries = symmetries
    tree = GameTree(.gomoku(size))
    // The empty board, which need not be in the file.
    known[0] = Place(node: GameTree.root, hash: 0, symmetry: .identity)
  }

  /// Adds positions. A position that the tree already has is left out.
  ///
  /// If several moves lead to a position, the tree has the position after one of these moves only.
  ///
  /// - Parameters:
  ///   - stones: returns the number of stones of an element. Elements with fewer stones are added
  ///     first, so that a position follows its predecessors.
  ///   - position: returns the position of an element.
  mutating func add<Element>(
    _ elements: [Element], stones: (Element) -> Int, _ context: inout ReadingContext,
    position: (Element) -> StoredPosition
  ) throws(RecordError) {
    let counts = elements.map(stones)
    for index in elements.indices.sorted(by: { (counts[$0], $0) < (counts[$1], $1) }) {
      try context.take(GameTree.nodeCost + 256)
      try context.poll(64 * counts[index])
      add(position(elements[index]))
    }
  }

  /// Returns the tree.
  ///
  /// Notes in `context` how many moves are left out because another move leads to the same
  /// position.
  func finished(_ context: inout ReadingContext) -> GameTree {
    if transpositions > 0 {
      context.remark(
        "positions that are reached in several ways are kept at one: \(transpositions) ways left")
    }
    if duplicates > 0 {
      context.remark("positions that are there again are left out: \(duplicates)")
    }
    return tree
  }

  private mutating func add(_ record: StoredPosition) {
    let stones = record.stones
    var hashes = symmetries.indices.map { image in
      Color.allCases.reduce(0) { hash, color in
        stones[color.index].reduce(hash) { $0 ^ keys[image][color.index][$1.index] }
      }
    }
    if record.sideToMove == .white { hashes = hashes.map { $0 ^ PositionTree.sideKey } }
    let own = hashes.min() ?? 0
    let isRoot = stones[0].isEmpty && stones[1].isEmpty && record.sideToMove == .black
    guard isRoot ? !tree.hasTexts(GameTree.root) : known[own] == nil else {
      duplicates += 1
      return
    }
    let mover = record.sideToMove.opponent
    var found: (place: Place, symmetry: Symmetry, action: TreeMove.Action)?
    for stone in stones[mover.index] {
      let before = symmetries.indices.map {
        hashes[$0] ^ keys[$0][mover.index][stone.index] ^ PositionTree.sideKey
      }
      guard let place = known[before.min() ?? 0],
        let image = before.firstIndex(of: place.hash)
      else { continue }
      if found != nil {
        transpositions += 1
        continue
      }
      let symmetry = composed(symmetries[image], place.symmetry)
      found = (place, symmetry, .stone(symmetry.image(of: stone, on: size)))
    }
    if found == nil, !isRoot {
      let before = hashes.map { $0 ^ PositionTree.sideKey }
      if let place = known[before.min() ?? 0], let image = before.firstIndex(of: place.hash) {
        found = (place, composed(symmetries[image], place.symmetry), .pass)
      }
    }
    let symmetry = found?.symmetry ?? .identity
    var node = GameTree.root
    var texts = record.texts
    if let found {
      node = tree.add(TreeMove(mover, found.action), to: found.place.node)
    } else if !isRoot {
      // A position that follows no known one begins a variation of its own.
      node = tree.add(nil, to: GameTree.root)
      texts.setUp.stones = Color.allCases.flatMap { color in
        stones[color.index].map { SetUp.Stone($0, color) }
      }
      texts.setUp.sideToMove = record.sideToMove
    }
    let labels = texts.labels.filter { size.contains($0.key) }
    texts.labels = [:]
    for (point, text) in labels { texts.labels[symmetry.image(of: point, on: size)] = text }
    if !texts.isEmpty { tree[node] = texts }
    known[own] = Place(node: node, hash: hashes[0], symmetry: symmetry)
  }

  /// Returns the symmetry that applies `first` and then `second`.
  private func composed(_ first: Symmetry, _ second: Symmetry) -> Symmetry {
    // Each symmetry maps this point to another image, so one point is enough for the comparison.
    let probe = Point(x: 0, y: 1)
    let image = second.image(of: first.image(of: probe, on: size), on: size)
    return symmetries.first { $0.image(of: probe, on: size) == image } ?? .identity
  }
}
