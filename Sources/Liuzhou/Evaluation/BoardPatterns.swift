import LiuzhouRules

/// The patterns of the board whose contents select rows of the embedding table.
///
/// The patterns are the 40 windows of 2x3 points and the 14 complete diagonals. The content of a
/// pattern gives for each of its points an own, enemy or dead stone, or none. Contents that a
/// symmetry of the board maps to each other share a row.
enum BoardPatterns {
  /// The number of windows whose long side lies along a rank.
  ///
  /// The other 20 windows are found in the same way on the transposed board.
  static let windowCount = 20
  /// The number of contents of a window, with two bits for each of its 6 points.
  static let windowContents = 4096

  /// A complete diagonal: its points, the file where it begins, and its number of points.
  struct Diagonal {
    let mask: UInt64
    let firstFile: UInt64
    let length: Int
  }

  /// The 14 complete diagonals, also those that are no formation under the rules.
  static let diagonals = Formation.all.compactMap { formation -> Diagonal? in
    switch formation.shape {
    case .square, .six, .edgeSix: return nil
    case .diagonal3, .diagonal4, .diagonal5, .diagonal6:
      let first = formation.points.map({ $0.file }).min() ?? 0
      return Diagonal(
        mask: formation.points.bits, firstFile: UInt64(first), length: formation.points.count)
    }
  }

  // MARK: Rows

  /// The embedding rows of all contents, from 0 on. Contents equal by symmetry share a row.
  struct PatternRows {
    /// The rows of the windows, at index window · `windowContents` + content.
    let windows: [UInt16]
    /// The rows of the diagonals, by length minus 3 and by content.
    let diagonals: [[UInt16]]
    let count: Int
  }

  /// The rows of all contents: first those of the windows, then those of the diagonals.
  ///
  /// The windows along the files use the rows of the windows along the ranks.
  static let rows: PatternRows = {
    var count = 0
    /// Returns a row for each of `contents`; contents with the same representative share a row.
    func rows(_ contents: Range<Int>, _ representative: (Int) -> Int) -> [UInt16] {
      // Indexed by representative, which is itself a content.
      var known = [Int?](repeating: nil, count: contents.count)
      return contents.map { content in
        let representative = representative(content)
        let row = known[representative] ?? count
        if row == count { (known[representative], count) = (count, count + 1) }
        return UInt16(row)
      }
    }
    let windows = rows(0..<windowCount * windowContents) {
      canonicalContent($0 % windowContents, in: $0 / windowContents)
    }
    let diagonals = (3...6).map { length in
      rows(0..<1 << (2 * length)) { content in
        let reversed = (0..<length).reduce(0) { reversed, index in
          let own = content >> index & 1
          let enemy = content >> (length + index) & 1
          return reversed | own << (length - 1 - index) | enemy << (2 * length - 1 - index)
        }
        return min(content, reversed)
      }
    }
    return PatternRows(windows: windows, diagonals: diagonals, count: count)
  }()

  /// Returns the representative of all contents that are equal to this one by symmetry.
  ///
  /// The window is mirrored into the lower left quarter of the board, which has six windows.
  private static func canonicalContent(_ content: Int, in window: Int) -> Int {
    var (row, column) = (window / 4, window % 4)
    var content = content
    if column > 1 {
      column = 3 - column
      content = permuted(content) { 3 * ($0 / 3) + 2 - $0 % 3 }
    }
    if row > 2 {
      row = 4 - row
      content = flipped(content)
    }
    // A window in the middle is its own mirror image, so the smaller of its two contents is taken.
    if row == 2 { content = min(content, flipped(content)) }
    return (row * 2 + column) * windowContents + content
  }

  /// Returns the content with the upper and lower row exchanged.
  private static func flipped(_ content: Int) -> Int { permuted(content) { ($0 + 3) % 6 } }

  /// Returns the content with each point moved to its `target`.
  private static func permuted(_ content: Int, _ target: (Int) -> Int) -> Int {
    var result = 0
    for point in 0..<6 {
      result |= (content >> point & 1) << target(point)
      result |= (content >> (6 + point) & 1) << (6 + target(point))
    }
    return result
  }

  // MARK: Reading a board

  /// Calls `body` for every window, with the index window · `windowContents` + content.
  ///
  /// A content has six bits for own stones, then six for enemy stones. Dead stones set both bits,
  /// since `own` and `opponent` both contain them. The 20 windows along the ranks come first, then
  /// the 20 along the files, with the same indices.
  ///
  /// - Parameter spread: the numbers of `spreadTable`.
  @inline(__always) static func forEachWindow(
    _ own: UInt64, _ opponent: UInt64, spread: UnsafePointer<UInt64>, _ body: (_ index: Int) -> Void
  ) {
    forEachWindow(own, opponent, body)
    forEachWindow(transposed(own, spread), transposed(opponent, spread), body)
  }

  /// Calls `body` in the same way for the 20 windows along the ranks.
  @inline(__always) private static func forEachWindow(
    _ own: UInt64, _ opponent: UInt64, _ body: (_ index: Int) -> Void
  ) {
    for row in 0..<5 {
      let shift = UInt64(truncatingIfNeeded: row &* 6)
      // Bits 0 to 11 hold two ranks of own stones, bits 12 to 23 the same ranks of enemy stones.
      let ranks = own &>> shift & 0xFFF | (opponent &>> shift & 0xFFF) &<< 12
      for column in 0..<4 {
        let w = ranks &>> UInt64(truncatingIfNeeded: column)
        let content = w & 0x7 | w &>> 3 & 0x38 | w &>> 6 & 0x1C0 | w &>> 9 & 0xE00
        body((row &* 4 &+ column) &* windowContents &+ Int(truncatingIfNeeded: content))
      }
    }
  }

  /// Returns the content of a diagonal: a bit for each own stone, then a bit for each enemy stone.
  @inline(__always) static func content(
    of diagonal: Diagonal, _ own: UInt64, _ opponent: UInt64
  ) -> Int {
    let length = UInt64(truncatingIfNeeded: diagonal.length)
    let mask = 1 &<< length &- 1 as UInt64
    let ownBits = files(own & diagonal.mask) &>> diagonal.firstFile & mask
    let opponentBits = files(opponent & diagonal.mask) &>> diagonal.firstFile & mask
    return Int(truncatingIfNeeded: ownBits | opponentBits &<< length)
  }

  /// Returns a bit for each file that has a point of `points`; no two points may share a file.
  @inline(__always) private static func files(_ points: UInt64) -> UInt64 {
    // The product adds up all ranks in bits 30 to 35, without carries.
    (points &* 0x4104_1041) &>> 30 & 63
  }

  /// The lookup table for transposing: the six bits of a rank become the first points of six ranks.
  static var spreadTable: [UInt64] {
    (0..<64).map { bits in (0..<6).reduce(0) { $0 | UInt64(bits >> $1 & 1) << UInt64(6 * $1) } }
  }

  /// Returns the points with files and ranks exchanged.
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
