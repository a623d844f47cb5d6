import Basics
import Gomocup
import Gomoku
import GomokuRules
import Platform
import SearchTypes

extension Session {
  /// Sends the lines for an intermediate result of the running job, unless the job is pondering.
  mutating func display(_ news: JobNews) {
    guard let running, !running.isPondering else { return }
    switch news {
    case .search(let event):
      // For a move to be played, `LineQuota` limits the number of depth lines, unless the manager
      // has asked for details.
      if case .iteration(let report) = event, running.request.isMove, settings.detail.isEmpty,
        self.running?.quota.admits(report) == false
      {
        return
      }
      show(event, of: running)
    case .bench(let name, let depth, let nodes):
      reply(.message("\(name) depth \(depth) nodes \(nodes)"))
    case .boardSpeed(let speed):
      let thousands = Int(speed.pairsPerCPUSecond / 1000)
      reply(.message("board makes and unmakes \(thousands) thousand moves per CPU second"))
    }
  }

  /// Sends the lines for a search event.
  private mutating func show(_ event: SearchEvent<Move>, of running: Running) {
    let display = SearchDisplay(
      detail: settings.detail, isRanked: running.request.isRanked,
      winScale: running.job.task.winScale)
    display.lines(for: event).forEach { reply($0) }
  }

  /// Sends the replies for a finished job.
  ///
  /// Its time is charged to the clock if the clock limited the job and the manager does not report
  /// the time left.
  mutating func conclude(
    _ finished: Running, with result: JobResult, at instant: MonotonicTime
  ) {
    let elapsed = finished.job.start.duration(to: instant)
    if finished.isClocked, !settings.managerKeepsClock { settings.clock.spend(elapsed) }
    if let last = finished.quota.withheld { show(.iteration(last), of: finished) }
    switch result {
    case .search(let report): conclude(finished, with: report, elapsed)
    case .database(let result):
      // The first Yixin-Board, by Sun, takes lines about the database's file for positions, and
      // crashes. It shows only the last two characters of a label. It is recognised by its request
      // for realtime details alone.
      let isFirstBoard = settings.detail == .realtime
      for answer in result.replies where !isFirstBoard || !answer.isAboutDatabaseFile {
        reply(isFirstBoard ? answer.withShortLabel : answer)
      }
      if let path = result.path {
        settings.databasePath = path
        settings.usesDatabase = true
      }
    case .solve(let result):
      result.messages.forEach { reply(.message($0)) }
      switch result.answer {
      case .success(let answer): reply(.script(.solve(answer)))
      case .failure(let error): reply(error.reply(settings.order))
      }
    case .opening(let stones):
      if case .yixinOpening(let step) = finished.request.purpose {
        step.news(of: stones, game.notation(settings)).forEach { reply(.message($0)) }
        break
      }
      switch stones {
      case nil: reply(.swap)
      case let stones? where stones.count == 1: reply(.move(.point(stones[0])))
      case let stones?: reply(.stones(stones))
      }
    case .actions(let actions):
      if case .yixinSoosyrv(let step) = finished.request.purpose {
        step.news(of: actions, game.notation(settings)).forEach { reply(.message($0)) }
      } else {
        actions.forEach { reply(.opening($0)) }
      }
    case .evaluation(let evaluation):
      for part in evaluation.parts { reply(.message("\(part.name) \(part.centistones)")) }
      reply(.script(.eval(evaluation.score)))
    case .perft(let branches, let depth, let total, let isStopped):
      for branch in branches.sortedByText({ $0.move }) {
        reply(.script(.move(branch.move, leaves: branch.leaves)))
      }
      reply(
        .script(
          .perft(
            depth: depth, leaves: total, milliseconds: elapsed.milliseconds, isStopped: isStopped)))
    case .bench(let nodes, let isStopped):
      let time = elapsed.milliseconds
      reply(.script(.bench(nodes: nodes, milliseconds: time, isStopped: isStopped)))
    case .table(let bytes, let permille):
      reply(.message("hash table \(bytes >> 10) KiB, \(permille) permille used"))
    }
  }

  /// Sends the replies for a finished search, and plays its move if the command asked for a move.
  ///
  /// The reply is an error if the search found no move.
  private mutating func conclude(
    _ finished: Running, with report: SearchReport<Move>, _ elapsed: Duration
  ) {
    guard let move = report.bestMove else {
      reply(ProtocolError.nothingToPlay.reply(settings.order))
      return
    }
    switch finished.request.purpose {
    case .turn:
      game.playSearched(move)
      if let ending = game.ending { reply(.message(ending)) }
      reply(.move(move))
    case .script, .opening, .yixinOpening, .yixinSoosyrv:
      reply(
        .script(
          .search(
            ScriptReply.Answer(
              move: move, score: report.score, depth: report.depth, nodes: report.nodes,
              milliseconds: elapsed.milliseconds, line: report.lines.first?.moves ?? []))))
    case .ponder, .database: break
    }
  }
}

extension Swap2Step {
  /// Returns the messages to Yixin-Board about a choice: the stones to add, or whether to swap.
  fileprivate func news(of stones: [Point]?, _ notation: Notation) -> [String] {
    let choice = self == .firstChoice ? "SWAP1" : "SWAP2"
    guard let stones else { return ["SWAP2 \(choice) YES"] }
    if self == .secondChoice || stones.count == 1 { return ["SWAP2 \(choice) NO"] }
    return zip((self.stones + 1)..., stones).map { number, point in
      "SWAP2 MOVE\(number) " + notation.order.words(point)
    }
  }
}

extension SoosyrvStep {
  /// Returns the messages to Yixin-Board about the engine's actions.
  fileprivate func news(of actions: [OpeningAction], _ notation: Notation) -> [String] {
    let swap = number == 2 ? "SWAP1" : "SWAP2"
    var (messages, placed) = ([String](), stones.count)
    for action in actions {
      switch action {
      case .place(let point):
        placed += 1
        messages.append("MOVE\(placed) " + notation.order.words(point))
      case .announce(let number): messages[messages.count - 1] += " \(number)"
      case .swap: messages.append("\(swap) YES")
      case .stay: messages.append("\(swap) NO")
      case .offer(let points):
        let moves = points.map { "MOVE5 " + notation.order.words($0) }
        messages += ["MOVE5 REFRESH"] + moves + ["MOVE5 DONE"]
      case .take(let point): messages.append("MOVE5C " + notation.order.words(point))
      }
    }
    return messages.map { "SOOSORV " + $0 }
  }
}
