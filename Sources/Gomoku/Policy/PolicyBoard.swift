import Basics
import CNetworks
import GomokuRules

/// What a policy network knows of a search's board: it follows the board when it is asked.
///
/// Invariant: the vectors are those of the board that has been followed, from scratch.
struct PolicyBoard: ~Copyable {
  typealias Vector = SIMD16<Int16>

  private let network: PolicyNetwork
  /// The row of each window, as Black sees it and as White does.
  private let rows = PolicyRows.both
  /// Each cell's vector in both views, Black's first.
  private let vectors: UnsafeMutablePointer<Views>
  /// What is positive of them, view by view; zero outside the board.
  private let excited: UnsafeMutablePointer<Vector>
  /// The lines' bits (`Board.lines`).
  private let lines: UnsafeMutablePointer<UInt64>
  /// The moves followed.
  private let path: UnsafeMutablePointer<Step>
  private var length = 0
  private let deepest: Int
  /// The vectors that they changed.
  private let saved: UnsafeMutablePointer<Saved>
  private var savedCount = 0

  struct Views {
    var black = Vector.zero
    var white = Vector.zero
  }

  private struct Step {
    /// `nil` for a pass.
    var move: Point?
    var color: Color
    var savedCount: Int
  }

  private struct Saved {
    var index: Int
    var views: Views
  }

  /// - Parameters:
  ///   - board: a board from which no move has been made yet.
  ///   - deepest: the greatest number of plies that will be.
  init<Rules: RuleTraits>(
    _ network: PolicyNetwork, _ board: borrowing Board<Rules>, deepest: Int
  ) {
    assert(board.ply == 0)
    self.network = network
    self.deepest = deepest
    vectors = .allocate(capacity: Point.cellCount)
    vectors.initialize(repeating: Views(), count: Point.cellCount)
    excited = .allocate(capacity: 2 * Point.cellCount)
    excited.initialize(repeating: .zero, count: 2 * Point.cellCount)
    lines = .allocate(capacity: Board<Rules>.lineCount)
    lines.update(from: board.lines, count: Board<Rules>.lineCount)
    path = .allocate(capacity: deepest)
    saved = .allocate(capacity: deepest * (8 * PolicyWindow.reach + 1))
    for point in board.size.points {
      var views = Views()
      for direction in Direction.allCases {
        let (line, cell) = LinePlace.of(point.index, direction)
        guard CellBits.cell(cell, of: lines[line]) != CellBits.outside else { continue }
        add(window(lines[line], cell), along: direction, to: &views)
      }
      set(views, at: point.index)
    }
  }

  deinit {
    vectors.deallocate()
    excited.deallocate()
    lines.deallocate()
    path.deallocate()
    saved.deallocate()
  }

  /// Writes how promising moves on some points of `board` are for its side to move.
  @inline(__always) mutating func score<Rules: RuleTraits>(
    _ points: UnsafePointer<UInt16>, count: Int, on board: borrowing Board<Rules>,
    to scores: UnsafeMutablePointer<Float>
  ) {
    follow(board)
    let own = board.sideToMove
    var head = network.head(threats: board.threatMask)
    policy_score(
      &head, numbers(own), numbers(own.opponent), points, CInt(truncatingIfNeeded: count), scores)
  }

  /// The excited vectors in a colour's view, number by number.
  private func numbers(_ color: Color) -> UnsafePointer<Int16> {
    UnsafeRawPointer(excited + color.index &* Point.cellCount).assumingMemoryBound(to: Int16.self)
  }

  // MARK: Following

  /// Takes back what the board's path does not share, and plays the rest of it.
  private mutating func follow<Rules: RuleTraits>(_ board: borrowing Board<Rules>) {
    var shared = 0
    while shared < min(length, board.ply),
      path[shared].move == board.frames[shared &+ 1].move
    {
      shared &+= 1
    }
    while length > shared { unplay() }
    let isEven = (board.ply &- length).isMultiple(of: 2)
    var color = isEven ? board.sideToMove : board.sideToMove.opponent
    while length < board.ply {
      play(board.frames[length &+ 1].move, color)
      color = color.opponent
    }
  }

  private mutating func play(_ move: Point?, _ color: Color) {
    assert(length < deepest)
    (path + length).initialize(to: Step(move: move, color: color, savedCount: savedCount))
    length &+= 1
    guard let point = move else { return }
    var own = vectors[point.index]
    save(point.index)
    for direction in Direction.allCases {
      let (number, cell) = LinePlace.of(point.index, direction)
      let old = lines[number]
      let new = old ^ CellBits.change(color) &<< UInt64(truncatingIfNeeded: 2 &* cell)
      lines[number] = new
      for offset in -PolicyWindow.reach...PolicyWindow.reach {
        let here = cell &+ offset
        guard CellBits.cell(here, of: old) != CellBits.outside else { continue }
        if offset == 0 {
          exchange(window(old, here), window(new, here), along: direction, in: &own)
        } else {
          let index = point.index &+ offset &* direction.step
          save(index)
          var views = vectors[index]
          exchange(window(old, here), window(new, here), along: direction, in: &views)
          set(views, at: index)
        }
      }
    }
    set(own, at: point.index)
  }

  private mutating func unplay() {
    length &-= 1
    let step = path[length]
    guard let point = step.move else { return }
    for direction in Direction.allCases {
      let (number, cell) = LinePlace.of(point.index, direction)
      lines[number] ^= CellBits.change(step.color) &<< UInt64(truncatingIfNeeded: 2 &* cell)
    }
    while savedCount > step.savedCount {
      savedCount &-= 1
      set(saved[savedCount].views, at: saved[savedCount].index)
    }
  }

  @inline(__always) private mutating func save(_ index: Int) {
    (saved + savedCount).initialize(to: Saved(index: index, views: vectors[index]))
    savedCount &+= 1
  }

  @inline(__always) private func set(_ views: Views, at index: Int) {
    vectors[index] = views
    excited[index] = PolicyBoard.positive(views.black)
    excited[Point.cellCount &+ index] = PolicyBoard.positive(views.white)
  }

  /// The numbers above zero: `pointwiseMax` would be a call.
  @inline(__always) private static func positive(_ vector: Vector) -> Vector {
    vector & ~(vector &>> 15)
  }

  // MARK: Windows

  /// The window around a cell, its own included.
  @inline(__always) private func window(_ line: UInt64, _ cell: Int) -> Int {
    let bits = ~line &>> UInt64(truncatingIfNeeded: 2 &* (cell &- PolicyWindow.reach))
    return Int(truncatingIfNeeded: bits) & (PolicyWindow.codeCount &- 1)
  }

  @inline(__always) private func table(_ direction: Direction) -> UnsafePointer<Vector> {
    direction == .horizontal || direction == .vertical ? network.straight : network.diagonal
  }

  @inline(__always) private func add(
    _ code: Int, along direction: Direction, to views: inout Views
  ) {
    let table = table(direction)
    views.black &+= table[Int(rows[2 &* code])]
    views.white &+= table[Int(rows[2 &* code &+ 1])]
  }

  @inline(__always) private func exchange(
    _ old: Int, _ new: Int, along direction: Direction, in views: inout Views
  ) {
    let table = table(direction)
    views.black &-= table[Int(rows[2 &* old])]
    views.white &-= table[Int(rows[2 &* old &+ 1])]
    add(new, along: direction, to: &views)
  }
}
