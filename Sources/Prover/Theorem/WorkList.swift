import CommandLineKit
import Gomoku
import GomokuRules
import Platform
import SearchKit
import SearchTypes

/// The jobs of a proof task, shared by the workers.
final class WorkList: Sendable {
  let task: ProofTask
  let log: JobLog
  /// The file for the book with the moves that searches chose.
  private let bookFile: (folder: StrategyFolder, name: String)
  let state: Monitor<State>

  /// The state that all workers share, guarded by the monitor's lock.
  struct State {
    /// The openings of the task, then those below them in the order in which they were met.
    var openings: [Opening]
    /// The number of openings at level 0, which are the first ones of `openings`.
    var rootCount: Int
    /// The indices of the openings below level 0, by the keys of the jobs that found no win.
    var openingOfJob: [String: Int] = [:]
    /// The number of levels below the first that openings may have now.
    var levels = 0
    /// True if a reply has not become an opening because that needs another level.
    var lacksLevel = false
    /// The keys of running jobs, so that no job runs twice at the same time.
    var running: Set<String> = []
    /// The jobs that workers are doing.
    var assigned: [AssignedJob] = []
    /// The number of nodes that the jobs and the searches for moves of this run have searched.
    var nodes: UInt64 = 0
    /// The number of jobs that this run has finished.
    var solved = 0
    /// The number of times in this run that a search, and not the book, chose the winner's move.
    var searches = 0
    /// The hints of the task. If the task limits its searches, the moves that searches choose are
    /// added to the hints' book.
    var hints: WinSearch.Hints
    var failure: CommandError?
  }

  /// Creates the list of a task's openings; throws if the book's file cannot be parsed.
  ///
  /// - Parameters:
  ///   - bookFile: the file for the book with the moves that searches chose. If an interrupted run
  ///     has left one, its moves are used.
  ///   - share: returns whether to prove the opening with this index in `openings(_:)`.
  init(
    _ task: ProofTask, _ log: JobLog, bookFile: (folder: StrategyFolder, name: String),
    share: (Int) -> Bool
  ) throws(CommandError) {
    (self.task, self.log, self.bookFile) = (task, log, bookFile)
    var hints = task.hints
    if task.mostSearches != nil, let text = bookFile.folder.contents(of: bookFile.name) {
      guard let book = StrategyBook(reading: text, size: hints.book.size) else {
        throw CommandError("\(bookFile.folder.path)/\(bookFile.name): lines STONES MOVE PLIES")
      }
      hints.book = hints.book.adding(book)
    }
    let openings = WorkList.openings(task, hints.book).enumerated().filter { share($0.offset) }
      .map(\.element)
    state = Monitor(State(openings: openings, rootCount: openings.count, hints: hints))
  }

  /// Returns the loser's first replies, one of each class under the position's symmetries, but for
  /// those that the task leaves out.
  ///
  /// The replies nearest to the last stone come first, because they are the hardest to answer.
  ///
  /// - Parameter book: the book of the moves to try first; `nil` for that of the task.
  static func openings(_ task: ProofTask, _ book: StrategyBook? = nil) -> [Opening] {
    let book = book ?? task.hints.book
    var seen = task.position.names(after: task.leftOut)
    let center = task.position.stones.last?.point ?? task.position.size.center
    func distance(_ point: Point) -> Int {
      let (x, y) = (point.x - center.x, point.y - center.y)
      return x * x + y * y
    }
    let replies = task.position.legalMoves.sorted { (distance($0), $0) < (distance($1), $1) }
    return replies.compactMap { reply in
      var position = task.position
      guard (try? position.play(reply)) != nil, seen.insert(position.canonicalImage.name).inserted
      else { return nil }
      return Opening(reply.description, position, first: book[position]?.move)
    }
  }

  /// Returns the win after a pass of the loser at the beginning (`ProofTask.firstPass`), with its
  /// zone.
  ///
  /// Returns `nil` if the task asks for none, or if there is none that answers all far replies.
  func firstPass(_ clock: SearchClock) throws(CommandError) -> (win: StrategyProof, zone: PointSet)?
  {
    guard let job = task.firstPass, let zone = try zone(of: job, clock),
      let win = try strategy(of: job, clock)
    else { return nil }
    return (win, zone)
  }

