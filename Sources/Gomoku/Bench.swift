import Basics
import GomokuRules
import SearchKit
import SearchTypes

extension GomokuPlayer {
  /// The default search depth of the benchmark.
  public static let benchDepth = 10
  private static let benchTable = 16 << 20

  /// Searches a fixed set of positions of every variant, each with a new table of fixed size.
  ///
  /// The sum of the node counts is the bench signature: for each depth the same on every system.
  ///
  /// - Parameters:
  ///   - depth: the search depth in plies; `nil` for `benchDepth`.
  ///   - stop: ends the benchmark; the current position is reported as far as searched.
  public static func bench(
    depth: Int?, stop: StopSignal = StopSignal(), onResult: (BenchResult<Point>) -> Void
  ) {
    for row in benchPositions where !stop.isRequested {
      guard let position = row.position else { preconditionFailure("bench position \(row)") }
      let player = GomokuPlayer(tableSize: benchTable)
      let report = player.search(
        position, limits: SearchLimits(depth: depth ?? benchDepth), clock: SearchClock(stop: stop))
      let shape = "\(row.width)x\(row.height)"
      onResult(BenchResult(name: "\(row.variant) \(shape) \(row.moves)", report: report))
    }
  }

  private struct BenchPosition {
    let variant: Variant
    let width: Int
    let height: Int
    let moves: String

    var position: Position? {
      guard let size = BoardSize(width: width, height: height), let points = Point.list(moves)
      else { return nil }
      var position = Position(size: size, variant: variant)
      for point in points {
        guard (try? position.play(point)) != nil else { return nil }
      }
      return position
    }
  }

  private static var benchPositions: [BenchPosition] {
    [
      BenchPosition(variant: .freestyle, width: 15, height: 15, moves: ""),
      BenchPosition(variant: .freestyle, width: 15, height: 15, moves: "h8g7f6g8g9"),
      BenchPosition(
        variant: .freestyle, width: 15, height: 15,
        moves: "f9e12h11h10k8g10f11g11g12f12i10j9i9e10e11h8"),
      BenchPosition(
        variant: .freestyle, width: 15, height: 15, moves: "d4f6g7h7h6i5f8g5e8f5h5g6e4i6i4"),
      BenchPosition(variant: .freestyle, width: 20, height: 20, moves: "j14j16n16o15q12"),
      BenchPosition(variant: .freestyle, width: 9, height: 13, moves: "e7f6e6e8f7d5"),
      BenchPosition(variant: .standard, width: 15, height: 15, moves: "h6k2i1j7k7f3e1h5i6j6i4j5"),
      BenchPosition(variant: .standard, width: 15, height: 15, moves: "h8i9h10g9h9h7i8"),
      BenchPosition(
        variant: .renju, width: 15, height: 15,
        moves: "h8h9j9j8f8i7g7i9h6e9f6k7l6i10i6f9g9g11h10i11i8"),
      BenchPosition(variant: .renju, width: 15, height: 15, moves: "h8h9i10g9g7i7f8"),
      BenchPosition(variant: .caro, width: 15, height: 15, moves: "h8i9g7i7i8g8h9h7"),
      BenchPosition(variant: .exactCaro, width: 15, height: 15, moves: "h8g9g8i8h9h10i7"),
    ]
  }
}
