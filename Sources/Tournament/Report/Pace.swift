import Basics

/// How long and how deep an engine thought, by the number of its move in the game.
struct Pace {
  private struct Sum {
    var count = 0
    var milliseconds = 0.0
    var depths = 0
    var depth = 0
  }

  /// By the number of the move, from 0.
  private var sums: [Sum] = []

  mutating func add(_ search: GameRecord.Search, move: Int) {
    while sums.count <= move { sums.append(Sum()) }
    sums[move].count += 1
    sums[move].milliseconds += Double(search.microseconds) / 1000
    if search.depth > 0 {
      sums[move].depths += 1
      sums[move].depth += search.depth
    }
  }

  /// `[moves, mean milliseconds, mean depth]` for each number, or null where so few games came that a
  /// mean says little: less than a tenth of the most.
  var json: JSON {
    let most = sums.map(\.count).max() ?? 0
    return .array(
      sums.map { sum in
        guard sum.count > 0, 10 * sum.count >= most else { return .null }
        let depth = sum.depths > 0 ? Pace.number(Double(sum.depth) / Double(sum.depths)) : .null
        return .array([
          .int(sum.count), Pace.number(sum.milliseconds / Double(sum.count)), depth,
        ])
      })
  }

  private static func number(_ value: Double) -> JSON { .double((value * 10).rounded() / 10) }
}
