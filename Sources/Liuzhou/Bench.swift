import Basics
import LiuzhouRules
import SearchKit
import SearchTypes

extension LiuzhouPlayer {
  /// The default search depth of the benchmark, in turns.
  public static let benchDepth = 7
  /// The size of the benchmark's transposition table, in bytes.
  private static let benchTable = 16 << 20

  /// Searches fixed positions of the placing, forcing and moving phases with a table of fixed size.
  ///
  /// The sum of the node counts is the bench signature: for each depth the same on every system.
  ///
  /// - Parameters:
  ///   - depth: the search depth in turns; `nil` for `benchDepth`.
  ///   - stop: ends the benchmark. The current position is reported as far as it was searched.
  ///   - onResult: called after each position.
  public static func bench(
    depth: Int?, stop: StopSignal = StopSignal(), onResult: (BenchResult<Turn>) -> Void
  ) {
    for (rules, text) in benchPositions where !stop.isRequested {
      let book = Rulebook(rules)
      guard let position = try? book.position(text) else {
        preconditionFailure("bench position \(text)")
      }
      let player = LiuzhouPlayer(tableSize: benchTable)
      let report = player.search(
        Game(book, from: position), limits: SearchLimits(depth: depth ?? benchDepth),
        clock: SearchClock(stop: stop))
      onResult(BenchResult(name: "\(rules) \(text)", report: report))
    }
  }

  private static var benchPositions: [(RuleSet, String)] {
    [
      (.fengyang, "6/6/6/6/6/6 b p 0"),
      (.fengyang, "3O2/6/3O2/2XX2/2X3/5O b p 0"),
      (.fengyang, "X1X1XO/1X4/3O2/2O3/X1XO1X/OO3O b p 0"),
      (.fengyang, "xXXXXO/1XXXOO/oXXxOO/XXOoOO/1OXOo1/O1oXOX b p 0"),
      (.fengyang, "OOOXOX/XXOXO1/XOOXXO/XXXXOX/XOOXOO/XXOOOX w f 0"),
      (.fengyang, "OXXXXX/OOO1OX/XXOOXO/XOXXOO/XOXOXO/OOXX1O w m 0"),
      (.fengyang, "XOO2O/O1X2X/1OXX1X/O1XXOO/XO2OO/3O1X b m 0"),
      (.fengyang, "1X2X1/6/2O1X1/O2O2/1X2X1/4O1 b m 4"),
      (.huainan, "2XXX1/2XXXO/X1O2X/X3O1/O1XO1X/2XO1X b m 1"),
      (.shandong, "OO2XX/2X1XX/O1XOO1/OOO1OO/XOOOOO/O3X1 w m 1"),
    ]
  }
}
