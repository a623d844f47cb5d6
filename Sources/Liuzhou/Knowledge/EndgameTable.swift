import Basics
import LiuzhouRules
import SearchKit

/// The exact value of every position with four stones each, by retrograde analysis.
///
/// With four stones left and `lose-at=3` the first capture wins, so the table needs no other. It
/// takes some 270 MB and minutes to build: an oracle for tests, not a part of the engine. Draws by
/// repetition and by the quiet limit follow from it: a draw is what neither side can win.
///
/// Entries are positions up to the eight symmetries, seen by the side to move: an orbit of the own
/// four stones, times the enemy's four among the other 32 points.
package final class EndgameTable {
  private let book: Rulebook
  private let symmetries = Symmetries()
  private let quads = Quads(pointCount: 36)
  private let enemyQuads = Quads(pointCount: 32)
  /// By rank of the own stones: orbit, and a symmetry that leads to the orbit's representative.
  private var orbits: [UInt16] = []
  private var leading: [UInt8] = []
  /// By orbit: the representative, and the symmetries beside identity that keep it.
  private var representatives: [UInt64] = []
  private var keepers: [[Int]] = []
  /// 0 a draw, odd a win and even a loss in so many plies; `unused` for all but one of the entries
  /// that keepers make equal.
  private let values: UnsafeMutablePointer<UInt8>
  private let size: Int
  private static let unused: UInt8 = 255

  /// Builds the table; `onLevel` hears of every distance and how many entries it has.
  ///
  /// - Precondition: `lose-at=3`, no flying, `blocked=pass`.
  package init(_ rules: RuleSet, onLevel: (_ plies: Int, _ entries: Int) -> Void) {
    precondition(rules.loseAt == 3 && rules.flyAt < 4 && rules.blocked == .pass)
    book = Rulebook(rules)
    let (symmetries, quads) = (symmetries, quads)
    var seen: [UInt64: UInt16] = [:]
    for rank in 0..<quads.count {
      let mask = quads.mask(rank)
      let images = (0..<8).map { symmetries.image(of: mask, under: $0) }
      let least = images.min() ?? mask
      if seen[least] == nil {
        seen[least] = UInt16(representatives.count)
        representatives.append(least)
        keepers.append((1..<8).filter { symmetries.image(of: least, under: $0) == least })
      }
      orbits.append(seen[least] ?? 0)
      leading.append(UInt8(images.firstIndex(of: least) ?? 0))
    }
    size = representatives.count * enemyQuads.count
    values = .allocate(capacity: size)
    values.initialize(repeating: 0, count: size)
    onLevel(1, markImmediateWins())
    var plies = 1
    while true {
      let found = plies % 2 == 1 ? markLosses(after: plies) : markWins(after: plies)
      if found == 0, plies % 2 == 0 { break }
      onLevel(plies + 1, found)
      plies += 1
    }
  }

  deinit { values.deallocate() }

  // MARK: Asking

  /// How a position ends with best play, for the side to move.
  package enum Value: Equatable, CustomStringConvertible {
    case win(inPlies: Int)
    case loss(inPlies: Int)
    case draw

    /// As scores are written: `+M5`, `-M4`, `draw`.
    package var description: String {
      switch self {
      case .win(let plies): "+M\(plies)"
      case .loss(let plies): "-M\(plies)"
      case .draw: "draw"
      }
    }

    init(_ byte: UInt8) {
      self =
        byte == 0 ? .draw : byte % 2 == 1 ? .win(inPlies: Int(byte)) : .loss(inPlies: Int(byte))
    }
  }

  /// The value of a position of the moving phase with four stones each.
  package func value(of position: Position) -> Value {
    Value(values[index(own: position.own.bits, enemy: position.enemy.bits)])
  }

  /// The share of wins, losses and draws for the side to move among all positions, and the longest
  /// win in plies.
  package func summary() -> (wins: Double, losses: Double, draws: Double, longest: Int) {
    var (wins, losses, draws, longest) = (0, 0, 0, 0)
    forEachEntry(where: { $0 != EndgameTable.unused }) { orbit, own, enemy, value in
      let kept = keepers[orbit].count { symmetries.image(of: enemy, under: $0) == enemy }
      let weight = 8 / (kept + 1)
      switch Value(value) {
      case .win(let plies):
        wins += weight
        longest = max(longest, plies)
      case .loss: losses += weight
      case .draw: draws += weight
      }
    }
    let all = Double(wins + losses + draws)
    return (Double(wins) / all, Double(losses) / all, Double(draws) / all, longest)
  }

  /// Up to `perValue` positions of each value in at most `plies` plies, and as many draws, drawn
  /// from `seed`.
  package func samples(perValue: Int, plies: Int, seed: UInt64) -> [(Position, Value)] {
    var generator = SplitMix64(seed: seed)
    var counts: [UInt8: Int] = [:]
    var samples: [(Position, Value)] = []
    for _ in 0..<200_000 {
      let own = quads.mask(Int.random(in: 0..<quads.count, using: &generator))
      let rank = Int.random(in: 0..<enemyQuads.count, using: &generator)
      let enemy = Quads.spread(enemyQuads.mask(rank), around: own)
      let value = values[index(own: own, enemy: enemy)]
      guard value <= plies, counts[value, default: 0] < perValue else { continue }
      counts[value, default: 0] += 1
      var position = Position()
      position.phase = .moving
      position.liveBlack = PointSet(bits: own)
      position.liveWhite = PointSet(bits: enemy)
      position.key = book.key(of: position)
      samples.append((position, Value(value)))
    }
    return samples
  }

  // MARK: Building

  private func markImmediateWins() -> Int {
    var found = 0
    forEachEntry(where: { $0 == 0 }) { orbit, own, enemy, _ in
      let index = orbit * enemyQuads.count + enemyRank(enemy, without: own)
      if !keepers[orbit].isEmpty, self.index(own: own, enemy: enemy) != index {
        values[index] = EndgameTable.unused
      } else if canCapture(own, enemy) {
        values[index] = 1
        found += 1
      }
    }
    return found
  }

  /// Positions that lose in `plies + 1`: a slide leads to a win in `plies`, none to anything else.
  private func markLosses(after plies: Int) -> Int {
    var found = 0
    forEachEntry(where: { $0 == UInt8(plies) }) { _, own, enemy, _ in
      forEachPredecessor(own, enemy) { earlier in
        let index = index(own: earlier, enemy: own)
        guard values[index] == 0, loses(earlier, own) else { return }
        values[index] = UInt8(plies + 1)
        found += 1
      }
    }
    return found
  }

  /// Positions that win in `plies + 1`: a slide leads to a loss in `plies`.
  private func markWins(after plies: Int) -> Int {
    var found = 0
    forEachEntry(where: { $0 == UInt8(plies) }) { _, own, enemy, _ in
      forEachPredecessor(own, enemy) { earlier in
        let index = index(own: earlier, enemy: own)
        guard values[index] == 0 else { return }
        values[index] = UInt8(plies + 1)
        found += 1
      }
    }
    return found
  }

  /// Whether every turn leads to a known win of the opponent. No turn captures, or it were a win.
  private func loses(_ own: UInt64, _ enemy: UInt64) -> Bool {
    let empty = PointSet(bits: own | enemy).complement
    var isBlocked = true
    for from in PointSet(bits: own) {
      for to in book.neighbours(of: from) & empty {
        isBlocked = false
        let moved = own ^ PointSet(from).bits ^ PointSet(to).bits
        if values[index(own: enemy, enemy: moved)] % 2 == 0 { return false }
      }
    }
    return !isBlocked || values[index(own: enemy, enemy: own)] % 2 == 1
  }

  /// Calls `body` with the stones that the player who has just moved had before.
  private func forEachPredecessor(
    _ own: UInt64, _ enemy: UInt64, _ body: (UInt64) -> Void
  ) {
    let empty = PointSet(bits: own | enemy).complement
    let isProtected = !isCapturable(own)
    for to in PointSet(bits: enemy) {
      guard isProtected || book.earned(at: to, by: PointSet(bits: enemy)) == 0 else { continue }
      for from in book.neighbours(of: to) & empty {
        body(enemy ^ PointSet(from).bits ^ PointSet(to).bits)
      }
    }
    if !book.hasSlide(PointSet(bits: enemy), empty: empty) { body(enemy) }
  }

  private func canCapture(_ own: UInt64, _ enemy: UInt64) -> Bool {
    guard isCapturable(enemy) else { return false }
    let empty = PointSet(bits: own | enemy).complement
    for from in PointSet(bits: own) {
      for to in book.neighbours(of: from) & empty {
        let moved = PointSet(bits: own ^ PointSet(from).bits ^ PointSet(to).bits)
        if book.earned(at: to, by: moved) > 0 { return true }
      }
    }
    return false
  }

  /// Whether a turn that earns takes at least one of `stones`.
  private func isCapturable(_ stones: UInt64) -> Bool {
    let set = PointSet(bits: stones)
    return !book.captureDuty(earned: 1, enemy: set, formed: book.formed(set)).isEmpty
  }

  // MARK: Indices

  private func forEachEntry(
    where isWanted: (UInt8) -> Bool, _ body: (Int, UInt64, UInt64, UInt8) -> Void
  ) {
    for orbit in 0..<representatives.count {
      let own = representatives[orbit]
      let base = orbit * enemyQuads.count
      for rank in 0..<enemyQuads.count {
        let value = values[base + rank]
        guard isWanted(value) else { continue }
        body(orbit, own, Quads.spread(enemyQuads.mask(rank), around: own), value)
      }
    }
  }

  private func index(own: UInt64, enemy: UInt64) -> Int {
    let rank = quads.rank(own)
    let orbit = Int(orbits[rank])
    let representative = representatives[orbit]
    let image = symmetries.image(of: enemy, under: Int(leading[rank]))
    var least = enemyRank(image, without: representative)
    for keeper in keepers[orbit] {
      let other = symmetries.image(of: image, under: keeper)
      least = min(least, enemyRank(other, without: representative))
    }
    return orbit * enemyQuads.count + least
  }

  private func enemyRank(_ enemy: UInt64, without own: UInt64) -> Int {
    enemyQuads.rank(Quads.gather(enemy, around: own))
  }
}

