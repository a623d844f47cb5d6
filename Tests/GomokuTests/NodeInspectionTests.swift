import GomokuRules
import SearchKit
import SearchTypes
import Testing

@testable import Gomoku

@Suite struct NodeInspectionTests {
  /// A position of `variant` after these moves.
  private func position(_ moves: String, _ variant: Variant) throws -> Position {
    var position = Position(size: .standard, variant: variant)
    for point in try #require(Point.list(moves)) { try position.play(point) }
    return position
  }

  @Test(arguments: Variant.allCases) func movesComeInTheirOrder(variant: Variant) throws {
    let position = try position("h8a1i8c1j8e1", variant)
    let inspection = GomokuPlayer(tableSize: 1 << 20).inspect(position)
    #expect(inspection.entry == nil && inspection.bestMove == nil)
    let moves = inspection.moves
    #expect(moves.count > 20 && Set(moves.map(\.point)).count == moves.count)
    #expect(moves.allSatisfy { position.isPlayable($0.point, by: .black) })
    for (first, second) in zip(moves, moves.dropFirst()) {
      #expect(first.orderingScore >= second.orderingScore)
    }
    // The open three becomes an open four on g8 and k8.
    let fours = try #require(Point.list("g8k8"))
    #expect(Set(moves.prefix(2).map(\.point)) == Set(fours))
    #expect(moves.prefix(2).allSatisfy { !$0.isQuiet } && moves.last?.isQuiet == true)
  }

  @Test func theTableKnowsPositionsOfTheLastSearch() throws {
    let position = try position("h8i9h10g9", .freestyle)
    let player = GomokuPlayer(tableSize: 1 << 20)
    let report = player.search(position, limits: SearchLimits(nodes: 5000))
    let line = try #require(report.lines.first?.moves)
    #expect(line.count > 1)
    var next = position
    try next.play(line[0])
    let inspection = player.inspect(next)
    #expect(try #require(inspection.entry).depth > 0)
    #expect(inspection.bestMove == line[1])
    player.forget()
    #expect(player.inspect(next).entry == nil)
  }
}
