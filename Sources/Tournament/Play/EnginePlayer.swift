import Basics
import Gomocup
import Match
import Platform

/// One player of a game: an engine's process, its clock and the resources it used.
///
/// The process is kept between games, unless it failed or each game gets a new one.
final class EnginePlayer {
  /// The fault by which an engine loses a game.
  struct Fault: Error {
    let reason: EndReason
    let detail: String
  }

  /// The answer to a request.
  struct Answer {
    var reply: EngineDialogue.Reply
    /// The time from just before the request was written until the answer was read.
    var microseconds: Int
    /// The search information before the answer; each field has its last reported value.
    var note = SearchNote()
  }

  /// The rate of output above which an engine that gives no answer in time loses by flood.
  ///
  /// An engine with less output loses on time or by a stall. The unit is bytes per millisecond of
  /// waiting; a wait below one second counts as one second.
  private static let floodRate = 16

  let config: EngineConfig
  private let game: GameKind
  /// True if the process is suspended while the opponent thinks.
  private let suspends: Bool
  private var process: EngineProcess?
  /// The match time left, in milliseconds; `nil` without a match limit.
  private var matchTime: Int?
  /// The processor time that the process had used at the game's start, in microseconds.
  private var processorStart = 0
  /// The processor time that the process had used at the last request, in microseconds.
  private var requestProcessorTime = 0
  private(set) var usage = GameRecord.Usage()

  init(_ config: EngineConfig, game: GameKind, suspends: Bool) {
    (self.config, self.game) = (config, game)
    self.suspends = suspends
  }

  var transcript: [String] { process?.transcript.recent ?? [] }

  // MARK: A game

  /// Starts the engine if necessary, and prepares it for a new game.
  func beginGame() throws(Fault) {
    if config.restarts { quit() }
    matchTime = config.limits.match
    usage = GameRecord.Usage()
    let process = try runningProcess()
    if suspends { process.resume() }
    processorStart = process.processorTime()
    process.discardPendingLines()
    process.send(EngineDialogue.start(game))
    try awaitOK(process)
    for line in EngineDialogue.settings(config, game: game) { process.send(line) }
    process.flush()
    if suspends { process.suspend() }
  }

  private func runningProcess() throws(Fault) -> EngineProcess {
    if let process { return process }
    do {
      let process = try EngineProcess(config)
      self.process = process
      return process
    } catch {
      throw Fault(reason: .startFailure, detail: error.description)
    }
  }

  /// Waits for the `OK` to `START`; throws a fault if it does not come.
  private func awaitOK(_ process: EngineProcess) throws(Fault) {
    let deadline = MonotonicTime.now.advanced(milliseconds: config.limits.start)
    while true {
      let line: String
      switch process.readLine(until: deadline) {
      case .line(let text): line = text
      case .silence:
        throw Fault(
          reason: .startFailure, detail: "no OK within \(config.limits.start) ms")
      case .closed:
        throw Fault(reason: .startFailure, detail: "no OK: \(farewell(of: process).detail)")
      case .flood(let what): throw Fault(reason: .flood, detail: what)
      case .memory(let peak): throw memoryFault(peak)
      }
      switch EngineDialogue.read(line, game: game) {
      case .ok: return
      case .refusal(let text):
        throw Fault(reason: .startFailure, detail: text.prefix(200).shown)
      default: continue
      }
    }
  }

  /// Sends `lines`, the last of which asks for an answer, and waits for the answer.
  ///
  /// - Throws: the engine's fault if no answer comes in time, or if the engine breaks another
  ///   limit.
  func ask(_ lines: [String]) throws(Fault) -> Answer {
    guard let process else { throw Fault(reason: .startFailure, detail: "no process") }
    if suspends { process.resume() }
    let limits = config.limits
    process.discardPendingLines()
    process.send(EngineDialogue.timeLeft(matchTime))
    for line in lines { process.send(line) }
    let allowed = min(limits.turn ?? Int.max, matchTime ?? Int.max)
    let isTimed = allowed < Int.max
    requestProcessorTime = process.processorTime()
    let begin = MonotonicTime.now
    let deadline = begin.advanced(milliseconds: isTimed ? allowed + limits.tolerance : limits.stall)
    var answer = try awaitAnswer(process, since: begin, until: deadline, timed: isTimed)
    let end = MonotonicTime.now
    answer.microseconds = end.microseconds(since: begin)
    if suspends { process.suspend() }
    if isTimed, end > deadline {
      let over = answer.microseconds / 1000 - allowed
      // If a late answer took little processor time, the machine may have been overloaded.
      let worked = EnginePlayer.milliseconds(
        process.processorTime(isFresh: true), since: requestProcessorTime)
      throw Fault(
        reason: .time, detail: "\(over) ms over \(allowed) ms, \(worked) ms of processor time")
    }
    if let matchTime {
      self.matchTime = max(0, matchTime - answer.microseconds / 1000) + limits.increment
    }
    if let peak = process.memoryExcess { throw memoryFault(peak) }
    return answer
  }

