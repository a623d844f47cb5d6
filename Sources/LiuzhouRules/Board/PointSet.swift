import Basics

/// A set of points, one bit each: bit 0 is a1, bit 35 is f6.
public struct PointSet: Hashable, Sendable {
  public let bits: UInt64

  @inlinable @inline(__always) package init(bits: UInt64) { self.bits = bits }

  public static let none = PointSet(bits: 0)
  public static let board = PointSet(bits: (1 << 36) - 1)
  @usableFromInline static let fileA = PointSet(bits: 0x0_4104_1041)
  @usableFromInline static let fileF = PointSet(bits: 0x8_2082_0820)

  public init(_ points: some Sequence<Point>) {
    bits = points.reduce(0) { $0 | 1 << UInt64($1.index) }
  }

  @inlinable @inline(__always) public init(_ point: Point) {
    bits = 1 &<< UInt64(truncatingIfNeeded: point.index)
  }

  @inlinable @inline(__always) public var isEmpty: Bool { bits == 0 }
  @inlinable @inline(__always) public var count: Int { bits.nonzeroBitCount }
  @inlinable @inline(__always) public func contains(_ point: Point) -> Bool {
    bits &>> UInt64(truncatingIfNeeded: point.index) & 1 != 0
  }
  @inlinable @inline(__always) public func isSuperset(of other: PointSet) -> Bool {
    other.bits & ~bits == 0
  }

  @inlinable @inline(__always) public static func | (a: PointSet, b: PointSet) -> PointSet {
    PointSet(bits: a.bits | b.bits)
  }
  @inlinable @inline(__always) public static func & (a: PointSet, b: PointSet) -> PointSet {
    PointSet(bits: a.bits & b.bits)
  }
  @inlinable @inline(__always) public static func - (a: PointSet, b: PointSet) -> PointSet {
    PointSet(bits: a.bits & ~b.bits)
  }
  @inlinable @inline(__always) public static func |= (a: inout PointSet, b: PointSet) { a = a | b }
  @inlinable @inline(__always) public static func &= (a: inout PointSet, b: PointSet) { a = a & b }
  @inlinable @inline(__always) public static func -= (a: inout PointSet, b: PointSet) { a = a - b }

  @inlinable @inline(__always) public var complement: PointSet { .board - self }

  /// The points one step along a file or rank from any point of the set.
  @inlinable @inline(__always) package var neighbours: PointSet {
    let sideways = (bits & ~PointSet.fileF.bits) &<< 1 | (bits & ~PointSet.fileA.bits) &>> 1
    return PointSet(bits: (bits &<< 6 | bits &>> 6 | sideways) & PointSet.board.bits)
  }

  /// The point with the lowest index.
  ///
  /// - Precondition: the set is not empty.
  @inlinable @inline(__always) package var first: Point {
    assert(!isEmpty)
    return Point(index: bits.trailingZeroBitCount)
  }
  /// The set without the point with the lowest index.
  @inlinable @inline(__always) package var withoutFirst: PointSet {
    PointSet(bits: bits & (bits &- 1))
  }
}

extension PointSet: Sequence {
  public struct Iterator: IteratorProtocol {
    @usableFromInline var rest: PointSet

    @inlinable init(rest: PointSet) { self.rest = rest }

    @inlinable @inline(__always) public mutating func next() -> Point? {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.withoutFirst }
      return rest.first
    }
  }

  @inlinable @inline(__always) public func makeIterator() -> Iterator { Iterator(rest: self) }
}

extension PointSet: CustomStringConvertible {
  /// The points in order without separators, such as `a1f6`.
  public var description: String { map({ $0.description }).joined() }
}

/// The subsets of a pool that have a given size, one after the other.
@usableFromInline package struct Subsets: Sequence, IteratorProtocol {
  private let pool: PointSet
  private let size: Int
  /// The next subset; bit i stands for point i of `pool`, counted from 0. `nil` after the last one.
  private var pattern: UInt64?

  init(of pool: PointSet, size: Int) {
    self.pool = pool
    self.size = size
    pattern = size <= pool.count ? (1 << UInt64(size)) - 1 : nil
  }

  @usableFromInline package mutating func next() -> PointSet? {
    guard let current = pattern else { return nil }
    pattern = size == 0 ? nil : successor(of: current)
    return deposit(current)
  }

  /// Returns the next larger pattern with as many bits (Gosper's hack); `nil` after the last one.
  private func successor(of pattern: UInt64) -> UInt64? {
    let lowest = pattern & (0 &- pattern)
    let ripple = pattern &+ lowest
    let next = ripple | ((pattern ^ ripple) / lowest) &>> 2
    return next >> UInt64(pool.count) == 0 ? next : nil
  }

  /// Returns the points of the pool whose bits are set in `pattern`.
  private func deposit(_ pattern: UInt64) -> PointSet {
    var (pattern, rest, chosen) = (pattern, pool, PointSet.none)
    while pattern != 0 {
      if pattern & 1 != 0 { chosen |= PointSet(rest.first) }
      rest = rest.withoutFirst
      pattern &>>= 1
    }
    return chosen
  }
}

/// Returns the binomial coefficient `n` over `k`, for `n` up to 36.
package func binomial(_ n: Int, _ k: Int) -> UInt64 {
  assert(n <= 36)
  guard k >= 0, k <= n else { return 0 }
  var result: UInt64 = 1
  for i in 0..<Swift.min(k, n - k) { result = result * UInt64(n - i) / UInt64(i + 1) }
  return result
}