  /// Removes the openings whose replies the win of `firstPass` answers already.
  ///
  /// These are the replies without a symmetric image in the zone of that win.
  func skipFarOpenings(_ clock: SearchClock) throws(CommandError) {
    guard let zone = try firstPass(clock)?.zone else { return }
    let names = task.position.names(after: task.position.legalMoves.filter(zone.contains))
    state.update { state in
      state.openings.removeAll { !names.contains($0.position.canonicalImage.name) }
      state.rootCount = state.openings.count
    }
  }

  /// The openings at level 0.
  var openings: [Opening] { state.access { Array($0.openings.prefix($0.rootCount)) } }
  /// True if all openings are won, or if another level would change nothing.
  var isFinished: Bool {
    state.access { !$0.lacksLevel } || openings.allSatisfy { $0.stage == .won }
  }
  /// The number of times in this run that a search chose a move, for openings and for jobs.
  var searches: Int { state.access(\.searches) }

  /// Returns the progress as a line of text.
  ///
  /// - Parameter elapsed: the time that this run has taken.
  func progress(after elapsed: Duration) -> String {
    state.access { state in
      let roots = state.openings.prefix(state.rootCount)
      let parts = roots.map(\.progress)
      let won = roots.count { $0.stage == .won }
      let done = parts.map(\.done).reduce(0, +)
      let left = parts.map(\.left).reduce(0, +)
      // The other openings are assumed to need as many jobs as those begun.
      let begun = parts.count { $0.done + $0.left > 0 }
      let all = (done + left) * roots.count / max(begun, 1)
      let below = state.openings.dropFirst(state.rootCount)
      // The first jobs are the hardest, so they are no measure of the time that the others take.
      let rest =
        state.solved * 50 > all && below.isEmpty ? elapsed / state.solved * (all - done) : nil
      return "openings \(won) of \(roots.count),"
        + (below.isEmpty
          ? "" : " below them \(below.count { $0.stage == .won }) of \(below.count),")
        + " jobs \(done) of about \(all),"
        + " nodes \(state.nodes), \(elapsed.clockText)"
        + (rest.map { ", about \($0.clockText) to go" } ?? "")
    }
  }

  // MARK: Working

  /// A job handed out to a worker, with the opening that it belongs to.
  struct AssignedJob {
    /// The opening's index in `State.openings`.
    let index: Int
    /// The opening when the work was handed out.
    let opening: Opening
    let job: Opening.Job
    /// The clock of the job, which is stopped if the job is no longer needed.
    let clock: SearchClock
  }

  /// Works as one worker until no work is left, `clock` is stopped or any worker has failed.
  ///
  /// - Throws: the first failure of any worker.
  func work(clock: SearchClock, onProgress: (WorkList) -> Void) throws(CommandError) {
    while !clock.isStopped, let assigned = next(clock) {
      do throws(CommandError) {
        if try !finish(assigned) {
          state.access {
            $0.openings[assigned.index].putBack(assigned.job, of: assigned.opening.move)
          }
        }
      } catch {
        state.update { state in
          state.failure = state.failure ?? error
          for assigned in state.assigned { assigned.clock.stop.request() }
        }
      }
      state.update { $0.assigned.removeAll { $0.clock === assigned.clock } }
      onProgress(self)
    }
    if let failure = state.access(\.failure) { throw failure }
  }

  /// Waits for a piece of work; returns `nil` when all work is done or a worker has failed.
  private func next(_ clock: SearchClock) -> AssignedJob? {
    state.wait { state -> AssignedJob?? in
      if state.failure != nil { return .some(nil) }
      for index in state.order where !state.openings[index].isDecided && state.isNeeded(index) {
        if let job = state.openings[index].next() {
          let assigned = AssignedJob(
            index: index, opening: state.openings[index], job: job,
            clock: SearchClock(partOf: clock))
          state.assigned.append(assigned)
          return assigned
        }
      }
      return state.assigned.isEmpty ? .some(nil) : nil
    }
  }

