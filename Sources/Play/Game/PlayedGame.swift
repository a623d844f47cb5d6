import Basics
import Gomocup
import Match

/// The state of a game after its actions, by the rules alone: it has no clock, file or connection.
public struct PlayedGame: Sendable {
  /// The stage of the opening, or normal play.
  public enum Stage: Equatable, Sendable {
    /// Swap2: the first player places the first three stones.
    case proposing
    /// Swap2: the second player takes a colour, or decides to place two more stones.
    case choosing
    /// Swap2: the second player places two more stones.
    case adding
    /// Swap2: after five stones the first player takes a colour.
    case choosingLast
    case playing
  }

  /// The reason why the game is over.
  public enum Ending: Equatable, Sendable {
    case rules(GameState.Result)
    case resigned(Player)
    /// The draw that both players agreed on.
    case agreed
    case flagged(Player)
  }

  /// A move or a choice, with the time that it took.
  public struct Step: Sendable {
    public let player: Player
    /// The move; `nil` for a choice.
    public let move: Move?
    public let milliseconds: Int
    /// The state before the step, for undo.
    fileprivate let origin: (state: GameState, stage: Stage, black: Player?)
  }

  public let kind: GameKind
  public private(set) var state: GameState
  public private(set) var stage: Stage
  /// The player who has Black; `nil` until the opening decides it.
  public private(set) var black: Player?
  public private(set) var ending: Ending?
  /// The request that waits for an answer, and the player who made it; `nil` if none waits.
  public private(set) var pendingRequest: (player: Player, request: GameAction.Request)?
  public private(set) var steps: [Step] = []
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
  ///   - usesSwap2: true if the game begins with the swap2 opening, which only gomoku has.
  ///   - id: the unique name of the game, a part of all hashes.
  public init(_ kind: GameKind, usesSwap2: Bool = false, id: String = "") {
    self.kind = kind
    state = GameState(kind)
    stage = usesSwap2 ? .proposing : .playing
    black = usesSwap2 ? nil : .first
    hashes = [PlayedGame.hash(0xCBF2_9CE4_8422_2325, "\(id) \(kind.name)")]
  }

  // MARK: Queries

  /// The player who has to move or choose; `nil` once the game is over.
  public var actor: Player? {
    guard ending == nil else { return nil }
    switch stage {
    case .proposing, .choosingLast: return .first
    case .choosing, .adding: return .second
    case .playing: return player(of: state.sideToMove)
    }
  }

  /// Returns the player who has the colour; `nil` until the opening decides it.
  public func player(of color: Color) -> Player? { color == .black ? black : black?.other }

  /// Returns the colour of a player; `nil` until the opening decides it.
  public func color(of player: Player) -> Color? {
    black.map { $0 == player ? .black : .white }
  }

  /// The choices of the player to act; empty unless he has to choose in the swap2 opening.
  public var choices: [Swap2Choice] {
    switch stage {
    case _ where ending != nil: []
    case .choosing: [.black, .white, .more]
    case .choosingLast: [.black, .white]
    default: []
    }
  }

  /// True if the next action is a move, not a choice.
  public var awaitsMove: Bool { ending == nil && choices.isEmpty }

  /// The winner; `nil` for a draw and for an unfinished game.
  public var winner: Player? {
    switch ending {
    case .rules(.win(let color))?: player(of: color) ?? (color == .black ? .first : .second)
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

  /// Returns the number of steps to undo so that one of `players` has to move or choose again.
  ///
  /// Returns `nil` if none of them has moved or chosen yet.
  public func stepsBack(to players: Set<Player>) -> Int? {
    guard let index = steps.lastIndex(where: { players.contains($0.player) }) else { return nil }
    return steps.count - index
  }

  // MARK: Actions

  /// Performs an action. If it is impossible, throws the reason and changes nothing.
  public mutating func perform(_ action: GameAction) throws(UserError) {
    switch action {
    case .move(let move, let milliseconds): try play(move, milliseconds)
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
    if let ending { throw UserError("the game is over: \(text(of: ending))") }
  }

  private mutating func play(_ move: Move, _ milliseconds: Int) throws(UserError) {
    try expectGame()
    guard let actor else { throw UserError("the game is over") }
    guard choices.isEmpty else {
      throw UserError("first choose: \(choices.map(\.rawValue).joined(separator: ", "))")
    }
    var next = state
    do { try next.play(move) } catch { throw UserError(state.sentence(about: error)) }
    note(move, of: actor, milliseconds)
    state = next
    if let result = state.result {
      ending = .rules(result)
      return
    }
    if stage == .proposing, state.plies == 3 { stage = .choosing }
    if stage == .adding, state.plies == 5 { stage = .choosingLast }
  }

  private mutating func choose(_ choice: Swap2Choice, _ milliseconds: Int) throws(UserError) {
    try expectGame()
    guard let actor, choices.contains(choice) else {
      throw UserError("there is no choice of \(choice.rawValue) now")
    }
    note(nil, of: actor, milliseconds)
    switch choice {
    case .black: (black, stage) = (actor, .playing)
    case .white: (black, stage) = (actor.other, .playing)
    case .more: stage = .adding
    }
  }

  /// Records a step and the state before it; drops the open request.
  private mutating func note(_ move: Move?, of player: Player, _ milliseconds: Int) {
    steps.append(
      Step(
        player: player, move: move, milliseconds: milliseconds, origin: (state, stage, black)))
    pendingRequest = nil
  }

  private mutating func takeBack(_ count: Int) throws(UserError) {
    guard count <= steps.count, count > 0 else { throw UserError("there is nothing to take back") }
    let origin = steps[steps.count - count].origin
    (state, stage, black) = (origin.state, origin.stage, origin.black)
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

  /// Returns the ending in words, as in `black wins, five in a row`.
  public func text(of ending: Ending) -> String {
    let result =
      winner.map { player in
        color(of: player).map { "\($0) wins" } ?? "player \(player.rawValue) wins"
      }
      ?? "draw"
    return "\(result), \(reason(of: ending))"
  }

  private func reason(of ending: Ending) -> String {
    switch ending {
    case .resigned(let loser): "\(color(of: loser).map(\.description) ?? "the other") resigns"
    case .agreed: "agreed by both"
    case .flagged(let loser):
      "\(color(of: loser).map(\.description) ?? "the other") has run out of time"
    case .rules: state.endText
    }
  }

  /// Returns the 64-bit FNV-1a hash of `text`, continued from the hash `start`.
  private static func hash(_ start: UInt64, _ text: String) -> UInt64 {
    text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension GameState {
  /// The complete position on one line, as part of the hash.
  fileprivate var text: String {
    switch self {
    case .gomoku: "\(diagram) \(sideToMove)"
    case .liuzhou(let game): game.position.description
    }
  }

  /// Returns the reason why a move is illegal, for the user.
  fileprivate func sentence(about error: IllegalMove) -> String {
    guard error.isForbidden, case .gomoku(let position) = self, case .point(let point) = error.move,
      let forbiddance = position.forbiddance(of: point)
    else { return error.description }
    return "\(point) is forbidden: \(forbiddance.text)"
  }

  /// The reason why a game that ended by its rules is over, for the user.
  fileprivate var endText: String {
    switch self {
    case .gomoku:
      switch endReason {
      case .boardFull: "the board is full"
      case .noMoves: "black has no point left"
      default: "a winning row"
      }
    case .liuzhou(let game):
      game.outcome.map { outcome in
        outcome.description.split(separator: ", ", maxSplits: 1).last.map(String.init) ?? ""
      } ?? ""
    }
  }
}
