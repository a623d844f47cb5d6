import Basics
import Gomocup
import Gomoku
import GomokuRules
import Liuzhou
import LiuzhouRules
import SearchTypes

extension Session {
  /// Executes a command; no job may be running.
  mutating func obey(_ command: GomocupCommand, _ received: ReceivedCommand) throws(ProtocolError) {
    switch command {
    case .start(let size), .rectStart(let size):
      start(.gomoku(GomokuSession(size: size, settings)), received)
    case .startLiuzhou(let rules): start(.liuzhou(LiuzhouSession(rules)), received)
    case .restart:
      try game.restart(settings)
      start(game, received)
    case .gomoku, .liuzhou:
      switch try game.obey(command, &settings) {
      case .done: break
      case .reply(let answer): reply(answer)
      case .replies(let answers): answers.forEach { reply($0) }
      case .job(let request): launch(request, received)
      }
    case .begin: launch(try game.search(lineCount: 1, settings), received)
    case .yxNBest(let count): launch(try game.search(lineCount: count, settings), received)
    case .search(let limits): try search(limits, received)
    case .perft(let depth, let isDivided):
      try run(.perft(depth: depth, isDivided: isDivided), received)
    case .eval: try run(.evaluate, received)
    case .bench(let depth): try run(.bench(depth: depth), received)
    case .yxShowHashUsage: try run(.measureTable, received)
    case .info(let setting): apply(setting)
    case .yxHashClear:
      startsAnew = true
      reply(.message("hash table cleared"))
    case .about, .yxShowInfo, .show, .moves: try describe(command)
    case .end, .stop: break  // Executed when they were read.
    }
  }

  /// Begins a new game with a full clock; the next job clears the hash table first.
  private mutating func start(_ newGame: SessionGame, _ received: ReceivedCommand) {
    game = newGame
    settings.resetClock()
    startsAnew = true
    prepare(at: received.readAt)
    reply(.ok)
  }

  /// Searches without playing the move.
  private mutating func search(_ limits: SearchLimits, _ received: ReceivedCommand)
    throws(ProtocolError)
  {
    var request = try game.search(lineCount: 1, settings)
    request.purpose = .script
    if limits != SearchLimits() { request.limits = limits }
    launch(request, received)
  }

  /// Starts the job of a task that all games share, without limits.
  private mutating func run(_ sharedTask: SharedTask, _ received: ReceivedCommand)
    throws(ProtocolError)
  {
    let task = try game.task(for: sharedTask)
    launch(JobRequest(task: task, purpose: .script, limits: SearchLimits(), movesToGo: 0), received)
  }

  // MARK: Descriptions

  /// Replies to a command that only asks for information.
  private mutating func describe(_ command: GomocupCommand) throws(ProtocolError) {
    switch command {
    case .about: reply(.about(Identity.attributes))
    case .yxShowInfo:
      reply(.message("\(Identity.name) \(Identity.version)"))
      reply(.message("INFO MAX_THREAD_NUM \(EngineSettings.mostThreads)"))
      let kibibytes = EngineSettings.largestTable
      reply(.message("INFO MAX_HASH_SIZE \(kibibytes.trailingZeroBitCount)"))
    case .show:
      let standing = try game.standing()
      for line in try game.diagram() { reply(.message(line)) }
      reply(.script(standing))
    case .moves:
      let moves = try game.legalMoves()
      moves.sortedByText { $0 }.forEach { reply(.script(.move($0, leaves: nil))) }
      reply(.script(.moves(moves.count)))
    default: break
    }
  }
}

/// The engine's name and attributes, as ABOUT reports them.
enum Identity {
  static let name = "Wuliu"
  static let version = Wuliu.version
  /// The attributes of ABOUT; managers split at commas and equals signs, so the values contain
  /// none.
  static let attributes: [GomocupReply.Attribute] = [
    .init("name", name), .init("version", version), .init("author", "The Wuliu authors"),
    .init("country", "World"), .init("games", "gomoku and Liuzhou chess"),
  ]
}

extension Sequence {
  /// Returns the elements sorted by the texts of their moves, in the order of their bytes.
  func sortedByText(_ move: (Element) -> Move) -> [Element] {
    map { (text: move($0).description, element: $0) }.sorted { $0.text < $1.text }
      .map { $0.element }
  }
}
