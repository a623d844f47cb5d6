import Basics
import CommandLineKit
import Gomoku
import GomokuRules
import Platform
import SearchKit

/// The execution of a proof task, which writes the strategies into a folder.
///
/// An interrupted run is resumed from the log of finished jobs. A task with a limit on searches
/// also keeps a book of the moves that searches chose. Without that book, and without levels, the
/// strategies depend neither on interruptions nor on the number of workers.
package struct Theorem {
  let task: ProofTask
  let folder: String
  let workers: Int
  /// The number of this shard, from 0, and the number of shards. Shard k proves every `count`-th
  /// opening, from opening k on.
  let shard: (number: Int, count: Int)

  package init(
    task: ProofTask, folder: String, workers: Int, shard: (number: Int, count: Int) = (0, 1)
  ) {
    (self.task, self.folder, self.workers, self.shard) = (task, folder, workers, shard)
  }

  /// Proves all openings of the shard, and writes their strategies; throws if one is not proved.
  ///
  /// - Returns: the number of times in this run that a search, and not the book, chose the winner's
  ///   move.
  @discardableResult
  package func prove() throws(CommandError) -> Int {
    let log = try openLog()
    let list = try WorkList(
      task, log, bookFile: (StrategyFolder(path: folder), "\(logName).book")
    ) { $0 % shard.count == shard.number }
    let clock = SearchClock()
    try list.skipFarOpenings(clock)
    let known = log.count
    CurrentProcess.note("\(list.openings.count) openings, \(known) jobs in the log")
    let progress = Progress("openings")
    for levels in 0...task.openingLimits.levels {
      list.deepen(to: levels)
      let failures = concurrently(workers) { _ -> CommandError? in
        do throws(CommandError) {
          try list.work(clock: clock) { list in progress.print(list.progress(after:)) }
          return nil
        } catch {
          return error
        }
      }
      if let failure = failures.compactMap({ $0 }).first { throw failure }
      if list.isFinished { break }
    }
    for opening in list.openings where opening.stage == .won {
      let proof = try list.proof(of: opening)
      try write(proof, opening.name)
      if let entry = proof.rootEntry { try list.addToBook(entry, for: opening.position) }
    }
    let lost = list.openings.filter { $0.stage != .won }.map(\.name)
    guard lost.isEmpty else {
      throw CommandError("not proved: \(lost.joined(separator: " "))")
    }
    if shard.count == 1, task.leftOut.isEmpty { try write(root(list, clock), "theorem") }
    CurrentProcess.printLine(
      "proved: \(list.openings.count) openings, left out \(task.leftOut.count) first replies,"
        + " \(log.count) jobs,"
        + " \(list.searches) searches for moves in this run")
    return list.searches
  }

  /// The name of the shard's log without its ending.
  private var logName: String {
    shard.count == 1 ? "jobs" : "jobs-\(shard.number + 1)-of-\(shard.count)"
  }

  /// Opens the log of this shard. A run without shards adds the finished jobs of all shards' logs.
  private func openLog() throws(CommandError) -> JobLog {
    try StrategyFolder(path: folder).make()
    let title = "wuliu-theorem \(task.name)"
    let log = try JobLog(path: "\(folder)/\(logName).log", title: title)
    guard shard.count == 1 else { return log }
    let others = ((try? FileSystem.names(inFolder: folder)) ?? []).filter {
      $0.hasPrefix("jobs-") && $0.hasSuffix(".log")
    }
    for other in others.sorted() {
      try log.append(JobLog(path: "\(folder)/\(other)", title: title))
    }
    return log
  }

  private func write(_ proof: StrategyProof, _ name: String) throws(CommandError) {
    try StrategyFolder(path: folder).write("\(name).proof", proof.write)
  }

  /// Returns the root strategy, which links to the strategies of all openings.
  private func root(_ list: WorkList, _ clock: SearchClock) throws(CommandError) -> StrategyProof {
    var names: [String: String] = [:]
    for opening in list.openings { names[opening.position.canonicalImage.name] = opening.name }
    var strategy = Strategy()
    var branches: [Strategy.Branch] = []
    if let job = task.firstPass, let pass = try list.firstPass(clock)?.win {
      let node = strategy.append(
        pass.strategy, root: pass.root, under: job.symmetry.inverse, on: task.position.size)
      branches.append(.init(nil, node: node))
    }
    for reply in task.position.legalMoves {
      var position = task.position
      guard (try? position.play(reply)) != nil,
        let name = names[position.canonicalImage.name]
      else { continue }
      branches.append(.init(reply, node: strategy.add(link: name)))
    }
    // The winner's last move begins the strategy.
    var position = task.position
    let move = position.stones.last.flatMap { $0.color == task.winner ? $0.point : nil }
    if let move { position.remove(move) }
    let root = strategy.add(move, branches)
    return StrategyProof(
      position: position, winner: task.winner, strategy: strategy, root: root)
  }
}
