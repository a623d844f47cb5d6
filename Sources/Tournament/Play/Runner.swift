import Foundation
import Platform
import Synchronization

/// Plays the missing games of a schedule, several at a time, into a log.
public final class Runner: Sendable {
  /// Why a run ended.
  public enum Outcome: Equatable, Sendable {
    /// Every game of the schedule, or of the shard, is in the log.
    case finished
    /// The sequential test has decided.
    case decided
    /// Someone asked to stop.
    case stopped
    case faultLimit
    /// The log cannot be written, or a game not begun.
    case failed(String)
  }

  private struct State {
    var standings: Standings
    /// The next place in `work`.
    var next = 0
    var outcome: Outcome?
    var played = 0
  }

  private let schedule: Schedule
  private let log: ResultLog
  private let concurrency: Int
  /// The pairs that lack a game.
  private let work: [Int]
  private let state: Monitor<State>
  private let isCancelled = Atomic(false)
  /// A file whose existence asks to stop.
  private let stopFile: String?

  /// Prepares to play those of `pairs` that lack a game in `standings`.
  public init(
    schedule: Schedule, pairs: [Int], standings: Standings, log: ResultLog, concurrency: Int,
    stopFile: String? = nil
  ) {
    (self.schedule, self.log) = (schedule, log)
    self.concurrency = concurrency
    self.stopFile = stopFile
    work = pairs.filter { standings.halfPoints(ofPair: $0) == nil }
    state = Monitor(State(standings: standings))
  }

  public var standings: Standings { state.access { $0.standings } }
  /// Games played by this run.
  public var played: Int { state.access { $0.played } }
  /// Games that this run has still to play.
  public var remaining: Int {
    state.access { state in
      work.reduce(0) { sum, pair in
        sum + schedule.pair(pair).games.count { !state.standings.isFinished($0) }
      }
    }
  }

  /// Asks to stop: the games in progress are abandoned and not counted.
  public func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    state.access { if $0.outcome == nil { $0.outcome = .stopped } }
  }

  /// Plays until nothing is left to play; calls `watch` with the standings every `interval`
  /// seconds meanwhile.
  public func run(every interval: Double = 0.5, watch: (Runner) -> Void = { _ in }) -> Outcome {
    state.access { $0.outcome = $0.outcome ?? Runner.verdict(of: $0.standings) }
    let group = DispatchGroup()
    var isAlone = true
    for worker in 0..<min(concurrency, max(1, work.count)) {
      group.enter()
      let thread = WorkerThread(stackSize: Runner.stackSize) {
        if self.schedule.config.machine.pins { WorkerThread.pin(to: worker) }
        self.play()
        group.leave()
      }
      if let thread { thread.detach() } else { group.leave() }
      isAlone = isAlone && thread == nil
    }
    // Where the system has no thread left the games are played on this one.
    if isAlone { play() }
    while group.wait(timeout: .now() + interval) == .timedOut { watch(self) }
    watch(self)
    return state.access { $0.outcome ?? .finished }
  }

  private static let stackSize = 4 << 20

  private static func verdict(of standings: Standings) -> Outcome? {
    if standings.isFaultLimitReached { return .faultLimit }
    return standings.decision == .none ? nil : .decided
  }

  // MARK: One worker

  private func nextPair() -> Int? {
    if let stopFile, FileSystem.exists(stopFile) { cancel() }
    return state.access { state in
      guard state.outcome == nil, state.next < work.count else { return nil }
      state.next += 1
      return work[state.next - 1]
    }
  }

  private func play() {
    let referee = Referee(
      config: schedule.config, tag: String(schedule.hash.prefix(LogLine.tagLength)),
      host: ProcessInfo.processInfo.hostName)
    var seats: [Int: Seat] = [:]
    defer { for seat in seats.values { seat.leave() } }
    func seat(of engine: Int) -> Seat {
      if let seat = seats[engine] { return seat }
      let seat = Seat(
        schedule.config.engines[engine], game: schedule.config.game,
        suspends: schedule.config.suspends)
      seats[engine] = seat
      return seat
    }
    while let index = nextPair() {
      let pair = schedule.pair(index)
      for (engine, seat) in seats where engine != pair.first && engine != pair.second {
        seat.leave()
        seats[engine] = nil
      }
      for id in pair.games where !state.access({ $0.standings.isFinished(id) }) {
        let game = schedule.game(id)
        let record: GameRecord?
        do {
          record = try referee.play(game, seats: [seat(of: game.opener), seat(of: game.replier)]) {
            self.isCancelled.load(ordering: .relaxed)
          }
        } catch {
          return fail("game \(id): the opening cannot be played: \(error)")
        }
        guard let record, store(record) else { return }
      }
    }
  }

  /// Ends the run, in other workers too.
  private func fail(_ reason: String) {
    state.access { $0.outcome = .failed(reason) }
    isCancelled.store(true, ordering: .relaxed)
  }

  /// Logs a game, then counts it; false if the run is over.
  private func store(_ record: GameRecord) -> Bool {
    do { try log.append(record) } catch {
      fail(error.description)
      return false
    }
    return state.access { state in
      state.standings.add(record)
      state.played += 1
      state.outcome = state.outcome ?? Runner.verdict(of: state.standings)
      return true
    }
  }
}
