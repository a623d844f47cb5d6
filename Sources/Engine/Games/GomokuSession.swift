import Basics
import Gomocup
import Gomoku
import GomokuRules
import SearchTypes

/// The part of a `Session` for gomoku: a board, once START has been sent.
struct GomokuSession: GameSession, Equatable {
  private(set) var position: Position?
  /// True if the game goes on after a finished row (`Position.playOn`).
  private var isContinuous = false
  /// The positions before the moves that made stones neutral, for TAKEBACK.
  ///
  /// Their stones are on the points of the game's first stones, in the same order.
  private var earlier: [Position] = []
  /// The code of rules that this engine does not play, if the manager has set such rules.
  ///
  /// Commands that depend on the rules are then refused, rather than answered by other rules.
  private var refusedRule: String?

  /// Creates a session without a game.
  init() {}

  init(size: BoardSize, _ settings: EngineSettings) {
    position = Position(size: size, variant: settings.variant)
    adopt(settings)
  }

  func notation(_ settings: EngineSettings) -> Notation {
    Notation(
      order: settings.order,
      heightFromBelow: settings.order == .rowColumn ? position?.size.height : nil,
      isYixinBoard: settings.isYixinBoard)
  }

  mutating func restart(_ settings: EngineSettings) throws(ProtocolError) {
    self = GomokuSession(size: try board.size, settings)
  }

  mutating func adopt(_ settings: EngineSettings) {
    let isChange = !isContinuous || position?.variant != settings.variant
    func adopted(_ position: Position) -> Position {
      let copy = position.under(settings.variant)
      return settings.isContinuous && isChange ? copy.withNeutralRows : copy
    }
    position = position.map(adopted)
    earlier = earlier.map(adopted)
    isContinuous = settings.isContinuous
    refusedRule = settings.refusedRule
  }

  // MARK: Commands

  mutating func obey(
    _ command: GomocupCommand, _ settings: inout EngineSettings
  ) throws(ProtocolError) -> CommandResult {
    guard case .gomoku(let command) = command else {
      guard position != nil else { throw .noGame }
      throw .otherGame(sent: command.text(settings.order), of: .liuzhou, expected: nil)
    }
    switch command {
    case .turn(let point):
      try play(point)
      return .job(try search(lineCount: 1, settings))
    case .play(let point):
      try play(point)
      return .reply(.move(.point(point)))
    case .takeBack(let point):
      try takeBack(point)
      return .reply(.ok)
    case .board(let entries):
      set(try position(from: entries))
      return .job(try search(lineCount: 1, settings))
    case .yxBoard(let entries): set(try position(from: entries))
    case .position(let setup):
      try set(setup)
      return .reply(.ok)
    case .swap2Board(let stones): return .job(try continueSwap2(stones, settings))
    case .opening(let rule, let actions):
      let opening = try opening(rule, after: actions, command: "OPENING \(rule)")
      if opening.isOver { return .reply(.opening(nil)) }
      return .job(request(.opening(opening, actions: 1), for: .opening, in: opening.position))
    case .openingState(let rule, let actions):
      let opening = try opening(rule, after: actions, command: "OPENINGSTATE \(rule)")
      return .reply(.script(.openingState(OpeningState(opening))))
    case .yxSoosyrv(let step):
      let opening = try opening(.soosyrv8, after: step.actions, command: step.word)
      return .job(
        request(
          .opening(opening, actions: step.answers), for: .yixinSoosyrv(step),
          in: opening.position))
    case .yxSwap2(let step): return .job(try choose(step, settings))
    case .yxSearchDefend: return .job(try defence(settings))
    case .yxBalance(let task): return .job(try balance(task, settings))
    case .yxBlock(let points): settings.blocked.formUnion(points)
    case .yxBlockUndo(let points): settings.blocked.subtract(points)
    case .yxBlockReset: settings.blocked = []
    case .yxShowForbid: return .reply(.forbidden(try ruledBoard.forbiddenPoints))
    case .solve(let task, let limits): return .job(try solve(task, limits))
    case .database(.query(let query, let moves)) where !settings.usesDatabase:
      // Yixin-Board sends queries before it turns the database on, so the reply is empty.
      _ = try position(of: moves)
      return .replies(query.emptyReplies)
    case .database(let command): return .job(try databaseJob(for: command, settings))
    }
    return .done
  }

