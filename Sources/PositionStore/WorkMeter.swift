/// A counter of work that says when to check for a stop: after each 64 KiB.
package struct WorkMeter {
  private var work = 0

  private static let step = 1 << 16

  package init() {}

  /// Adds an amount of work in bytes, and returns whether a check for a stop is due.
  mutating func isDue(_ bytes: Int) -> Bool {
    work += bytes
    guard work >= WorkMeter.step else { return false }
    work = 0
    return true
  }

  /// The cost of handling one text, whatever its length, in bytes of work.
  static let perText = 256
}
