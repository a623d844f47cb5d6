import Basics
import Liuzhou
import LiuzhouRules

/// The rules once more, read from their text cell by cell and without regard for speed.
///
/// Shares nothing with `Rulebook` but the switches: formations are spelled out in coordinates, and a
/// position is a list of cells.
struct PlainPosition: Hashable {
  enum Cell: Character {
    case empty = "."
    case black = "X"
    case white = "O"
    case deadBlack = "x"
    case deadWhite = "o"
  }

  /// By 6 times the rank plus the file.
  var cells: [Cell]
  var blackMoves: Bool
  var phase: Character

  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 4, let phase = parts[2].first else { return nil }
    cells = parts[0].split(separator: "/").reversed().flatMap { rank in
      rank.flatMap { letter -> [Cell] in
        if let count = letter.wholeNumberValue { return Array(repeating: .empty, count: count) }
        return [Cell(rawValue: letter) ?? .empty]
      }
    }
    blackMoves = parts[1] == "b"
    self.phase = phase
  }

  var own: Cell { blackMoves ? .black : .white }
  var enemy: Cell { blackMoves ? .white : .black }
  func points(_ cell: Cell) -> [Int] { cells.indices.filter { cells[$0] == cell } }
}

/// The ends of games, read once more from the texts of their positions and turns.
///
/// Blocked players are left out: their rules must be `pass` or `exchange`.
struct PlainEnds {
  let rules: RuleSet

  /// Returns the rule that ends a game, or `nil` while it goes on.
  func end(positions: [String], turns: [String]) -> String? {
    let fields = positions.map { $0.split(separator: " ") }
    guard let last = fields.last, last[2] == "m" || last[2] == "x" else { return nil }
    for letter in "XO" where last[0].count(where: { $0 == letter }) <= rules.loseAt {
      return "few stones"
    }
    let steps = turns.map { turn in
      let parts = turn.split(separator: "x", omittingEmptySubsequences: false)
      return (parts[0].isEmpty ? 0 : 1) + (parts.count > 1 ? parts[1].count / 2 : 0)
    }
    if rules.length > 0, steps.reduce(0, +) >= rules.length { return "length" }
    guard last[2] == "m" else { return nil }
    let quiet = zip(fields, turns).reversed().prefix { position, turn in
      (position[2] == "m" || position[2] == "x") && !turn.contains("x")
    }
    if quiet.count >= rules.quiet { return "quiet" }
    let equal = fields.count { $0[0...2] == last[0...2] }
    return rules.repetition == .draw && equal >= 3 ? "repetition" : nil
  }
}

/// What the rules say of plain positions.
struct PlainRules {
  let rules: RuleSet
  private let formations: [(points: Set<Int>, value: Int)]

  init(_ rules: RuleSet) {
    self.rules = rules
    var formations: [(points: Set<Int>, value: Int)] = []
    for file in 0..<5 {
      for rank in 0..<5 {
        let corner = 6 * rank + file
        formations.append(([corner, corner + 1, corner + 6, corner + 7], rules.square))
      }
    }
    let diagonalValues = [
      3: rules.diagonal3, 4: rules.diagonal4, 5: rules.diagonal5, 6: rules.diagonal6,
    ]
    for sum in 0...10 {
      let all = (0..<36).filter { $0 / 6 + $0 % 6 == sum }
      let mirrored = all.map { $0 / 6 * 6 + 5 - $0 % 6 }
      guard let value = diagonalValues[all.count] else { continue }
      formations += [(Set(all), value), (Set(mirrored), value)]
    }
    for line in 0..<6 {
      let value = line == 0 || line == 5 ? rules.edgeSix : rules.six
      formations.append((Set((0..<36).filter { $0 / 6 == line }), value))
      formations.append((Set((0..<36).filter { $0 % 6 == line }), value))
    }
    self.formations = formations.filter { $0.value > 0 }
  }

  /// Counts the sequences of `depth` turns.
  func perft(_ position: PlainPosition, depth: Int) -> UInt64 {
    guard depth > 0 else { return 1 }
    let next = successors(of: position)
    return depth == 1 ? UInt64(next.count) : next.reduce(0) { $0 + perft($1, depth: depth - 1) }
  }

