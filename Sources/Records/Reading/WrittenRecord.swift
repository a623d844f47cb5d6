/// A game in the bytes of a format, and the parts that the format cannot hold.
public struct WrittenRecord: Equatable, Sendable {
  public var bytes: [UInt8]
  public var losses = Tally()
  /// Sentences on changes that were needed to represent the game.
  public var notes: [String] = []
}
