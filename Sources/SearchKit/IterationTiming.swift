import SearchTypes

/// The decision, after each iteration, whether the turn's time allows another one.
public struct IterationTiming: Sendable {
  private let budget: TimeBudget?
  private let policy: TimePolicy
  private var confirmations = 0
  private var lastScore: Score?

  public init(budget: TimeBudget?, policy: TimePolicy) {
    self.budget = budget
    self.policy = policy
  }

  /// Records a finished iteration.
  ///
  /// - Parameter effort: the best move's share of all nodes so far, 0 to 1, if it was counted.
  /// - Returns: whether there is time for the next iteration.
  public mutating func allowsAnother(
    afterScore score: Score, bestMoveChanged: Bool, effort: Double? = nil, elapsed: Duration
  ) -> Bool {
    assert(effort.map { 0...1 ~= $0 } ?? true)
    defer { lastScore = score }
    guard let budget else { return true }
    if budget.soft >= budget.hard { return elapsed < budget.hard }
    confirmations = bestMoveChanged ? 0 : confirmations + 1
    let fall = lastScore.map { max(0, Int($0.rawValue - score.rawValue)) } ?? 0
    let part = policy.part(confirmations: confirmations, fall: fall, effort: effort)
    return elapsed < min(budget.soft * part, budget.hard)
  }
}
