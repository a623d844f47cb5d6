/// Random keys whose XOR identifies a position (Zobrist, 1970).
public enum Zobrist {
  /// Returns `count` keys drawn from `seed`.
  public static func keys(count: Int, seed: UInt64) -> [UInt64] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in generator.next() }
  }
}
