import Basics

/// A position of a game by the rules alone: the referee's view, plain and independent of every
/// table that the search uses.
public struct Position: Equatable, Sendable {
  public let size: BoardSize
  public let variant: Variant

  /// A stone in the order of play.
  public struct Stone: Hashable, Sendable {
    public let point: Point
    /// `nil` for a stone that belongs to nobody: it only occupies its point.
    public let color: Color?
  }

  /// All stones in the order in which they were placed.
  public private(set) var stones: [Stone] = []
  /// Who plays next.
  public var sideToMove: Color = .black
  private var cells: [Content]

  private enum Content: UInt8 { case outside, empty, black, white, neutral }

  /// The empty board with Black to move.
  public init(size: BoardSize = .standard, variant: Variant = .freestyle) {
    self.size = size
    self.variant = variant
    cells = Array(repeating: .outside, count: Point.cellCount)
    for point in size.points { cells[point.index] = .empty }
  }

  /// The same stones and side to move under other rules.
  public func under(_ variant: Variant) -> Position {
    var copy = Position(size: size, variant: variant)
    copy.cells = cells
    copy.stones = stones
    copy.sideToMove = sideToMove
    return copy
  }

  // MARK: Looking

  public func isEmpty(_ point: Point) -> Bool { cells[point.index] == .empty }

  /// The colour of the stone on `point`, or `nil`.
  public func color(at point: Point) -> Color? {
    switch cells[point.index] {
    case .black: .black
    case .white: .white
    default: nil
    }
  }

  public var emptyPoints: [Point] { size.points.filter(isEmpty) }
  public var isFull: Bool { stones.count == size.pointCount }

  /// How many moves the side to move may still make: as if all points were filled.
  public var movesToGo: Int { (size.pointCount - stones.count + 1) / 2 }

  /// Where the side to move may play, row by row; none once the game is over.
  public var legalMoves: [Point] {
    guard outcome == nil else { return [] }
    return emptyPoints.filter { forbiddance(of: $0) == nil }
  }

  // MARK: Playing

  /// Why a point cannot be played.
  public enum IllegalMove: Error, Equatable, Sendable {
    case offBoard
    case occupied
    case forbidden(Forbiddance)
    case gameOver(Outcome)
  }

  /// Plays a stone of the side to move.
  public mutating func play(_ point: Point) throws(IllegalMove) {
    if let outcome { throw .gameOver(outcome) }
    guard size.contains(point) else { throw .offBoard }
    guard isEmpty(point) else { throw .occupied }
    if let forbiddance = forbiddance(of: point) { throw .forbidden(forbiddance) }
    put(sideToMove, on: point)
    sideToMove = sideToMove.opponent
  }

  /// Puts a stone on an empty point of the board, whoever's turn it is and whatever it makes.
  public mutating func place(_ color: Color?, on point: Point) throws(IllegalMove) {
    guard size.contains(point) else { throw .offBoard }
    guard isEmpty(point) else { throw .occupied }
    put(color, on: point)
  }

  mutating func put(_ color: Color?, on point: Point) {
    cells[point.index] = color.map { $0 == .black ? .black : .white } ?? .neutral
    stones.append(Stone(point: point, color: color))
  }

  /// Takes the stone on `point` off the board; its owner moves next.
  ///
  /// - Returns: the stone, or `nil` if there was none.
  @discardableResult
  public mutating func remove(_ point: Point) -> Stone? {
    guard let index = stones.lastIndex(where: { $0.point == point }) else { return nil }
    let stone = stones.remove(at: index)
    cells[point.index] = .empty
    if let color = stone.color { sideToMove = color }
    return stone
  }

  // MARK: The end of the game

  /// How a game ended.
  public enum Outcome: Hashable, Sendable {
    case win(Color)
    case draw
  }

  /// The result, or `nil` while the game goes on: a winning row anywhere, or a full board.
  public var outcome: Outcome? {
    for stone in stones.reversed() {
      if let color = stone.color, isWinning(color, at: stone.point) { return .win(color) }
    }
    return isFull ? .draw : nil
  }

  /// The stones that stand in a winning row, in the order in which they were played.
  public var winningPoints: [Point] {
    stones.filter { stone in stone.color.map { isWinning($0, at: stone.point) } ?? false }
      .map(\.point)
  }

  /// Whether a stone of `color` on `point` stands, or would stand, in a winning row.
  public func isWinning(_ color: Color, at point: Point) -> Bool {
    Direction.allCases.contains { direction in
      let row = row(of: color, through: point, along: direction)
      let enclosed =
        self.color(at: row.first.advanced(-1, along: direction)) == color.opponent
        && self.color(at: row.last.advanced(1, along: direction)) == color.opponent
      return variant.rowWins(length: row.length, enclosed: enclosed, of: color)
    }
  }

  /// An unbroken row of stones of one colour, as long as it gets.
  struct Row {
    var first: Point
    var last: Point
    var length: Int
  }

  /// The row that a stone of `color` on `point` belongs, or would belong, to.
  func row(of color: Color, through point: Point, along direction: Direction) -> Row {
    var row = Row(first: point, last: point, length: 1)
    while self.color(at: row.first.advanced(-1, along: direction)) == color {
      row.first = row.first.advanced(-1, along: direction)
      row.length += 1
    }
    while self.color(at: row.last.advanced(1, along: direction)) == color {
      row.last = row.last.advanced(1, along: direction)
      row.length += 1
    }
    return row
  }
}
