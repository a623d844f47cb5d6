import Gomocup
import GomokuRules
import LiuzhouRules
import Tournament

/// A point of either board by column from the left and row from the top, both from 0.
public struct Cell: Hashable, Sendable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  init(_ point: LiuzhouRules.Point) { self.init(x: point.file, y: 5 - point.rank) }
  init(_ point: GomokuRules.Point) { self.init(x: point.x, y: point.y) }

  var gomoku: GomokuRules.Point { GomokuRules.Point(x: x, y: y) }
  /// `nil` off the board of Liuzhou chess.
  var liuzhou: LiuzhouRules.Point? { LiuzhouRules.Point(file: x, rank: 5 - y) }
}

/// A move on its way, entered point by point: in Liuzhou chess the stone, where it goes, and each
/// stone that it takes.
public struct TurnEntry: Equatable, Sendable {
  /// What was entered so far.
  public enum Progress: Equatable, Sendable {
    case nothing
    /// A slide from here.
    case origin(LiuzhouRules.Point)
    /// All but the rest of the captures.
    case capturing(Turn.Action, taken: LiuzhouRules.PointSet)
  }

  public private(set) var progress = Progress.nothing

  public init() {}

  public var isEmpty: Bool { progress == .nothing }

  /// Gives up what was entered.
  public mutating func clear() { progress = .nothing }

  // MARK: Entering

  /// Enters a point.
  ///
  /// - Returns: the whole move once it is complete; the entry is then empty again.
  public mutating func pick(_ cell: Cell, in state: GameState) throws(Refusal) -> Move? {
    switch state {
    case .gomoku: return .point(cell.gomoku)
    case .liuzhou(let game):
      guard let point = cell.liuzhou else { throw Refusal("there is no such point") }
      return try pick(point, in: game).map(Move.turn)
    }
  }

  private mutating func pick(
    _ point: LiuzhouRules.Point, in game: Game
  ) throws(Refusal) -> Turn? {
    switch (progress, game.position.phase) {
    case (.capturing(let action, let taken), _): return try take(point, action, taken, in: game)
    case (_, .placing): return try begin(.place(point), in: game)
    case (_, .forcing), (_, .exchanging),
      (.nothing, .moving) where game.exchanges:
      return try take(point, .remove, .none, in: game)
    case (.origin(let from), .moving):
      // Another stone of one's own is a change of mind, the same one a renunciation.
      if point == from {
        clear()
        return nil
      }
      if game.position.own.contains(point) { return try start(from: point, in: game) }
      return try begin(.slide(from: from, to: point), in: game)
    case (.nothing, .moving): return try start(from: point, in: game)
    }
  }

  private mutating func start(
    from point: LiuzhouRules.Point, in game: Game
  ) throws(Refusal) -> Turn? {
    guard game.position.own.contains(point) else {
      let reason =
        game.position.empty.contains(point)
        ? "\(point) is empty: first the stone that slides, then where to" : "\(point) is not yours"
      throw Refusal(reason)
    }
    guard !game.slides(from: point).isEmpty else {
      throw Refusal("the stone on \(point) cannot slide: no empty point beside it")
    }
    progress = .origin(point)
    return nil
  }

  /// Enters an action; if it captures and leaves a choice, the captures are to follow.
  public mutating func begin(_ action: Turn.Action, in game: Game) throws(Refusal) -> Turn? {
    let duty = try game.duty(action)
    // What has to be taken anyway is not asked for.
    if duty.total == duty.compulsory.count + duty.pool.count {
      clear()
      return Turn(action, capturing: duty.compulsory | duty.pool)
    }
    progress = .capturing(action, taken: duty.compulsory)
    return nil
  }

  private mutating func take(
    _ point: LiuzhouRules.Point, _ action: Turn.Action, _ taken: LiuzhouRules.PointSet,
    in game: Game
  ) throws(Refusal) -> Turn? {
    let duty = try game.duty(action)
    guard duty.pool.contains(point) else { throw Refusal(game.reason(notToTake: point, duty)) }
    // Who takes a stone twice puts it back.
    let set = taken.contains(point) ? taken - PointSet(point) : taken | PointSet(point)
    if set.count == duty.total {
      clear()
      return Turn(action, capturing: set)
    }
    progress = .capturing(action, taken: set)
    return nil
  }

  // MARK: Looking

