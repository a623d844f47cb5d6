import SearchTypes

/// The window of a search: only scores between alpha and beta are exact.
public struct Window: Equatable, Sendable {
  public var alpha: Score
  public var beta: Score

  public init(alpha: Score, beta: Score) {
    self.alpha = alpha
    self.beta = beta
  }

  public static let full = Window(alpha: -.infinity, beta: .infinity)
}

/// Aspiration windows: narrow windows around the previous depth's score. A window is widened on the
/// side on which the search fails.
public struct Aspiration: Sendable {
  /// The smallest depth with a narrow window.
  public var leastDepth = 5
  /// Half the width of the first window, in centistones, for a previous score of zero.
  public var margin = 24
  /// The half width beyond which the window is opened fully on the failing side.
  public var greatestMargin = 3_000

  public init() {}

  /// Searches one depth, widening the window until the score lies inside or is a proven win.
  ///
  /// A proven win is not searched again for a shorter one.
  ///
  /// - Parameter search: runs one root search; returns `nil` if it was stopped.
  /// - Returns: the exact score, or a proven win that may not be the shortest; `nil` after a stop.
  public func score(
    depth: Int, previous: Score?, search: (Window) -> Score?
  ) -> Score? {
    assert(depth > 0 && margin > 0)
    guard let previous, depth >= leastDepth, !previous.isProven else { return search(.full) }
    var margin = margin + Int(abs(previous.rawValue)) / 16
    var window = Window(alpha: previous - margin, beta: previous + margin)
    while true {
      guard let score = search(window) else { return nil }
      if score.isWin || score > window.alpha && score < window.beta { return score }
      margin *= 3
      let isWide = margin > greatestMargin || score.isProven
      if score <= window.alpha {
        window.alpha = isWide ? -.infinity : score - margin
      } else {
        window.beta = isWide ? .infinity : score + margin
      }
    }
  }
}
