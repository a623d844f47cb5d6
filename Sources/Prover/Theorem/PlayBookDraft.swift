import Basics
import Gomoku
import GomokuRules
import SearchKit

/// The making of a book from which a player wins a proved game (`ProvedGame`).
///
/// The base book has the moves in positions without a win by threats alone. After each move, the
/// draft tries all legal replies. If the base has the next position, its move becomes an entry. No
/// entry is needed if the player's own threat search wins there, or if the reply cannot disturb the
/// win after a pass. Otherwise a longer search has to find the win. Its moves become entries as far
/// as the player needs them.
struct PlayBookDraft: Sendable {
  /// A move of the book, with the replies to it that the player answers by his own search.
  struct Entry: Sendable, Equatable {
    /// The position before the move, in its canonical image.
    let image: Position
    let move: Point
    /// The plies of the win by threats after each reply, indexed by `BoardSize.number(of:)`.
    ///
    /// A length of 0 means that there is no win by threats, so the book needs an entry for the
    /// reply. With `asAfterPass` the win after a pass answers the reply.
    var lengths: [UInt8]

    /// The length for a reply outside the zone of the win after a pass.
    static let asAfterPass = UInt8.max
    /// Returns the length of a win by threats, which is at most one less than
    /// `asAfterPass`; longer wins count as this.
    static func length(ofPlies plies: Int) -> UInt8 { UInt8(min(plies, Int(asAfterPass) - 1)) }

    /// Stores the length for a reply, given in the orientation of `image`.
    mutating func set(_ length: UInt8, after reply: Point) {
      lengths[image.size.number(of: reply)] = length
    }
  }

  private let base: StrategyBook
  /// The limits of the longer searches, which are tried in this order until one finds a win.
  private let limits: [WinSearch.Limits]
  private let hints: WinSearch.Hints
  /// The entries, by the names of the positions' canonical images.
  private(set) var entries: [String: Entry] = [:]
  /// The cache of `length(in:)`, by the names of the positions' canonical images.
  private var wins: [String: Int] = [:]
  /// The names of the canonical images of positions in which no win was found; `+N` means N extra
  /// stones of the loser.
  private(set) var gaps: [String] = []

  /// - Parameter limits: the limits of the search that is tried if a first one finds nothing. The
  ///   first one searches depth first only.
  init(base: StrategyBook, hints: WinSearch.Hints, limits: WinSearch.Limits) {
    (self.base, self.hints) = (base, hints)
    var first = WinSearch.Limits()
    (first.threatNodes, first.positions) = (150_000, 0)
    self.limits = [first, limits]
  }

  /// A node of a strategy, with the proof to which the strategy belongs.
  private struct StrategyNode {
    let proof: StrategyProof
    let node: Int

    var move: Point? { proof.strategy.nodes[node].move }
    /// The nodes after the move, by reply; the reply `nil` is a pass.
    var branches: [Point?: Int] {
      let branches = proof.strategy.branches[proof.strategy.nodes[node].branches]
      return Dictionary(branches.map { ($0.reply, $0.node) }) { first, _ in first }
    }
    func moved(to node: Int) -> StrategyNode { StrategyNode(proof: proof, node: node) }
  }

  /// Adds entries for a position with the winner to move and for those after it, as far as the
  /// player needs them.
  mutating func add(_ position: Position) { add(nil, position) }

  /// Adds an entry for the winner's `move` in `position`, and those that the win after a pass
  /// needs.
  ///
  /// - Parameter triesPass: false if a pass of the loser is not worth a search.
  /// - Returns: the replies after which further entries are needed.
  mutating func begin(with move: Point, in position: Position, triesPass: Bool) -> [Point] {
    openReplies(to: move, nil, position, triesPass: triesPass)
  }

  /// Adds an entry for a position, with `lengths` all 0.
  ///
  /// - Returns: the name of the position's canonical image; `nil` if the position already has an
  ///   entry.
  private mutating func enter(_ position: Position, _ move: Point) -> String? {
    let first = position.canonicalImage
    if entries[first.name] != nil { return nil }
    entries[first.name] = Entry(
      image: position.image(under: first.symmetry),
      move: first.symmetry.image(of: move, on: position.size),
      lengths: Array(repeating: 0, count: position.size.pointCount))
    return first.name
  }

