/// The levels of an engine's play that users choose from.
///
/// A level is sent as the option `strength`. Wuliu's own engine turns it into a `Handicap`.
public enum Level {
  public static let all = 1...10
  /// The full strength.
  public static let best = 10

  /// Returns the value of the engine option `strength` for a level, 0 to 100.
  static func strength(_ level: Int) -> Int { (level - 1) * 100 / 9 }
}
