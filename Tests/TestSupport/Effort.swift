import Foundation

/// How much of a large test to run.
public enum Effort {
  /// Whether the full sets are wanted: `WULIU_THOROUGH=1 swift test -c release …`, for minutes.
  public static let isThorough = ProcessInfo.processInfo.environment["WULIU_THOROUGH"] != nil

  /// Whether a sanitizer slows everything down by an order of magnitude: `WULIU_SANITIZED=1`.
  public static let isSanitized = ProcessInfo.processInfo.environment["WULIU_SANITIZED"] != nil

  /// Whether claims about time are tested: `WULIU_SOAK=1`, as `.ci/nightly` sets it. On a machine that
  /// does other work as well they do not hold.
  public static let isTiming = ProcessInfo.processInfo.environment["WULIU_SOAK"] != nil

  /// `usual` in everyday runs, `thorough` in full ones, `sanitized` under a sanitizer.
  public static func count(_ usual: Int, thorough: Int? = nil, sanitized: Int? = nil) -> Int {
    if isSanitized { return sanitized ?? usual }
    return isThorough ? thorough ?? usual : usual
  }
}
