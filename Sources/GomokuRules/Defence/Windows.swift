extension BoardSize {
  /// All windows of the board: each consists of five consecutive points in a line.
  public var windows: [[Point]] {
    points.flatMap { start in
      Direction.allCases.map { direction in (0..<5).map { start.advanced($0, along: direction) } }
        .filter { $0.allSatisfy(contains) }
    }
  }

  /// All windows of the plane that contain a point of the board.
  var windowsOnPlane: [[Point]] {
    (surroundings + points).flatMap { start in
      Direction.allCases.map { direction in (0..<5).map { start.advanced($0, along: direction) } }
        .filter { $0.contains(where: contains) }
    }
  }
}

/// A set of windows by their index in `BoardSize.windows`.
struct WindowSet {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

  mutating func formUnion(_ other: WindowSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  mutating func subtract(_ other: WindowSet) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  var numbers: [Int] {
    words.indices.flatMap { index in
      (0..<64).filter { words[index] >> UInt64($0) & 1 != 0 }.map { 64 * index + $0 }
    }
  }

  var byteCount: Int { 8 * words.count }
}
