import Basics

/// A game in which White follows a defence as the argument in `tournaments/theorem/format.md` says,
/// whatever Black does.
///
/// White may be ahead of the node: he has stones that it does not know of, and Black lacks some that it
/// believes in. Black may have others, outside its zone.
struct DefencePlayout {
  typealias Place = NaiveDefence.Place

  private let windows: [Set<Place>]
  private let places: Set<Place>
  private let defence: NaiveDefence
  private var black: Set<Place>
  private var white: Set<Place>
  /// Where the game stands in the defence.
  private var node: NaiveDefence.Node
  /// Black's stones that the node believes in.
  private var believed: Set<Place>
  /// Whether it is at the first node.
  private var isFirst = true

  /// - Parameter extras: stones of Black outside the zone, of which the defence knows nothing; only where
  ///   the first position has no symmetry.
  init(_ defence: NaiveDefence, extras: [Place] = []) {
    self.defence = defence
    (windows, places) = (defence.windows, Set(defence.places))
    (black, white) = (Set(defence.black + extras), Set(defence.white))
    (node, believed) = (defence.root, Set(defence.black))
  }

  private var empty: [Place] { places.subtracting(black).subtracting(white).sorted() }
  private var hasFive: Bool { windows.contains { $0.isSubset(of: black) } }

  /// Plays all of Black's moves.
  ///
  /// - Returns: a line in which Black fills a window; `nil` if there is none.
  func losingLine() -> [Place]? {
    if hasFive { return [] }
    for move in empty {
      var next = self
      next.play(move, spare: next.empty.first { $0 != move })
      if let line = next.losingLine() { return [move] + line }
    }
    return nil
  }

  /// Plays moves at random, those that fill windows more often.
  ///
  /// - Returns: whether Black never fills one.
  mutating func holdsAtRandom(_ random: inout SplitMix64) -> Bool {
    while true {
      if hasFive { return false }
      let open = windows.filter { $0.isDisjoint(with: white) }.map { $0.subtracting(black) }
      let least = open.map(\.count).min() ?? 0
      let urgent = open.filter { $0.count == least }.flatMap { $0.sorted() }
      let moves = Bool.random(using: &random) && !urgent.isEmpty ? urgent : empty
      guard let move = moves.randomElement(using: &random) else { return true }
      play(move, spare: empty.filter { $0 != move }.randomElement(using: &random))
    }
  }

  /// Plays Black's move and White's reply.
  ///
  /// - Parameter spare: where White plays if any point will do.
  private mutating func play(_ move: Place, spare: Place?) {
    black.insert(move)
    let reply = reply(to: move).flatMap { black.contains($0) || white.contains($0) ? nil : $0 }
    if let reply = reply ?? spare, !black.contains(reply) { white.insert(reply) }
  }

  /// White's reply, if one matters; the node moves on.
  private mutating func reply(to move: Place) -> Place? {
    if believed.contains(move) { return nil }
    switch node {
    case .pairing(let points):
      return points.firstIndex(of: move).map { points[$0 ^ 1] }
    case .branches(let branches):
      if let branch = branches.first(where: { $0.move == move }) { return follow(branch) }
      let lasting = isFirst ? [] : DefencePlayout.pairs(of: node)
      if let pair = lasting.first(where: { $0.contains(move) }) {
        return pair.first { $0 != move }
      }
      if let branch = branches.first(where: {
        $0.reply != move && !DefencePlayout.zone(of: $0.node).contains(move)
      }) {
        return follow(branch)
      }
      guard isFirst else { return nil }
      // The first move alone may be answered by its image.
      for symmetry in defence.symmetries {
        let image = DefencePlayout.image(of: node, under: symmetry)
        guard case .branches(let branches) = image else { continue }
        let isAnswered = branches.contains {
          $0.move == move || $0.reply != move && !DefencePlayout.zone(of: $0.node).contains(move)
        }
        if isAnswered {
          node = image
          return reply(to: move)
        }
      }
      return nil
    }
  }

  private mutating func follow(_ branch: NaiveDefence.Branch) -> Place {
    isFirst = false
    node = branch.node
    believed.insert(branch.move)
    return branch.reply
  }

  // MARK: Nodes

  private static func zone(of node: NaiveDefence.Node) -> Set<Place> {
    switch node {
    case .pairing(let points): Set(points)
    case .branches(let branches):
      branches.reduce([]) { $0.union(zone(of: $1.node)).union([$1.reply]) }
    }
  }

  private static func pairs(of node: NaiveDefence.Node) -> Set<Set<Place>> {
    switch node {
    case .pairing(let points):
      Set(stride(from: 0, to: points.count, by: 2).map { [points[$0], points[$0 + 1]] })
    case .branches(let branches):
      branches.dropFirst().reduce(pairs(of: branches[0].node)) {
        $0.intersection(pairs(of: $1.node))
      }
    }
  }

  private static func image(
    of node: NaiveDefence.Node, under symmetry: (Place) -> Place
  ) -> NaiveDefence.Node {
    switch node {
    case .pairing(let points): .pairing(points.map(symmetry))
    case .branches(let branches):
      .branches(
        branches.map {
          NaiveDefence.Branch(
            move: symmetry($0.move), reply: symmetry($0.reply),
            node: image(of: $0.node, under: symmetry))
        })
    }
  }
}

/// Whether White keeps Black from five: everything is tried.
struct WindowGame {
  typealias Place = NaiveDefence.Place

  private struct Stones: Hashable {
    let black: UInt64
    let white: UInt64
  }

  private let windows: [UInt64]
  private let all: UInt64
  private var known: [Stones: Bool] = [:]
  private let numbers: [Place: Int]

  init(_ defence: NaiveDefence) {
    let numbers = Dictionary(
      uniqueKeysWithValues: defence.places.enumerated().map { ($0.element, $0.offset) })
    self.numbers = numbers
    windows = defence.windows.map { $0.reduce(0) { $0 | 1 << UInt64(numbers[$1] ?? 0) } }
    all = defence.places.indices.reduce(0) { $0 | 1 << UInt64($1) }
  }

  /// Whether the position is held, Black to move.
  mutating func isHeld(black: [Place], white: [Place]) -> Bool {
    isHeld(bits(black), bits(white))
  }

  private func bits(_ places: [Place]) -> UInt64 {
    places.reduce(0) { $0 | 1 << UInt64(numbers[$1] ?? 0) }
  }

  private mutating func isHeld(_ black: UInt64, _ white: UInt64) -> Bool {
    if windows.contains(where: { $0 & ~black == 0 }) { return false }
    if windows.allSatisfy({ $0 & white != 0 }) { return true }
    if let known = known[Stones(black: black, white: white)] { return known }
    let isHeld = points(all & ~black & ~white).allSatisfy { move in
      let after = black | move
      if windows.contains(where: { $0 & ~after == 0 }) { return false }
      let replies = points(all & ~after & ~white)
      return replies.isEmpty || replies.contains { self.isHeld(after, white | $0) }
    }
    known[Stones(black: black, white: white)] = isHeld
    return isHeld
  }

  private func points(_ set: UInt64) -> [UInt64] {
    (0..<64).map { 1 << UInt64($0) }.filter { $0 & set != 0 }
  }
}
