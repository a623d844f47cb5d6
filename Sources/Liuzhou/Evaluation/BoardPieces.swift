import LiuzhouRules

/// The pieces of the board whose contents the evaluation knows by heart: the 40 windows of 2x3 points
/// and the 14 complete diagonals.
///
/// A point holds an own stone, an enemy stone, a dead one or none. Pieces that a symmetry of the board
/// maps to each other share the numbers of their contents.
enum BoardPieces {
  /// Windows lying along the ranks; the other 20 are the same on the transposed board.
  static let windowCount = 20
  static let windowContents = 4096

  /// The points of a diagonal by file, and how many there are.
  struct Diagonal {
    let mask: UInt64
    let firstFile: UInt64
    let length: Int
  }

  static let diagonals = Formation.all.compactMap { formation -> Diagonal? in
    switch formation.shape {
    case .square, .six, .edgeSix: return nil
    case .diagonal3, .diagonal4, .diagonal5, .diagonal6:
      let first = formation.points.map(\.file).min() ?? 0
      return Diagonal(
        mask: formation.points.bits, firstFile: UInt64(first), length: formation.points.count)
    }
  }

  // MARK: Numbers

  /// The numbers of all contents: of equal ones the same, counted from 0.
  struct Numbers {
    /// By window and content.
    let windows: [UInt16]
    /// By length, 3 to 6, and content.
    let diagonals: [[UInt16]]
    let count: Int
  }

  static let numbers: Numbers = {
    var count = 0
    /// The number of each content, whose first equal is `first`.
    func numbers(_ contents: Range<Int>, _ first: (Int) -> Int) -> [UInt16] {
      // By the first of all equals, whose numbers are no greater than those of contents.
      var known = [Int?](repeating: nil, count: contents.count)
      return contents.map { content in
        let first = first(content)
        let number = known[first] ?? count
        if number == count { (known[first], count) = (count, count + 1) }
        return UInt16(number)
      }
    }
    let windows = numbers(0..<windowCount * windowContents) {
      firstEqual($0 % windowContents, in: $0 / windowContents)
    }
    let diagonals = (3...6).map { length in
      numbers(0..<1 << (2 * length)) { content in
        let turned = (0..<length).reduce(0) { turned, place in
          let own = content >> place & 1
          let enemy = content >> (length + place) & 1
          return turned | own << (length - 1 - place) | enemy << (2 * length - 1 - place)
        }
        return min(content, turned)
      }
    }
    return Numbers(windows: windows, diagonals: diagonals, count: count)
  }()

  /// The first of all contents equal to this one by symmetry, with the number of its window's shape.
  private static func firstEqual(_ content: Int, in window: Int) -> Int {
    var (row, column) = (window / 4, window % 4)
    var content = content
    if column > 1 {
      column = 3 - column
      content = rearranged(content) { 3 * ($0 / 3) + 2 - $0 % 3 }
    }
    if row > 2 {
      row = 4 - row
      content = turned(content)
    }
    // The middle windows are their own images.
    if row == 2 { content = min(content, turned(content)) }
    return (row * 2 + column) * windowContents + content
  }

  /// Upper and lower row exchanged.
  private static func turned(_ content: Int) -> Int { rearranged(content) { ($0 + 3) % 6 } }

  private static func rearranged(_ content: Int, _ target: (Int) -> Int) -> Int {
    var result = 0
    for point in 0..<6 {
      result |= (content >> point & 1) << target(point)
      result |= (content >> (6 + point) & 1) << (6 + target(point))
    }
    return result
  }

  // MARK: Reading a board

  /// Calls `body` with every window and its content: a bit for each own stone, then one for each enemy
  /// stone; the dead are both.
  @inline(__always) static func forEachWindow(
    _ own: UInt64, _ opponent: UInt64, spread: UnsafePointer<UInt64>, _ body: (_ index: Int) -> Void
  ) {
    forEachWindow(own, opponent, body)
    forEachWindow(transposed(own, spread), transposed(opponent, spread), body)
  }

  @inline(__always) private static func forEachWindow(
    _ own: UInt64, _ opponent: UInt64, _ body: (_ index: Int) -> Void
  ) {
    for row in 0..<5 {
      let shift = UInt64(truncatingIfNeeded: row &* 6)
      // Two ranks of own stones, and above them the same of the enemy's.
      let ranks = own &>> shift & 0xFFF | (opponent &>> shift & 0xFFF) &<< 12
      for column in 0..<4 {
        let w = ranks &>> UInt64(truncatingIfNeeded: column)
        let content = w & 0x7 | w &>> 3 & 0x38 | w &>> 6 & 0x1C0 | w &>> 9 & 0xE00
        body((row &* 4 &+ column) &* windowContents &+ Int(truncatingIfNeeded: content))
      }
    }
  }

  /// The content of a diagonal, in the same way.
  @inline(__always) static func content(
    of diagonal: Diagonal, _ own: UInt64, _ opponent: UInt64
  ) -> Int {
    let length = UInt64(truncatingIfNeeded: diagonal.length)
    let places = 1 &<< length &- 1 as UInt64
    let ownPlaces = files(own & diagonal.mask) &>> diagonal.firstFile & places
    let opponentPlaces = files(opponent & diagonal.mask) &>> diagonal.firstFile & places
    return Int(truncatingIfNeeded: ownPlaces | opponentPlaces &<< length)
  }

  /// A bit for each file that has a point, if none has two.
  @inline(__always) private static func files(_ points: UInt64) -> UInt64 {
    // One factor brings each rank to the last one.
    (points &* 0x4104_1041) &>> 30 & 63
  }

  /// The six bits of a rank, spread to the first points of six ranks.
  static var spreadTable: [UInt64] {
    (0..<64).map { bits in (0..<6).reduce(0) { $0 | UInt64(bits >> $1 & 1) << UInt64(6 * $1) } }
  }

  @inline(__always) private static func transposed(
    _ bits: UInt64, _ spread: UnsafePointer<UInt64>
  ) -> UInt64 {
    var result: UInt64 = 0
    for rank in 0..<6 {
      let row = bits &>> UInt64(truncatingIfNeeded: 6 &* rank) & 63
      result |= spread[Int(truncatingIfNeeded: row)] &<< UInt64(truncatingIfNeeded: rank)
    }
    return result
  }
}
