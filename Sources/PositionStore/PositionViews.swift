import Basics
import GomokuRules

/// A position as all turned and mirrored images of it see it at once.
///
/// Each image has a Zobrist key; the one with the smallest key stands for all of them. The random
/// numbers behind the keys are part of the file format: another seed would choose other images.
public struct PositionViews {
  public let size: BoardSize
  public let variant: Variant
  public private(set) var sideToMove: Color
  /// In the order in which they were placed.
  private var stones: [Stone] = []
  /// The stones' part of the key of each image, at the index of its symmetry.
  private var sums: [UInt64]
  private var isOccupied: [Bool]

  private struct Stone {
    var point: Point
    /// `nil` for a stone of nobody.
    var color: Color?
  }

  /// The empty board.
  init(size: BoardSize, variant: Variant, sideToMove: Color) {
    (self.size, self.variant, self.sideToMove) = (size, variant, sideToMove)
    sums = Array(repeating: 0, count: Symmetry.count(for: size))
    isOccupied = Array(repeating: false, count: Point.cellCount)
  }

  public init(_ position: Position) {
    self.init(size: position.size, variant: position.variant, sideToMove: position.sideToMove)
    for stone in position.stones { put(stone.color, on: stone.point) }
  }

  public var emptyPoints: [Point] { size.points.filter { !isOccupied[$0.index] } }
  var isEmpty: Bool { stones.isEmpty }

  // MARK: Keys

  /// Identifies the position and all its images.
  var hash: UInt64 { PositionViews.hash(sums, game) }

  /// That of the position after a stone of the side to move on `point`.
  func hash(after point: Point) -> UInt64 {
    var sums = sums
    for code in sums.indices {
      let image = Symmetry(code: code).image(of: point, on: size)
      sums[code] ^= PositionViews.number(of: sideToMove, on: image)
    }
    return PositionViews.hash(
      sums, PositionViews.game(size, variant, sideToMove.opponent))
  }

  private static func hash(_ sums: [UInt64], _ game: UInt64) -> UInt64 {
    spread(sums.reduce(.max) { min($0, $1 ^ game) })
  }

  /// The smallest of several keys has few high bits: this shares them out again.
  private static func spread(_ least: UInt64) -> UInt64 {
    var generator = SplitMix64(seed: least)
    return generator.next()
  }

  /// What stands for the board, the rules and the side to move.
  private var game: UInt64 { PositionViews.game(size, variant, sideToMove) }

  private static func game(_ size: BoardSize, _ variant: Variant, _ side: Color) -> UInt64 {
    let parts = [variant.gomocupCode, size.width, size.height, side.index]
    var generator = SplitMix64(seed: parts.reduce(1) { $0 << 8 | UInt64($1) })
    return generator.next()
  }

  /// A random number for each content of each cell of `Point`'s grid.
  private static let numbers = Zobrist.keys(count: 3 * Point.cellCount, seed: 0x57_554C_4955)

  private static func number(of color: Color?, on point: Point) -> UInt64 {
    numbers[(color?.index ?? 2) * Point.cellCount + point.index]
  }

  /// The hash of a canonical key: that of its own image.
  static func hash(of key: PositionKey) -> UInt64 {
    var hash = game(key.size, key.variant, key.sideToMove)
    for point in key.black { hash ^= number(of: .black, on: point) }
    for point in key.white { hash ^= number(of: .white, on: point) }
    for point in key.neutral { hash ^= number(of: nil, on: point) }
    return spread(hash)
  }

  // MARK: Stones

  private mutating func toggle(_ stone: Stone) {
    for code in sums.indices {
      let image = Symmetry(code: code).image(of: stone.point, on: size)
      sums[code] ^= PositionViews.number(of: stone.color, on: image)
    }
  }

  /// Plays a stone of the side to move on an empty point.
  mutating func play(_ point: Point) {
    put(sideToMove, on: point)
    sideToMove = sideToMove.opponent
  }

  /// Takes back the last stone, which its owner has just played.
  mutating func takeBack() {
    guard let stone = stones.popLast() else { return }
    toggle(stone)
    isOccupied[stone.point.index] = false
    sideToMove = sideToMove.opponent
  }

  /// Has the other side move, and nothing else.
  mutating func pass() { sideToMove = sideToMove.opponent }

  mutating func put(_ color: Color?, on point: Point) {
    let stone = Stone(point: point, color: color)
    toggle(stone)
    stones.append(stone)
    isOccupied[point.index] = true
  }

  func isEmpty(_ point: Point) -> Bool { !isOccupied[point.index] }

  /// The positions that a stone of the side that has just moved leads here from, each with its point.
  var parents: [(point: Point, views: PositionViews)] {
    stones.indices.filter { stones[$0].color == sideToMove.opponent }.map { index in
      var parent = self
      let stone = parent.stones.remove(at: index)
      parent.toggle(stone)
      parent.isOccupied[stone.point.index] = false
      parent.sideToMove = sideToMove.opponent
      return (stone.point, parent)
    }
  }

  /// The positions on the way here from the empty board, this one included.
  var path: [PositionViews] {
    var views = self
    var path = [self]
    while !views.isEmpty {
      views.takeBack()
      path.append(views)
    }
    return path.reversed()
  }

  // MARK: The canonical image

  /// The symmetries that lead to the canonical image: several if the position is symmetric.
  private var ways: [Symmetry] {
    let least = sums.reduce(UInt64.max) { min($0, $1 ^ game) }
    return sums.indices.filter { sums[$0] ^ game == least }.map(Symmetry.init)
  }

  /// The key that all images share.
  public var key: PositionKey {
    let way = ways[0]
    func points(_ color: Color?) -> [Point] {
      stones.filter { $0.color == color }.map { way.image(of: $0.point, on: size) }.sorted()
    }
    return PositionKey(
      size: size, variant: variant, sideToMove: sideToMove, black: points(.black),
      white: points(.white), neutral: points(nil))
  }

  /// Where points of this image lie in the canonical one; points that a symmetry of the position
  /// makes equal share theirs.
  public var canonicalPoint: (Point) -> Point {
    let (ways, size) = (ways, size)
    return { point in ways.map { $0.image(of: point, on: size) }.min() ?? point }
  }
}

/// What all turned and mirrored images of a position have in common, written down in the canonical one.
public struct PositionKey: Hashable, Sendable {
  public var size: BoardSize
  public var variant: Variant
  public var sideToMove: Color
  /// Sorted, as the other lists are.
  public var black: [Point]
  public var white: [Point]
  /// Stones of nobody.
  public var neutral: [Point]

  /// The stones' number.
  var stoneCount: Int { black.count + white.count + neutral.count }
}

extension PositionViews {
  /// The position of a key, in the canonical image.
  init(_ key: PositionKey) {
    self.init(size: key.size, variant: key.variant, sideToMove: key.sideToMove)
    for point in key.black { put(.black, on: point) }
    for point in key.white { put(.white, on: point) }
    for point in key.neutral { put(nil, on: point) }
  }
}
