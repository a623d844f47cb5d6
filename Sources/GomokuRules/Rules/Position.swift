import Basics

/// A position of gomoku and its rules, without any of the tables that the search uses.
///
/// Referees and proof checkers rely on this code, so it is kept simple.
public struct Position: Equatable, Sendable {
  public let size: BoardSize
  public let variant: Variant
  /// The square in which Black's fives have to lie; `nil` if they may lie anywhere.
  ///
  /// Stones outside still count as stones. Only freestyle and exact five have squares. A strategy
  /// for such a game that also holds on the plane wins on every board that has the square's points
  /// and the first stones (`tournaments/theorem/every-board.md`).
  public var square: Square?

  public struct Stone: Hashable, Sendable {
    public let point: Point
    /// The stone's side; `nil` for a stone that belongs to nobody and only occupies its point.
    public let color: Color?
  }

  /// All stones in the order in which they were placed.
  public private(set) var stones: [Stone] = []
  /// The side that plays next.
  public var sideToMove: Color = .black
  private var cells: [Content]

  private enum Content: UInt8 { case outside, empty, black, white, neutral }

  public init(size: BoardSize = .standard, variant: Variant = .freestyle) {
    self.size = size
    self.variant = variant
    cells = Array(repeating: .outside, count: Point.cellCount)
    for point in size.points { cells[point.index] = .empty }
  }

  /// Returns the position with the same stones and side to move under the rules of `variant`.
  public func under(_ variant: Variant) -> Position {
    var copy = Position(size: size, variant: variant)
    copy.cells = cells
    copy.stones = stones
    copy.sideToMove = sideToMove
    copy.square = variant.hasPlaneTheorems ? square : nil
    return copy
  }

  /// The same stones on the plane: the cells beyond the edges are empty too.
  ///
  /// Only the cells within `BoardSize.margin` steps of the board exist. Moves still have to be on
  /// the board.
  var onPlane: Position {
    var copy = self
    for point in size.surroundings { copy.cells[point.index] = .empty }
    return copy
  }

  // MARK: Looking

  public func isEmpty(_ point: Point) -> Bool { cells[point.index] == .empty }

  /// Returns the colour of the stone on `point`; `nil` if there is none or if it belongs to nobody.
  public func color(at point: Point) -> Color? {
    switch cells[point.index] {
    case .black: .black
    case .white: .white
    default: nil
    }
  }

  public var emptyPoints: [Point] { size.points.filter(isEmpty) }
  public var isFull: Bool { stones.count == size.pointCount }

  /// The number of moves that the side to move has until the board is full.
  public var movesToGo: Int { (size.pointCount - stones.count + 1) / 2 }

  /// The points where the side to move may play, row by row; empty once the game is over.
  public var legalMoves: [Point] { outcome == nil ? playablePoints : [] }

  /// The empty points that are not forbidden to the side to move, row by row, whatever the result.
  package var playablePoints: [Point] { emptyPoints.filter { forbiddance(of: $0) == nil } }

  // MARK: Playing

  /// The reason why a point cannot be played.
  public enum IllegalMove: Error, Equatable, Sendable {
    case offBoard
    case occupied
    case forbidden(ForbiddenReason)
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

  /// Places a stone on an empty point, whatever the turn, the forbidden points and the result.
  ///
  /// The side to move does not change.
  public mutating func place(_ color: Color?, on point: Point) throws(IllegalMove) {
    guard size.contains(point) else { throw .offBoard }
    guard isEmpty(point) else { throw .occupied }
    put(color, on: point)
  }

  /// Places a stone; unlike `place`, ends the program if the point is not empty.
  mutating func put(_ color: Color?, on point: Point) {
    precondition(isEmpty(point))
    cells[point.index] = color.map { $0 == .black ? .black : .white } ?? .neutral
    stones.append(Stone(point: point, color: color))
  }

  /// Removes the stone on `point`; its owner, if any, is to move afterwards.
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

  /// The result of a finished game.
  public enum Outcome: Hashable, Sendable {
    case win(Color)
    case draw
  }

  /// The result: a winning row anywhere or a full board; `nil` while the game goes on.
  public var outcome: Outcome? {
    for stone in stones.reversed() {
      if let color = stone.color, isWinning(color, at: stone.point) { return .win(color) }
    }
    return isFull ? .draw : nil
  }

  /// The stones of winning rows, in the order in which they were played.
  public var winningPoints: [Point] {
    stones.filter { stone in stone.color.map { isWinning($0, at: stone.point) } ?? false }
      .map({ $0.point })
  }

  /// Returns whether a stone of `color` on `point` belongs to a winning row. The stone need not be
  /// on the board yet.
  public func isWinning(_ color: Color, at point: Point) -> Bool {
    Direction.allCases.contains { direction in
      isWinning(row(of: color, through: point, along: direction), of: color, along: direction)
    }
  }

  /// Returns whether `row`, of stones of `color`, wins.
  package func isWinning(_ row: Row, of color: Color, along direction: Direction) -> Bool {
    let enclosed =
      self.color(at: row.first.advanced(-1, along: direction)) == color.opponent
      && self.color(at: row.last.advanced(1, along: direction)) == color.opponent
    let length = color == .black ? lengthInSquare(of: row, along: direction) : row.length
    return variant.rowWins(length: length, enclosed: enclosed, of: color)
  }

  /// Returns the number of stones of a row that count: those in `square`. In exact five none count
  /// if one lies outside.
  private func lengthInSquare(of row: Row, along direction: Direction) -> Int {
    guard let square else { return row.length }
    let inside = (0..<row.length).count {
      square.contains(row.first.advanced($0, along: direction))
    }
    return variant == .standard && inside < row.length ? 0 : inside
  }

  /// A maximal unbroken row of stones of one colour.
  package struct Row {
    package var first: Point
    var last: Point
    package var length: Int
  }

  /// Returns the row that a stone of `color` on `point` belongs to. The stone need not be on the
  /// board yet.
  package func row(of color: Color, through point: Point, along direction: Direction) -> Row {
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
