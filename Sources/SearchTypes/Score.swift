/// The value of a position in centistones, for the side to move.
///
/// A centistone is a hundredth of the value of a well-placed stone. A proven win or loss contains
/// its distance from the root, so that a shorter win outranks a longer one. The transposition table
/// counts distances from the node instead. Only `stored(atPly:)` and `restored(atPly:)` convert
/// between the two.
public struct Score: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Returns a heuristic value, which must be inside `-largestEstimate...largestEstimate`.
  @inlinable public static func centistones(_ value: Int) -> Score {
    assert(abs(value) <= Int(largestEstimate.rawValue))
    return Score(rawValue: Int32(truncatingIfNeeded: value))
  }

  /// Returns a win for the side to move that is complete at ply number `plies` from the root.
  @inlinable public static func win(inPlies plies: Int) -> Score {
    Score(rawValue: 30_000 &- Int32(truncatingIfNeeded: plies))
  }

  /// Returns a loss for the side to move that is complete at ply number `plies` from the root.
  @inlinable public static func loss(inPlies plies: Int) -> Score { -win(inPlies: plies) }

  public static let draw = Score(rawValue: 0)
  /// A bound above every score that a search can return.
  public static let infinity = Score(rawValue: 32_000)
  /// The largest value that is not a proven win.
  public static let largestEstimate = Score(rawValue: 28_000)

  @inlinable public var isWin: Bool { rawValue > 28_000 }
  @inlinable public var isLoss: Bool { rawValue < -28_000 }
  /// True if the value is a proven win or loss rather than an estimate.
  @inlinable public var isProven: Bool { isWin || isLoss }

  /// The plies to the end of the game for a proven result, otherwise `nil`.
  @inlinable public var plies: Int? { isProven ? 30_000 - Int(abs(rawValue)) : nil }

  @inlinable public static func < (a: Score, b: Score) -> Bool { a.rawValue < b.rawValue }
  @inlinable public static prefix func - (a: Score) -> Score { Score(rawValue: 0 &- a.rawValue) }
  @inlinable public static func + (a: Score, margin: Int) -> Score {
    Score(rawValue: a.rawValue &+ Int32(truncatingIfNeeded: margin))
  }
  @inlinable public static func - (a: Score, margin: Int) -> Score { a + (0 &- margin) }

  /// Returns the score as the table stores it: distances to the end are counted from the node at
  /// `ply`, not from the root.
  @inlinable public func stored(atPly ply: Int) -> Score {
    isWin ? self + ply : isLoss ? self - ply : self
  }
  /// Returns a score of the table, made by `stored(atPly:)`, with distances counted from the root.
  @inlinable public func restored(atPly ply: Int) -> Score {
    isWin ? self - ply : isLoss ? self + ply : self
  }
}

extension Score: CustomStringConvertible {
  /// The score as text: centistones, `-35`, or the plies to a proven win or loss, `+M7` or `-M4`.
  public var description: String {
    guard let plies else { return String(rawValue) }
    return (isWin ? "+M" : "-M") + String(plies)
  }

  /// Reads a text of the form of `description`; `nil` if it is not one, or is out of range.
  public init?(_ text: some StringProtocol) {
    if text.hasPrefix("+M") || text.hasPrefix("-M") {
      guard let plies = UInt16(text.dropFirst(2)), plies < 2000 else { return nil }
      self = text.hasPrefix("+") ? .win(inPlies: Int(plies)) : .loss(inPlies: Int(plies))
    } else {
      guard let value = Int32(text), abs(Int(value)) <= 28_000 else { return nil }
      self.init(rawValue: value)
    }
  }
}
