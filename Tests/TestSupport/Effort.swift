import Foundation

/// How much of a large test to run.
public enum Effort {
  /// Whether the full sets are wanted: `WULIU_THOROUGH=1 swift test -c release …`, for minutes.
  public static let isThorough = ProcessInfo.processInfo.environment["WULIU_THOROUGH"] != nil

  /// `usual` in everyday runs, `thorough` in full ones.
  public static func count(_ usual: Int, thorough: Int) -> Int { isThorough ? thorough : usual }
}
