import Basics

/// A board of gomoku that knows the rules of `protocol.md` and shares no code with the engine.
///
/// Every question is answered from the stones alone; nothing is remembered.
struct NaiveBoard: Hashable {
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

  /// The points at most so many steps of a king from a point.
  struct Square: Hashable {
    var center: Place
    var reach: Int

    func contains(_ place: Place) -> Bool {
      abs(place.x - center.x) <= reach && abs(place.y - center.y) <= reach
    }
  }

  let rule: Rule
  let width: Int
  let height: Int
  /// Where Black's fives count in freestyle; `nil` for everywhere.
  var square: Square?
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
  ///
  /// - Parameter anyThree: whether a three counts even if the stone that makes it a straight four
  ///   is forbidden.
  func isLegal(_ side: Side, on place: Place, anyThree: Bool = false) -> Bool {
    self[place] == .empty && (side == .white || ban(on: place, anyThree: anyThree) == nil)
  }

  // MARK: Rows

  /// A stone's unbroken row, as long as it gets.
  private struct Row {
    var first: Place
    var length: Int
    let line: Line

    var places: [Place] { (0..<length).map { first.moved($0, along: line) } }
    /// The points before and after it.
    var ends: [Place] { [first.moved(-1, along: line), first.moved(length, along: line)] }
  }

  /// The row that a stone of `side` on `place` stands, or would stand, in.
  private func row(of side: Side, through place: Place, along line: Line) -> Row {
    var row = Row(first: place, length: 1, line: line)
    while self[row.first.moved(-1, along: line)] == side.cell {
      row.first = row.first.moved(-1, along: line)
      row.length += 1
    }
    while self[row.first.moved(row.length, along: line)] == side.cell { row.length += 1 }
    return row
  }

  /// Whether a stone of `side` on `place` stands, or would stand, in a row that wins.
  func makesFive(_ side: Side, on place: Place) -> Bool {
    Line.all.contains { line in
      let row = row(of: side, through: place, along: line)
      guard row.length >= 5 else { return false }
      let isEnclosed = row.ends.allSatisfy { self[$0] == side.opponent.cell }
      switch rule {
      case .freestyle:
        guard side == .black, let square else { return true }
        return row.places.filter(square.contains).count >= 5
      case .exactFive:
        let isInside = side == .white || square.map { row.places.allSatisfy($0.contains) } ?? true
        return row.length == 5 && isInside
      case .renju: return side == .white || row.length == 5
      case .caro: return row.length >= 6 || !isEnclosed
      case .exactCaro: return row.length == 5 && !isEnclosed
      }
    }
  }

  // MARK: Renju

  /// Why renju forbids Black the empty `place`: five wins over everything.
  func ban(on place: Place, anyThree: Bool = false) -> Ban? {
    guard rule == .renju, !makesFive(.black, on: place) else { return nil }
    let after = with(.black, on: place)
    if Line.all.contains(where: { after.row(of: .black, through: place, along: $0).length > 5 }) {
      return .overline
    }
    if after.fours(with: place).count > 1 { return .doubleFour }
    if after.threes(with: place, any: anyThree).count > 1 { return .doubleThree }
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
        guard row.length == 5, row.places.contains(place) else { continue }
        fours.insert(Set(row.places).subtracting([last]))
      }
    }
    return fours
  }

  /// The threes that Black's stone on `place` belongs to: three stones that one more, which he may
  /// play and which makes no five, makes a straight four; if `any`, it may be forbidden.
  private func threes(with place: Place, any: Bool) -> Set<Set<Place>> {
    var threes: Set<Set<Place>> = []
    for line in Line.all {
      for steps in -3...3 {
        let fourth = place.moved(steps, along: line)
        guard self[fourth] == .empty else { continue }
        let row = row(of: .black, through: fourth, along: line)
        guard row.length == 4, row.places.contains(place), !makesFive(.black, on: fourth),
          with(.black, on: fourth).isStraightFour(row), any || ban(on: fourth) == nil
        else { continue }
        threes.insert(Set(row.places).subtracting([fourth]))
      }
    }
    return threes
  }

  /// Whether `row` of Black's four stones becomes a five at either end.
  private func isStraightFour(_ row: Row) -> Bool {
    row.ends.allSatisfy { end in
      self[end] == .empty && self.row(of: .black, through: end, along: row.line).length == 5
    }
  }
}