  /// The position after each turn; none once the game is over. Different turns never lead to the
  /// same position.
  func successors(of position: PlainPosition) -> [PlainPosition] {
    let own = position.points(position.own)
    switch position.phase {
    case "p":
      return position.points(.empty).flatMap { point in
        var moved = position
        moved.cells[point] = position.own
        return captures(in: moved, earned: earned(at: point, in: moved)).map(finishPlacement)
      }
    case "f":
      return captures(in: position, earned: 1).map(finishRemoval)
    case "x":
      let enemies = position.points(position.enemy)
      guard own.count > rules.loseAt, enemies.count > rules.loseAt else { return [] }
      return captures(in: position, earned: 1).map { turn in
        var next = turn
        next.blackMoves.toggle()
        next.phase = "m"
        return next
      }
    default:
      let enemies = position.points(position.enemy)
      guard own.count > rules.loseAt, enemies.count > rules.loseAt else { return [] }
      var turns: [PlainPosition] = []
      for from in own {
        for to in position.points(.empty)
        where own.count <= rules.flyAt || areNeighbours(from, to) {
          var moved = position
          moved.cells[from] = .empty
          moved.cells[to] = position.own
          turns += captures(in: moved, earned: earned(at: to, in: moved))
        }
      }
      if turns.isEmpty, rules.blocked == .exchange {
        let taken = captures(in: position, earned: 1).filter { $0 != position }
        if !taken.isEmpty {
          return taken.map { turn in
            var next = turn
            next.blackMoves.toggle()
            next.phase = "x"
            return next
          }
        }
      }
      if turns.isEmpty, rules.blocked == .pass || rules.blocked == .exchange { turns = [position] }
      return turns.map { turn in
        var next = turn
        next.blackMoves.toggle()
        return next
      }
    }
  }

  private func areNeighbours(_ a: Int, _ b: Int) -> Bool {
    abs(a / 6 - b / 6) + abs(a % 6 - b % 6) == 1
  }

  /// What the stone that has just come to `point` earns.
  private func earned(at point: Int, in position: PlainPosition) -> Int {
    let values = complete(position.own, in: position).filter { $0.points.contains(point) }
      .map(\.value)
    return rules.count == .best ? values.max() ?? 0 : values.reduce(0, +)
  }

  private func complete(
    _ cell: PlainPosition.Cell, in position: PlainPosition
  ) -> [(points: Set<Int>, value: Int)] {
    formations.filter { $0.points.allSatisfy { position.cells[$0] == cell } }
  }

  /// The position after each set of stones that may be captured for `earned`.
  private func captures(in position: PlainPosition, earned: Int) -> [PlainPosition] {
    let all = position.points(position.enemy)
    let formed = Set(complete(position.enemy, in: position).flatMap { Array($0.points) })
    let free = rules.protection == .never ? all : all.filter { !formed.contains($0) }
    var sets: [[Int]]
    if rules.protection == .lastResort, earned > free.count {
      let rest = all.filter { formed.contains($0) }
      sets = PlainRules.subsets(of: rest, count: min(earned, all.count) - free.count)
        .map { $0 + free }
    } else {
      sets = PlainRules.subsets(of: free, count: min(earned, free.count))
    }
    return sets.map { set in
      var taken = position
      for point in set {
        let dead: PlainPosition.Cell = position.blackMoves ? .deadWhite : .deadBlack
        taken.cells[point] = position.phase == "p" ? dead : .empty
      }
      return taken
    }
  }

  private static func subsets(of points: [Int], count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    guard points.count >= count else { return [] }
    let rest = Array(points.dropFirst())
    return subsets(of: rest, count: count - 1).map { [points[0]] + $0 }
      + subsets(of: rest, count: count)
  }

  private func finishPlacement(_ position: PlainPosition) -> PlainPosition {
    var next = position
    next.blackMoves.toggle()
    guard position.points(.empty).isEmpty else { return next }
    let dead = position.points(.deadBlack) + position.points(.deadWhite)
    if dead.isEmpty {
      next.phase = "f"
      next.blackMoves = rules.forceFirst == .first
    } else {
      for point in dead { next.cells[point] = .empty }
      next.phase = "m"
      next.blackMoves = rules.mover == .first
    }
    return next
  }

  private func finishRemoval(_ position: PlainPosition) -> PlainPosition {
    var next = position
    if position.blackMoves == (rules.forceFirst == .first) {
      next.blackMoves.toggle()
    } else {
      next.phase = "m"
      next.blackMoves = rules.mover == .first
    }
    return next
  }
}
