import Basics
import Gomocup
import GomokuRules
import Match
import Records

/// The state of a game after its actions, by the rules alone: it has no clock, file or connection.
public struct PlayedGame: Sendable {
  /// The reason why the game is over.
  public enum Ending: Equatable, Sendable {
    case rules(GameState.Result)
    case resigned(Player)
    /// The draw that both players agreed on.
    case agreed
    case flagged(Player)
  }

  /// A step of the game: a move, or an action of an opening without a stone, and the time taken.
  public struct PlayedMove: Sendable {
    public let player: Player
    /// The move; `nil` for an action that places no stone.
    public let move: Move?
    public let milliseconds: Int
    /// The state before the step, for undo.
    fileprivate let origin: (state: GameState, opening: OpeningGame?)
  }

  public let kind: GameKind
  /// The set-up position in which the game begins; `nil` for the usual start.
  public let origin: GameOrigin?
  public private(set) var state: GameState
  /// The game's opening, kept after its end; `nil` for a game without an opening rule.
  public private(set) var opening: OpeningGame?
  public private(set) var ending: Ending?
  /// The request that waits for an answer, and the player who made it; `nil` if none waits.
  public private(set) var pendingRequest: (player: Player, request: GameAction.Request)?
  public private(set) var steps: [PlayedMove] = []
  /// All actions, including undone ones.
  public private(set) var actions: [GameAction] = []
  /// The names that were changed during the game.
  public private(set) var names: [Player: String] = [:]
  /// The levels of engines that were changed during the game.
  public private(set) var levels: [Player: Int] = [:]
  /// The hashes by which the two ends of a link compare their games.
  ///
  /// The hash at index `n` covers the game's name and rules, its first `n` actions and the
  /// positions after them.
  public private(set) var hashes: [UInt64]

  /// Creates a game at its start.
  ///
  /// - Parameters:
  ///   - rule: the opening rule, if the game has one; a rule that does not allow it is ignored.
  ///   - origin: the set-up position, if the game begins in one; it then has no opening rule.
  ///   - id: the unique name of the game, a part of all hashes.
  public init(
    _ kind: GameKind, opening rule: OpeningRule? = nil, origin: GameOrigin? = nil, id: String = ""
  ) {
    (self.kind, self.origin) = (kind, origin)
    state = origin?.state ?? GameState(kind)
    opening = rule.flatMap(kind.opening)
    let name =
      "\(id) \(kind.name)" + (opening.map { " \($0.rule)" } ?? "")
      + (origin.map { " \($0)" } ?? "")
    hashes = [PlayedGame.hash(0xCBF2_9CE4_8422_2325, name)]
  }

  // MARK: Queries

  /// The moves since the start, without the stones of a set-up position.
  public var moves: [Move] { Array(state.moves.dropFirst(origin?.state.plies ?? 0)) }

  /// The renju opening that the first three moves form; `nil` if they form none.
  var renjuOpening: RenjuOpening? { origin == nil ? kind.renjuOpening(of: state.moves) : nil }

  /// The player who has to act; `nil` once the game is over.
  public var actor: Player? {
    guard ending == nil else { return nil }
    return opening?.actor.map { Player($0) } ?? player(of: state.sideToMove)
  }

  /// The player who has Black. During an opening, a swap may still change this.
  public var black: Player { opening.map { Player($0.blackPlayer) } ?? .first }

  /// Returns the player who has the colour. During an opening, a swap may still change this.
  public func player(of color: Color) -> Player { color == .black ? black : black.other }

  /// Returns the colour of a player. During an opening, a swap may still change this.
  public func color(of player: Player) -> Color { player == black ? .black : .white }

  /// The opening while it is in progress; `nil` without one, after it, and once the game is over.
  public var currentOpening: OpeningGame? {
    opening.flatMap { $0.isOver || ending != nil ? nil : $0 }
  }

  /// The offered fifth moves, of which one has to be taken now; empty if there is no such offer.
  var offeredMoves: [GomokuRules.Point] {
    if case .take(let points)? = currentOpening?.options.first { points } else { [] }
  }

  /// The winner; `nil` for a draw and for an unfinished game.
  public var winner: Player? {
    switch ending {
    case .rules(.win(let color))?: player(of: color)
    case .resigned(let loser)?, .flagged(let loser)?: loser.other
    case .rules(.draw)?, .agreed?, nil: nil
    }
  }

  /// The reason for the end, in the terms of game records.
  public var endReason: EndReason {
    switch ending {
    case .rules?: state.endReason
    case .resigned?: .resigned
    case .agreed?: .drawAgreed
    case .flagged?: .time
    case nil: .unfinished
    }
  }

