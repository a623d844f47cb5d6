/// A game of k in a row for small k, so that everything can be searched: strategies by the rules of
/// `tournaments/theorem/format.md` with k in place of five, and the exact value of positions.
///
/// It shares nothing with the engine nor with the naive checker of gomoku.
struct SmallGame: Hashable {
  /// The number of stones in a row that win.
  let k: Int
  /// Whether more than `k` do not win.
  let isExact: Bool
  let width: Int
  let height: Int

  struct Place: Hashable, Comparable {
    var x: Int
    var y: Int

    func moved(_ steps: Int, _ direction: (dx: Int, dy: Int)) -> Place {
      Place(x: x + steps * direction.dx, y: y + steps * direction.dy)
    }

    static func < (a: Place, b: Place) -> Bool { (a.y, a.x) < (b.y, b.x) }
  }

  struct Stones: Hashable {
    var winner: Set<Place> = []
    var loser: Set<Place> = []

    func moved(x: Int, y: Int) -> Stones {
      func move(_ places: Set<Place>) -> Set<Place> {
        Set(places.map { Place(x: $0.x + x, y: $0.y + y) })
      }
      return Stones(winner: move(winner), loser: move(loser))
    }
  }

  /// The winner's move and the answers to the replies after it.
  struct Node {
    var move: Place
    var branches: [Branch] = []

    /// How many moves the winner makes at most, the one included that wins.
    func moves(_ game: SmallGame, _ stones: Stones) -> Int {
      var after = stones
      after.winner.insert(move)
      let needed = game.fives(after.winner, after).isEmpty ? 1 : 2
      let below = branches.map { branch in
        var next = after
        if let reply = branch.reply { next.loser.insert(reply) }
        return 1 + branch.node.moves(game, next)
      }
      return game.makesRow(stones.winner, move) ? 1 : max(needed, below.max() ?? 0)
    }
  }

  struct Branch {
    var reply: Place?
    var isMarked: Bool
    var node: Node
  }

  static let directions = [(dx: 1, dy: 0), (dx: 0, dy: 1), (dx: 1, dy: 1), (dx: 1, dy: -1)]

  var places: [Place] { (0..<height).flatMap { y in (0..<width).map { Place(x: $0, y: y) } } }

  func contains(_ place: Place) -> Bool { 0..<width ~= place.x && 0..<height ~= place.y }

  func isEmpty(_ place: Place, _ stones: Stones) -> Bool {
    contains(place) && !stones.winner.contains(place) && !stones.loser.contains(place)
  }

  func empty(_ stones: Stones) -> [Place] { places.filter { isEmpty($0, stones) } }

  /// Whether a stone on `place` beside the stones `own` makes a row that wins.
  func makesRow(_ own: Set<Place>, _ place: Place) -> Bool {
    SmallGame.directions.contains { direction in
      var length = 1
      for way in [-1, 1] {
        var steps = way
        while own.contains(place.moved(steps, direction)) {
          length += 1
          steps += way
        }
      }
      return isExact ? length == k : length >= k
    }
  }

  func fives(_ own: Set<Place>, _ stones: Stones) -> [Place] {
    empty(stones).filter { makesRow(own, $0) }
  }

  // MARK: Strategies

  struct Zones {
    var zone: Set<Place> = []
    var old: Set<Place> = []
  }

  struct Refused: Error {}

  /// The zones of a node that holds with `e` extra stones.
  ///
  /// - Parameter home: the points on which the winner may threaten to win; `nil` for all.
  func zones(
    of node: Node, _ stones: Stones, _ e: Int, home: Set<Place>? = nil
  ) throws(Refused) -> Zones {
    guard isEmpty(node.move, stones) else { throw Refused() }
    var after = stones
    after.winner.insert(node.move)
    if makesRow(stones.winner, node.move) {
      guard node.branches.isEmpty else { throw Refused() }
      return Zones(zone: [node.move], old: [node.move])
    }
    let rows = openRows(after)
    if e == 0 ? !fives(after.loser, after).isEmpty : rows.contains(where: { $0.loser >= k - 1 }) {
      throw Refused()
    }
    let empty = empty(after)
    let threats = fives(after.winner, after)
    if empty.isEmpty || home.map({ !$0.isSuperset(of: threats) }) ?? false { throw Refused() }
    var zones = Zones(zone: [node.move], old: [node.move])
    zones.zone.formUnion(threats)
    for row in rows where e > 0 && row.loser == k - 2 { zones.zone.formUnion(row.empty) }
    zones.old.formUnion(zones.zone)
    for row in rows where e > 0 && row.loser >= k - 1 - e { zones.old.formUnion(row.empty) }
    var missing = Set(empty)
    if !threats.isEmpty { missing = threats.count == 1 ? Set(threats) : [] }
    var listed: Set<Place> = []
    for branch in node.branches {
      var next = after
      if let reply = branch.reply {
        guard isEmpty(reply, after), listed.insert(reply).inserted else { throw Refused() }
        next.loser.insert(reply)
      }
      let below = try self.zones(of: branch.node, next, e + (branch.isMarked ? 1 : 0), home: home)
      zones.zone.formUnion(branch.isMarked ? below.old : below.zone)
      zones.old.formUnion(below.old)
      if branch.isMarked { missing.formIntersection(below.zone) }
    }
    guard missing.isSubset(of: listed) else { throw Refused() }
    return zones
  }

