import Match

/// The sizes of boards, for the cursor and the drawing.
enum BoardLimits {
  /// A cursor movement longer than any board, which takes the cursor to the edge.
  static let far = 100

  static func sides(of kind: GameKind) -> (width: Int, height: Int) {
    switch kind {
    case .gomoku(_, let size): (size.width, size.height)
    case .liuzhou: (6, 6)
    }
  }
}
