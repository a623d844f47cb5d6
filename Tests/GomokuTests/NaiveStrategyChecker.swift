import Basics

/// The meaning of a strategy, word for word as `tournaments/theorem/format.md` gives it.
///
/// Rows, fives and zones are counted anew from the stones wherever they are asked for.
struct NaiveStrategyChecker {
  enum Verdict: Equatable {
    case valid
    case refused(String)
    case unreadable
    /// More stones would have had to be played than allowed.
    case gaveUp
  }

  /// Where further stones of the loser change nothing: outside.
  struct Zones: Equatable {
    /// For the newest of the extra stones.
    var zone: Set<NaiveBoard.Place> = []
    /// For those before it.
    var old: Set<NaiveBoard.Place> = []
  }

  /// Judges the strategy that `text` gives with at most `budget` stones played.
  ///
  /// - Parameter folder: the positions that the proofs of the same folder win, by name.
  static func verdict(
    on text: String, extraStones: Int = 0, folder: [String: Named] = [:], budget: Int = 20_000
  ) -> Verdict {
    guard let proof = NaiveStrategyText(text) else { return .unreadable }
    do {
      _ = try zones(of: proof, extraStones: extraStones, folder: folder, budget: budget)
      return .valid
    } catch {
      switch error {
      case .refused(let reason): return .refused(reason)
      case .budgetSpent: return .gaveUp
      }
    }
  }

  /// Whether the strategy holds on every board that contains its own, as
  /// `tournaments/theorem/every-board.md` defines it; `nil` if that takes too many stones.
  ///
  /// - Parameters:
  ///   - frame: how many points the larger board has beyond each edge; five are enough.
  ///   - folder: the claims that links may name, on their own boards.
  static func holdsOnEveryBoard(
    _ proof: NaiveStrategyText, frame width: Int = 5, folder: [String: Named] = [:],
    budget: Int = 20_000
  ) -> Bool? {
    let frame = NaiveStrategyText.Frame(all: width)
    let board = proof.board
    let home = Set(board.places.map(frame.moved))
    let framed = folder.mapValues {
      Named(board: frame.around($0.board), turn: $0.turn, winner: $0.winner)
    }
    do {
      _ = try zones(of: proof, extraStones: 0, folder: folder, budget: budget)
      _ = try zones(
        of: proof.within(frame), extraStones: 0, folder: framed, home: home, budget: budget)
      return board.rule != .renju
    } catch {
      return error == .budgetSpent ? nil : false
    }
  }

  /// The points of all rows of five or more that the winner makes or could make next, of a strategy
  /// that holds with five more points beyond each edge; `nil` if it does not, or takes too many
  /// stones.
  static func fives(of proof: NaiveStrategyText, budget: Int = 20_000) -> Set<NaiveBoard.Place>? {
    var checker = NaiveStrategyChecker(
      proof: proof.within(NaiveStrategyText.Frame(all: 5)), folder: [:], home: nil, budget: budget)
    guard (try? checker.zones(extraStones: 0)) != nil else { return nil }
    return Set(checker.fives.map { NaiveBoard.Place(x: $0.x - 5, y: $0.y - 5) })
  }

  /// The zones of the first node with `extraStones` extra stones.
  ///
  /// - Parameter home: the points on which the winner may threaten five; `nil` for all.
  /// - Throws: where the node does not hold with so many.
  static func zones(
    of proof: NaiveStrategyText, extraStones: Int, folder: [String: Named] = [:],
    home: Set<NaiveBoard.Place>? = nil, budget: Int = 20_000
  ) throws(Failure) -> Zones {
    var checker = NaiveStrategyChecker(proof: proof, folder: folder, home: home, budget: budget)
    return try checker.zones(extraStones: extraStones)
  }

  /// What a proof claims that links may name.
  struct Named {
    var board: NaiveBoard
    var turn: NaiveBoard.Side
    var winner: NaiveBoard.Side
  }

  enum Failure: Error, Equatable {
    case refused(String)
    case budgetSpent
  }

  private typealias Place = NaiveBoard.Place
  private typealias Node = NaiveStrategyText.Node

  private let proof: NaiveStrategyText
  private let folder: [String: Named]
  private let home: Set<Place>?
  private var budget: Int
  private var fives: Set<Place> = []

  private var winner: NaiveBoard.Side { proof.winner }
  private var loser: NaiveBoard.Side { proof.winner.opponent }
  private var isCaro: Bool { proof.board.rule == .caro || proof.board.rule == .exactCaro }