  /// Returns the plies of the win that the player's threat search finds in `position`, or 0.
  private mutating func length(in position: Position) -> Int {
    let name = position.canonicalImage.name
    if let known = wins[name] { return known }
    let length = plan(in: position)?.plies ?? 0
    wins[name] = length
    return length
  }

  /// Returns the win that the player's threat search finds in `position`; `nil` if it finds none.
  private func plan(in position: Position) -> ThreatPlan? {
    ThreatPlan.found(in: position, nodeLimit: ProvedGame.searchNodes)
  }

  /// Returns the root of a win that a longer search finds; `nil` if none does.
  ///
  /// - Parameter extraStones: the number of extra stones, outside the win's zones, that the loser
  ///   may have and still lose.
  private func found(_ position: Position, extraStones: Int) -> StrategyNode? {
    for limits in limits {
      let search = WinSearch(position, extraStones: extraStones, limits: limits, hints: hints)
      if let proof = search.proof { return StrategyNode(proof: proof, node: proof.root) }
    }
    return nil
  }

  /// Adds entries for a position and for those after it, as far as the player needs them.
  ///
  /// If no win is found, the position is added to `gaps`.
  ///
  /// - Parameter known: the position's node in a strategy from a longer search, if any.
  private mutating func add(_ known: StrategyNode?, _ position: Position) {
    let name = position.canonicalImage.name
    if entries[name] != nil { return }
    let baseMove = base[position]?.move
    if baseMove == nil, length(in: position) > 0 { return }
    let place = baseMove == nil ? known ?? found(position, extraStones: 0) : known
    guard let move = baseMove ?? place?.move else { return gaps.append(name) }
    addReplies(to: move, place, position)
  }

  /// Adds entries for `move` and for the positions after the replies to it.
  ///
  /// - Parameter place: the position's node in the strategy that has the move, if any.
  private mutating func addReplies(to move: Point, _ place: StrategyNode?, _ position: Position) {
    let branches = place?.branches ?? [:]
    for reply in openReplies(to: move, place, position, triesPass: true) {
      var next = position
      guard (try? next.place(.black, on: move)) != nil,
        (try? next.place(.white, on: reply)) != nil
      else { continue }
      next.sideToMove = .black
      add(branches[reply].flatMap { place?.moved(to: $0) }, next)
    }
  }

  /// Adds an entry for `move`, with the lengths of the wins by threats after the replies, and those
  /// that the win after a pass needs.
  ///
  /// - Returns: the replies that need entries of their own: those without a win by threats that
  ///   could disturb the win after a pass (`passZone`), and those after which the base has the
  ///   position.
  private mutating func openReplies(
    to move: Point, _ place: StrategyNode?, _ position: Position, triesPass: Bool
  ) -> [Point] {
    var passed = position
    let turn = ProvedTurn(position, .book(.init(move, plies: 0)))
    guard var answers = BookAnswers(to: turn, StrategyBook(size: position.size)),
      (try? passed.place(.black, on: move)) != nil, let name = enter(position, move)
    else { return [] }
    passed.sideToMove = .black
    let symmetry = position.canonicalImage.symmetry
    let pass = place?.branches[nil].flatMap { place?.moved(to: $0) }
    let zone = triesPass ? passZone(passed, pass) : nil
    var open: [Point] = []
    for reply in passed.emptyPoints {
      var next = passed
      guard (try? next.place(.white, on: reply)) != nil else { continue }
      next.sideToMove = .black
      if base[next] == nil {
        let image = symmetry.image(of: reply, on: position.size)
        if let zone, !zone.contains(reply) {
          entries[name]?.set(Entry.asAfterPass, after: image)
          continue
        }
        let length = answers.threatsBefore(reply)?.plies ?? length(in: next)
        if length > 0 {
          entries[name]?.set(Entry.length(ofPlies: length), after: image)
          continue
        }
      }
      open.append(reply)
    }
    return open
  }

  // MARK: Wins after a pass of the loser

