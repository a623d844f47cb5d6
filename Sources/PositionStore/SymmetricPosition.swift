import Basics
import GomokuRules

/// A position with the Zobrist keys of all its symmetric images, updated incrementally.
///
/// The image with the smallest key is the canonical one. The random numbers behind the keys are
/// part of the file format, since other numbers would select other images.
public struct SymmetricPosition {
  public let size: BoardSize
  public let variant: Variant
  public private(set) var sideToMove: Color
  /// The stones in the order in which they were placed.
  private var stones: [Stone] = []
  /// The Zobrist key of the stones in each image, indexed by the symmetry's code.
  private var sums: [UInt64]
  private var isOccupied: [Bool]

  /// A stone on the board.
  private struct Stone {
    var point: Point
    /// The stone's side; `nil` for a stone that belongs to nobody.
    var color: Color?
  }

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

  /// The hash of the position, the same for all its images.
  var hash: UInt64 { SymmetricPosition.hash(sums, game) }

  /// Returns the hash of the position after a stone of the side to move on `point`.
  func hash(after point: Point) -> UInt64 {
    var sums = sums
    for code in sums.indices {
      let image = Symmetry(code: code).image(of: point, on: size)
      sums[code] ^= SymmetricPosition.number(of: sideToMove, on: image)
    }
    return SymmetricPosition.hash(
      sums, SymmetricPosition.game(size, variant, sideToMove.opponent))
  }

  /// Returns the hash for the smallest key of the images.
  private static func hash(_ sums: [UInt64], _ game: UInt64) -> UInt64 {
    spread(sums.reduce(.max) { min($0, $1 ^ game) })
  }

  /// Returns a hash with uniform bits. A smallest key is not uniform, as it has few high bits set.
  private static func spread(_ least: UInt64) -> UInt64 {
    var generator = SplitMix64(seed: least)
    return generator.next()
  }

  /// The part of the key that depends on board size, rules and side to move.
  private var game: UInt64 { SymmetricPosition.game(size, variant, sideToMove) }

  private static func game(_ size: BoardSize, _ variant: Variant, _ side: Color) -> UInt64 {
    let parts = [variant.gomocupCode, size.width, size.height, side.index]
    var generator = SplitMix64(seed: parts.reduce(1) { $0 << 8 | UInt64($1) })
    return generator.next()
  }

  /// The random numbers, one for each owner (Black, White, nobody) and cell of `Point`'s grid.
  private static let numbers = Zobrist.keys(count: 3 * Point.cellCount, seed: 0x57_554C_4955)

  private static func number(of color: Color?, on point: Point) -> UInt64 {
    numbers[(color?.index ?? 2) * Point.cellCount + point.index]
  }

  /// Returns the hash of a key, which has the stones of the canonical image.
  static func hash(of key: PositionKey) -> UInt64 {
    var hash = game(key.size, key.variant, key.sideToMove)
    for point in key.black { hash ^= number(of: .black, on: point) }
    for point in key.white { hash ^= number(of: .white, on: point) }
    for point in key.neutral { hash ^= number(of: nil, on: point) }
    return spread(hash)
  }

  // MARK: Stones

  /// Adds or removes a stone in the keys of all images.
  private mutating func toggle(_ stone: Stone) {
    for code in sums.indices {
      let image = Symmetry(code: code).image(of: stone.point, on: size)
      sums[code] ^= SymmetricPosition.number(of: stone.color, on: image)
    }
  }

  /// Plays a stone of the side to move on an empty point.
  mutating func play(_ point: Point) {
    put(sideToMove, on: point)
    sideToMove = sideToMove.opponent
  }

  /// Takes back the last stone, which must belong to the side that has just moved.
  mutating func takeBack() {
    guard let stone = stones.popLast() else { return }
    assert(stone.color == sideToMove.opponent)
    toggle(stone)
    isOccupied[stone.point.index] = false
    sideToMove = sideToMove.opponent
  }

  /// Passes: only the side to move changes.
  mutating func pass() { sideToMove = sideToMove.opponent }

  /// Adds a stone of any owner; the side to move does not change.
  mutating func put(_ color: Color?, on point: Point) {
    assert(size.contains(point) && isEmpty(point))
    let stone = Stone(point: point, color: color)
    toggle(stone)
    stones.append(stone)
    isOccupied[point.index] = true
  }

  func isEmpty(_ point: Point) -> Bool { !isOccupied[point.index] }

  /// The positions before the last move.
  ///
  /// There is one for each stone that may have been the last, with the stone's point.
  var parents: [(point: Point, views: SymmetricPosition)] {
    stones.indices.filter { stones[$0].color == sideToMove.opponent }.map { index in
      var parent = self
      let stone = parent.stones.remove(at: index)
      parent.toggle(stone)
      parent.isOccupied[stone.point.index] = false
      parent.sideToMove = sideToMove.opponent
      return (stone.point, parent)
    }
  }

  /// The positions on the path from the empty board to this one, both included.
  ///
  /// The path begins later if the stones do not alternate: only moves are taken back, one by one.
  var path: [SymmetricPosition] {
    var views = self
    var path = [self]
    while let last = views.stones.last, last.color == views.sideToMove.opponent {
      views.takeBack()
      path.append(views)
    }
    return path.reversed()
  }

  // MARK: The canonical image

  /// The symmetries that map the position to its canonical image; a symmetric one has several.
  private var canonicalSymmetries: [Symmetry] {
    let least = sums.reduce(UInt64.max) { min($0, $1 ^ game) }
    return sums.indices.filter { sums[$0] ^ game == least }.map(Symmetry.init)
  }

  /// The stones of the canonical image, equal for all images of a position.
  public var key: PositionKey {
    let way = canonicalSymmetries[0]
    func points(_ color: Color?) -> [Point] {
      stones.filter { $0.color == color }.map { way.image(of: $0.point, on: size) }.sorted()
    }
    return PositionKey(
      size: size, variant: variant, sideToMove: sideToMove, black: points(.black),
      white: points(.white), neutral: points(nil))
  }

  /// The mapping of points to the canonical image.
  ///
  /// Points that a symmetry of the position maps to each other have the same image.
  public var canonicalPoint: (Point) -> Point {
    let (canonicalSymmetries, size) = (canonicalSymmetries, size)
    return { point in canonicalSymmetries.map { $0.image(of: point, on: size) }.min() ?? point }
  }
}

/// The stones of a position's canonical image, with rules and side to move.
public struct PositionKey: Hashable, Sendable {
  public var size: BoardSize
  public var variant: Variant
  public var sideToMove: Color
  /// Black's stones in the order of points; the other lists have the same order.
  public var black: [Point]
  public var white: [Point]
  /// Stones that belong to nobody.
  public var neutral: [Point]

  var stoneCount: Int { black.count + white.count + neutral.count }
}

extension SymmetricPosition {
  /// Creates the position of a key, in the canonical image.
  init(_ key: PositionKey) {
    self.init(size: key.size, variant: key.variant, sideToMove: key.sideToMove)
    for point in key.black { put(.black, on: point) }
    for point in key.white { put(.white, on: point) }
    for point in key.neutral { put(nil, on: point) }
  }
}
