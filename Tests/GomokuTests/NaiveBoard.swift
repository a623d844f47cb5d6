/// A board of gomoku that knows the rules of `protocol.md` and shares no code with the engine.
///
/// Every question is answered from the stones alone; nothing is remembered.
struct NaiveBoard {
  enum Rule: Int, CaseIterable {
    case freestyle = 0
    case exactFive = 1
    case renju = 4
    case caro = 8
    case exactCaro = 9
  }

  enum Side: String {
    case black, white

    var opponent: Side { self == .black ? .white : .black }
    fileprivate var cell: Cell { self == .black ? .black : .white }
  }

  /// A column from the left and a row from the top, both from 0.
  struct Place: Hashable {
    var x: Int
    var y: Int

    func moved(_ steps: Int, along line: Line) -> Place {
      Place(x: x + steps * line.dx, y: y + steps * line.dy)
    }
  }

  /// One of the four ways in which stones stand in a row.
  struct Line {
    let dx: Int
    let dy: Int

    static let all = [
      Line(dx: 1, dy: 0), Line(dx: 0, dy: 1), Line(dx: 1, dy: 1), Line(dx: 1, dy: -1),
    ]
  }

  enum Cell: UInt8 {
    case empty, black, white, neutral
    /// Not on the board.
    case outside
  }

  /// Why renju forbids Black a point.
  enum Ban { case doubleThree, doubleFour, overline }

  let rule: Rule
  let width: Int
  let height: Int
  private var cells: [Cell]

  init(rule: Rule, width: Int, height: Int) {
    self.rule = rule
    self.width = width
    self.height = height
    cells = Array(repeating: .empty, count: width * height)
  }

  subscript(place: Place) -> Cell {
    get {
      guard 0..<width ~= place.x, 0..<height ~= place.y else { return .outside }
      return cells[place.y * width + place.x]
    }
    set { cells[place.y * width + place.x] = newValue }
  }

  func with(_ side: Side, on place: Place) -> NaiveBoard {
    var board = self
    board[place] = side.cell
    return board
  }

  var places: [Place] {
    (0..<height).flatMap { y in (0..<width).map { x in Place(x: x, y: y) } }
  }

  var emptyPlaces: [Place] { places.filter { self[$0] == .empty } }

  /// Whether the game is over: a winning row, or no empty point.
  var isOver: Bool {
    !cells.contains(.empty)
      || places.contains { place in
        self[place] == .black && makesFive(.black, on: place)
          || self[place] == .white && makesFive(.white, on: place)
      }
  }

  /// Whether `side` may play on `place` by the rules, whoever's turn it is.
  func isLegal(_ side: Side, on place: Place) -> Bool {
    self[place] == .empty && (side == .white || ban(on: place) == nil)
  }

  // MARK: Rows

  /// The row that a stone of `side` on `place` stands, or would stand, in: as long as it gets.
  private func row(of side: Side, through place: Place, along line: Line) -> [Place] {
    var row = [place]
    var next = place.moved(1, along: line)
    while self[next] == side.cell {
      row.append(next)
      next = next.moved(1, along: line)
    }
    next = place.moved(-1, along: line)
    while self[next] == side.cell {
      row.insert(next, at: 0)
      next = next.moved(-1, along: line)
    }
    return row
  }

  /// Whether a stone of `side` on `place` stands, or would stand, in a row that wins.
  func makesFive(_ side: Side, on place: Place) -> Bool {
    Line.all.contains { line in
      // Most points have no neighbour along the line.
      guard
        self[place.moved(1, along: line)] == side.cell
          || self[place.moved(-1, along: line)] == side.cell
      else { return false }
      let row = row(of: side, through: place, along: line)
      func isEnclosed() -> Bool {
        self[row[0].moved(-1, along: line)] == side.opponent.cell
          && self[row[row.count - 1].moved(1, along: line)] == side.opponent.cell
      }
      switch rule {
      case .freestyle: return row.count >= 5
      case .exactFive: return row.count == 5
      case .renju: return side == .black ? row.count == 5 : row.count >= 5
      case .caro: return row.count >= 6 || row.count == 5 && !isEnclosed()
      case .exactCaro: return row.count == 5 && !isEnclosed()
      }
    }
  }

  // MARK: Renju

  /// Why renju forbids Black the empty `place`: five wins over everything.
  func ban(on place: Place) -> Ban? {
    guard rule == .renju, !makesFive(.black, on: place) else { return nil }
    let after = with(.black, on: place)
    if Line.all.contains(where: { after.row(of: .black, through: place, along: $0).count > 5 }) {
      return .overline
    }
    if after.fours(with: place).count > 1 { return .doubleFour }
    if after.threes(with: place).count > 1 { return .doubleThree }
    return nil
  }

  /// The fours that Black's stone on `place` belongs to: four stones that one more makes a five.
  ///
  /// The two ends of a straight four complete the same four stones.
  private func fours(with place: Place) -> Set<Set<Place>> {
    var fours: Set<Set<Place>> = []
    for line in Line.all {
      for steps in -4...4 {
        let last = place.moved(steps, along: line)
        guard self[last] == .empty else { continue }
        let row = row(of: .black, through: last, along: line)
        if row.count == 5, row.contains(place) { fours.insert(Set(row).subtracting([last])) }
      }
    }
    return fours
  }

  /// The threes that Black's stone on `place` belongs to: three stones that one more, which he may
  /// play and which makes no five, makes a straight four.
  private func threes(with place: Place) -> Set<Set<Place>> {
    var threes: Set<Set<Place>> = []
    for line in Line.all {
      for steps in -3...3 {
        let fourth = place.moved(steps, along: line)
        guard self[fourth] == .empty else { continue }
        let row = row(of: .black, through: fourth, along: line)
        guard row.count == 4, row.contains(place), !makesFive(.black, on: fourth),
          with(.black, on: fourth).isStraightFour(row, along: line), ban(on: fourth) == nil
        else { continue }
        threes.insert(Set(row).subtracting([fourth]))
      }
    }
    return threes
  }

  /// Whether `row` of Black's four stones becomes a five at either end.
  private func isStraightFour(_ row: [Place], along line: Line) -> Bool {
    [row[0].moved(-1, along: line), row[3].moved(1, along: line)].allSatisfy { end in
      self[end] == .empty && self.row(of: .black, through: end, along: line).count == 5
    }
  }
}