  /// Adds entries for the win after a pass of the loser, and returns the points on which a reply
  /// could disturb that win. Replies elsewhere need no entry.
  ///
  /// Returns `nil` if every reply has to be tried. Then no win is known, or the player's own threat
  /// search finds the win, and `addReplies` compares each reply with that win.
  private mutating func passZone(_ passed: Position, _ place: StrategyNode?) -> PointSet? {
    if plan(in: passed) != nil { return nil }
    var strategy = Strategy()
    guard let root = add(place, passed, extraStones: 1, to: &strategy),
      isEntered(strategy.nodes[root].move, in: passed)
    else { return nil }
    let proof = StrategyProof(
      position: passed, winner: .black, strategy: strategy, root: root)
    return (try? StrategyChecker.zones(of: proof, extraStones: 1))?.newest
  }

  /// Returns whether the book plays `move` in `position`.
  ///
  /// Returns false too if a symmetry maps the position to itself, since the book may then play an
  /// image of the move.
  private func isEntered(_ move: Point?, in position: Position) -> Bool {
    let (first, size) = (position.canonicalImage, position.size)
    return position.ownSymmetries.count == 1
      && entries[first.name]?.move == move.map { first.symmetry.image(of: $0, on: size) }
  }

  /// Adds entries for a position after passes of the loser, and adds the player's win to
  /// `strategy`.
  ///
  /// - Parameters:
  ///   - known: the position's node in a strategy from a longer search, if any.
  ///   - extraStones: the number of passes; each is an extra stone of the loser.
  /// - Returns: the position's node in `strategy`; `nil` if no win is known that holds against the
  ///   extra stones.
  private mutating func add(
    _ known: StrategyNode?, _ position: Position, extraStones: Int, to strategy: inout Strategy
  ) -> Int? {
    if let plan = plan(in: position), plan.zones(in: position, extraStones: extraStones) != nil {
      let (part, root) = plan.strategy
      return strategy.append(part, root: root, under: .identity, on: position.size)
    }
    guard let place = known ?? found(position, extraStones: extraStones), let move = place.move
    else {
      gaps.append("\(position.canonicalImage.name)+\(extraStones)")
      return nil
    }
    let name = enter(position, move)
    let symmetry = position.canonicalImage.symmetry
    var board = ZoneBoard(position, winner: .black)
    board.put(.black, on: move)
    let fives = board.fives
    var open = PointSet(
      fives.isEmpty ? board.position.emptyPoints : board.position.stops(ofAll: fives, of: .black))
    var passed = board.position
    passed.sideToMove = .black
    var branches: [Strategy.Branch] = []
    let listed = place.branches
    if fives.isEmpty {
      let place = listed[nil].map(place.moved)
      guard let pass = add(place, passed, extraStones: extraStones + 1, to: &strategy),
        let zones = try? StrategyChecker.zones(
          of: StrategyProof(position: passed, winner: .black, strategy: strategy, root: pass),
          extraStones: extraStones + 1)
      else { return nil }
      branches.append(.init(nil, node: pass))
      open.formIntersection(zones.newest)
    }
    let turn = ProvedTurn(position, .book(.init(move, plies: 0)))
    var answers = BookAnswers(
      to: turn, StrategyBook(size: position.size), extraStones: extraStones)
    for reply in passed.emptyPoints {
      var next = passed
      guard (try? next.place(.white, on: reply)) != nil else { continue }
      next.sideToMove = .black
      if let name {
        let image = symmetry.image(of: reply, on: position.size)
        let isInZone = !fives.isEmpty || open.contains(reply)
        let plan =
          isInZone ? answers?.threats(in: next, after: reply) : answers?.threatsBefore(reply)
        let withoutPlan = open.contains(reply) ? 0 : Entry.asAfterPass
        entries[name]?.set(
          plan.map { Entry.length(ofPlies: $0.plies) } ?? withoutPlan, after: image)
      }
      guard open.contains(reply) else { continue }
      guard
        let node = add(
          listed[reply].map(place.moved), next, extraStones: extraStones, to: &strategy)
      else { return nil }
      branches.append(.init(reply, node: node))
    }
    return strategy.add(move, branches)
  }
}

extension BoardSize {
  /// Returns the index of a point, row by row.
  func number(of point: Point) -> Int { point.y * width + point.x }
}