  /// Does a job and reports the outcome to its opening; returns false if the job was stopped.
  private func finish(_ assigned: AssignedJob) throws(CommandError) -> Bool {
    let (opening, clock) = (assigned.opening, assigned.clock)
    switch assigned.job {
    case .moves:
      // Without searches there are only the book's moves, and none of these has won.
      let lines =
        task.mostSearches == 0 ? [] : try recommendedLines(for: opening, clock)
      if clock.isStopped { return false }
      try change(assigned.index) { $0.take(lines: lines) }
    case .pass:
      let open: [Point]?
      if let after = opening.afterMove { open = try openReplies(after, clock) } else { open = nil }
      if clock.isStopped { return false }
      try change(assigned.index) { $0.take(open: open) }
    case .reply(let reply):
      guard var position = opening.afterMove, let move = opening.move,
        (try? position.play(reply)) != nil
      else { throw CommandError("\(reply) cannot be played in \(opening.name)") }
      let job = ProofJob(position, extraStones: 0)
      let isWon = try strategy(of: job, clock) != nil
      if clock.isStopped { return false }
      if isWon {
        try change(assigned.index) { $0.take(true, replyTo: move) }
      } else {
        try addOpening(position, for: job, .init(index: assigned.index, move: move, reply: reply))
      }
    }
    return true
  }

  /// Returns lines that begin with the winner's moves to try in an opening and the replies expected
  /// to them, the best first. They come from the log or from the opening's next search.
  private func recommendedLines(
    for opening: Opening, _ clock: SearchClock
  ) throws(CommandError) -> [[Point]] {
    let job = ProofJob(opening.position, extraStones: 0)
    let kind = OpeningSearch.kinds[opening.searches]
    if kind == .several, task.limits.breadth == 1 { return [] }
    let key = JobLog.searchKey(job.key, kind, nodes: task.openingNodes)
    let lines: [OpeningSearch.RecommendedLine]
    if let entry = log[key] {
      lines = OpeningSearch.lines(of: String(decoding: try log.text(of: entry), as: UTF8.self))
    } else {
      let search = OpeningSearch(kind, of: job.position, task, clock)
      if clock.isStopped { return [] }
      lines = search.lines
      try log.append(key, "\(search.nodes) \(OpeningSearch.text(of: lines))")
      state.access { $0.nodes += search.nodes }
      try count(searched: [job.position.canonicalImage.name])
    }
    let (back, size) = (job.symmetry.inverse, job.position.size)
    return lines.filter { $0.score >= task.openingLimits.score ?? .min }.map { line in
      line.moves.map { back.image(of: $0, on: size) }
    }
  }

  /// Returns the replies that could disturb the win after a pass; `nil` if there is no such win, or
  /// if the loser can make five. A move that makes five has no replies.
  ///
  /// If the winner threatens five, only the replies that stop it are returned. A pass is then not
  /// searched. If the win has to hold on every board, a five beyond the edge makes the result
  /// `nil`.
  private func openReplies(
    _ position: Position, _ clock: SearchClock
  ) throws(CommandError) -> [Point]? {
    if position.outcome == .win(task.winner) { return [] }
    let rows = ZoneBoard(position, winner: task.winner, onPlane: task.limits.everyBoard)
    if rows.loserMakesFive(extraStones: 0) || position.isFull { return nil }
    let fives = rows.fives
    if rows.isCrossed(by: PointSet(fives)) { return nil }
    if !fives.isEmpty {
      return position.stops(ofAll: fives, of: task.winner).filter {
        position.isPlayable($0, by: position.sideToMove)
      }
    }
    let job = ProofJob(position.afterPass, extraStones: 1)
    guard let zone = try zone(of: job, clock) else { return nil }
    return WinSearch.inOrder(PointSet(position.legalMoves.filter(zone.contains)), in: position)
  }

  /// Returns the zone of the win after a pass, in the orientation of the requested position.
  ///
  /// Returns `nil` if there is no such win. Also returns `nil` if the win has to hold on every
  /// board, but its zone reaches beyond the edge.
  private func zone(of pass: ProofJob, _ clock: SearchClock) throws(CommandError) -> PointSet? {
    let everyBoard = task.limits.everyBoard
    guard let proof = try strategy(of: pass, clock),
      let zone = try? StrategyChecker.zones(of: proof, extraStones: 1, onPlane: everyBoard).newest,
      !ZoneBoard(proof.position, winner: task.winner, onPlane: everyBoard).isCrossed(by: zone)
    else { return nil }
    let (back, size) = (pass.symmetry.inverse, proof.position.size)
    return PointSet(zone.points.map { back.image(of: $0, on: size) })
  }

