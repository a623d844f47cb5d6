import Gomocup
import GomokuRules
import LiuzhouRules
import Match
import Records

/// A point of either game's board, by column from the left and row from the top, both from 0.
public struct BoardPoint: Hashable, Sendable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  init(_ point: LiuzhouRules.Point) { self.init(x: point.file, y: 5 - point.rank) }
  init(_ point: GomokuRules.Point) { self.init(x: point.x, y: point.y) }

  var gomoku: GomokuRules.Point { GomokuRules.Point(x: x, y: y) }
  /// The point of Liuzhou chess (六洲棋); `nil` outside its 6x6 board.
  var liuzhou: LiuzhouRules.Point? { LiuzhouRules.Point(file: x, rank: 5 - y) }
}

/// The interactive entry of a move, point by point.
///
/// In Liuzhou chess (六洲棋) a move may need several points: the stone, its target, and each capture.
/// In some openings of renju a player offers several fifth moves, of which the opponent takes one.
/// The points of such an offer are entered in the same way.
public struct TurnEntry: Equatable, Sendable {
  /// The part of the move entered so far.
  public enum Progress: Equatable, Sendable {
    case nothing
    /// The stone of a slide; its target is to follow.
    case origin(LiuzhouRules.Point)
    /// The action of the turn, such as a slide; some captures are still to be entered.
    case capturing(Turn.Action, taken: LiuzhouRules.PointSet)
  }

  public private(set) var progress = Progress.nothing
  /// The fifth moves entered so far for an offer.
  private(set) var offered: [GomokuRules.Point] = []

  public var isEmpty: Bool { progress == .nothing && offered.isEmpty }

  /// Discards the entry.
  public mutating func clear() { (progress, offered) = (.nothing, []) }

  // MARK: Entering

  /// Adds a point to the entry; throws if the point cannot be picked now.
  ///
  /// In gomoku every point is taken as a move, and the rules judge it later.
  ///
  /// - Returns: the move if it is complete, and the entry is then empty; otherwise `nil`.
  public mutating func pick(_ cell: BoardPoint, in state: GameState) throws(UserError) -> Move? {
    switch state {
    case .gomoku: return .point(cell.gomoku)
    case .liuzhou(let game):
      guard let point = cell.liuzhou else { throw UserError("there is no such point") }
      return try pick(point, in: game).map(Move.turn)
    }
  }

  /// Adds a fifth move to the offer; a second pick of the move removes it again.
  ///
  /// - Returns: all offered moves once there are `count` of them; until then `nil`.
  mutating func offer(_ point: GomokuRules.Point, of count: Int) -> [GomokuRules.Point]? {
    if let index = offered.firstIndex(of: point) {
      offered.remove(at: index)
    } else {
      offered.append(point)
    }
    return offered.count == count ? offered : nil
  }

  private mutating func pick(
    _ point: LiuzhouRules.Point, in game: Game
  ) throws(UserError) -> Turn? {
    switch (progress, game.position.phase) {
    case (.capturing(let action, let taken), _): return try take(point, action, taken, in: game)
    case (_, .placing): return try begin(.place(point), in: game)
    case (_, .forcing), (_, .exchanging),
      (.nothing, .moving) where game.exchanges:
      return try take(point, .remove, .none, in: game)
    case (.origin(let from), .moving):
      // Another own stone is selected instead; the selected stone itself cancels the slide.
      if point == from {
        clear()
        return nil
      }
      if game.position.own.contains(point) { return try start(from: point, in: game) }
      return try begin(.slide(from: from, to: point), in: game)
    case (.nothing, .moving): return try start(from: point, in: game)
    }
  }

  /// Begins a slide with the stone on `point`, and returns `nil`; throws if the stone cannot slide.
  private mutating func start(
    from point: LiuzhouRules.Point, in game: Game
  ) throws(UserError) -> Turn? {
    guard game.position.own.contains(point) else {
      throw game.position.empty.contains(point)
        ? UserError("\(point) is empty: first the stone that slides, then where to")
        : UserError("\(point) is not yours")
    }
    guard !game.slides(from: point).isEmpty else {
      throw UserError("the stone on \(point) cannot slide: no empty point beside it")
    }
    progress = .origin(point)
    return nil
  }

  /// Enters the action of a turn, and returns the turn if its captures leave no choice.
  ///
  /// The result is `nil` if there is a choice; the captures are then to be entered next. Throws if
  /// the action is illegal.
  public mutating func begin(_ action: Turn.Action, in game: Game) throws(UserError) -> Turn? {
    let required = try game.requiredCaptures(action)
    // If every stone that may be captured has to be captured, the captures leave no choice.
    if required.total == required.compulsory.count + required.pool.count {
      clear()
      return Turn(action, capturing: required.compulsory | required.pool)
    }
    progress = .capturing(action, taken: required.compulsory)
    return nil
  }

  /// Adds `point` to the captures, or removes it from them if it was picked before.
  ///
  /// Returns the turn once it has the required number of captures; until then `nil`. Throws if the
  /// point cannot be captured.
  private mutating func take(
    _ point: LiuzhouRules.Point, _ action: Turn.Action, _ taken: LiuzhouRules.PointSet,
    in game: Game
  ) throws(UserError) -> Turn? {
    let required = try game.requiredCaptures(action)
    guard required.pool.contains(point) else {
      throw UserError(phrase: game.reason(notToTake: point, required))
    }
    // Picking a stone again removes it from the captures.
    let set = taken.contains(point) ? taken - PointSet(point) : taken | PointSet(point)
    if set.count == required.total {
      clear()
      return Turn(action, capturing: set)
    }
    progress = .capturing(action, taken: set)
    return nil
  }

