import Basics
import Gomocup
import GomokuRules
import Platform

extension GTPSession {
  /// Executes a command and returns the lines of its answer; `nil` if a search will answer it.
  mutating func answer(
    _ command: GTPCommand, _ request: GTPRequest, at instant: MonotonicTime
  ) throws(GTPError) -> [String]? {
    let arguments = request.arguments
    switch command {
    case .protocolVersion: return ["2"]
    case .name: return [Identity.name]
    // The program Lizzie expects a version of Leela Zero, and hangs if the number is below 0.15.
    case .version: return ["0.17 (\(Identity.name) \(Identity.version))"]
    case .knownCommand: return ["\(arguments.first.flatMap { GTPCommand(rawValue: $0) } != nil)"]
    case .listCommands: return GTPCommand.allCases.map { $0.rawValue }
    case .interrupt, .quit, .stop: return []
    case .boardSize, .rectangularBoardSize:
      do throws(GTPError) {
        start(try size(command, arguments), at: instant)
        refusedSize = nil
      } catch {
        refusedSize = error
        throw error
      }
    case .clearBoard: start(game.size, at: instant)
    case .komi:
      guard arguments.first.flatMap({ Double($0) }) != nil else {
        throw .syntax(command, "a number")
      }
    case .play: try play(arguments)
    case .undo: try game.undo()
    case .genMove, .regGenMove, .lzGenMoveAnalyze, .kataGenMoveAnalyze, .lzAnalyze, .kataAnalyze:
      return try search(command, request, at: instant)
    case .timeSettings, .kgsTimeSettings, .timeLeft: try setTime(command, arguments)
    case .setRules:
      do throws(GTPError) {
        adopt(try GTPRules.variant(arguments.joined(separator: " ")), at: instant)
      } catch {
        refusedRules = error
        throw error
      }
    case .info: try set(arguments, at: instant)
    default: return try description(command)
    }
    return []
  }

  // MARK: Descriptions

  /// Returns the answer to a command that only asks for information.
  private func description(_ command: GTPCommand) throws(GTPError) -> [String] {
    let position = game.position
    switch command {
    case .finalScore:
      guard let score = game.score else { throw GTPError("the game is not over") }
      return [score]
    case .showBoard: return game.diagram
    case .getRules: return [GTPRules.json(position.variant)]
    case .forbidden: return [game.vertices.text(position.forbiddenPoints)]
    case .analyzeCommands:
      return [
        "plist/Forbidden Points/\(GTPCommand.forbidden.rawValue)",
        "plist/Legal Moves/\(GTPCommand.legalMoves.rawValue)",
        "string/Rules/\(GTPCommand.getRules.rawValue)",
        "string/Show Board/\(GTPCommand.showBoard.rawValue)",
      ]
    case .gameID: return ["Gomoku"]
    case .board: return game.rows
    case .rulesBoardSize:
      let size = game.size
      return [size.width == size.height ? "\(size.width)" : "\(size.width) \(size.height)"]
    case .legalMoves: return [game.vertices.text(game.outcome == nil ? position.legalMoves : [])]
    case .sideToMove: return [position.sideToMove.description]
    case .finalResult: return [game.outcome?.words ?? "the game is not over"]
    default: return []
    }
  }

  // MARK: The game

  private func size(
    _ command: GTPCommand, _ arguments: [String]
  ) throws(GTPError) -> BoardSize {
    guard let first = arguments.first else { throw .syntax(command, "a size") }
    let second = arguments.count > 1 ? arguments[1] : first
    guard let width = Int(first), let height = Int(second),
      let size = BoardSize(width: width, height: height)
    else { throw GTPError("unacceptable size") }
    return size
  }

  private mutating func play(_ arguments: [String]) throws(GTPError) {
    guard arguments.count > 1 else { throw .syntax(.play, "a color and a vertex") }
    let color = try color(arguments[0])
    switch arguments[1].lowercased() {
    case "pass": try game.pass(color)
    case "resign": throw GTPError("illegal move: a resignation is not played")
    case let text:
      guard let point = game.vertices.point(text) else { throw GTPError("invalid vertex") }
      try game.play(color, point)
    }
  }

  private func color(_ text: String) throws(GTPError) -> Color {
    guard let color = Color(gtp: text) else { throw GTPError("invalid color") }
    return color
  }

  // MARK: Searches

