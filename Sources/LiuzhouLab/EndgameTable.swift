import Basics
import LiuzhouRules
import Platform
import SearchKit

/// The exact values of all positions in which each side has the fewest stones with which it has not
/// lost, computed by retrograde analysis.
///
/// Under most rules these are four stones against four. Every capture then wins, so no other table
/// is needed. A table may also give one side a stone more. It then needs the table of the fewest
/// stones for the positions after a capture.
///
/// Four against four takes 270 MB and minutes, five against four 4.8 GB and two hours. The tables
/// are references for tests. A draw is a position in which neither side can force a win, so
/// repetitions need no special treatment. The limit of turns without a capture is ignored.
final class EndgameTable: Sendable {
  private let book: Rulebook
  private let threads: Int
  /// The parts of the table, one for each number of stones of the side to move, the larger number
  /// first.
  private let sides: [SideTable]
  /// The table for positions after a capture that leaves both sides the fewest stones; `nil` if
  /// every capture wins.
  private let smaller: EndgameTable?
  /// The mark in `values` of an index that is not the smallest one of its position.
  private static let unused: UInt8 = 255

  /// All positions in which the side to move has a certain number of stones.
  private struct SideTable: @unchecked Sendable {
    let positions: EndgameIndex
    /// The value by index: 0 for a draw, odd for a win and even for a loss in that many plies.
    ///
    /// Only the smallest index of a position has a value; the others are `unused`.
    let values: UnsafeMutablePointer<UInt8>
    /// The value of the best capture by index; 0 if there is no capture or it wins at once.
    ///
    /// The array is `nil` if every capture wins at once.
    ///
    /// Values are coded as in `values`, except for `captureDraws`.
    let captureValues: UnsafeMutablePointer<UInt8>?
    /// The code for a best capture that draws.
    static let captureDraws: UInt8 = 253

    init(own: Int, opponent: Int) {
      positions = EndgameIndex(own: own, opponent: opponent)
      values = .allocate(capacity: positions.count)
      values.initialize(repeating: 0, count: positions.count)
      captureValues = opponent > own ? .allocate(capacity: positions.count) : nil
      captureValues?.initialize(repeating: 0, count: positions.count)
    }

    var sizes: (Int, Int) { (positions.own.size, positions.opponent.size) }

    func deallocate() {
      values.deallocate()
      captureValues?.deallocate()
    }
  }

  /// Returns whether a table can be built for a rule set.
  ///
  /// Captures have to be the only way to win. Slides must lead to neighbouring points, a player
  /// without a slide must pass, and a side must lose at 1 to 3 stones.
  static func supports(_ rules: RuleSet) -> Bool {
    1...3 ~= rules.loseAt && rules.flyAt <= rules.loseAt && rules.blocked == .pass
  }

  /// Builds the table.
  ///
  /// - Parameters:
  ///   - isUnequal: true if one side has a stone more.
  ///   - threads: the number of worker threads.
  ///   - onLevel: called for every distance in plies to the end of the game, with the number of
  ///     positions at that distance, up to symmetry. `stones` has both sides' numbers of stones,
  ///     the larger first.
  /// - Precondition: `supports(rules)`.
  init(
    _ rules: RuleSet, isUnequal: Bool = false, threads: Int = 1,
    onLevel: (_ stones: (Int, Int), _ plies: Int, _ entries: Int) -> Void
  ) {
    precondition(EndgameTable.supports(rules))
    book = Rulebook(rules)
    self.threads = threads
    smaller = isUnequal ? EndgameTable(rules, threads: threads, onLevel: onLevel) : nil
    let fewest = rules.loseAt + 1
    sides =
      isUnequal
      ? [
        SideTable(own: fewest + 1, opponent: fewest), SideTable(own: fewest, opponent: fewest + 1),
      ]
      : [SideTable(own: fewest, opponent: fewest)]
    let (found, longestCapture) = markCaptures()
    onLevel(sides[0].sizes, 1, found)
    var plies: UInt8 = 2
    while true {
      let found = mark(plies)
      if found == 0, plies % 2 == 1, plies > longestCapture { break }
      onLevel(sides[0].sizes, Int(plies), found)
      plies += 1
      precondition(plies < SideTable.captureDraws, "a win too long for a byte")
    }
  }

