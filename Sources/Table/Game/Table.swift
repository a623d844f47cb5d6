import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Platform
import Tournament

/// The table with everything on it, and what orders do to it: no process, file or terminal.
public struct Table: Sendable {
  /// What has to be done away from the table.
  public enum Effect: Equatable, Sendable {
    /// A deed that was found possible: it counts once it is kept, and the other end agrees.
    case propose(Deed)
    case advise(milliseconds: Int, isHint: Bool)
    case stopAdvice
    /// Starts an engine that has failed again.
    case retry
    case save(path: String, overwrites: Bool)
    case help
    case show
    case quit
  }

  /// The last thing that was said to whoever sits here.
  public struct Notice: Equatable, Sendable {
    public var text: String
    public var isError: Bool
  }

  /// What an adviser has said.
  public struct Advice: Equatable, Sendable {
    public var isHint: Bool
    public var isRunning: Bool
    /// The point of the hint or of the best line.
    public var move: Move?
    public var text: String
  }

  public let settings: TableSettings
  public private(set) var game: TableGame
  public internal(set) var entry = TurnEntry()
  public var notice: Notice?
  public var advice: Advice?
  public private(set) var isPaused = false
  /// What renju forbids the player to move, and why.
  public private(set) var forbidden: [Cell: Forbiddance] = [:]
  /// What keeps an engine from playing, until that is over.
  public var trouble: String?
  /// Where the cursor stands.
  public var cursor: Cell
  /// When the turn began.
  public internal(set) var turnBegan: MonotonicTime
  /// The clocks of a game over a link.
  var linkClock = LinkClock()
  /// What there is to say about the line to the other table.
  public var lineText: String?
  /// Whether a deed is on its way to the other end.
  public var isProposing = false

  /// The table after `deeds`, which were kept earlier.
  public init(
    _ settings: TableSettings, after deeds: [Deed] = [], now: MonotonicTime
  ) throws(Refusal) {
    self.settings = settings
    var game = settings.start
    for deed in deeds { try game.perform(deed) }
    self.game = game
    turnBegan = now
    cursor = Table.middle(of: settings.game)
    forbidden = Table.forbidden(in: game.state)
  }

  private static func forbidden(in state: GameState) -> [Cell: Forbiddance] {
    guard case .gomoku(let position) = state, position.variant == .renju else { return [:] }
    let points = position.emptyPoints.compactMap { point in
      position.forbiddance(of: point).map { (Cell(point), $0) }
    }
    return Dictionary(uniqueKeysWithValues: points)
  }

  private static func middle(of kind: GameKind) -> Cell {
    switch kind {
    case .gomoku(_, let size): Cell(size.center)
    case .liuzhou: Cell(x: 2, y: 3)
    }
  }

  // MARK: Who is who

  public func name(of player: Player) -> String { game.names[player] ?? settings[player].name }

  /// The level of an engine.
  public func level(of player: Player) -> Int? {
    guard case .engine(let engine) = settings[player].kind else { return nil }
    return game.levels[player] ?? engine.level
  }

  /// Whether it is the turn of a person at this terminal.
  public var isPersonToAct: Bool { game.actor.map(settings.persons.contains) ?? false }

  /// Milliseconds since the turn began, without pauses.
  public func elapsed(at now: MonotonicTime) -> Int {
    if isClockHeld { return 0 }
    let end = isPaused ? MonotonicTime(nanoseconds: 0) : now
    return max(0, end.microseconds(since: turnBegan) / 1000)
  }

  /// Milliseconds on the clock of `player`; `nil` without clocks.
  public func timeLeft(of player: Player, at now: MonotonicTime) -> Int? {
    guard let clock = settings.clock else { return nil }
    let left = clock.left(for: player, in: game)
    return player == game.actor ? left - elapsed(at: now) : left
  }

  // MARK: What happens