  private mutating func play(_ point: Point) throws(ProtocolError) {
    let before = try ruledBoard
    let after = try position(after: [point], from: before)
    if after.color(at: point) == nil { earlier.append(before) }
    position = after
  }

  private mutating func takeBack(_ point: Point) throws(ProtocolError) {
    var position = try board
    guard position.size.contains(point) else { throw ProtocolError(.offBoard, at: point) }
    guard let index = position.stones.lastIndex(where: { $0.point == point }) else {
      throw .noStone(point)
    }
    // If the game's last stone finished a row, the row's other stones are their owner's again.
    if let before = earlier.last, before.stones.count == index,
      position.stones.count == index + 1
    {
      earlier.removeLast()
      self.position = before
      return
    }
    // A neutral stone has no known owner: the turn passes, as if the stone had been the last one.
    if position.remove(point)?.color == nil { position.sideToMove = position.sideToMove.opponent }
    earlier.removeAll { $0.stones.count >= index }
    self.position = position
  }

  /// Replaces the position.
  private mutating func set(_ newPosition: Position) {
    (position, earlier) = (newPosition, [])
  }

  /// Replaces the position by that of POSITION; an error changes nothing.
  private mutating func set(_ setup: PositionSetup) throws(ProtocolError) {
    var copy = self
    copy.set(try emptyBoard())
    switch setup {
    case .start: break
    case .moves(let points): for point in points { try copy.play(point) }
    case .stones(let black, let white, let toMove):
      var position = try emptyBoard()
      for point in black { try place(.black, on: point, in: &position) }
      for point in white { try place(.white, on: point, in: &position) }
      position.sideToMove = toMove
      copy.position = isContinuous ? position.withNeutralRows : position
    }
    self = copy
  }

  /// Puts a move of a search on the board. If Black has no other move, it may be a forbidden one.
  mutating func playSearched(_ move: Move) {
    guard var position, case .point(let point) = move else { return }
    guard !isContinuous else {
      try? play(point)
      return
    }
    let side = position.sideToMove
    guard (try? position.place(side, on: point)) != nil else { return }
    position.sideToMove = side.opponent
    self.position = position
  }

  // MARK: Boards

  /// The position of the game; throws if there is no game.
  private var board: Position {
    get throws(ProtocolError) {
      guard let position else { throw .noGame }
      return position
    }
  }

  /// The position of the game; throws if there is none, or if the engine does not play its rules.
  private var ruledBoard: Position {
    get throws(ProtocolError) {
      if let refusedRule { throw .unsupportedRule(refusedRule) }
      return try board
    }
  }

  private func emptyBoard() throws(ProtocolError) -> Position {
    let position = try ruledBoard
    return Position(size: position.size, variant: position.variant)
  }

  /// Returns the position that the entries of BOARD describe.
  ///
  /// The number of entries decides who is to move, since Black plays first: Black after an even
  /// number, passes included. Entries marked 1 belong to the side to move.
  ///
  /// In a continuous game finished rows become neutral, unless the manager marks such rows itself.
  private func position(from entries: [BoardEntry]) throws(ProtocolError) -> Position {
    var position = try emptyBoard()
    position.sideToMove = entries.count.isMultiple(of: 2) ? .black : .white
    for entry in entries {
      guard let point = entry.point else { continue }
      let color: Color? =
        switch entry.owner {
        case .own: position.sideToMove
        case .opponent: position.sideToMove.opponent
        case .nobody: nil
        }
      try place(color, on: point, in: &position)
    }
    let isMarked = entries.contains { $0.owner == .nobody }
    return isContinuous && !isMarked ? position.withNeutralRows : position
  }

  /// Returns the position after legal moves from `start`, of both sides in turn.
  private func position(
    after points: [Point], from start: Position
  ) throws(ProtocolError) -> Position {
    var position = start
    for point in points {
      do throws(Position.IllegalMove) {
        if isContinuous { try position.playOn(point) } else { try position.play(point) }
      } catch { throw ProtocolError(error, at: point) }
    }
    return position
  }

  /// Returns the result of the game; `nil` while it goes on.
  private func outcome(of position: Position) -> Position.Outcome? {
    isContinuous ? (position.isFull ? .draw : nil) : position.outcome
  }

