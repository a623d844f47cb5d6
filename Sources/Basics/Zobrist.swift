/// Random keys for Zobrist hashing (Zobrist, 1970). A position's key is the XOR of the keys of its
/// parts, such as a stone on a point.
public enum Zobrist {
  /// Returns `count` pseudo-random keys, always the same for the same `seed`.
  public static func keys(count: Int, seed: UInt64) -> [UInt64] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in generator.next() }
  }
}