/// The sets of four points, numbered (the combinatorial number system).
struct Quads {
  private let pointCount: Int
  private var masks: [UInt64] = []
  /// `n` over `k + 1`, by `4 * n + k`.
  private var binomials: [Int] = []

  init(pointCount: Int) {
    self.pointCount = pointCount
    binomials = (0..<pointCount).flatMap { n in (1...4).map { Int(binomial(n, $0)) } }
    var mask: UInt64 = 0b1111
    while mask >> UInt64(pointCount) == 0 {
      masks.append(mask)
      let low = mask & (0 &- mask)
      let next = mask + low
      mask = next | ((mask ^ next) / low) >> 2
    }
  }

  var count: Int { masks.count }
  func mask(_ rank: Int) -> UInt64 { masks[rank] }

  func rank(_ mask: UInt64) -> Int {
    var rest = mask
    var rank = 0
    for k in 0..<4 {
      rank &+= binomials[4 &* rest.trailingZeroBitCount &+ k]
      rest &= rest &- 1
    }
    return rank
  }

  /// The points of `mask` renumbered as if those of `holes` were not there.
  static func gather(_ mask: UInt64, around holes: UInt64) -> UInt64 {
    var (mask, holes) = (mask, holes)
    while holes != 0 {
      let top = 63 &- holes.leadingZeroBitCount
      let below = (1 &<< UInt64(top)) &- 1 as UInt64
      mask = mask & below | (mask &>> 1) & ~below
      holes &= below
    }
    return mask
  }

