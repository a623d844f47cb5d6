import Basics
import Match
import Tournament

/// The times and depths of an engine's searches, by the number of the engine's move in the game.
struct Pace {
  /// The values of all moves with the same number.
  private struct Values {
    var microseconds: [Int] = []
    var depths: [Int] = []
  }

  /// The values of each move number, from 0.
  private var values: [Values] = []

  mutating func add(_ search: GameRecord.Search, move: Int) {
    while values.count <= move { values.append(Values()) }
    values[move].microseconds.append(search.microseconds)
    if search.depth > 0 { values[move].depths.append(search.depth) }
  }

  /// An entry `[moves, median milliseconds, median depth]` for each move number.
  ///
  /// The entry is null if the number occurs less than a tenth as often as the most frequent one. A
  /// median of few values says little.
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

  /// Returns the lower median, which single extreme values hardly change; `nil` for no values.
  private static func median(_ values: [Int]) -> Double? {
    values.isEmpty ? nil : Double(values.sorted()[(values.count - 1) / 2])
  }

  private static func number(_ value: Double?) -> JSON {
    value.map { .double(($0 * 10).rounded() / 10) } ?? .null
  }
}
