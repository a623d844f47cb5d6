import Basics
import Gomocup
import Platform

/// One engine at the board: its process, its clock and what it used.
///
/// The process stays between games unless it failed or is to be restarted.
final class Seat {
  /// Why an engine lost without a move.
  struct Fault: Error {
    let reason: EndReason
    let detail: String
  }

  /// An answered request.
  struct Answer {
    var reply: EngineDialogue.Reply
    /// From just before the command was written until the line was read.
    var microseconds: Int
    var note = SearchNote()
  }

  /// Bytes a millisecond: an engine that says more and does not answer is talking, not thinking.
  private static let talkPerMillisecond = 16

  let config: EngineConfig
  private let game: GameKind
  private let suspends: Bool
  private var process: EngineProcess?
  /// Milliseconds left of the match time.
  private var matchTime: Int?
  /// Processor time at the game's start, in microseconds.
  private var processorStart = 0
  /// Processor time at the last request, in microseconds.
  private var requestProcessorTime = 0
  private(set) var usage = GameRecord.Usage()

  init(_ config: EngineConfig, game: GameKind, suspends: Bool) {
    (self.config, self.game) = (config, game)
    self.suspends = suspends
  }

  var transcript: [String] { process?.transcript.recent ?? [] }

  // MARK: A game

  /// Makes the engine ready for a new game.
  func sitDown() throws(Fault) {
    if config.restarts { leave() }
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

  /// Sends `lines`, the last of which asks for an answer, and waits for it by the clock.
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
      // Little processor time in a late answer points to the machine, not the engine.
      let worked = Seat.milliseconds(
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

  /// The verdict on an engine that did not answer: one that works has lost on time, one that does
  /// nothing is stuck.
  private func silence(
    of process: EngineProcess, since begin: MonotonicTime, timed: Bool
  ) -> Fault {
    let waited = MonotonicTime.now.microseconds(since: begin) / 1000
    let worked = Seat.milliseconds(
      process.processorTime(isFresh: true), since: requestProcessorTime)
    if process.received > Seat.talkPerMillisecond * max(1000, waited) {
      return Fault(reason: .flood, detail: "\(process.received) bytes in \(waited) ms, no answer")
    }
    let isIdle = worked * 10 < waited
    return Fault(
      reason: timed && !isIdle ? .time : .stall,
      detail: "no answer for \(waited) ms, \(worked) ms of processor time")
  }

  private func cpu(_ process: EngineProcess) -> Int {
    Seat.milliseconds(process.processorTime(), since: processorStart)
  }

  /// Processor time spent, which is less than nothing when a child has ended in between.
  private static func milliseconds(_ now: Int, since start: Int) -> Int {
    max(0, now - start) / 1000
  }

  private func awaitAnswer(
    _ process: EngineProcess, since begin: MonotonicTime, until deadline: MonotonicTime, timed: Bool
  ) throws(Fault) -> Answer {
    var note = SearchNote()
    // A late answer is still read for half a second: it tells slowness from a stall.
    let patience = timed ? deadline.advanced(milliseconds: 500) : deadline
    while true {
      switch process.readLine(until: patience) {
      case .line(let text):
        let reply = EngineDialogue.read(text, game: game)
        guard case .chatter(let news) = reply else {
          return Answer(reply: reply, microseconds: 0, note: note)
        }
        note.update(with: news)
        // A talker must not talk past its deadline.
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

  /// What became of an engine whose output was closed.
  private func farewell(of process: EngineProcess) -> Fault {
    switch process.awaitEnd(milliseconds: 200) {
    case .exited(let code)?:
      Fault(reason: .exit, detail: EngineProcess.Ending.exited(code).description)
    case .signalled(let signal)?:
      Fault(reason: .crash, detail: EngineProcess.Ending.signalled(signal).description)
    case nil: Fault(reason: .closed, detail: "the output was closed, the process lives on")
    }
  }

  /// Notes what the game cost.
  func standUp() {
    guard let process else { return }
    usage = GameRecord.Usage(peak: process.peakMemory(), cpu: cpu(process))
  }

  // MARK: The process

  /// Ends the process, politely first.
  func leave() {
    process?.end()
    process = nil
  }

  /// Ends the process at once.
  func remove() {
    process?.kill()
    process = nil
  }
}
