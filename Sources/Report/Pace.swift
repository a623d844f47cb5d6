import Match
import Basics
import Tournament

/// The times and depths of an engine's searches, by the number of its move in the game.
struct Pace {
  /// The values of all moves with the same number.
  private struct Values {
    var microseconds: [Int] = []
    /// The known depths.
    var depths: [Int] = []
  }

  /// The values of each move number, from 0.
  private var values: [Values] = []

  mutating func add(_ search: GameRecord.Search, move: Int) {
    while values.count <= move { values.append(Values()) }
    values[move].microseconds.append(search.microseconds)
    if search.depth > 0 { values[move].depths.append(search.depth) }
  }

  /// The entry `[moves, median milliseconds, median depth]` for each move number.
  ///
  /// An entry is null if its number of moves is below a tenth of the largest, since a median of few
  /// values says little.
  var json: JSON {
    let most = values.map(\.microseconds.count).max() ?? 0
    return .array(
      values.map { values in
        let count = values.microseconds.count
        guard count > 0, 10 * count >= most else { return .null }
        return .array([
          .int(count), Pace.number(Pace.median(values.microseconds).map { $0 / 1000 }),
          Pace.number(Pace.median(values.depths)),
        ])
      })
  }

  /// Returns the lower median, which a single extreme value among many does not change.
  private static func median(_ values: [Int]) -> Double? {
    values.isEmpty ? nil : Double(values.sorted()[(values.count - 1) / 2])
  }

  private static func number(_ value: Double?) -> JSON {
    value.map { .double(($0 * 10).rounded() / 10) } ?? .null
  }
}
