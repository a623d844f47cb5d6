/// A set of points, with one bit for each cell of `Point`'s grid.
@frozen public struct PointSet: Sendable {
  #if WideBoards
    public typealias Words = InlineArray<36, UInt64>
  #else
    public typealias Words = InlineArray<16, UInt64>
  #endif
  @inlinable public static var wordCount: Int { Words.count }
  public var words: Words

  @inlinable @inline(__always) public init() { words = Words(repeating: 0) }

  @inlinable public init(_ points: some Sequence<Point>) {
    self.init()
    for point in points { insert(point) }
  }

  @inlinable @inline(__always) public func contains(_ point: Point) -> Bool {
    words[point.index &>> 6] &>> UInt64(point.index & 63) & 1 != 0
  }

  @inlinable @inline(__always) public mutating func toggle(_ index: Int) {
    words[index &>> 6] ^= 1 as UInt64 &<< UInt64(index & 63)
  }

  @inlinable @inline(__always) public mutating func insert(_ point: Point) {
    words[point.index &>> 6] |= 1 as UInt64 &<< UInt64(point.index & 63)
  }

  @inlinable @inline(__always) public mutating func remove(_ point: Point) {
    words[point.index &>> 6] &= ~(1 as UInt64 &<< UInt64(point.index & 63))
  }

  @inlinable @inline(__always) public mutating func formIntersection(_ other: PointSet) {
    for i in 0..<PointSet.wordCount { words[i] &= other.words[i] }
  }

  @inlinable @inline(__always) public mutating func formUnion(_ other: PointSet) {
    for i in 0..<PointSet.wordCount { words[i] |= other.words[i] }
  }

  @inlinable @inline(__always) public mutating func subtract(_ other: PointSet) {
    for i in 0..<PointSet.wordCount { words[i] &= ~other.words[i] }
  }

  @inlinable @inline(__always) public var isEmpty: Bool {
    for i in 0..<PointSet.wordCount where words[i] != 0 { return false }
    return true
  }

  @inlinable @inline(__always) public var count: Int {
    var count = 0
    for i in 0..<PointSet.wordCount { count &+= words[i].nonzeroBitCount }
    return count
  }

  /// Removes and returns the point with the smallest index; `nil` if the set is empty.
  @inlinable @inline(__always) public mutating func popFirst() -> Point? {
    for i in 0..<PointSet.wordCount where words[i] != 0 {
      let bit = words[i].trailingZeroBitCount
      words[i] &= words[i] &- 1
      return Point(rawValue: UInt16(truncatingIfNeeded: i &* 64 &+ bit))
    }
    return nil
  }

  /// The point with the smallest index; `nil` if the set is empty.
  @inlinable @inline(__always) public var first: Point? {
    for i in 0..<PointSet.wordCount where words[i] != 0 {
      return Point(rawValue: UInt16(truncatingIfNeeded: i &* 64 &+ words[i].trailingZeroBitCount))
    }
    return nil
  }

  /// Calls `body` with each point in the order of their indices.
  @inlinable @inline(__always) public func forEach(_ body: (Point) -> Void) {
    for i in 0..<PointSet.wordCount {
      var word = words[i]
      while word != 0 {
        body(Point(rawValue: UInt16(truncatingIfNeeded: i &* 64 &+ word.trailingZeroBitCount)))
        word &= word &- 1
      }
    }
  }

  /// All points in the order of their indices.
  @inlinable public var points: [Point] {
    var points: [Point] = []
    forEach { points.append($0) }
    return points
  }
}

extension PointSet: Hashable {
  public static func == (a: PointSet, b: PointSet) -> Bool {
    for i in 0..<wordCount where a.words[i] != b.words[i] { return false }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    for i in 0..<PointSet.wordCount { hasher.combine(words[i]) }
  }
}
