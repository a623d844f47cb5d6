extension BoardSize {
  /// All windows of the board: five points in a line.
  public var windows: [[Point]] {
    points.flatMap { start in
      Direction.allCases.map { direction in (0..<5).map { start.advanced($0, along: direction) } }
        .filter { $0.allSatisfy(contains) }
    }
  }
}