  /// Returns the fault of an engine that did not answer in time.
  ///
  /// An engine that has written too much meanwhile loses by flood. With a time limit, an engine
  /// that used the processor for at least a tenth of the wait loses on time. All others have
  /// stalled.
  private func silence(
    of process: EngineProcess, since begin: MonotonicTime, timed: Bool
  ) -> Fault {
    let waited = MonotonicTime.now.microseconds(since: begin) / 1000
    let worked = EnginePlayer.milliseconds(
      process.processorTime(isFresh: true), since: requestProcessorTime)
    if process.received > EnginePlayer.floodRate * max(1000, waited) {
      return Fault(reason: .flood, detail: "\(process.received) bytes in \(waited) ms, no answer")
    }
    let isIdle = worked * 10 < waited
    return Fault(
      reason: timed && !isIdle ? .time : .stall,
      detail: "no answer for \(waited) ms, \(worked) ms of processor time")
  }

  /// Returns the processor time used in this game, in milliseconds.
  private func cpu(_ process: EngineProcess) -> Int {
    EnginePlayer.milliseconds(process.processorTime(), since: processorStart)
  }

  /// Returns the difference of two processor times in milliseconds, at least 0.
  ///
  /// Each is a sum over the engine's processes, so the later one is smaller if a process has ended.
  private static func milliseconds(_ now: Int, since start: Int) -> Int {
    max(0, now - start) / 1000
  }

  /// Reads lines up to an answer, and collects the search information before it.
  private func awaitAnswer(
    _ process: EngineProcess, since begin: MonotonicTime, until deadline: MonotonicTime, timed: Bool
  ) throws(Fault) -> Answer {
    var note = SearchNote()
    // Waits half a second more for a late answer, to tell a slow engine from a stalled one.
    let patience = timed ? deadline.advanced(milliseconds: 500) : deadline
    while true {
      switch process.readLine(until: patience) {
      case .line(let text):
        let reply = EngineDialogue.read(text, game: game)
        guard case .chatter(let news) = reply else {
          return Answer(reply: reply, microseconds: 0, note: note)
        }
        note.update(with: news)
        // An engine must not extend its deadline by sending more and more lines.
        if MonotonicTime.now > patience { fallthrough }
      case .silence:
        throw silence(of: process, since: begin, timed: timed)
      case .closed: throw farewell(of: process)
      case .flood(let what): throw Fault(reason: .flood, detail: what)
      case .memory(let peak): throw memoryFault(peak)
      }
    }
  }

  private func memoryFault(_ peak: Int) -> Fault {
    let limit = (config.limits.memory ?? 0) / 1024
    return Fault(reason: .memory, detail: "\(peak) KiB resident, \(limit) KiB allowed")
  }

  /// Returns the fault of an engine that has closed its output, by the way its process ended.
  private func farewell(of process: EngineProcess) -> Fault {
    switch process.awaitEnd(milliseconds: 200) {
    case .exited(let code)?:
      Fault(reason: .exit, detail: EngineProcess.Ending.exited(code).description)
    case .signalled(let signal)?:
      Fault(reason: .crash, detail: EngineProcess.Ending.signalled(signal).description)
    case nil: Fault(reason: .closed, detail: "the output was closed, the process lives on")
    }
  }

  /// Records the resources that the engine has used in the game.
  func endGame() {
    guard let process else { return }
    usage = GameRecord.Usage(peak: process.peakMemory(), cpu: cpu(process))
  }

  // MARK: The process

  /// Ends the process after asking it to exit.
  func quit() {
    process?.end()
    process = nil
  }

  /// Kills the process at once.
  func kill() {
    process?.kill()
    process = nil
  }
}
