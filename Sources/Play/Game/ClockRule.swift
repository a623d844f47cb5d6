import Match

/// The time control of a game, equal for both players.
public struct ClockRule: Equatable, Sendable {
  /// The initial time, in milliseconds.
  public var total: Int
  /// The time added after each of the player's own moves, in milliseconds.
  public var increment: Int

  static let totals = 1000...(24 * 3_600_000)
  static let increments = 0...3_600_000
}

extension ClockRule {
  /// Parses minutes, and perhaps an increment in seconds: `10`, `10+5`, `0.5+1`.
  ///
  /// Returns `nil` for anything else, and for times outside `totals` or `increments`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard 1...2 ~= parts.count, numbers.count == parts.count,
      numbers.allSatisfy({ $0 >= 0 && $0 <= 10_000 })
    else { return nil }
    self.init(
      total: Int(numbers[0] * 60_000), increment: numbers.count == 2 ? Int(numbers[1] * 1000) : 0)
    guard ClockRule.totals ~= total, ClockRule.increments ~= increment else { return nil }
  }

  /// Returns the milliseconds left to `player` after the steps of `game`, before the current turn.
  public func left(for player: Player, in game: PlayedGame) -> Int {
    game.steps.filter { $0.player == player }.reduce(total) { left, step in
      left - step.milliseconds + (step.move == nil ? 0 : increment)
    }
  }
}

/// Returns a time as clocks show it: `4:32`, `1:02:03`; below ten seconds with tenths.
func clockText(_ milliseconds: Int) -> String {
  let rest = max(0, milliseconds)
  if rest < 10_000 { return "0:0\(rest / 1000).\(rest % 1000 / 100)" }
  let seconds = rest / 1000
  let twoDigits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
  let minutes = seconds / 60 % 60
  guard seconds >= 3600 else { return "\(minutes):\(twoDigits(seconds % 60))" }
  return "\(seconds / 3600):\(twoDigits(minutes)):\(twoDigits(seconds % 60))"
}