  /// The rows without a stone of the winner: their empty points and the number of other stones.
  private func openRows(_ stones: Stones) -> [(empty: [Place], loser: Int)] {
    places.flatMap { first in
      SmallGame.directions.compactMap { direction in
        let row = (0..<k).map { first.moved($0, direction) }
        guard row.allSatisfy(contains), stones.winner.isDisjoint(with: row) else { return nil }
        let empty = row.filter { !stones.loser.contains($0) }
        return (empty, k - empty.count)
      }
    }
  }

  func holds(_ node: Node, _ stones: Stones) -> Bool {
    (try? zones(of: node, stones, 0)) != nil
  }

  /// Whether the strategy holds on every board that contains this one: it holds here, and with k
  /// points more beyond each edge, and the winner threatens to win only here.
  func holdsOnEveryBoard(_ node: Node, _ stones: Stones) -> Bool {
    func moved(_ node: Node) -> Node {
      Node(
        move: Place(x: node.move.x + k, y: node.move.y + k),
        branches: node.branches.map { branch in
          Branch(
            reply: branch.reply.map { Place(x: $0.x + k, y: $0.y + k) },
            isMarked: branch.isMarked, node: moved(branch.node))
        })
    }
    let larger = SmallGame(
      k: k, isExact: isExact, width: width + 2 * k, height: height + 2 * k)
    let home = Set(places.map { Place(x: $0.x + k, y: $0.y + k) })
    return holds(node, stones)
      && (try? larger.zones(of: moved(node), stones.moved(x: k, y: k), 0, home: home)) != nil
  }

  /// The points of all rows that the winner makes, or could make by one more stone.
  func winningRows(_ node: Node, _ stones: Stones) -> Set<Place> {
    func rows(through place: Place, _ own: Set<Place>) -> Set<Place> {
      SmallGame.directions.reduce(into: []) { rows, direction in
        var row: Set = [place]
        for way in [-1, 1] {
          var steps = way
          while own.contains(place.moved(steps, direction)) {
            row.insert(place.moved(steps, direction))
            steps += way
          }
        }
        if row.count >= k { rows.formUnion(row) }
      }
    }
    if makesRow(stones.winner, node.move) { return rows(through: node.move, stones.winner) }
    var after = stones
    after.winner.insert(node.move)
    var all = fives(after.winner, after).reduce(into: Set<Place>()) {
      $0.formUnion(rows(through: $1, after.winner))
    }
    for branch in node.branches {
      var next = after
      if let reply = branch.reply { next.loser.insert(reply) }
      all.formUnion(winningRows(branch.node, next))
    }
    return all
  }

  // MARK: Finding strategies

  /// Returns a strategy with at most `moves` moves of the winner on a line; `nil` if none is found.
  ///
  /// - Parameter order: puts the moves into the order in which they are tried.
  func strategy(
    _ stones: Stones, extraStones e: Int = 0, moves: Int, order: ([Place]) -> [Place]
  ) -> Node? {
    let empty = empty(stones)
    if let last = empty.first(where: { makesRow(stones.winner, $0) }) { return Node(move: last) }
    guard moves > 1 else { return nil }
    let forced = empty.filter { makesRow(stones.loser, $0) }
    for move in forced.isEmpty ? order(empty) : forced {
      var node = Node(move: move)
      var after = stones
      after.winner.insert(move)
      let threats = fives(after.winner, after)
      var open = threats.count == 1 ? threats : []
      if threats.isEmpty {
        guard let pass = strategy(after, extraStones: e + 1, moves: moves - 1, order: order),
          let zones = try? zones(of: pass, after, e + 1)
        else { continue }
        node.branches.append(Branch(reply: nil, isMarked: true, node: pass))
        open = self.empty(after).filter(zones.zone.contains)
      }
      var isAnswered = true
      for reply in open {
        var next = after
        next.loser.insert(reply)
        guard let answer = strategy(next, extraStones: e, moves: moves - 1, order: order) else {
          isAnswered = false
          break
        }
        node.branches.append(Branch(reply: reply, isMarked: false, node: answer))
      }
      if isAnswered, (try? zones(of: node, stones, e)) != nil { return node }
    }
    return nil
  }
}

