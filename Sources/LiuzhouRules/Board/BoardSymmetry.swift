/// One of the eight symmetries of the board: its rotations and reflections.
public struct BoardSymmetry: Sendable {
  /// True if files and ranks are exchanged, before any mirroring.
  private let isTransposed: Bool
  private let mirrorsFiles: Bool
  private let mirrorsRanks: Bool

  /// All eight symmetries, the identity first.
  public static let all = [false, true].flatMap { transposed in
    [false, true].flatMap { files in
      [false, true].map { ranks in
        BoardSymmetry(isTransposed: transposed, mirrorsFiles: files, mirrorsRanks: ranks)
      }
    }
  }

  /// The reflection that exchanges files and ranks.
  public static let transposition = BoardSymmetry(
    isTransposed: true, mirrorsFiles: false, mirrorsRanks: false)

  public func image(of point: Point) -> Point {
    let (file, rank) = isTransposed ? (point.rank, point.file) : (point.file, point.rank)
    return Point(index: 6 * (mirrorsRanks ? 5 - rank : rank) + (mirrorsFiles ? 5 - file : file))
  }

  public func image(of points: PointSet) -> PointSet {
    points.reduce(.none) { $0 | PointSet(image(of: $1)) }
  }
}
