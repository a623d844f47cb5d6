/// The division of a match's time among turns, and of a turn's time among iterations.
public struct TimePolicy: Equatable, Sendable {
  /// The number of turns among which the time left is divided.
  ///
  /// It is reduced to the turns that the game can still have, but not below 8.
  public var horizon = 28
  /// The largest share of the time left that one turn may take besides the increment, in percent.
  public var greatestShare = 20

  /// The share of a turn's time that the search may use while the best move changes, in percent.
  public var unsettled = 120
  /// The percentage points by which the share falls below `unsettled` with every iteration that
  /// confirms the best move.
  public var settledStep = 6
  /// The smallest share in percent, however often the best move has been confirmed.
  public var settled = 60
  /// The fall of the score, in centistones, that doubles the share. A larger fall has no further
  /// effect.
  public var alarmingFall = 150
  /// The best move's share of all nodes, in percent, that leaves a turn's time unchanged.
  public var usualEffort = 44
  /// The weight of a deviation from `usualEffort`, in percent. The larger the best move's share of
  /// nodes, the less time is used.
  public var effortWeight = 0
  /// True if proven lines end a search that has a time limit.
  ///
  /// Otherwise a search with proven lines goes on until its depth reaches their end.
  public var endsWithProof = false

  public init() {}

  /// Returns the share of a turn's time to use, as a factor, once an iteration is finished.
  ///
  /// - Parameters:
  ///   - confirmations: the number of iterations in a row that have confirmed the best move of the
  ///     iteration before.
  ///   - fall: the fall of the score since the last iteration, in centistones.
  ///   - effort: the best move's share of all nodes, 0 to 1; `nil` if it was not counted.
  public func part(confirmations: Int, fall: Int, effort: Double?) -> Double {
    assert(confirmations >= 0 && fall >= 0)
    let settled = max(settled, unsettled - settledStep * confirmations)
    let alarm = 1 + Double(min(fall, alarmingFall)) / Double(alarmingFall)
    let excess = effort.map { $0 - Double(usualEffort) / 100 } ?? 0
    let doubt = 1 - Double(effortWeight) / 100 * excess
    return Double(settled) / 100 * alarm * max(doubt, 0.2)
  }
}
