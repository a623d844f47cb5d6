import Basics
import GomokuRules
import Testing

@testable import Gomoku

@Suite struct WinSearchTests {
  /// The win after 1 k11 2 n11 3 j10 and a pass, on 21x21. White's far stone has rows that come
  /// near the edge, but the zone of a win for every board stays on the board.
  @Test func theZoneOfAWinForEveryBoardStaysOnTheBoard() throws {
    let size = try #require(BoardSize(side: 21))
    var position = Position(size: size, variant: .freestyle)
    for point in try #require(Point.list("k11n11j10")) { try position.play(point) }
    position.sideToMove = .black
    var limits = WinSearch.Limits()
    limits.everyBoard = true
    let proof = try #require(WinSearch(position, extraStones: 1, limits: limits).proof)
    let zones = try StrategyChecker.zones(of: proof, extraStones: 1, onPlane: true)
    let board = ZoneBoard(proof.position, winner: .black, onPlane: true)
    #expect(!zones.newest.isEmpty && !board.isCrossed(by: zones.newest))
  }
}
