/// Drives a root search deeper and deeper inside its limits.
///
/// Each iteration starts with a narrow window around the previous score (aspiration) and widens the
/// side on which the score falls out.
public struct IterativeDeepening: Sendable {
  public struct Window: Sendable {
    public var alpha: Score
    public var beta: Score
    public static let full = Window(alpha: -.infinity, beta: .infinity)
  }

  /// The depth from which windows are narrow.
  public var aspirationDepth = 5
  /// Half the width of the first window, in centistones.
  public var aspirationMargin = 24

  public init() {}

  /// Searches one depth, widening the window until the score lies inside, or is a proven win: that it
  /// may be shorter still is not worth a search.
  ///
  /// - Parameter search: one root search; `nil` when it was stopped before it knew anything.
  /// - Returns: the exact score or a win in at most so many plies, or `nil` when stopped.
  public func iterate(
    depth: Int, previous: Score?, search: (Window) -> Score?
  ) -> Score? {
    guard let previous, depth >= aspirationDepth, !previous.isProven else { return search(.full) }
    var margin = aspirationMargin + Int(abs(previous.rawValue)) / 16
    var window = Window(alpha: previous - margin, beta: previous + margin)
    while true {
      guard let score = search(window) else { return nil }
      if score.isWin || score > window.alpha && score < window.beta { return score }
      margin *= 3
      let isWide = margin > 3_000 || score.isProven
      if score <= window.alpha {
        window.alpha = isWide ? -.infinity : score - margin
      } else {
        window.beta = isWide ? .infinity : score + margin
      }
    }
  }
}

/// Decides after each iteration whether another one is worth its time.
public struct IterationClock: Sendable {
  private let budget: TimeBudget?
  private let policy: TimePolicy
  private var confirmations = 0
  private var lastScore: Score?

  public init(budget: TimeBudget?, policy: TimePolicy = TimePolicy()) {
    self.budget = budget
    self.policy = policy
  }

  /// Records a finished iteration.
  ///
  /// - Parameter effort: the best move's share of all nodes so far, 0 to 1, if it was counted.
  /// - Returns: whether there is time for the next one.
  public mutating func allowsAnother(
    afterScore score: Score, bestMoveChanged: Bool, effort: Double? = nil, elapsed: Duration
  ) -> Bool {
    defer { lastScore = score }
    guard let budget else { return true }
    if budget.soft >= budget.hard { return elapsed < budget.hard }
    confirmations = bestMoveChanged ? 0 : confirmations + 1
    let fall = lastScore.map { max(0, Int($0.rawValue - score.rawValue)) } ?? 0
    let part = policy.part(confirmations: confirmations, fall: fall, effort: effort)
    return elapsed < min(budget.soft * part, budget.hard)
  }
}