  /// The points that can be picked now, other than empty ones to place on.
  public func candidates(in state: GameState) -> Set<Cell> {
    guard case .liuzhou(let game) = state, state.result == nil else { return [] }
    let points: LiuzhouRules.PointSet
    switch (progress, game.position.phase) {
    case (.capturing(let action, let taken), _):
      points = ((try? game.duty(action).pool) ?? .none) - taken
    case (.nothing, .forcing), (.nothing, .exchanging),
      (.nothing, .moving) where game.exchanges:
      points = (try? game.duty(.remove).pool) ?? .none
    case (.origin(let from), _): points = game.slides(from: from)
    case (.nothing, .moving):
      points = LiuzhouRules.PointSet(game.position.own.filter { !game.slides(from: $0).isEmpty })
    case (.nothing, .placing): points = .none
    }
    return Set(points.map { Cell($0) })
  }

  /// The stones that were picked to be taken.
  public var marked: Set<Cell> {
    guard case .capturing(_, let taken) = progress else { return [] }
    return Set(taken.map { Cell($0) })
  }

  /// Where the stone of the entry stands or goes.
  public var focus: Cell? {
    switch progress {
    case .nothing: nil
    case .origin(let point): Cell(point)
    case .capturing(let action, _): Turn(action).target.map { Cell($0) }
    }
  }

  /// What is to be entered next, in a sentence.
  public func prompt(in state: GameState) -> String {
    guard case .liuzhou(let game) = state else { return "choose a point" }
    switch (progress, game.position.phase) {
    case (.capturing(let action, let taken), _):
      guard let duty = try? game.duty(action) else { return "" }
      let rest = duty.total - taken.count
      let formations = game.formations(completedBy: action).map(\.text).joined(separator: ", ")
      return "take \(rest) of \(duty.total)" + (formations.isEmpty ? "" : " for \(formations)")
    case (.origin(let from), _): return "\(from) slides: choose where to"
    case (.nothing, .placing): return "place a stone"
    case (.nothing, .moving) where game.exchanges:
      return "no stone can slide: take off one stone, and lose one"
    case (.nothing, .forcing), (.nothing, .exchanging):
      return isPassing(game) ? "nothing can be taken off: pass" : "take off one stone"
    case (.nothing, .moving):
      return isPassing(game) ? "no stone can slide: pass" : "choose the stone that slides"
    }
  }

  private func isPassing(_ game: Game) -> Bool { (try? game.check(.pass)) != nil }
}

extension Game {
  /// Where the stone on `point` may slide.
  func slides(from point: LiuzhouRules.Point) -> LiuzhouRules.PointSet {
    book.targets(from: point, empty: position.empty, stoneCount: position.own.count)
  }

  /// Whether the side to move is blocked and has to begin an exchange.
  fileprivate var exchanges: Bool { (try? checkedDuty(of: .remove)) != nil }

  /// What an action has to capture, or why it cannot be made.
  func duty(_ action: Turn.Action) throws(Refusal) -> CaptureDuty {
    do { return try checkedDuty(of: action) } catch { throw Refusal(error.description) }
  }

  /// The formations that the stone of an action completes.
  func formations(completedBy action: Turn.Action) -> [Formation] {
    guard let target = Turn(action).target else { return [] }
    var own = position.own | LiuzhouRules.PointSet(target)
    if case .slide(let from, _) = action { own -= LiuzhouRules.PointSet(from) }
    return rules.formations.filter {
      $0.points.contains(target) && own.isSuperset(of: $0.points)
    }
  }

  /// Why `point` cannot be taken.
  func reason(notToTake point: LiuzhouRules.Point, _ duty: CaptureDuty) -> String {
    if duty.compulsory.contains(point) { return "\(point) is taken in any case" }
    if position.opponent.contains(point) {
      let formation = rules.formations.first {
        $0.points.contains(point) && position.opponent.isSuperset(of: $0.points)
      }
      return "\(point) is safe: it stands in a \(formation?.text ?? "formation")"
    }
    if position.own.contains(point) { return "\(point) is yours" }
    return position.empty.contains(point)
      ? "\(point) is empty" : "the stone on \(point) is dead already"
  }
}

extension Formation {
  /// `square 成方 c3 d3 c4 d4`.
  var text: String { "\(shape.text) \(points.map(\.description).joined(separator: " "))" }
}

extension Shape {
  /// The name in the glossary, and in Chinese.
  var text: String {
    switch self {
    case .square: "square 成方"
    case .diagonal3: "diagonal 斜三"
    case .diagonal4: "diagonal 斜四"
    case .diagonal5: "diagonal 斜五"
    case .diagonal6: "diagonal 成六"
    case .six, .edgeSix: "six 成六"
    }
  }
}