  deinit { sides.forEach { $0.deallocate() } }

  // MARK: Probing

  /// Returns the value of a position of the moving phase.
  ///
  /// Its numbers of stones must be those of the table or of the smaller one.
  func value(of position: Position) -> EndgameValue {
    EndgameValue(value(own: position.own, position.opponent))
  }

  /// The statistics of all positions in which the side to move has the same number of stones.
  struct EndgameSummary {
    let own: Int
    let opponent: Int
    /// The shares of wins, losses and draws for the side to move.
    let wins: Double
    let losses: Double
    let draws: Double
    /// The longest win in plies.
    let longest: Int
  }

  /// Returns the statistics for each number of stones of the side to move.
  ///
  /// Symmetrical images count separately.
  func summaries() -> [EndgameSummary] {
    sides.map { side in
      var (wins, losses, draws, longest) = (0, 0, 0, 0)
      forEachBatch(of: side.positions.count) { range in
        var counts: [UInt8: Int] = [:]
        for index in range where side.values[index] != EndgameTable.unused {
          counts[side.values[index], default: 0] += side.positions.weight(of: index)
        }
        return counts
      } take: { counts in
        for (value, count) in counts {
          switch EndgameValue(value) {
          case .win(let plies):
            wins += count
            longest = max(longest, plies)
          case .loss: losses += count
          case .draw: draws += count
          }
        }
      }
      let all = Double(wins + losses + draws)
      return EndgameSummary(
        own: side.positions.own.size, opponent: side.positions.opponent.size,
        wins: Double(wins) / all, losses: Double(losses) / all, draws: Double(draws) / all,
        longest: longest)
    }
  }

  /// Returns random positions with their values, for each number of stones of the side to move.
  ///
  /// They include up to `perValue` draws, and up to `perValue` positions for each distance to the
  /// end of the game, up to `plies` plies.
  func samples(perValue: Int, plies: Int, seed: UInt64) -> [(Position, EndgameValue)] {
    var generator = SplitMix64(seed: seed)
    return sides.flatMap { side in
      var counts: [UInt8: Int] = [:]
      var samples: [(Position, EndgameValue)] = []
      for _ in 0..<200_000 {
        let own = side.positions.own.mask(
          Int.random(in: 0..<side.positions.own.count, using: &generator))
        let rank = Int.random(in: 0..<side.positions.opponent.count, using: &generator)
        let opponent = SubsetIndex.spread(side.positions.opponent.mask(rank), around: own)
        let value = side.values[side.positions.index(own: own, opponent: opponent)]
        guard value <= plies, counts[value, default: 0] < perValue else { continue }
        counts[value, default: 0] += 1
        samples.append((position(own: own, opponent: opponent), EndgameValue(value)))
      }
      return samples
    }
  }

  /// Returns the number of positions, among `count` random ones, that contradict the rules.
  ///
  /// The value of a position has to follow from the values of all its successors.
  func contradictions(among count: Int, seed: UInt64) -> Int {
    var generator = SplitMix64(seed: seed)
    return (0..<count).count { number in
      let side = sides[number % sides.count]
      let (own, opponent) = side.positions.stones(
        at: Int.random(in: 0..<side.positions.count, using: &generator))
      let position = position(own: own, opponent: opponent)
      return value(of: position) != valueByRules(of: position)
    }
  }

  /// Returns the value of a position that follows from the values of its successors.
  private func valueByRules(of position: Position) -> EndgameValue {
    let outcomes = TurnGenerator(book).turns(in: position).map { turn in
      let next = book.successor(of: position, by: turn)
      return next.own.count <= book.rules.loseAt
        ? 1 : EndgameTable.onePlyEarlier(value(own: next.own, next.opponent))
    }
    let best = outcomes.max { EndgameTable.preference($0) < EndgameTable.preference($1) }
    return EndgameValue(best ?? 0)
  }

