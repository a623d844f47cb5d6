/// Looks for disjoint pairs of points such that both points of one lie in each of some windows.
///
/// Depth first: the window with the fewest points left is given each of its pairs, first those that leave the
/// other windows the most room.
struct PairingSearch {
  typealias Points = SmallBoard.Points

  struct Pair {
    let points: Points
    /// What the other windows lack once it is taken.
    let cost: Int
  }

  /// How many choices to try.
  let limit: Int
  /// The least that windows without a pair lacked so far, as a measure of how far away a pairing is: a window with
  /// fewer points left lacks more.
  private(set) var shortage = Int.max
  private var tried = 0
  private var chosen: [Points] = []

  /// More than all windows together can lack.
  private static let hopeless = 1 << 20

  init(limit: Int) { self.limit = limit }

  /// The pairs, or `nil` where none were found.
  ///
  /// - Parameters:
  ///   - windows: the empty points of each.
  ///   - fixed: disjoint pairs that are to be among them.
  mutating func pairs(in windows: [Points], with fixed: [Points] = []) -> [Points]? {
    chosen = fixed
    let taken = fixed.reduce(0, |)
    let rest = windows.compactMap { window in
      fixed.contains { window & $0 == $0 } ? nil : window & ~taken
    }
    return search(rest) ? chosen : nil
  }

  /// What a window with so many points left lacks; one with a single point left cannot get a pair.
  private static func lack(_ count: Int) -> Int { count < 2 ? hopeless : 1 << (5 - count) }

  private mutating func search(_ windows: [Points]) -> Bool {
    tried += 1
    if tried > limit { return false }
    let lack = windows.reduce(0) { $0 + PairingSearch.lack($1.nonzeroBitCount) }
    shortage = min(shortage, lack)
    if lack >= PairingSearch.hopeless { return false }
    guard let narrowest = PairingSearch.narrowest(of: windows) else { return true }
    for pair in PairingSearch.pairs(of: narrowest, among: windows) {
      if pair.cost >= PairingSearch.hopeless { break }
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

  /// The window with the fewest points left; of several, while all are wide, that which shares most with others.
  private static func narrowest(of windows: [Points]) -> Points? {
    guard let least = windows.map(\.nonzeroBitCount).min() else { return nil }
    let narrow = windows.filter { $0.nonzeroBitCount == least }
    guard least >= 4, narrow.count > 1 else { return narrow.first }
    var best: (window: Points, shared: Int)?
    for window in narrow {
      let shared = windows.reduce(0) { $0 + ($1 & window).nonzeroBitCount }
      if shared > best?.shared ?? -1 { best = (window, shared) }
    }
    return best?.window
  }

  /// The pairs of a window, the cheapest first.
  private static func pairs(of window: Points, among windows: [Points]) -> [Pair] {
    let points = window.indices
    var pairs: [Pair] = []
    for (place, first) in points.enumerated() {
      for second in points[(place + 1)...] {
        let both: Points = 1 << Points(first) | 1 << Points(second)
        var cost = 0
        for other in windows where other & both != both {
          cost += lack((other & ~both).nonzeroBitCount)
        }
        pairs.append(Pair(points: both, cost: cost))
      }
    }
    return pairs.sorted { ($0.cost, $0.points) < ($1.cost, $1.points) }
  }
}