  /// Returns a job's strategy for the canonical position, from the log or newly found and logged.
  ///
  /// Returns `nil` if the search finds no win, or if `clock` is stopped.
  func strategy(
    of job: ProofJob, _ clock: SearchClock
  ) throws(CommandError) -> StrategyProof? {
    state.wait { state -> Void? in
      state.running.insert(job.key).inserted ? () : nil
    }
    defer { state.update { _ = $0.running.remove(job.key) } }
    if let entry = log[job.key] {
      guard !entry.strategy.isEmpty else { return nil }
      let text = String(decoding: try log.text(of: entry), as: UTF8.self)
      guard let (strategy, root) = Strategy.parse(text, size: job.position.size) else {
        throw CommandError("the log's strategy for \(job.key) cannot be read")
      }
      return StrategyProof(
        position: job.position, winner: job.position.sideToMove, strategy: strategy, root: root)
    }
    let outcome = try solve(job, clock)
    if clock.isStopped { return nil }
    state.access { $0.solved += 1 }
    try record(outcome.proof, of: job, nodes: outcome.nodes)
    return outcome.proof
  }

  /// Checks the strategy of a job, and writes it to the log, in place of an earlier one.
  ///
  /// - Parameter proof: the strategy for the job's canonical position; `nil` if there is none.
  func record(
    _ proof: StrategyProof?, of job: ProofJob, nodes: UInt64
  ) throws(CommandError) {
    if let proof {
      do throws(StrategyChecker.Failure) {
        _ = try StrategyChecker.zones(
          of: proof, extraStones: job.extraStones, onPlane: task.limits.everyBoard)
      } catch {
        throw CommandError("a strategy found for \(job.key) fails: \(error)")
      }
    }
    try log.append(job.key, "\(nodes) \(proof.map { $0.strategy.text($0.root) } ?? "")")
  }
}

extension WorkList {
  /// Searches for a job's win.
  ///
  /// A task with a limit on searches for moves keeps a book, so that a later run needs no search.
  /// Each move that a search chose and the proof uses goes into the book, where it replaces an
  /// older one. The job is then solved again, until the proof uses moves of the book only.
  private func solve(_ job: ProofJob, _ clock: SearchClock) throws(CommandError) -> WinSearch {
    var outcome = try solveOnce(job, clock)
    for _ in 0..<WorkList.mostRounds {
      guard let proof = outcome.proof, !clock.isStopped,
        try addToBook(proof.bookMoves(in: Set(outcome.searched)))
      else { break }
      let next = try solveOnce(job, clock)
      guard next.proof != nil else { break }
      outcome = next
    }
    return outcome
  }

  /// The limit on solving one job again. Without it, two moves could replace each other for ever.
  private static let mostRounds = 10

  private func solveOnce(_ job: ProofJob, _ clock: SearchClock) throws(CommandError) -> WinSearch {
    let outcome = job.solve(
      task.limits, state.access(\.hints), clock: SearchClock(partOf: clock))
    state.access { $0.nodes += outcome.nodes }
    if !clock.isStopped { try count(searched: outcome.searched) }
    return outcome
  }

  /// Counts positions in which searches chose moves; throws above the task's limit.
  private func count(searched names: [String]) throws(CommandError) {
    state.access { $0.searches += names.count }
    if let most = task.mostSearches, searches > most {
      throw CommandError(
        "the task allows \(most) searches for moves: \(names.last ?? "") is not in its book")
    }
  }

  /// Adds the move that began an opening's proof, which a search may have chosen.
  func addToBook(_ entry: StrategyBook.Entry, for position: Position) throws(CommandError) {
    _ = try addToBook(StrategyBook([(position, entry)], size: position.size))
  }

  /// Adds moves to the hints' book and writes the book to its file; returns whether it changed.
  ///
  /// Does nothing and returns false if the task sets no limit for its searches.
  private func addToBook(_ moves: StrategyBook) throws(CommandError) -> Bool {
    if task.mostSearches == nil || moves.isEmpty { return false }
    let isChanged: Result<Bool, CommandError> = state.access { state in
      let book = state.hints.book.adding(moves)
      if book == state.hints.book { return .success(false) }
      state.hints.book = book
      do throws(CommandError) {
        try bookFile.folder.write(bookFile.name) { $0(book.text) }
        return .success(true)
      } catch {
        return .failure(error)
      }
    }
    return try isChanged.get()
  }
}

extension Position {
  /// The same stones with the other side to move.
  var afterPass: Position {
    var position = self
    position.sideToMove = sideToMove.opponent
    return position
  }
}