  // MARK: Queries

  /// Returns the points that may be picked next in Liuzhou chess; none in gomoku.
  ///
  /// Empty points on which a stone may be placed are left out.
  public func candidates(in state: GameState) -> Set<BoardPoint> {
    guard case .liuzhou(let game) = state, state.result == nil else { return [] }
    let points: LiuzhouRules.PointSet
    switch (progress, game.position.phase) {
    case (.capturing(let action, let taken), _):
      points = ((try? game.requiredCaptures(action).pool) ?? .none) - taken
    case (.nothing, .forcing), (.nothing, .exchanging),
      (.nothing, .moving) where game.exchanges:
      points = (try? game.requiredCaptures(.remove).pool) ?? .none
    case (.origin(let from), _): points = game.slides(from: from)
    case (.nothing, .moving):
      points = LiuzhouRules.PointSet(game.position.own.filter { !game.slides(from: $0).isEmpty })
    case (.nothing, .placing): points = .none
    }
    return Set(points.map { BoardPoint($0) })
  }

  /// The stones that the half entered turn captures so far, compulsory ones included.
  public var marked: Set<BoardPoint> {
    guard case .capturing(_, let taken) = progress else { return [] }
    return Set(taken.map { BoardPoint($0) })
  }

  /// The point to highlight: the stone that slides, or the target once it is entered.
  ///
  /// It is `nil` while nothing is entered, and for a removal, which has no target.
  public var focus: BoardPoint? {
    switch progress {
    case .nothing: nil
    case .origin(let point): BoardPoint(point)
    case .capturing(let action, _): Turn(action).target.map { BoardPoint($0) }
    }
  }

  /// Returns a prompt for the next point to enter.
  public func prompt(in state: GameState) -> Phrase {
    guard case .liuzhou(let game) = state else { return Phrase("choose a point") }
    switch (progress, game.position.phase) {
    case (.capturing(let action, let taken), _):
      guard let required = try? game.requiredCaptures(action) else { return Phrase(verbatim: "") }
      let rest = required.total - taken.count
      let formations = game.formations(completedBy: action).map { Phrase($0) }
      if formations.isEmpty { return Phrase("take \(rest) of \(required.total)") }
      let names = Phrase(formations, separator: Phrase(", "))
      return Phrase("take \(rest) of \(required.total) for \(names)")
    case (.origin(let from), _): return Phrase("\(from) slides: choose where to")
    case (.nothing, .placing): return Phrase("place a stone")
    case (.nothing, .moving) where game.exchanges:
      return Phrase("no stone can slide: take off one stone, and lose one")
    case (.nothing, .forcing), (.nothing, .exchanging):
      return isPassing(game)
        ? Phrase("nothing can be taken off: pass") : Phrase("take off one stone")
    case (.nothing, .moving):
      return isPassing(game)
        ? Phrase("no stone can slide: pass") : Phrase("choose the stone that slides")
    }
  }

  /// Returns whether a pass is legal.
  private func isPassing(_ game: Game) -> Bool { (try? game.check(.pass)) != nil }
}

extension Game {
  /// Returns the points to which the stone on `point` may slide.
  func slides(from point: LiuzhouRules.Point) -> LiuzhouRules.PointSet {
    book.targets(from: point, empty: position.empty, stoneCount: position.own.count)
  }

  /// True if the player to move may take off a stone.
  ///
  /// While stones move, this means that he is blocked and has to begin an exchange of stones.
  fileprivate var exchanges: Bool { (try? checkedRequiredCaptures(of: .remove)) != nil }

  /// Returns the captures that the action of a turn requires; throws the reason if it is illegal.
  func requiredCaptures(_ action: Turn.Action) throws(UserError) -> RequiredCaptures {
    do { return try checkedRequiredCaptures(of: action) } catch {
      throw UserError(phrase: Phrase(error))
    }
  }

  /// Returns the formations (成城) that the action of a turn completes.
  func formations(completedBy action: Turn.Action) -> [Formation] {
    guard let target = Turn(action).target else { return [] }
    var own = position.own | LiuzhouRules.PointSet(target)
    if case .slide(let from, _) = action { own -= LiuzhouRules.PointSet(from) }
    return rules.formations.filter {
      $0.points.contains(target) && own.isSuperset(of: $0.points)
    }
  }

  /// Returns the reason why `point` cannot be captured.
  func reason(notToTake point: LiuzhouRules.Point, _ required: RequiredCaptures) -> Phrase {
    if required.compulsory.contains(point) { return Phrase("\(point) is taken in any case") }
    if position.opponent.contains(point) {
      let formation = rules.formations.first {
        $0.points.contains(point) && position.opponent.isSuperset(of: $0.points)
      }
      let name = formation.map { Phrase($0) } ?? Phrase("formation")
      return Phrase("\(point) is safe: it stands in a \(name)")
    }
    if position.own.contains(point) { return Phrase("\(point) is yours") }
    return position.empty.contains(point)
      ? Phrase("\(point) is empty") : Phrase("the stone on \(point) is dead already")
  }
}