  /// Adds a deed that is kept, whoever did it.
  public mutating func perform(_ deed: Deed, now: MonotonicTime) throws(Refusal) {
    let (mover, stepCount) = (game.actor, game.steps.count)
    let (wish, ending) = (game.wish?.wish, game.ending)
    try game.perform(deed)
    switch deed {
    // These change nothing on the board: a turn half entered stays.
    case .ask, .level, .name: break
    default:
      if game.steps.count != stepCount || game.ending != ending { startTurn(now) }
    }
    notice = story(of: deed, by: mover, on: wish).map { Notice(text: $0, isError: false) }
  }

  private mutating func startTurn(_ now: MonotonicTime) {
    turnBegan = isPaused ? MonotonicTime(nanoseconds: 0) : now
    entry.clear()
    forbidden = Table.forbidden(in: game.state)
    advice = nil
  }

  /// Stops the clocks, or has them go on where they stood.
  mutating func setPaused(_ pauses: Bool, now: MonotonicTime) {
    // While it pauses, the moment is kept as if the turn had begun so long before the start of time.
    let shift = now.nanoseconds - turnBegan.nanoseconds
    turnBegan = MonotonicTime(
      nanoseconds: pauses ? -shift : now.nanoseconds + turnBegan.nanoseconds)
    isPaused = pauses
  }

  /// What to tell of a deed.
  ///
  /// - Parameter wish: the question that was open before it.
  private func story(of deed: Deed, by mover: Player?, on wish: Deed.Wish?) -> String? {
    switch deed {
    case .move(let move, _): return mover.map { "\(name(of: $0)): \(move)" }
    case .choose(.more): return mover.map { "\(name(of: $0)) sets two more stones" }
    case .choose(let choice): return mover.map { "\(name(of: $0)) takes \(choice.rawValue)" }
    case .undo(let steps): return steps == 1 ? "taken back" : "\(steps) moves taken back"
    case .reopen: return "the game goes on"
    case .ask(let player, let wish): return story(of: wish, by: player)
    case .answer(let player, let isYes):
      let what = isYes && wish == .reopen ? "; the game goes on" : ""
      return "\(name(of: player)) says \(isYes ? "yes" : "no")\(what)"
    case .level(let player, let level): return "\(name(of: player)) plays at level \(level)"
    case .name(let player, let name):
      return settings[player].kind == .remote ? "\(name) sits down" : nil
    case .resign, .flag: return nil
    }
  }

  /// What to tell of a question: who is asked, and that he who asks waits.
  private func story(of wish: Deed.Wish, by player: Player) -> String {
    let what =
      switch wish {
      case .draw: "a draw"
      case .undo(1): "to take back a move"
      case .undo(let steps): "to take back \(steps) moves"
      case .reopen: "to go on with the game"
      }
    let verb = wish == .draw ? "offer" : "ask"
    if settings[player].kind == .person, settings[player.other].kind == .remote {
      return "you \(verb) \(what); \(name(of: player.other)) has to answer"
    }
    return "\(name(of: player)) \(verb)s \(what); \(name(of: player.other)): yes or no?"
  }

  /// A flag that falls now, if one does.
  public func fallenFlag(at now: MonotonicTime) -> Deed? {
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

  /// Milliseconds until the flag of the player to move falls, and until what is seen of his time
  /// changes; nothing while time stands still.
  func changes(at now: MonotonicTime, isSeen: Bool) -> [Int] {
    guard let actor = game.actor, !isPaused else { return [] }
    var changes: [Int] = []
    if let left = timeLeft(of: actor, at: now) {
      // An engine, or the other end of a link, has some time more.
      changes.append(left > 0 ? left : left > -1000 ? 50 : 1000)
      let unit = left > 10_000 ? 1000 : 100
      if isSeen { changes.append(max(left, 0) % unit + 1) }
    }
    // Of others it is told how long they have thought.
    if isSeen, settings[actor].kind != .person { changes.append(1000 - elapsed(at: now) % 1000) }
    return changes
  }

  public mutating func tell(_ text: String) { notice = Notice(text: text, isError: false) }
  public mutating func complain(_ text: String) { notice = Notice(text: text, isError: true) }
}