  /// Starts the search that a command asks for. If no move is possible, returns an answer instead,
  /// or throws if the command is an analysis.
  private mutating func search(
    _ command: GTPCommand, _ request: GTPRequest, at instant: MonotonicTime
  ) throws(GTPError) -> [String]? {
    if let refused = refusedSize ?? refusedRules { throw refused }
    var analysis: GTPAnalysis?
    switch command {
    case .lzAnalyze, .lzGenMoveAnalyze:
      analysis = try GTPAnalysis(.leelaZero, command, request.arguments, in: game)
    case .kataAnalyze, .kataGenMoveAnalyze:
      analysis = try GTPAnalysis(.kataGo, command, request.arguments, in: game)
    default:
      guard !request.arguments.isEmpty else { throw .syntax(command, "a color") }
    }
    let purpose: Search.Purpose =
      switch command {
      case .lzAnalyze, .kataAnalyze: .analysis
      case .lzGenMoveAnalyze, .kataGenMoveAnalyze: .analysedMove
      case .regGenMove: .advice
      default: .move
      }
    let color =
      analysis == nil
      ? try color(request.arguments[0]) : analysis?.color ?? game.position.sideToMove
    let position = game.position(toMove: color)
    let excluded = analysis?.excluded ?? []
    let outcome = game.outcome
    guard outcome == nil, position.legalMoves.contains(where: { !excluded.contains($0) }) else {
      if purpose == .analysis {
        throw GTPError(outcome.map { "game over: \($0.words)" } ?? "no legal move")
      }
      // The loser of a finished game resigns: so programs for Go record the right winner.
      let vertex = outcome == .win(color.opponent) ? "resign" : "pass"
      if vertex == "pass", purpose != .advice { try game.pass(color) }
      return purpose == .analysedMove ? ["", "play \(vertex)"] : [vertex]
    }
    launch(
      Search(
        purpose: purpose, color: color, id: request.id, analysis: analysis, start: instant))
    return nil
  }

  // MARK: Time

  private mutating func setTime(
    _ command: GTPCommand, _ arguments: [String]
  ) throws(GTPError) {
    var numbers = arguments
    var kind = "canadian"
    switch command {
    case .timeLeft:
      guard arguments.count > 2, let time = Duration(gtp: arguments[1]),
        let stones = Int(arguments[2]), stones >= 0
      else { throw .syntax(command, "a color, seconds and a number of stones") }
      clock.setLeft(try color(arguments[0]), time, stones: stones)
      return
    case .kgsTimeSettings:
      guard let first = arguments.first else { throw .syntax(command, "a kind of time") }
      kind = first
      numbers.removeFirst()
    default: break
    }
    let times = numbers.prefix(2).compactMap { Duration(gtp: $0) }
    let count = numbers.count > 2 ? Int(numbers[2]) : nil
    switch kind {
    case "none": clock.set(main: nil)
    case "absolute":
      guard let main = times.first else { throw .syntax(command, "seconds") }
      clock.set(main: main)
    case "byoyomi", "canadian":
      guard times.count == 2, let count, count >= 0 else {
        throw .syntax(command, "main time, overtime and a number of stones or periods")
      }
      setTime(main: times[0], overtime: times[1], count: count, isByoyomi: kind == "byoyomi")
    default: throw .syntax(command, "none, absolute, byoyomi or canadian")
    }
  }

  /// Sets the time for both players.
  ///
  /// There is no limit if both times are 0, or if a positive overtime is for 0 stones. Without any
  /// period of byoyomi the main time is all there is.
  private mutating func setTime(
    main: Duration, overtime: Duration, count: Int, isByoyomi: Bool
  ) {
    if overtime <= .zero {
      clock.set(main: main <= .zero ? nil : main)
    } else if count == 0 {
      clock.set(main: isByoyomi && main > .zero ? main : nil)
    } else {
      clock.set(main: main, isByoyomi ? .byoyomi(overtime) : .canadian(overtime, stones: count))
    }
  }

  // MARK: Settings

  /// Executes `wuliu-info KEY VALUE`, which changes a setting of INFO.
  ///
  /// Keys of time are refused, except `timeout_turn`: the time for a move if GTP sets no time.
  private mutating func set(_ arguments: [String], at instant: MonotonicTime) throws(GTPError) {
    guard arguments.count > 1 else { throw .syntax(.info, "a key and a value of INFO") }
    let key = arguments[0].lowercased()
    if key == "rule", let variant = try? GTPRules.variant(arguments[1]) {
      adopt(variant, at: instant)
      return
    }
    let setting: InfoSetting
    do { setting = try InfoSetting(key: key, value: arguments[1]) } catch {
      throw GTPError(error.description)
    }
    switch setting {
    case .rule(let variant, _): adopt(variant, at: instant)
    case .number(.timeoutTurn, let milliseconds): clock.untimedTurn = milliseconds
    case .number where setting.movesDeadline: throw GTPError("use time_settings")
    case .number: tell(.info(setting), at: instant)
    case .coordinates, .yixinBoard, .ignored:
      throw GTPError("\(shortened(key, to: 40)) is no setting here")
    }
  }
}
