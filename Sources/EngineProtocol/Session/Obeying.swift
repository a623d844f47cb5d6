import Gomoku
import SearchKit

extension Session {
  /// Obeys a command while nothing runs.
  mutating func obey(_ command: GomocupCommand, _ order: Order) throws(ProtocolError) {
    switch command {
    case .start(let size), .rectStart(let size): startGame(on: size)
    case .restart: startGame(on: try game.size)
    case .begin: try startTurn(in: game, order)
    case .turn(let point):
      try play(point)
      try startTurn(in: game, order)
    case .play(let point):
      try play(point)
      reply(.move(point))
    case .takeBack(let point): try takeBack(point)
    case .board(let entries):
      position = try position(from: entries)
      try startTurn(in: game, order)
    case .yxBoard(let entries): position = try position(from: entries)
    case .swap2Board(let stones): try continueSwap2(stones, order)
    case .info(let setting): apply(setting)
    case .yxNBest(let count): try startTurn(in: game, lineCount: count, order)
    case .yxSearchDefend: try startDefence(order)
    case .yxBalance(let task): try balance(task, order)
    case .yxBlock(let points): blocked.formUnion(points)
    case .yxBlockUndo(let points): blocked.subtract(points)
    case .yxBlockReset: blocked = []
    case .yxHashClear:
      startsAnew = true
      reply(.message("hash table cleared"))
    case .yxShowForbid: reply(.forbidden(try ruledGame.forbiddenPoints))
    case .position(let setup):
      position = try position(from: setup)
      reply(.ok)
    case .search(let limits): try search(limits, order)
    case .solve(let task, let limits): try solve(task, limits, order)
    case .about, .yxShowInfo, .show, .moves: try describe(command)
    case .perft(let depth, let isDivided):
      launch(.perft(depth: depth, isDivided: isDivided), for: .script, in: try ruledGame, order)
    case .eval: launch(.evaluate, for: .script, in: try ruledGame, order)
    case .bench(let depth):
      launch(.bench(depth: depth), for: .script, in: position ?? Position(), order)
    case .yxShowHashUsage:
      launch(.measureTable, for: .script, in: position ?? Position(), order)
    case .end, .stop: break  // Obeyed when they were read.
    }
  }

  // MARK: The game

  /// The position of the running game.
  private var game: Position {
    get throws(ProtocolError) {
      guard let position else { throw .noGame }
      return position
    }
  }

  /// The position, unless the manager asked for rules that are not known here: whatever depends on
  /// the rules is refused then, rather than answered for another game.
  private var ruledGame: Position {
    get throws(ProtocolError) {
      if let code = settings.refusedRule { throw .unsupportedRule(code) }
      return try game
    }
  }

  private mutating func startGame(on size: BoardSize) {
    position = Position(size: size, variant: settings.variant)
    settings.resetClock()
    startsAnew = true
    reply(.ok)
  }

  private mutating func play(_ point: Point) throws(ProtocolError) {
    var position = try ruledGame
    do { try position.play(point) } catch { throw ProtocolError(error, at: point) }
    self.position = position
  }

  private mutating func takeBack(_ point: Point) throws(ProtocolError) {
    var position = try game
    guard position.size.contains(point) else { throw ProtocolError(.offBoard, at: point) }
    guard position.remove(point) != nil else { throw .noStone(point) }
    self.position = position
    reply(.ok)
  }

  private func emptyBoard() throws(ProtocolError) -> Position {
    Position(size: try ruledGame.size, variant: settings.variant)
  }