  /// Returns the number of steps to undo so that one of `players` has to act again.
  ///
  /// Returns `nil` if none of them has acted yet.
  public func stepsBack(to players: Set<Player>) -> Int? {
    guard let index = steps.lastIndex(where: { players.contains($0.player) }) else { return nil }
    return steps.count - index
  }

  /// Returns the game with its first `count` steps alone.
  ///
  /// The list `actions`, names and levels stay. If no step is dropped, the ending stays too.
  func first(_ count: Int) -> PlayedGame {
    var copy = self
    try? copy.takeBack(steps.count - count)
    return copy
  }

  /// Returns the number of steps up to and including move `number`; `nil` if there is no such move.
  func stepCount(forMoves number: Int) -> Int? {
    if number == 0 { return 0 }
    let places = steps.indices.filter { steps[$0].move != nil }
    return number <= places.count ? places[number - 1] + 1 : nil
  }

  /// The number of the open request in the list of actions; `nil` if none waits.
  var requestNumber: Int? {
    guard pendingRequest != nil else { return nil }
    return actions.lastIndex { if case .ask = $0 { true } else { false } }.map { $0 + 1 }
  }

  /// Returns whether the action after `earlier` has begun a new turn, whose time counts from zero.
  ///
  /// It has if it is a step, undoes one, or changes the ending.
  func isNewTurn(after earlier: PlayedGame) -> Bool {
    steps.count != earlier.steps.count || ending != earlier.ending
  }

  // MARK: Actions

  /// Performs an action. If it is impossible, throws the reason and changes nothing.
  public mutating func perform(_ action: GameAction) throws(UserError) {
    switch action {
    case .move(let move, let milliseconds): try play(move, milliseconds)
    case .opening(let action, let milliseconds): try open(action, milliseconds)
    case .choose(let choice, let milliseconds): try choose(choice, milliseconds)
    case .undo(let count): try takeBack(count)
    case .reopen: try reopen()
    case .ask(let player, let request): try ask(player, request)
    case .answer(let player, let isYes): try answer(player, isYes)
    case .resign(let player):
      try expectGame()
      (ending, pendingRequest) = (.resigned(player), nil)
    case .flag(let player):
      try expectGame()
      (ending, pendingRequest) = (.flagged(player), nil)
    case .level(let player, let level): levels[player] = level
    case .name(let player, let name): names[player] = name
    }
    actions.append(action)
    hashes.append(PlayedGame.hash(hashes[hashes.count - 1], "\(action.text)\n\(state.text)\n"))
  }

  /// Returns the game after an action; throws the reason if the action is impossible.
  public func after(_ action: GameAction) throws(UserError) -> PlayedGame {
    var copy = self
    try copy.perform(action)
    return copy
  }

  /// Throws if the game is over.
  func expectGame() throws(UserError) {
    if let ending { throw UserError("the game is over: \(phrase(of: ending))") }
  }

  private mutating func play(_ move: Move, _ milliseconds: Int) throws(UserError) {
    try expectGame()
    guard let actor else { throw UserError("the game is over") }
    if currentOpening != nil, case .point(let point) = move {
      return try open(offeredMoves.isEmpty ? .place(point) : .take(point), milliseconds)
    }
    var next = state
    do { try next.play(move) } catch { throw UserError(phrase: state.sentence(about: error)) }
    note(move, of: actor, milliseconds)
    state = next
    if let result = state.result { ending = .rules(result) }
  }

  /// Plays an action of the opening.
  private mutating func open(_ action: OpeningAction, _ milliseconds: Int) throws(UserError) {
    let (before, actor) = try openingInProgress()
    var next = before
    do { try next.play(action) } catch {
      if case .unexpected = error { throw UserError("\(Phrase(error)): \(before.task)") }
      throw UserError(phrase: Phrase(error))
    }
    let placed = next.position.stones.dropFirst(before.position.stones.count).last
    note(placed.map { .point($0.point) }, of: actor, milliseconds)
    (opening, state) = (next, .gomoku(next.position))
  }

  /// Returns the opening and the player who has to act in it; throws if none is in progress.
  func openingInProgress() throws(UserError) -> (OpeningGame, Player) {
    try expectGame()
    guard let opening = currentOpening, let actor else {
      throw UserError("that is for an opening, and none is in progress")
    }
    return (opening, actor)
  }