  private func place(
    _ color: Color?, on point: Point, in position: inout Position
  ) throws(ProtocolError) {
    do { try position.place(color, on: point) } catch { throw ProtocolError(error, at: point) }
  }
}

// MARK: - Searches

extension GomokuSession {
  func search(
    lineCount: Int, _ settings: EngineSettings
  ) throws(ProtocolError) -> JobRequest {
    let position = try playable(board, settings)
    var options = options(lineCount: lineCount, settings)
    if isContinuous, lineCount == 1, let moves = position.unhurriedMoves {
      let others = Set(position.emptyPoints).subtracting(moves)
      if !options.excluded.isSuperset(of: moves) { options.excluded.formUnion(others) }
    }
    return request(.search(options), in: position, isRanked: lineCount > 1)
  }

  func task(for sharedTask: SharedTask) throws(ProtocolError) -> Job.Task {
    switch sharedTask {
    case .bench, .measureTable: .gomoku(.shared(sharedTask), position ?? Position())
    case .evaluate, .perft: .gomoku(.shared(sharedTask), try ruledBoard)
    }
  }

  /// Returns `position`; throws if the engine does not play the rules, the game is over, or every
  /// empty point is blocked.
  private func playable(
    _ position: Position, _ settings: EngineSettings
  ) throws(ProtocolError) -> Position {
    if let refusedRule { throw .unsupportedRule(refusedRule) }
    if let outcome = outcome(of: position) { throw .gameOver(outcome.words) }
    guard position.emptyPoints.contains(where: { !settings.blocked.contains($0) }) else {
      throw .nothingToPlay
    }
    return position
  }

  private func options(lineCount: Int = 1, _ settings: EngineSettings) -> SearchOptions {
    SearchOptions(
      lineCount: lineCount, excluded: settings.blocked,
      reportsRootMoves: settings.detail.contains(.realtime))
  }

  private func request(
    _ task: GomokuTask, for purpose: JobRequest.Purpose = .turn, in position: Position,
    limits: SearchLimits? = nil, isRanked: Bool = false
  ) -> JobRequest {
    JobRequest(
      task: .gomoku(task, position), purpose: purpose, limits: limits,
      movesToGo: position.movesToGo, isRanked: isRanked)
  }

  /// Returns the job of YXSEARCHDEFEND: a search among the moves that stop the opponent's win by
  /// fours (VCF), if there is one.
  private func defence(_ settings: EngineSettings) throws(ProtocolError) -> JobRequest {
    let position = try playable(board, settings)
    return request(.defend(options(settings)), in: position, isRanked: true)
  }

  /// Returns the job of SOLVE, about the position, a file of positions, or a proof.
  private func solve(
    _ task: SolveTask, _ limits: SearchLimits
  ) throws(ProtocolError) -> JobRequest {
    switch task {
    case .check:
      // The check of a proof needs no game, and has the time limit of INFO.
      return request(.solve(task), for: .script, in: position ?? Position())
    case .puzzles:
      // The task has the limits of each row of the file. The whole run has none.
      return request(.solve(task), for: .script, in: position ?? Position(), limits: limits)
    case .threats, .game:
      let position = try ruledBoard
      if let outcome = position.outcome { throw .gameOver(outcome.words) }
      return request(
        .solve(task), for: .script, in: position,
        limits: limits == SearchLimits() ? nil : limits)
    }
  }

  /// Returns the job of a step of Yixin-Board's swap2.
  ///
  /// The first step begins with an empty board, whatever the position of the game. The others throw
  /// if the position does not have the number of stones with which the step begins.
  private func choose(
    _ step: Swap2Step, _ settings: EngineSettings
  ) throws(ProtocolError) -> JobRequest {
    let position = step == .proposal ? try emptyBoard() : try board
    guard position.stones.count == step.stones else {
      throw .badArgument(
        command: step.word, argument: "", expected: "\(step.stones) stones on the board")
    }
    return request(.swap2, for: .yixinOpening(step), in: try playable(position, settings))
  }