  private mutating func zones(extraStones: Int) throws(Failure) -> Zones {
    if proof.board.isOver { throw .refused("the game is over") }
    let opening = proof.opening
    guard (opening == nil) == (proof.turn == winner) else {
      throw .refused("the other side moves first")
    }
    if let opening {
      return try zones(
        after: opening.branches, move: nil, on: proof.board, extraStones: extraStones)
    }
    return try zones(of: proof.root, on: proof.board, extraStones: extraStones)
  }

  /// The zones of a node, with the winner to move on `board`.
  private mutating func zones(
    of way: NaiveStrategyText.Way, on board: NaiveBoard, extraStones: Int
  ) throws(Failure) -> Zones {
    switch way {
    case .named(let name):
      guard extraStones == 0 else { throw .refused("a link with extra stones") }
      guard let named = folder[name], named.turn == winner, named.winner == winner,
        isImage(named.board, of: board)
      else { throw .refused("the link's position is another") }
      guard stones(on: board) > stones(on: proof.board) else {
        throw .refused("a link without more stones")
      }
      return Zones()
    case .node(let index):
      let node = proof.nodes[index]
      guard let move = node.move, board.isLegal(winner, on: move, anyThree: extraStones > 0) else {
        throw .refused("the move is illegal")
      }
      let isFive = board.makesFive(winner, on: move)
      let after = try play(winner, on: move, of: board)
      guard isFive else {
        return try zones(after: node.branches, move: move, on: after, extraStones: extraStones)
      }
      guard node.branches.isEmpty else { throw .refused("something follows a five") }
      addFives(on: move, of: after)
      let needed = ends(ofFivesOn: move, on: after).union([move])
      return Zones(zone: needed, old: needed)
    }
  }

  /// The zones of a node after whose `move`, if there is one, `board` shows all stones.
  private mutating func zones(
    after branches: [NaiveStrategyText.Branch], move: Place?, on board: NaiveBoard, extraStones: Int
  ) throws(Failure) -> Zones {
    if extraStones == 0 {
      if board.emptyPlaces.contains(where: { board.makesFive(loser, on: $0) }) {
        throw .refused("the loser makes five")
      }
    } else if rows(on: board).contains(where: { loserStones(in: $0, on: board) >= 4 }) {
      throw .refused("the loser has four stones in a row")
    }
    if board.emptyPlaces.isEmpty { throw .refused("the board is full") }
    let listed = branches.compactMap(\.reply)
    if Set(listed).count < listed.count { throw .refused("a reply is listed twice") }

    var zones = guards(of: move, on: board, extraStones: extraStones)
    var marked: [Zones] = []
    for branch in branches {
      if branch.isMarked, branch.reply != nil, board.rule == .renju {
        throw .refused("a marked reply in renju")
      }
      let e = branch.isMarked ? extraStones + 1 : extraStones
      var after = board
      if let reply = branch.reply {
        guard board[reply] == .empty else { throw .refused("a reply on no empty point") }
        guard extraStones > 0 || board.isLegal(loser, on: reply) else { continue }
        after = try play(loser, on: reply, of: board)
      }
      let next = try self.zones(of: branch.way, on: after, extraStones: e)
      if branch.isMarked { marked.append(next) }
      zones.zone.formUnion(branch.isMarked ? next.old : next.zone)
      zones.old.formUnion(next.old)
    }

    let threats = board.emptyPlaces.filter { board.makesFive(winner, on: $0) }
    for five in threats { addFives(on: five, of: board.with(winner, on: five)) }
    if let home, !home.isSuperset(of: threats) { throw .refused("a five far out") }
    for reply in board.emptyPlaces where !listed.contains(reply) {
      if marked.contains(where: { !$0.zone.contains(reply) }) { continue }
      guard extraStones > 0 || board.isLegal(loser, on: reply) else { continue }
      let after = try play(loser, on: reply, of: board)
      let isStopped = !after.emptyPlaces.contains { after.makesFive(winner, on: $0) }
      if threats.isEmpty || isStopped { throw .refused("a reply is missing") }
    }
    addOldGuards(to: &zones.old, on: board, extraStones: extraStones)
    return zones
  }

  private mutating func play(
    _ side: NaiveBoard.Side, on place: Place, of board: NaiveBoard
  ) throws(Failure) -> NaiveBoard {
    budget -= 1
    if budget < 0 { throw .budgetSpent }
    return board.with(side, on: place)
  }

  // MARK: Rows

  /// Five points in a line, none of them the winner's or nobody's.
  private struct Row {
    let places: [Place]
  }

