/// How the time of a match is spread over its turns, and a turn's over its iterations.
///
/// Shares are in percent, scores in centistones.
public struct TimePolicy: Equatable, Sendable {
  /// Among how many turns what is left is divided, unless the game ends sooner.
  public var horizon = 28
  /// The most of what is left that one turn may take.
  public var greatestShare = 20

  /// How much of its part of the time a turn may use while the best move changes; how much less for
  /// every iteration that confirms it, and the least.
  public var unsettled = 120
  public var settledStep = 6
  public var settled = 60
  /// The fall of the score that calls for twice the time, which is the most.
  public var alarmingFall = 150
  /// The best move's share of all nodes at which the time is right, and how many percent more or less
  /// of it a share of nought or of all would call for.
  public var usualEffort = 44
  public var effortWeight = 0
  /// Whether a proven result ends a search however long its line is; otherwise the search goes on until
  /// its depth has covered the line.
  public var endsWithProof = false

  public init() {}

  /// What part of a turn's share to use when another iteration is finished.
  ///
  /// - Parameters:
  ///   - confirmations: how many iterations in a row have found the same best move.
  ///   - fall: by how much the score has fallen.
  ///   - effort: the best move's share of all nodes, 0 to 1, if it was counted.
  func part(confirmations: Int, fall: Int, effort: Double?) -> Double {
    let settled = max(settled, unsettled - settledStep * confirmations)
    let alarm = 1 + Double(min(fall, alarmingFall)) / Double(alarmingFall)
    let excess = effort.map { $0 - Double(usualEffort) / 100 } ?? 0
    let doubt = 1 - Double(effortWeight) / 100 * excess
    return Double(settled) / 100 * alarm * max(doubt, 0.2)
  }
}