  /// Returns the job of a database command; throws if the command is not allowed now, or if its
  /// moves cannot be placed.
  private func databaseJob(
    for command: DatabaseCommand, _ settings: EngineSettings
  ) throws(ProtocolError) -> JobRequest {
    if case .use = command {} else if !settings.usesDatabase { throw .noDatabase }
    if command.isChange, settings.isDatabaseReadOnly { throw .readOnlyDatabase }
    let position: Position =
      switch command {
      case .use, .save, .check, .fix, .transfer(.writeAllText, _), .transfer(.readText, _),
        .transfer(.merge, _):
        // These commands need no game.
        self.position ?? Position()
      case .transfer(.readLibrary, _):
        try self.position == nil ? Position(variant: settings.variant) : ruledBoard
      case .transfer: try ruledBoard
      case .query(_, let moves), .edit(_, let moves), .delete(let moves), .prune(_, let moves):
        try position(of: moves)
      }
    if case .edit(.boardText(let point?, _), _) = command {
      var next = position
      try place(position.sideToMove, on: point, in: &next)
    }
    return JobRequest(
      task: .database(
        DatabaseTask(command: command, position: position, notation: notation(settings))),
      purpose: .database, limits: SearchLimits(), movesToGo: 0)
  }

  /// Returns the position after stones that alternate from Black on the empty board.
  ///
  /// Forbidden points and stones after the end of the game are accepted.
  private func position(of moves: [Point]) throws(ProtocolError) -> Position {
    var position = try emptyBoard()
    for point in moves {
      try place(position.sideToMove, on: point, in: &position)
      position.sideToMove = position.sideToMove.opponent
    }
    return position
  }

  private func continueSwap2(
    _ stones: [Point], _ settings: EngineSettings
  ) throws(ProtocolError) -> JobRequest {
    let position = try position(after: stones, from: try emptyBoard())
    guard [0, 3, 5].contains(stones.count) else {
      throw .badArgument(
        command: "SWAP2BOARD", argument: String(stones.count), expected: "0, 3 or 5 stones")
    }
    return request(.swap2, for: .opening, in: try playable(position, settings))
  }

  /// Returns the opening by `rule` on an empty board, after `actions`.
  ///
  /// Throws if an action is not allowed, or if the rule does not fit the variant or the board.
  private func opening(
    _ rule: OpeningRule, after actions: [OpeningAction], command: String
  ) throws(ProtocolError) -> OpeningGame {
    let board = try emptyBoard()
    guard var opening = OpeningGame(rule, size: board.size, variant: board.variant) else {
      let isWrongVariant = rule.isRenju && board.variant != .renju
      throw .badArgument(
        command: command, argument: isWrongVariant ? "\(board.variant)" : "",
        expected: isWrongVariant ? "renju" : "\(rule.smallestSide) points on each side at least")
    }
    for (index, action) in actions.enumerated() {
      do { try opening.play(action) } catch {
        throw .illegalAction(error, action: action, number: index + 1)
      }
    }
    return opening
  }

  private func balance(
    _ task: BalanceTask, _ settings: EngineSettings
  ) throws(ProtocolError) -> JobRequest {
    let position = try playable(board, settings)
    if let outcome = position.outcome { throw .gameOver(outcome.words) }
    guard position.size.pointCount - position.stones.count > task.stones else {
      throw .nothingToPlay
    }
    return request(.balance(task), for: .opening, in: position)
  }
}

// MARK: - Descriptions

extension GomokuSession {
  /// Returns the lines of the board; in renju, a last line names the opening of the first three
  /// stones if they form a known one.
  func diagram() throws(ProtocolError) -> [String] {
    let position = try board
    let lines = BoardDiagram(position: position).lines
    let colors = position.stones.prefix(3).map { $0.color }
    guard position.variant == .renju, colors == [.black, .white, .black],
      let opening = RenjuOpening.opening(of: position.stones.map({ $0.point }), on: position.size)
    else { return lines }
    return lines + ["opening \(opening.code) \(opening.name) \(opening.characters)"]
  }

  func standing() throws(ProtocolError) -> ScriptReply {
    let position = try board
    let result: ScriptReply.Result =
      switch outcome(of: position) {
      case .win(.black): .black
      case .win(.white): .white
      case .draw: .draw
      case nil: .none
      }
    return .show(
      side: position.sideToMove == .black ? .black : .white,
      phase: result == .none ? .playing : .over, result: result)
  }

  func legalMoves() throws(ProtocolError) -> [Move] {
    let position = try ruledBoard
    guard outcome(of: position) == nil else { return [] }
    return position.playablePoints.map(Move.point)
  }
}
