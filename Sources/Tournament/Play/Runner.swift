import Foundation
import Match
import Platform
import Synchronization

/// A tournament run: plays the missing games of given pairs on several threads, and logs them.
public final class Runner: Sendable {
  /// The reason why a run has ended.
  public enum Outcome: Equatable, Sendable {
    /// All games of the run's pairs are in the log.
    case finished
    /// The sequential test has accepted a hypothesis.
    case decided
    /// A stop was requested.
    case stopped
    /// An engine has lost too many games by faults.
    case faultLimit
    /// The log could not be written, or an opening could not be played.
    case failed(String)
  }

  /// The state shared by all workers, the threads that play.
  private struct State {
    var standings: Standings
    /// The index in `work` of the next pair to play.
    var next = 0
    var outcome: Outcome?
    var played = 0
  }

  private let schedule: Schedule
  private let log: ResultLog
  private let concurrency: Int
  /// The indices of the pairs that had at least one game left to play when the run began.
  private let work: [Int]
  private let state: Monitor<State>
  private let isCancelled = Atomic(false)
  /// The path of a file whose existence requests a stop.
  private let stopFile: String?

  /// Prepares to play the pairs with the indices `pairs`, except those finished in `standings`.
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
  /// The number of games played by this run.
  public var played: Int { state.access { $0.played } }
  /// The number of games that this run still has to play.
  public var remaining: Int {
    state.access { state in
      work.reduce(0) { sum, pair in
        sum + schedule.pair(pair).games.count { !state.standings.isFinished($0) }
      }
    }
  }

  /// Requests a stop; games in progress are abandoned and do not count.
  public func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    state.access { if $0.outcome == nil { $0.outcome = .stopped } }
  }

  /// Plays until the run ends; calls `watch` every `interval` seconds and at the end.
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
    // If the system cannot start a thread, this thread plays the games.
    if isAlone { play() }
    while group.wait(timeout: .now() + interval) == .timedOut { watch(self) }
    watch(self)
    return state.access { $0.outcome ?? .finished }
  }

  private static let stackSize = 4 << 20

  /// Returns the reason in the standings for ending the run; `nil` if it goes on.
  private static func verdict(of standings: Standings) -> Outcome? {
    if standings.isFaultLimitReached { return .faultLimit }
    return standings.decision == .none ? nil : .decided
  }

  // MARK: One worker

  /// Returns the index of the next pair to play; `nil` if the run is over.
  private func nextPair() -> Int? {
    let isStopped = stopFile.map { FileSystem.exists($0) } ?? false
    return state.access { state in
      if isStopped, state.outcome == nil { state.outcome = .stopped }
      guard state.outcome == nil, state.next < work.count else { return nil }
      state.next += 1
      return work[state.next - 1]
    }
  }

  /// Plays pairs until none is left or the run is over; the body of a worker thread.
  ///
  /// Engine processes are kept from pair to pair, as long as the same engines play.
  private func play() {
    let referee = Referee(
      config: schedule.config, tag: String(schedule.hash.prefix(LogLine.tagLength)),
      host: ProcessInfo.processInfo.hostName)
    var seats: [Int: EnginePlayer] = [:]
    defer { for seat in seats.values { seat.quit() } }
    func seat(of engine: Int) -> EnginePlayer {
      if let seat = seats[engine] { return seat }
      let seat = EnginePlayer(
        schedule.config.engines[engine], game: schedule.config.game,
        suspends: schedule.config.suspends)
      seats[engine] = seat
      return seat
    }
    while let index = nextPair() {
      let pair = schedule.pair(index)
      for (engine, seat) in seats where engine != pair.first && engine != pair.second {
        seat.quit()
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

  /// Ends the run of all workers with an error.
  private func fail(_ reason: String) {
    state.access { $0.outcome = .failed(reason) }
    isCancelled.store(true, ordering: .relaxed)
  }

  /// Appends a game to the log and then to the standings; returns false if the log fails.
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