  private func position(own: UInt64, opponent: UInt64) -> Position {
    var position = Position()
    position.phase = .moving
    position.liveBlack = PointSet(bits: own)
    position.liveWhite = PointSet(bits: opponent)
    position.key = book.key(of: position)
    return position
  }

  // MARK: Values

  /// Returns the coded value of a position of this table or of the smaller one.
  private func value(own: PointSet, _ opponent: PointSet) -> UInt8 {
    let sizes = (own.count, opponent.count)
    guard let side = sides.first(where: { $0.sizes == sizes }) else {
      guard let smaller else { preconditionFailure("no table of \(sizes)") }
      return smaller.value(own: own, opponent)
    }
    return side.values[side.positions.index(own: own.bits, opponent: opponent.bits)]
  }

  /// Returns the coded value of a position whose best turn leads to one of the coded value `value`.
  private static func onePlyEarlier(_ value: UInt8) -> UInt8 { value == 0 ? 0 : value + 1 }

  /// Returns a rank by preference: quick wins, late wins, draws, late losses, quick losses.
  private static func preference(_ value: UInt8) -> Int {
    value == 0 ? 0 : value % 2 == 1 ? 1000 - Int(value) : Int(value) - 1000
  }

  // MARK: Building

  /// Marks all positions that a capture wins at once, and stores the values of other captures.
  ///
  /// - Returns: the number of wins, and the largest distance among the stored values.
  private func markCaptures() -> (wins: Int, longestCapture: Int) {
    var (wins, longestCapture) = (0, 0)
    for side in sides {
      forEachBatch(of: side.positions.count) { [self] range in
        var (wins, longest) = (0, 0)
        for index in range {
          let (own, opponent) = side.positions.stones(at: index)
          if side.positions.index(own: own, opponent: opponent) != index {
            side.values[index] = EndgameTable.unused
          } else if let best = bestCapture(PointSet(bits: own), PointSet(bits: opponent)) {
            if best == 1 {
              side.values[index] = 1
              wins += 1
            } else {
              side.captureValues?[index] = best == 0 ? SideTable.captureDraws : best
              longest = max(longest, Int(best))
            }
          }
        }
        return (wins, longest)
      } take: { (batch: (wins: Int, longest: Int)) in
        wins += batch.wins
        longestCapture = max(longestCapture, batch.longest)
      }
    }
    return (wins, longestCapture)
  }

  /// Returns the coded value of the best capturing turn; `nil` if no turn captures.
  private func bestCapture(_ own: PointSet, _ opponent: PointSet) -> UInt8? {
    guard isCapturable(opponent) else { return nil }
    var best: UInt8?
    let formed = book.formed(opponent)
    let empty = (own | opponent).complement
    for from in own {
      for to in book.neighbours(of: from) & empty {
        let moved = own - PointSet(from) | PointSet(to)
        let required = book.requiredCaptures(
          earned: book.earned(at: to, by: moved), opponent: opponent, formed: formed)
        if required.isEmpty { continue }
        if opponent.count - required.total <= book.rules.loseAt { return 1 }
        for taken in required.sets {
          let value = EndgameTable.onePlyEarlier(value(own: opponent - taken, moved))
          if best.map({ EndgameTable.preference(value) > EndgameTable.preference($0) }) ?? true {
            best = value
          }
        }
      }
    }
    return best
  }

