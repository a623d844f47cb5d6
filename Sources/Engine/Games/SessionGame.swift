import Gomocup

/// The game of a session: gomoku or Liuzhou chess, each with its own commands and player.
///
/// An enumeration instead of `any GameSession`, which Embedded Swift does not have.
enum SessionGame: GameSession {
  case gomoku(GomokuSession)
  case liuzhou(LiuzhouSession)

  func notation(_ settings: EngineSettings) -> Notation {
    switch self {
    case .gomoku(let game): game.notation(settings)
    case .liuzhou(let game): game.notation(settings)
    }
  }

  mutating func restart(_ settings: EngineSettings) throws(ProtocolError) {
    switch self {
    case .gomoku(var game):
      try game.restart(settings)
      self = .gomoku(game)
    case .liuzhou(var game):
      game.restart(settings)
      self = .liuzhou(game)
    }
  }

  mutating func adopt(_ settings: EngineSettings) {
    guard case .gomoku(var game) = self else { return }
    game.adopt(settings)
    self = .gomoku(game)
  }

  mutating func obey(
    _ command: GomocupCommand, _ settings: inout EngineSettings
  ) throws(ProtocolError) -> CommandResult {
    switch self {
    case .gomoku(var game):
      defer { self = .gomoku(game) }
      return try game.obey(command, &settings)
    case .liuzhou(var game):
      defer { self = .liuzhou(game) }
      return try game.obey(command, &settings)
    }
  }

  func search(lineCount: Int, _ settings: EngineSettings) throws(ProtocolError) -> JobRequest {
    switch self {
    case .gomoku(let game): try game.search(lineCount: lineCount, settings)
    case .liuzhou(let game): try game.search(lineCount: lineCount, settings)
    }
  }

  func task(for sharedTask: SharedTask) throws(ProtocolError) -> Job.Task {
    switch self {
    case .gomoku(let game): try game.task(for: sharedTask)
    case .liuzhou(let game): game.task(for: sharedTask)
    }
  }

  mutating func playSearched(_ move: Move) {
    switch self {
    case .gomoku(var game):
      game.playSearched(move)
      self = .gomoku(game)
    case .liuzhou(var game):
      game.playSearched(move)
      self = .liuzhou(game)
    }
  }

  // MARK: Descriptions

  func diagram() throws(ProtocolError) -> [String] {
    switch self {
    case .gomoku(let game): try game.diagram()
    case .liuzhou(let game): game.diagram()
    }
  }

  func standing() throws(ProtocolError) -> ScriptReply {
    switch self {
    case .gomoku(let game): try game.standing()
    case .liuzhou(let game): game.standing()
    }
  }

  var ending: String? {
    switch self {
    case .gomoku(let game): game.ending
    case .liuzhou(let game): game.ending
    }
  }

  func legalMoves() throws(ProtocolError) -> [Move] {
    switch self {
    case .gomoku(let game): try game.legalMoves()
    case .liuzhou(let game): game.legalMoves()
    }
  }
}