  /// The inverse of `gather`.
  static func spread(_ mask: UInt64, around holes: UInt64) -> UInt64 {
    var (mask, holes) = (mask, holes)
    while holes != 0 {
      let below = (1 &<< UInt64(holes.trailingZeroBitCount)) &- 1 as UInt64
      mask = mask & below | (mask & ~below) &<< 1
      holes &= holes &- 1
    }
    return mask
  }
}

/// The eight symmetries of the board.
struct Symmetries {
  /// By 36 times the symmetry, plus the point: the point it goes to.
  private let targets: [UInt8]

  init() {
    targets = (0..<8).flatMap { symmetry in
      Point.all.map { point in
        var (file, rank) = (point.file, point.rank)
        if symmetry & 1 != 0 { file = 5 - file }
        if symmetry & 2 != 0 { rank = 5 - rank }
        if symmetry & 4 != 0 { swap(&file, &rank) }
        return UInt8(rank * 6 + file)
      }
    }
  }

  func image(of mask: UInt64, under symmetry: Int) -> UInt64 {
    var (rest, image) = (mask, 0 as UInt64)
    while rest != 0 {
      image |= 1 &<< UInt64(targets[36 &* symmetry &+ rest.trailingZeroBitCount])
      rest &= rest &- 1
    }
    return image
  }
}
