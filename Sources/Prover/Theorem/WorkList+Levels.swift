import CommandLineKit
import Gomoku
import GomokuRules
import Platform
import SearchKit

/// Openings below other openings: replies after which a job found no win, but long searches for
/// moves may.
///
/// The work is depth first, with one more level in each round. So a move that a few jobs refute is
/// not searched deeply.
extension WorkList {
  /// Lets openings have `levels` levels below the first, and begins again with those that failed.
  ///
  /// The results of jobs and searches are in the log, so none of them is repeated.
  func deepen(to levels: Int) {
    state.update { state in
      (state.levels, state.lacksLevel, state.openingOfJob) = (levels, false, [:])
      state.openings.removeLast(state.openings.count - state.rootCount)
      for index in state.openings.indices where state.openings[index].stage == .failed {
        let opening = state.openings[index]
        state.openings[index] = Opening(
          opening.name, opening.position, first: state.hints.book[opening.position]?.move)
      }
    }
  }

  /// Makes the position of a job that found no win an opening, if there may be another level.
  ///
  /// If there may be none, or if this opening has failed already, the move above fails.
  ///
  /// - Parameter position: the position of the job in the orientation of the opening above.
  func addOpening(
    _ position: Position, for job: ProofJob, _ use: Opening.Use
  ) throws(CommandError) {
    let outcome: Bool? = state.update { state in
      let above = state.openings[use.index]
      guard above.needs(answerTo: use.move) else { return nil }
      if let index = state.openingOfJob[job.key] {
        if state.openings[index].stage == .failed { return false }
        // If the win is in the log, `change` may have read the uses already.
        if let entry = log[job.key], !entry.strategy.isEmpty { return true }
        state.openings[index].uses.append(use)
        return nil
      }
      guard above.level < state.levels else {
        state.lacksLevel = true
        return false
      }
      var opening = Opening(
        "\(above.name) \(use.move) \(use.reply)", position, level: above.level + 1,
        first: state.hints.book[position]?.move)
      opening.uses = [use]
      state.openingOfJob[job.key] = state.openings.count
      state.openings.append(opening)
      return nil
    }
    if let outcome { try change(use.index) { $0.take(outcome, replyTo: use.move) } }
  }

  /// Changes an opening. If that decides it, reports the result to the openings above.
  ///
  /// A win is written to the log as the strategy of the job that had found none. Jobs that are no
  /// longer needed are stopped.
  func change(_ index: Int, _ body: (inout Opening) -> Void) throws(CommandError) {
    let decided: Opening? = state.update { state in
      let wasDecided = state.openings[index].isDecided
      body(&state.openings[index])
      for assigned in state.assigned where !state.isNeeded(assigned) {
        assigned.clock.stop.request()
      }
      let opening = state.openings[index]
      return !wasDecided && opening.isDecided ? opening : nil
    }
    guard let decided else { return }
    let isWon = decided.stage == .won
    if state.access(\.levels) > 0 {
      let move = isWon ? decided.move.map { " by \($0)" } ?? "" : ""
      CurrentProcess.note("\(isWon ? "won" : "not won"): \(decided.name)\(move)")
    }
    guard decided.level > 0 else { return }
    if isWon {
      let proof = try proof(of: decided)
      if let entry = proof.rootEntry { try addToBook(entry, for: decided.position) }
      let job = ProofJob(decided.position, extraStones: 0)
      var strategy = Strategy()
      let root = strategy.append(
        proof.strategy, root: proof.root, under: job.symmetry, on: job.position.size)
      try record(
        StrategyProof(
          position: job.position, winner: task.winner, strategy: strategy, root: root),
        of: job, nodes: log[job.key]?.nodes ?? 0)
    }
    // There may be more uses by now.
    for use in state.access({ $0.openings[index].uses }) {
      try change(use.index) { $0.take(isWon, replyTo: use.move) }
    }
  }

  /// Returns the strategy of an opening that is won, put together from those of its jobs.
  func proof(of opening: Opening) throws(CommandError) -> StrategyProof {
    guard let move = opening.move, let after = opening.afterMove else {
      throw CommandError("no move in \(opening.name)")
    }
    var strategy = Strategy()
    var branches: [Strategy.Branch] = []
    func add(_ reply: Point?, _ position: Position, extraStones: Int) throws(CommandError) {
      let job = ProofJob(position, extraStones: extraStones)
      guard let part = try self.strategy(of: job, SearchClock()) else {
        throw CommandError("no strategy for \(job.key)")
      }
      let node = strategy.append(
        part.strategy, root: part.root, under: job.symmetry.inverse, on: position.size)
      branches.append(.init(reply, node: node))
    }
    if after.outcome == nil, ZoneBoard(after, winner: task.winner).fives.isEmpty {
      try add(nil, after.afterPass, extraStones: 1)
    }
    for reply in opening.replies {
      var position = after
      guard (try? position.play(reply)) != nil else { continue }
      try add(reply, position, extraStones: 0)
    }
    let root = strategy.add(move, branches)
    return StrategyProof(
      position: opening.position, winner: task.winner, strategy: strategy, root: root)
  }
}

extension WorkList.State {
  /// The indices of the openings in the order in which work is given out: the newest of those below
  /// level 0 first, then the task's own.
  var order: [Int] { (rootCount..<openings.count).reversed() + Array(0..<rootCount) }

  /// Returns whether the proof still needs an opening.
  ///
  /// One below level 0 is needed while one of its uses is: the opening above is needed, and still
  /// tries the move of that use.
  func isNeeded(_ index: Int) -> Bool {
    let opening = openings[index]
    return opening.level == 0
      || opening.uses.contains {
        openings[$0.index].needs(answerTo: $0.move) && isNeeded($0.index)
      }
  }

  /// Returns whether the result of a job is still of use to its opening.
  func isNeeded(_ assigned: WorkList.AssignedJob) -> Bool {
    let opening = openings[assigned.index]
    guard !opening.isDecided, isNeeded(assigned.index) else { return false }
    guard case .reply = assigned.job, let move = assigned.opening.move else { return true }
    return opening.needs(answerTo: move)
  }
}