/// The exact value of positions of a `SmallGame`, by plain search on bit sets.
struct SmallGameSearch {
  private struct Row {
    let mask: UInt64
    /// The points next to its ends.
    let ends: UInt64
  }

  private struct Key: Hashable {
    let winner: UInt64
    let loser: UInt64
    let moves: Int
  }

  private let rows: [Row]
  private let all: UInt64
  private let width: Int
  private let isExact: Bool
  private var known: [Key: Bool] = [:]

  /// - Parameter missing: points of the rectangle that the board lacks.
  init(_ game: SmallGame, missing: Set<SmallGame.Place> = []) {
    precondition(game.width * game.height <= 64)
    (width, isExact) = (game.width, game.isExact)
    var (all, rows) = (UInt64(0), [Row]())
    for y in 0..<game.height {
      for x in 0..<game.width {
        if !missing.contains(.init(x: x, y: y)) { all |= 1 << UInt64(y * game.width + x) }
        for (dx, dy) in SmallGame.directions {
          func bit(_ steps: Int) -> UInt64? {
            let (x, y) = (x + steps * dx, y + steps * dy)
            guard 0..<game.width ~= x, 0..<game.height ~= y,
              !missing.contains(.init(x: x, y: y))
            else { return nil }
            return 1 << UInt64(y * game.width + x)
          }
          let bits = (0..<game.k).compactMap(bit)
          guard bits.count == game.k else { continue }
          rows.append(Row(mask: bits.reduce(0, |), ends: (bit(-1) ?? 0) | (bit(game.k) ?? 0)))
        }
      }
    }
    (self.all, self.rows) = (all, rows)
  }

  private func bits(_ places: Set<SmallGame.Place>) -> UInt64 {
    places.reduce(0) { $0 | 1 << UInt64($1.y * width + $1.x) }
  }

  /// Whether the winner, who is to move, wins with at most `moves` moves.
  mutating func wins(_ stones: SmallGame.Stones, moves: Int) -> Bool {
    wins(bits(stones.winner), bits(stones.loser), moves)
  }

  /// Whether `move` of the winner wins, with at most `moves` moves, this one included.
  mutating func wins(by move: SmallGame.Place, _ stones: SmallGame.Stones, moves: Int) -> Bool {
    let own = bits(stones.winner), other = bits(stones.loser), next = bits([move])
    return threats(own, other) & next != 0 || loses(own | next, other, moves - 1)
  }

  /// The points where one more stone makes a row.
  private func threats(_ own: UInt64, _ other: UInt64) -> UInt64 {
    var points: UInt64 = 0
    for row in rows where row.mask & other == 0 {
      let missing = row.mask & ~own
      guard missing.nonzeroBitCount == 1, !isExact || row.ends & own == 0 else { continue }
      points |= missing
    }
    return points
  }

  private mutating func wins(_ winner: UInt64, _ loser: UInt64, _ moves: Int) -> Bool {
    if moves > 0, threats(winner, loser) != 0 { return true }
    if moves <= 1 { return false }
    let key = Key(winner: winner, loser: loser, moves: moves)
    if let value = known[key] { return value }
    let forced = threats(loser, winner)
    var rest = forced == 0 ? all & ~winner & ~loser : forced
    // Moves beside stones come first.
    var near = winner | loser
    near |= near << 1 | near >> 1
    near |= near << UInt64(width) | near >> UInt64(width)
    var value = false
    while rest != 0, !value {
      let next = rest & near != 0 ? rest & near : rest
      let move = next & ~(next - 1)
      rest &= ~move
      value = loses(winner | move, loser, moves - 1)
    }
    if known.count > 200_000 { known.removeAll(keepingCapacity: true) }
    known[key] = value
    return value
  }

  private mutating func loses(_ winner: UInt64, _ loser: UInt64, _ moves: Int) -> Bool {
    if threats(loser, winner) != 0 { return false }
    let threats = threats(winner, loser)
    if threats.nonzeroBitCount > 1 { return moves > 0 }
    var rest = threats == 0 ? all & ~winner & ~loser : threats
    if rest == 0 { return false }
    while rest != 0 {
      let reply = rest & ~(rest - 1)
      rest &= ~reply
      if !wins(winner, loser | reply, moves) { return false }
    }
    return true
  }
}