  /// The stones of BOARD. Black has played first, so the number of all stones, passes included,
  /// tells which colour is to move, and that side is the owner of the entries with 1.
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
    return position
  }

  private func position(from setup: PositionSetup) throws(ProtocolError) -> Position {
    var position = try emptyBoard()
    switch setup {
    case .start: break
    case .moves(let points):
      for point in points {
        do { try position.play(point) } catch { throw ProtocolError(error, at: point) }
      }
    case .stones(let black, let white, let toMove):
      for point in black { try place(.black, on: point, in: &position) }
      for point in white { try place(.white, on: point, in: &position) }
      position.sideToMove = toMove
    }
    return position
  }

  private func place(
    _ color: Color?, on point: Point, in position: inout Position
  ) throws(ProtocolError) {
    do { try position.place(color, on: point) } catch { throw ProtocolError(error, at: point) }
  }

  // MARK: Searches

  /// The position, if a move can be searched in it.
  private func playable(_ position: Position) throws(ProtocolError) -> Position {
    if let code = settings.refusedRule { throw .unsupportedRule(code) }
    if let outcome = position.outcome { throw .gameOver(outcome) }
    guard position.emptyPoints.contains(where: { !blocked.contains($0) }) else {
      throw .nothingToPlay
    }
    return position
  }

  private func options(lineCount: Int = 1) -> SearchOptions {
    SearchOptions(
      lineCount: lineCount, excluded: blocked,
      reportsRootMoves: settings.detail.contains(.realtime))
  }

  /// Searches a move and plays it.
  private mutating func startTurn(
    in position: Position, lineCount: Int = 1, _ order: Order
  ) throws(ProtocolError) {
    let position = try playable(position)
    launch(
      .search(options(lineCount: lineCount)), for: .turn, in: position,
      limits: settings.limits(in: position), isClocked: true, order)
  }

  /// Searches without playing.
  private mutating func search(_ limits: SearchLimits, _ order: Order) throws(ProtocolError) {
    let position = try playable(game)
    let isClocked = limits == SearchLimits()
    launch(
      .search(options()), for: .script, in: position,
      limits: isClocked ? settings.limits(in: position) : limits, isClocked: isClocked, order)
  }

  /// Searches the moves that stop the opponent, and plays the best.
  private mutating func startDefence(_ order: Order) throws(ProtocolError) {
    let position = try playable(game)
    launch(
      .defend(options()), for: .turn, in: position, limits: settings.limits(in: position),
      isClocked: true, order)
  }

  /// Solves the position, a file of positions, or checks a proof.
  private mutating func solve(
    _ task: SolveTask, _ limits: SearchLimits, _ order: Order
  ) throws(ProtocolError) {
    switch task {
    case .check, .puzzles:
      // These need no game.
      launch(.solve(task), for: .script, in: position ?? Position(), limits: limits, order)
    case .threats, .game:
      let position = try ruledGame
      if let outcome = position.outcome { throw .gameOver(outcome) }
      let isUnlimited = limits == SearchLimits()
      launch(
        .solve(task), for: .script, in: position,
        limits: isUnlimited ? settings.limits(in: position) : limits, order)
    }
  }

  private mutating func continueSwap2(
    _ stones: [Point], _ order: Order
  ) throws(ProtocolError) {
    var position = try emptyBoard()
    for point in stones {
      do { try position.play(point) } catch { throw ProtocolError(error, at: point) }
    }
    guard [0, 3, 5].contains(stones.count) else {
      throw .badArgument(
        command: "SWAP2BOARD", argument: String(stones.count), expected: "0, 3 or 5 stones")
    }
    launch(
      .swap2, for: .opening, in: try playable(position), limits: settings.limits(in: position),
      isClocked: true, order)
  }

  private mutating func balance(_ task: BalanceTask, _ order: Order) throws(ProtocolError) {
    let position = try playable(game)
    guard position.size.pointCount - position.stones.count > task.stones else {
      throw .nothingToPlay
    }
    launch(
      .balance(task), for: .opening, in: position, limits: settings.limits(in: position),
      isClocked: true, order)
  }

  // MARK: Descriptions

  private mutating func describe(_ command: GomocupCommand) throws(ProtocolError) {
    switch command {
    case .about: reply(.about(Identity.attributes))
    case .yxShowInfo:
      reply(.message("\(Identity.name) \(Identity.version)"))
      reply(.message("INFO MAX_THREAD_NUM \(Identity.mostThreads)"))
      let kibibytes = InfoSetting.Key.largestTable
      reply(.message("INFO MAX_HASH_SIZE \(kibibytes.trailingZeroBitCount)"))
    case .show:
      let position = try game
      BoardDiagram(position: position).lines.forEach { reply(.message($0)) }
      let outcome = position.outcome
      reply(
        .script(
          .show(
            side: position.sideToMove, phase: outcome == nil ? .playing : .over, result: outcome)))
    case .moves:
      let moves = try ruledGame.legalMoves
      moves.sortedByText.forEach { reply(.script(.move($0, leaves: nil))) }
      reply(.script(.moves(moves.count)))
    default: break
    }
  }
}

/// Who answers.
enum Identity {
  static let name = "Wuliu"
  static let version = "0.1.0"
  static let mostThreads = 1
  /// No commas or equals signs inside the values: managers split at them.
  static let attributes: [GomocupReply.Attribute] = [
    .init("name", name), .init("version", version), .init("author", "The Wuliu authors"),
    .init("country", "World"),
  ]
}

extension Sequence<Point> {
  /// In the order of the points' text, as `sort` would put the lines.
  var sortedByText: [Point] {
    map { (text: $0.description, point: $0) }.sorted { $0.text < $1.text }.map(\.point)
  }
}
