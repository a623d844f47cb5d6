import Basics
import Gomocup
import Tournament

/// A game at the table: what its deeds have made of it, by the rules alone.
public struct TableGame: Sendable {
  /// Where the game stands.
  public enum Stage: Equatable, Sendable {
    /// Swap2: the first player sets so many more of three stones.
    case proposing
    /// Swap2: the second player takes a colour, or sets two more stones.
    case choosing
    case adding
    /// Swap2: after five stones the first player takes a colour.
    case choosingLast
    case playing
  }

  /// Why the game is over.
  public enum Ending: Equatable, Sendable {
    case rules(GameState.Result)
    case resigned(Player)
    case agreed
    case flagged(Player)
  }

  /// A move or a choice, with the time that it took.
  public struct Step: Equatable, Sendable {
    public let player: Player
    /// `nil` for a choice.
    public let move: Move?
    public let milliseconds: Int
  }

  /// Where a step led from.
  private struct Origin: Sendable {
    let state: GameState
    let stage: Stage
    let black: Player?
  }

  public let kind: GameKind
  public private(set) var state: GameState
  public private(set) var stage: Stage
  /// Who has Black; `nil` while the opening has not decided it.
  public private(set) var black: Player?
  public private(set) var ending: Ending?
  /// What a player has asked for and not been told.
  public private(set) var wish: (player: Player, wish: Deed.Wish)?
  public private(set) var steps: [Step] = []
  /// All that has happened, with what was taken back.
  public private(set) var deeds: [Deed] = []
  /// Names and levels that were changed on the way.
  public private(set) var names: [Player: String] = [:]
  public private(set) var levels: [Player: Int] = [:]
  /// The hash of the first deeds and of every position that they led to, by their number.
  public private(set) var hashes: [UInt64]
  private var origins: [Origin] = []

  /// The start of a game.
  ///
  /// - Parameters:
  ///   - usesSwap2: only gomoku has that opening.
  ///   - id: what tells the game from every other one, part of all hashes.
  public init(_ kind: GameKind, usesSwap2: Bool = false, id: String = "") {
    self.kind = kind
    state = GameState(kind)
    stage = usesSwap2 ? .proposing : .playing
    black = usesSwap2 ? nil : .first
    hashes = [TableGame.hash(0xCBF2_9CE4_8422_2325, "\(id) \(kind.name)")]
  }

  // MARK: Looking

  /// Who is to move or to choose; `nil` once the game is over.
  public var actor: Player? {
    guard ending == nil else { return nil }
    switch stage {
    case .proposing, .choosingLast: return .first
    case .choosing, .adding: return .second
    case .playing: return player(of: state.sideToMove)
    }
  }

  /// Who has the colour; `nil` while that is open.
  public func player(of color: Color) -> Player? { color == .black ? black : black?.other }

  /// The colour of a player; `nil` while that is open.
  public func color(of player: Player) -> Color? {
    black.map { $0 == player ? .black : .white }
  }

  /// What the player to act may choose; nothing outside the opening.
  public var choices: [Swap2Choice] {
    switch stage {
    case _ where ending != nil: []
    case .choosing: [.black, .white, .more]
    case .choosingLast: [.black, .white]
    default: []
    }
  }

  /// Whether a stone or a turn is due, and not a choice.
  public var awaitsMove: Bool { ending == nil && choices.isEmpty }

  /// Who has won; `nil` for a draw and while the game goes on.
  public var winner: Player? {
    switch ending {
    case .rules(.win(let color))?: player(of: color) ?? (color == .black ? .first : .second)
    case .resigned(let loser)?, .flagged(let loser)?: loser.other
    case .rules(.draw)?, .agreed?, nil: nil
    }
  }

  /// Why the game ended, as records have it.
  public var endReason: EndReason {
    switch ending {
    case .rules?: state.endReason
    case .resigned?: .resigned
    case .agreed?: .drawAgreed
    case .flagged?: .time
    case nil: .unfinished
    }
  }

  /// How many steps back is the last position in which it was the turn of one of `players`, and
  /// with it everything that came after; `nil` if there is none.
  public func stepsBack(to players: Set<Player>) -> Int? {
    guard let index = steps.lastIndex(where: { players.contains($0.player) }) else { return nil }
    return steps.count - index
  }

  // MARK: Changing

