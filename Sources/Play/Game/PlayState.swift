import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Match
import Platform
import Records

/// The state of a game session, and the effect of user commands on it.
///
/// A pure value: it starts no processes and reads or writes no files, sockets or terminals.
public struct PlayState: Sendable {
  /// A message to the user.
  public struct Notice: Equatable, Sendable {
    public var phrase: Phrase
    public var isError: Bool

    /// The message in English.
    public var text: String { phrase.description }
  }

  public let settings: PlaySettings
  public private(set) var game: PlayedGame
  public internal(set) var entry = TurnEntry()
  public var notice: Notice?
  public var advice: Advice?
  /// The points that renju forbids to the player whose turn it is, each with the broken rule.
  public private(set) var forbidden: [BoardPoint: ForbiddenReason] = [:]
  /// The failure of an engine; until it is cleared, no engine is asked for a move.
  public var engineFailure: Phrase?
  public var cursor: BoardPoint
  /// The number of steps of the game that are shown; `nil` for the present position.
  private(set) var shownSteps: Int?
  var turnClock: TurnClock
  /// The holds and corrections of the clocks in a game over a link.
  var linkClock = LinkClock()
  /// The state of the link, as a text for the user.
  var linkStatus: Phrase?
  /// True while the guest's request waits for the host's answer.
  public var isProposing = false

  /// Creates the session's state by replaying the saved `actions`; throws if one is impossible.
  public init(
    _ settings: PlaySettings, after actions: [GameAction] = [], now: MonotonicTime
  ) throws(UserError) {
    self.settings = settings
    var game = settings.start
    for action in actions { try game.perform(action) }
    self.game = game
    turnClock = .running(since: now)
    cursor = PlayState.middle(of: settings.game)
    forbidden = PlayState.forbidden(in: game.state)
  }

  /// Returns the points that renju forbids to the player whose turn it is, with the broken rules.
  private static func forbidden(in state: GameState) -> [BoardPoint: ForbiddenReason] {
    guard case .gomoku(let position) = state, position.variant == .renju else { return [:] }
    let points = position.emptyPoints.compactMap { point in
      position.forbiddance(of: point).map { (BoardPoint(point), $0) }
    }
    return Dictionary(uniqueKeysWithValues: points)
  }

  private static func middle(of kind: GameKind) -> BoardPoint {
    switch kind {
    case .gomoku(_, let size): BoardPoint(size.center)
    case .liuzhou: BoardPoint(x: 2, y: 3)
    }
  }

  // MARK: Players

  public func name(of player: Player) -> String { game.names[player] ?? settings[player].name }

  /// Returns the level of an engine; `nil` for a player who is no engine.
  public func level(of player: Player) -> Int? {
    guard case .engine(let engine) = settings[player].kind else { return nil }
    return game.levels[player] ?? engine.level
  }

  /// True if a user at this terminal has to act.
  public var isPersonToAct: Bool { game.actor.map(settings.persons.contains) ?? false }

  public var isPaused: Bool {
    if case .paused = turnClock { true } else { false }
  }

  /// Returns the milliseconds of the current turn, without pauses.
  public func elapsed(at now: MonotonicTime) -> Int {
    if isClockHeld { return linkClock.heldTime }
    return switch turnClock {
    case .running(let start): max(0, now.microseconds(since: start) / 1000)
    case .paused(let elapsed): elapsed
    }
  }

  /// Returns the milliseconds of the current turn, at most the largest that an action can record.
  func turnTime(at now: MonotonicTime) -> Int { min(elapsed(at: now), Bounds.time.upperBound) }

  /// Returns the time left on the clock of `player`, in milliseconds; `nil` without clocks.
  public func timeLeft(of player: Player, at now: MonotonicTime) -> Int? {
    guard let clock = settings.clock else { return nil }
    let left = clock.left(for: player, in: game)
    return player == game.actor ? left - elapsed(at: now) : left
  }

  // MARK: Actions and clocks

  /// Replaces the game by the game after a saved action, and sets the message about the action.
  mutating func advance(to next: PlayedGame, by action: GameAction, now: MonotonicTime) {
    let (mover, request) = (game.actor, game.pendingRequest?.request)
    let isNewTurn = next.isNewTurn(after: game)
    game = next
    if isNewTurn { startTurn(now) }
    notice = story(of: action, by: mover, on: request).map { Notice(phrase: $0, isError: false) }
  }

  /// Resets the clock, the entry, the forbidden points and the advice; shows the present position.
  private mutating func startTurn(_ now: MonotonicTime) {
    turnClock = isPaused ? .paused(after: 0) : .running(since: now)
    linkClock.heldTime = 0
    entry.clear()
    forbidden = PlayState.forbidden(in: game.state)
    (advice, shownSteps) = (nil, nil)
  }

  // MARK: Looking back

  /// The game at the position that is shown.
  var shownGame: PlayedGame { shownSteps.map(game.first) ?? game }