  /// Plays a swap2 choice from a file of version 0.1.0.
  ///
  /// The choice `more` is recorded as a step without a move.
  private mutating func choose(_ choice: FormerChoice, _ milliseconds: Int) throws(UserError) {
    let (opening, actor) = try openingInProgress()
    guard opening.options.contains(.swapOrStay) else {
      throw UserError("there is no choice of \(choice.rawValue) now")
    }
    switch choice {
    case .black: try open(opening.taking(.black), milliseconds)
    case .white: try open(opening.taking(.white), milliseconds)
    case .more:
      guard opening.options.count > 1 else { throw UserError(phrase: opening.task) }
      note(nil, of: actor, milliseconds)
    }
  }

  /// Records a step with the state before it. The step also ends any open request.
  private mutating func note(_ move: Move?, of player: Player, _ milliseconds: Int) {
    steps.append(
      PlayedMove(player: player, move: move, milliseconds: milliseconds, origin: (state, opening)))
    pendingRequest = nil
  }

  private mutating func takeBack(_ count: Int) throws(UserError) {
    guard count <= steps.count, count > 0 else { throw UserError("there is nothing to take back") }
    let origin = steps[steps.count - count].origin
    (state, opening) = (origin.state, origin.opening)
    steps.removeLast(count)
    (ending, pendingRequest) = (nil, nil)
  }

  /// True if the game ended by resignation, agreement or the clock, not by a rule of the game.
  var isReopenable: Bool {
    switch ending {
    case .resigned?, .agreed?, .flagged?: true
    case .rules?, nil: false
    }
  }

  private mutating func reopen() throws(UserError) {
    guard isReopenable else {
      throw UserError("there is no resignation, flag or draw to take back")
    }
    (ending, pendingRequest) = (nil, nil)
  }

  private mutating func ask(_ player: Player, _ request: GameAction.Request) throws(UserError) {
    guard pendingRequest == nil else { throw UserError("a question is open: yes or no") }
    switch request {
    case .draw: try expectGame()
    case .undo(let count):
      guard count <= steps.count else { throw UserError("there is nothing to take back") }
    case .reopen:
      guard isReopenable else { throw UserError("there is nothing to take back") }
    }
    pendingRequest = (player, request)
  }

  private mutating func answer(_ player: Player, _ isYes: Bool) throws(UserError) {
    guard let open = pendingRequest, open.player != player else {
      throw UserError("nobody has asked anything")
    }
    pendingRequest = nil
    guard isYes else { return }
    switch open.request {
    case .draw: ending = .agreed
    case .undo(let count): try takeBack(count)
    case .reopen: try reopen()
    }
  }

  // MARK: Texts

  /// Returns the ending in words, as in `black wins, a winning row`.
  public func phrase(of ending: Ending) -> Phrase {
    Phrase("\(Phrase(result: winner.map(color))), \(reason(of: ending))")
  }

  /// Returns the ending in English, for files.
  func text(of ending: Ending) -> String { phrase(of: ending).description }

  private func reason(of ending: Ending) -> Phrase {
    switch ending {
    case .resigned(let loser): Phrase("\(color(of: loser)) resigns")
    case .agreed: Phrase("agreed by both")
    case .flagged(let loser): Phrase("\(color(of: loser)) has run out of time")
    case .rules: state.endText
    }
  }

  /// Returns the 64-bit FNV-1a hash of `text`, continued from the hash `start`.
  private static func hash(_ start: UInt64, _ text: String) -> UInt64 {
    text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension GameState {
  /// The complete position as text, which is part of the hash.
  fileprivate var text: String {
    switch self {
    case .gomoku: "\(diagram) \(sideToMove)"
    case .liuzhou(let game): game.position.description
    }
  }

  /// Returns the reason why a move is illegal, for the user.
  func sentence(about error: IllegalMove) -> Phrase {
    switch (self, error.move) {
    case (.gomoku(let position), .point(let point)):
      if error.isForbidden, let forbiddance = position.forbiddance(of: point) {
        return Phrase("\(point) is forbidden: \(Phrase(forbiddance))")
      }
      if !position.size.contains(point) { return Phrase("\(point): off the board") }
      if !position.isEmpty(point) { return Phrase("\(point): the point is occupied") }
      if result != nil { return Phrase("\(point): \(Phrase("the game is over"))") }
    case (.liuzhou(let game), .turn(let turn)):
      do { try game.check(turn) } catch { return Phrase("\(turn): \(Phrase(error))") }
    default: break
    }
    return Phrase("\(error.move): \(error.reason)")
  }

  /// The reason why a game that ended by its rules is over, for the user.
  fileprivate var endText: Phrase {
    switch self {
    case .gomoku:
      switch endReason {
      case .boardFull: Phrase("the board is full")
      case .noMoves: Phrase("black has no point left")
      default: Phrase("a winning row")
      }
    case .liuzhou(let game): game.outcome.map { Phrase($0) } ?? Phrase(verbatim: "")
    }
  }
}