  /// Adds a deed, or says why that cannot be and leaves everything as it was.
  public mutating func perform(_ deed: Deed) throws(Refusal) {
    switch deed {
    case .move(let move, let milliseconds): try play(move, milliseconds)
    case .choose(let choice): try choose(choice)
    case .undo(let count): try takeBack(count)
    case .reopen: try reopen()
    case .ask(let player, let request): try ask(player, request)
    case .answer(let player, let isYes): try answer(player, isYes)
    case .resign(let player):
      try expectGame()
      (ending, wish) = (.resigned(player), nil)
    case .flag(let player):
      try expectGame()
      (ending, wish) = (.flagged(player), nil)
    case .level(let player, let level): levels[player] = level
    case .name(let player, let name): names[player] = name
    }
    deeds.append(deed)
    hashes.append(TableGame.hash(hashes[hashes.count - 1], "\(deed.text)\n\(state.text)\n"))
  }

  /// Throws unless the deed could be added now.
  public func check(_ deed: Deed) throws(Refusal) {
    var copy = self
    try copy.perform(deed)
  }

  private func expectGame() throws(Refusal) {
    if let ending { throw Refusal("the game is over: \(text(of: ending))") }
  }

  private mutating func play(_ move: Move, _ milliseconds: Int) throws(Refusal) {
    try expectGame()
    guard let actor else { throw Refusal("the game is over") }
    guard choices.isEmpty else {
      throw Refusal("first choose: \(choices.map(\.rawValue).joined(separator: ", "))")
    }
    var next = state
    do { try next.play(move) } catch { throw Refusal(state.sentence(about: error)) }
    note(Step(player: actor, move: move, milliseconds: milliseconds))
    state = next
    if let result = state.result {
      ending = .rules(result)
      return
    }
    if stage == .proposing, state.plies == 3 { stage = .choosing }
    if stage == .adding, state.plies == 5 { stage = .choosingLast }
  }

  private mutating func choose(_ choice: Swap2Choice) throws(Refusal) {
    try expectGame()
    guard let actor, choices.contains(choice) else {
      throw Refusal("there is no choice of \(choice.rawValue) now")
    }
    note(Step(player: actor, move: nil, milliseconds: 0))
    switch choice {
    case .black: (black, stage) = (actor, .playing)
    case .white: (black, stage) = (actor.other, .playing)
    case .more: stage = .adding
    }
  }

  private mutating func note(_ step: Step) {
    origins.append(Origin(state: state, stage: stage, black: black))
    steps.append(step)
    wish = nil
  }

  private mutating func takeBack(_ count: Int) throws(Refusal) {
    guard count <= steps.count, count > 0 else { throw Refusal("there is nothing to take back") }
    let origin = origins[origins.count - count]
    (state, stage, black) = (origin.state, origin.stage, origin.black)
    steps.removeLast(count)
    origins.removeLast(count)
    (ending, wish) = (nil, nil)
  }

  /// Whether the game has ended by a word or the clock, and not by its rules.
  var isReopenable: Bool {
    switch ending {
    case .resigned?, .agreed?, .flagged?: true
    case .rules?, nil: false
    }
  }

  private mutating func reopen() throws(Refusal) {
    guard isReopenable else { throw Refusal("there is no resignation, flag or draw to take back") }
    (ending, wish) = (nil, nil)
  }

  private mutating func ask(_ player: Player, _ request: Deed.Wish) throws(Refusal) {
    guard wish == nil else { throw Refusal("a question is open: yes or no") }
    switch request {
    case .draw: try expectGame()
    case .undo(let count):
      guard count <= steps.count else { throw Refusal("there is nothing to take back") }
    case .reopen:
      guard isReopenable else { throw Refusal("there is nothing to take back") }
    }
    wish = (player, request)
  }

  private mutating func answer(_ player: Player, _ isYes: Bool) throws(Refusal) {
    guard let open = wish, open.player != player else {
      throw Refusal("nobody has asked anything")
    }
    wish = nil
    guard isYes else { return }
    switch open.wish {
    case .draw: ending = .agreed
    case .undo(let count): try takeBack(count)
    case .reopen: try reopen()
    }
  }

  // MARK: In words

  /// The ending in words: `black wins, five in a row`.
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

  /// FNV-1a, going on from `start`.
  private static func hash(_ start: UInt64, _ text: String) -> UInt64 {
    text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension GameState {
  /// Everything about the position on one line, for comparison.
  fileprivate var text: String {
    switch self {
    case .gomoku: "\(diagram) \(sideToMove)"
    case .liuzhou(let game): game.position.description
    }
  }

  /// Why a move is illegal, in words for people.
  fileprivate func sentence(about error: IllegalMove) -> String {
    guard error.isForbidden, case .gomoku(let position) = self, case .point(let point) = error.move,
      let forbiddance = position.forbiddance(of: point)
    else { return error.description }
    return "\(point) is forbidden: \(forbiddance.text)"
  }

  /// Why a game that its rules call finished is over, in words.
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