  /// Shows another position of the game, which stays as it is; throws if there is no such position.
  mutating func look(_ look: UserCommand.Look) throws(UserError) {
    let count = shownSteps ?? game.steps.count
    let wanted: Int
    switch look {
    case .first: wanted = 0
    case .previous:
      guard count > 0 else { throw UserError("the game begins here") }
      wanted = count - 1
    case .next:
      guard count < game.steps.count else { throw UserError("the game has come no further") }
      wanted = count + 1
    case .last: wanted = game.steps.count
    case .move(let number):
      guard let index = game.stepCount(forMoves: number) else {
        throw UserError("there is no move \(number): the game has \(game.moves.count)")
      }
      wanted = index
    }
    shownSteps = wanted == game.steps.count ? nil : wanted
    (notice, entry) = (nil, TurnEntry())
  }

  /// Pauses the clocks, or lets them run on from the same time.
  mutating func setPaused(_ pauses: Bool, now: MonotonicTime) {
    let elapsed = elapsed(at: now)
    turnClock =
      pauses
      ? .paused(after: elapsed) : .running(since: now.advanced(milliseconds: -elapsed))
  }

  /// Returns the message about an action; `nil` if none is needed.
  ///
  /// - Parameter request: the request that was open before the action.
  private func story(of action: GameAction, by mover: Player?, on request: GameAction.Request?)
    -> Phrase?
  {
    let actor = mover.map(name) ?? ""
    switch action {
    case .move(let move, _): return Phrase("\(actor): \(move)")
    case .opening(.swap, _):
      return mover.map { Phrase("\(actor): swap, now \(game.color(of: $0))") }
    case .opening(.stay, _):
      return mover.map { Phrase("\(actor): no swap, still \(game.color(of: $0))") }
    case .opening(.announce(let count), _):
      return Phrase("\(actor): fifth moves to offer: \(count)")
    case .opening(let action, _): return Phrase("\(actor): \(action)")
    case .choose(let choice, _): return Phrase("\(actor): \(choice.rawValue)")
    case .undo(1): return Phrase("taken back")
    case .undo(let steps): return Phrase("\(steps) moves taken back")
    case .reopen: return Phrase("the game goes on")
    case .ask(let player, let request): return story(of: request, by: player)
    case .answer(let player, true):
      return request == .reopen
        ? Phrase("\(name(of: player)) says yes; the game goes on")
        : Phrase("\(name(of: player)) says yes")
    case .answer(let player, false): return Phrase("\(name(of: player)) says no")
    case .level(let player, let level):
      return Phrase("\(name(of: player)) plays at level \(level)")
    case .name(let player, let name):
      return settings[player].kind == .remote ? Phrase("\(name) sits down") : nil
    case .resign, .flag: return nil
    }
  }

  /// Returns the message about a request, which names the player who has to answer.
  func story(of request: GameAction.Request, by player: Player) -> Phrase {
    let (name, other) = (name(of: player), name(of: player.other))
    let isOwn = settings[player].kind == .person && settings[player.other].kind == .remote
    let what =
      switch (request, isOwn) {
      case (.draw, true): Phrase("you offer a draw")
      case (.draw, false): Phrase("\(name) offers a draw")
      case (.undo(1), true): Phrase("you ask to take back a move")
      case (.undo(1), false): Phrase("\(name) asks to take back a move")
      case (.undo(let steps), true): Phrase("you ask to take back \(steps) moves")
      case (.undo(let steps), false): Phrase("\(name) asks to take back \(steps) moves")
      case (.reopen, true): Phrase("you ask to go on with the game")
      case (.reopen, false): Phrase("\(name) asks to go on with the game")
      }
    return isOwn
      ? Phrase("\(what); \(other) has to answer") : Phrase("\(what); \(other): yes or no?")
  }

  /// Returns the loss on time of the player to move once his time is over; otherwise `nil`.
  ///
  /// Engines and remote players get a little more time, because their moves arrive with a delay. At
  /// the guest's end of a link the result is always `nil`, because the host's clock decides.
  public func fallenFlag(at now: MonotonicTime) -> GameAction? {
    guard let actor = game.actor, linkClock.decides, let left = timeLeft(of: actor, at: now) else {
      return nil
    }
    let tolerance =
      switch settings[actor].kind {
      case .person: 0
      case .engine: 200
      case .remote: linkClock.allowance
      }
    return left + tolerance <= 0 ? .flag(actor) : nil
  }

  /// Returns the delays, in milliseconds, after which the displayed time changes or a flag may
  /// fall.
  ///
  /// The list is empty while the game pauses or is over.
  ///
  /// - Parameter isSeen: true if the clocks are displayed.
  func changes(at now: MonotonicTime, isSeen: Bool) -> [Int] {
    guard let actor = game.actor, !isPaused else { return [] }
    var changes: [Int] = []
    if let left = timeLeft(of: actor, at: now) {
      // The flags of engines and remote players fall a little after zero.
      changes.append(left > 0 ? left : left > -1000 ? 50 : 1000)
      let unit = left > 10_000 ? 1000 : 100
      if isSeen { changes.append(max(left, 0) % unit + 1) }
    }
    // The thinking time of engines and remote players is displayed in seconds.
    if isSeen, settings[actor].kind != .person { changes.append(1000 - elapsed(at: now) % 1000) }
    return changes
  }

  /// Sets the message to the user.
  public mutating func tell(_ phrase: Phrase) { notice = Notice(phrase: phrase, isError: false) }
}