  /// All rows.
  private func rows(on board: NaiveBoard) -> [Row] {
    let own = cell(of: loser)
    return board.places.flatMap { first in
      NaiveBoard.Line.all.compactMap { line -> Row? in
        let places = (0..<5).map { first.moved($0, along: line) }
        let isOpen = places.allSatisfy { board[$0] == .empty || board[$0] == own }
        let ends = [first.moved(-1, along: line), first.moved(5, along: line)]
        let isEnclosed = ends.allSatisfy { board[$0] == cell(of: winner) }
        return isOpen && !(isCaro && isEnclosed) ? Row(places: places) : nil
      }
    }
  }

  private func cell(of side: NaiveBoard.Side) -> NaiveBoard.Cell {
    side == .black ? .black : .white
  }

  private func loserStones(in row: Row, on board: NaiveBoard) -> Int {
    row.places.filter { board[$0] == cell(of: loser) }.count
  }

  /// Adds the winner's rows of five or more through `place`, where he has a stone.
  private mutating func addFives(on place: Place, of board: NaiveBoard) {
    for line in NaiveBoard.Line.all {
      var row = [place]
      for way in [-1, 1] {
        var next = place.moved(way, along: line)
        while board[next] == cell(of: winner) {
          row.append(next)
          next = next.moved(way, along: line)
        }
      }
      if proof.winner == .black, let square = proof.board.square {
        row = row.filter(square.contains)
      }
      if row.count >= 5 { fives.formUnion(row) }
    }
  }

  // MARK: Zones

  /// What both zones hold of a node itself.
  private func guards(of move: Place?, on board: NaiveBoard, extraStones: Int) -> Zones {
    var places: Set<Place> = []
    if let move { places.insert(move) }
    for five in board.emptyPlaces where board.makesFive(winner, on: five) {
      places.insert(five)
      places.formUnion(ends(ofFivesOn: five, on: board))
    }
    if extraStones > 0 {
      for row in rows(on: board) where loserStones(in: row, on: board) == 3 {
        places.formUnion(row.places.filter { board[$0] == .empty })
      }
    }
    return Zones(zone: places, old: places)
  }

  /// In caro and exact caro the empty points at the ends of the rows with which the winner's stone
  /// on `place` makes five.
  private func ends(ofFivesOn place: Place, on board: NaiveBoard) -> Set<Place> {
    guard isCaro else { return [] }
    let after = board.with(winner, on: place)
    var ends: Set<Place> = []
    for line in NaiveBoard.Line.all {
      var first = place
      var last = place
      while after[first.moved(-1, along: line)] == cell(of: winner) {
        first = first.moved(-1, along: line)
      }
      while after[last.moved(1, along: line)] == cell(of: winner) {
        last = last.moved(1, along: line)
      }
      let length = max(abs(last.x - first.x), abs(last.y - first.y)) + 1
      guard length >= 5 else { continue }
      let both = [first.moved(-1, along: line), last.moved(1, along: line)]
      ends.formUnion(both.filter { after[$0] == .empty })
    }
    return ends
  }

  /// Adds points of rows in which several extra stones would make four.
  private func addOldGuards(to old: inout Set<Place>, on board: NaiveBoard, extraStones: Int) {
    guard extraStones > 0 else { return }
    for row in rows(on: board) where loserStones(in: row, on: board) + extraStones >= 4 {
      old.formUnion(row.places.filter { board[$0] == .empty })
    }
  }

  // MARK: Links

  private func stones(on board: NaiveBoard) -> Int {
    board.places.count - board.emptyPlaces.count
  }

  /// Whether a turn or a reflection of the board makes `other` of `board`.
  private func isImage(_ other: NaiveBoard, of board: NaiveBoard) -> Bool {
    guard other.rule == board.rule, other.width == board.width, other.height == board.height
    else { return false }
    let (width, height) = (board.width - 1, board.height - 1)
    let images: [(Place) -> Place] = [
      { Place(x: $0.x, y: $0.y) }, { Place(x: width - $0.x, y: $0.y) },
      { Place(x: $0.x, y: height - $0.y) }, { Place(x: width - $0.x, y: height - $0.y) },
      { Place(x: $0.y, y: $0.x) }, { Place(x: height - $0.y, y: $0.x) },
      { Place(x: $0.y, y: width - $0.x) }, { Place(x: height - $0.y, y: width - $0.x) },
    ]
    return images.indices.contains { index in
      (index < 4 || width == height)
        && board.places.allSatisfy { board[$0] == other[images[index]($0)] }
        && board.square.map { NaiveBoard.Square(center: images[index]($0.center), reach: $0.reach) }
          == other.square
    }
  }
}
