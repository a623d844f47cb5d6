/// The search for a pairing: disjoint pairs of points, such that each window contains both points
/// of a pair.
///
/// A window is five points in a row. The search is depth-first: it tries each pair of the window
/// with the fewest points left. Pairs that leave the smallest total shortage come first.
///
/// The *shortage* of a window tells how hard it is to pair (`shortage(of:)`). The shortages of
/// several windows are added up.
struct PairingSearch {
  typealias Points = SmallBoard.Points

  /// Two points; White answers a black stone on one of them with a stone on the other.
  struct Pair {
    let points: Points
    /// The total shortage of the windows that still lack a pair after this choice.
    let cost: Int
  }

  /// The largest number of choices to try.
  let limit: Int
  /// The smallest total shortage so far of the windows that lack a pair; 0 for a pairing.
  private(set) var shortage = Int.max
  private var tried = 0
  private var chosen: [Points] = []

  /// The shortage of a window that cannot get a pair, larger than that of all others together.
  private static let unreachable = 1 << 20

  init(limit: Int) { self.limit = limit }

  /// Returns the pairs; `nil` if no pairing was found.
  ///
  /// - Parameters:
  ///   - windows: the empty points of each window.
  ///   - fixed: disjoint pairs that the pairing has to contain.
  mutating func pairs(in windows: [Points], with fixed: [Points] = []) -> [Points]? {
    chosen = fixed
    let taken = fixed.reduce(0, |)
    let rest = windows.compactMap { window in
      fixed.contains { window & $0 == $0 } ? nil : window & ~taken
    }
    return search(rest) ? chosen : nil
  }

  /// Returns the shortage of a window with `count` free points: how hard it is to pair, as a
  /// number.
  ///
  /// It is 1 for five points and doubles with each point fewer. With fewer than two points there
  /// can be no pair.
  private static func shortage(of count: Int) -> Int {
    count < 2 ? unreachable : 1 << (5 - count)
  }

  /// Adds to `chosen` a pair for each of `windows`, or returns false.
  private mutating func search(_ windows: [Points]) -> Bool {
    tried += 1
    if tried > limit { return false }
    let total = windows.reduce(0) { $0 + PairingSearch.shortage(of: $1.nonzeroBitCount) }
    shortage = min(shortage, total)
    if total >= PairingSearch.unreachable { return false }
    guard let narrowest = PairingSearch.narrowest(of: windows) else { return true }
    for pair in PairingSearch.pairs(of: narrowest, among: windows) {
      if pair.cost >= PairingSearch.unreachable { break }
      chosen.append(pair.points)
      let rest = windows.compactMap { window in
        window & pair.points == pair.points ? nil : window & ~pair.points
      }
      if search(rest) { return true }
      chosen.removeLast()
      if tried > limit { return false }
    }
    return false
  }

  /// Returns the window with the fewest points left; `nil` without windows.
  ///
  /// Of several with four or five points left, it is the one that shares the most points with other
  /// windows.
  private static func narrowest(of windows: [Points]) -> Points? {
    guard let fewest = windows.map(\.nonzeroBitCount).min() else { return nil }
    let narrow = windows.filter { $0.nonzeroBitCount == fewest }
    guard fewest >= 4, narrow.count > 1 else { return narrow.first }
    var best: (window: Points, shared: Int)?
    for window in narrow {
      let shared = windows.reduce(0) { $0 + ($1 & window).nonzeroBitCount }
      if shared > best?.shared ?? -1 { best = (window, shared) }
    }
    return best?.window
  }

  /// Returns the pairs of a window's points, the cheapest first.
  private static func pairs(of window: Points, among windows: [Points]) -> [Pair] {
    let points = window.indices
    var pairs: [Pair] = []
    for (index, first) in points.enumerated() {
      for second in points[(index + 1)...] {
        let both: Points = 1 << Points(first) | 1 << Points(second)
        var cost = 0
        for other in windows where other & both != both {
          cost += shortage(of: (other & ~both).nonzeroBitCount)
        }
        pairs.append(Pair(points: both, cost: cost))
      }
    }
    return pairs.sorted { ($0.cost, $0.points) < ($1.cost, $1.points) }
  }
}