  /// Marks the positions that are won or lost in `plies` plies.
  ///
  /// From a won position, a turn leads to a position lost in one ply less. From a lost position,
  /// the best turn leads to a position won in one ply less.
  ///
  /// - Returns: the number of positions marked.
  private func mark(_ plies: UInt8) -> Int {
    var found = 0
    for (side, next) in zip(sides, sides.reversed()) {
      func take(_ indices: [Int]) {
        for index in indices where side.values[index] == 0 {
          side.values[index] = plies
          found += 1
        }
      }
      // A predecessor of a loss is won; a predecessor of a win is lost only if all its turns lose.
      let isMarkable = { @Sendable [self] (own: UInt64, opponent: UInt64, index: Int) -> Bool in
        guard side.values[index] == 0 else { return false }
        let captureValue = side.captureValues?[index] ?? 0
        return plies % 2 == 1 || loses(own, opponent, captureValue, next, in: plies)
      }
      forEachBatch(of: next.positions.count) { [self] range in
        var indices: [Int] = []
        for nextIndex in range where next.values[nextIndex] == plies - 1 {
          let (own, opponent) = next.positions.stones(at: nextIndex)
          forEachPredecessor(own, opponent) { predecessor in
            let index = side.positions.index(own: predecessor, opponent: own)
            if isMarkable(predecessor, own, index) { indices.append(index) }
          }
        }
        return indices
      } take: {
        take($0)
      }
      if side.captureValues == nil { continue }
      forEachBatch(of: side.positions.count) { range in
        range.filter { index in
          guard side.captureValues?[index] == plies else { return false }
          let (own, opponent) = side.positions.stones(at: index)
          return isMarkable(own, opponent, index)
        }
      } take: {
        take($0)
      }
    }
    return found
  }

  /// Splits the indices below `count` into batches and runs `find` on several of them in parallel.
  ///
  /// `take` receives the results while no `find` runs. To avoid data races, `find` may only write
  /// data that no other batch reads.
  private func forEachBatch<Found: Sendable>(
    of count: Int, _ find: @escaping @Sendable (Range<Int>) -> Found, take: (Found) -> Void
  ) {
    let batch = 1 << 20
    for start in stride(from: 0, to: count, by: threads * batch) {
      let found = concurrently(threads) { thread in
        let from = min(start + thread * batch, count)
        return find(from..<min(from + batch, count))
      }
      found.forEach(take)
    }
  }

  /// Returns whether every turn loses, so that the position is lost within `plies` plies.
  ///
  /// - Parameters:
  ///   - captureValue: the coded value of the best capture; 0 if there is none or it wins at once.
  ///   - next: the positions with the opponent to move.
  private func loses(
    _ own: UInt64, _ opponent: UInt64, _ captureValue: UInt8, _ next: SideTable, in plies: UInt8
  ) -> Bool {
    if captureValue % 2 == 1 || captureValue > plies { return false }
    let empty = PointSet(bits: own | opponent).complement
    let mayCapture = captureValue != 0
    var isBlocked = true
    for from in PointSet(bits: own) {
      for to in book.neighbours(of: from) & empty {
        isBlocked = false
        let moved = own ^ PointSet(from).bits ^ PointSet(to).bits
        if mayCapture, book.earned(at: to, by: PointSet(bits: moved)) > 0 { continue }
        let index = next.positions.index(own: opponent, opponent: moved)
        if next.values[index] % 2 == 0 { return false }
      }
    }
    guard isBlocked else { return true }
    return next.values[next.positions.index(own: opponent, opponent: own)] % 2 == 1
  }

  /// Calls `body` with each set of stones that the last player may have had before his turn.
  ///
  /// Only turns without a capture are taken back.
  private func forEachPredecessor(
    _ own: UInt64, _ opponent: UInt64, _ body: (UInt64) -> Void
  ) {
    let empty = PointSet(bits: own | opponent).complement
    let isProtected = !isCapturable(PointSet(bits: own))
    for to in PointSet(bits: opponent) {
      guard isProtected || book.earned(at: to, by: PointSet(bits: opponent)) == 0 else { continue }
      for from in book.neighbours(of: to) & empty {
        body(opponent ^ PointSet(from).bits ^ PointSet(to).bits)
      }
    }
    if !book.hasSlide(PointSet(bits: opponent), empty: empty) { body(opponent) }
  }

  /// Returns whether a turn that earns one capture takes one of the opponent's `stones`.
  private func isCapturable(_ stones: PointSet) -> Bool {
    !book.requiredCaptures(earned: 1, opponent: stones, formed: book.formed(stones)).isEmpty
  }
}
