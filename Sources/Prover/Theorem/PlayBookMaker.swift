import Basics
import CommandLineKit
import Gomoku
import GomokuRules
import Platform
import SearchKit

/// Makes the book from which the engine plays the win that a task proves (`gomoku-lab play-book`).
///
/// It starts from the task's book of moves to try. The folder gets a file of entries for each
/// opening. After an interruption, a new run makes only the missing files.
///
/// A position in which an answer to some reply is missing gets no entry. So the book of a task that
/// is only partly proved serves the openings that are.
package struct PlayBookMaker {
  let task: ProofTask
  let folder: String
  let workers: Int

  package init(task: ProofTask, folder: String, workers: Int) {
    (self.task, self.folder, self.workers) = (task, folder, workers)
  }

  /// Returns the book of all openings, and writes the missing files.
  package func book() throws(CommandError) -> StrategyBook {
    if task.position.square != nil {
      throw CommandError("reach: the lengths of wins in a square are not those of the game")
    }
    try StrategyFolder(path: folder).make()
    var draft = PlayBookDraft(base: task.hints.book, hints: task.hints, limits: task.limits)
    let openings = openings(&draft)
    let progress = Progress("openings", of: openings.count)
    let parts = concurrently(openings, workers: workers) { opening in
      Result { () throws(CommandError) in
        defer { progress.step() }
        return try self.part(opening)
      }
    }
    var entries = draft.entries
    for part in parts { entries.merge(try part.get()) { own, _ in own } }
    return measured(entries.values.map { $0 })
  }

  /// Adds the entry for the winner's last move to `draft`, and returns the openings that need
  /// entries of their own.
  private func openings(_ draft: inout PlayBookDraft) -> [Opening] {
    var start = task.position
    guard let move = start.stones.last?.point else { return [] }
    start.remove(move)
    start.sideToMove = task.winner
    let names = task.position.names(
      after: draft.begin(with: move, in: start, triesPass: task.winnerHasSeveralStones))
    for gap in draft.gaps { CurrentProcess.note("no win is found in \(gap)") }
    return WorkList.openings(task).filter { names.contains($0.position.canonicalImage.name) }
  }

  /// Returns the entries of an opening from its file; if there is no file, makes and writes them.
  private func part(_ opening: Opening) throws(CommandError) -> [String: PlayBookDraft.Entry] {
    let path = "\(folder)/\(opening.name).entries"
    if let bytes = try? FileSystem.contents(of: path, limit: 256 << 20) {
      return try read(String(decoding: bytes, as: UTF8.self), path)
    }
    var draft = PlayBookDraft(base: task.hints.book, hints: task.hints, limits: task.limits)
    draft.add(opening.position)
    for gap in draft.gaps { CurrentProcess.note("\(opening.name): no win is found in \(gap)") }
    let text = draft.entries.sorted { $0.key < $1.key }.map { name, entry in
      "\(name) \(entry.move) \(entry.lengths.map { String($0) }.joined(separator: ","))\n"
    }.joined()
    do throws(SystemError) {
      try FileSystem.replaceDurably(path, with: Array(text.utf8))
    } catch {
      throw CommandError("\(path): \(error)")
    }
    return draft.entries
  }

  /// Parses a file of entries, with a line `POSITION MOVE LENGTHS` for each.
  private func read(
    _ text: String, _ path: String
  ) throws(CommandError) -> [String: PlayBookDraft.Entry] {
    var entries: [String: PlayBookDraft.Entry] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      let size = task.position.size
      guard words.count == 3, let move = Point(words[1]),
        let image = Position(named: words[0], size: size)
      else { throw CommandError("\(path): lines POSITION MOVE LENGTHS") }
      let lengths = words[2].split(separator: ",").compactMap { UInt8($0) }
      guard lengths.count == size.pointCount else {
        throw CommandError("\(path): lines POSITION MOVE LENGTHS")
      }
      entries[String(words[0])] = .init(
        image: image.under(task.position.variant), move: move, lengths: lengths)
    }
    return entries
  }

  // MARK: Lengths

  /// Returns the book of the entries, each with the largest number of plies to the five.
  private func measured(_ entries: [PlayBookDraft.Entry]) -> StrategyBook {
    var book: [(Position, StrategyBook.Entry)] = []
    var lengths: [String: Int] = [:]
    // An entry's length depends on positions with more stones, so these come first.
    let groups = Dictionary(grouping: entries) { $0.image.stones.count }
    for (_, group) in groups.sorted(by: { $0.key > $1.key }) {
      let known = lengths
      let found = concurrently(group, workers: workers) { self.length(of: $0, known) }
      for (entry, plies) in zip(group, found) {
        guard let plies else { continue }
        lengths[entry.image.canonicalImage.name] = plies
        book.append((entry.image, .init(entry.move, plies: plies)))
      }
    }
    return StrategyBook(book, size: task.position.size)
  }

  /// Returns the largest number of plies to the five from an entry; `nil` if no answer is known to
  /// some reply.
  ///
  /// - Parameter known: the lengths of the positions with more stones, by the names of their
  ///   canonical images.
  private func length(of entry: PlayBookDraft.Entry, _ known: [String: Int]) -> Int? {
    var passed = entry.image
    guard (try? passed.place(.black, on: entry.move)) != nil else { return nil }
    let afterPass = known[passed.canonicalImage.name]
    var most = 3
    for reply in passed.emptyPoints {
      var next = passed
      guard (try? next.place(.white, on: reply)) != nil else { continue }
      let threats = entry.lengths[passed.size.number(of: reply)]
      let withoutEntry =
        threats == PlayBookDraft.Entry.asAfterPass ? afterPass : threats > 0 ? Int(threats) : nil
      guard let answer = known[next.canonicalImage.name] ?? withoutEntry else {
        CurrentProcess.note("\(next.canonicalImage.name): no answer is known")
        return nil
      }
      most = max(most, 2 + answer)
    }
    return most
  }
}
