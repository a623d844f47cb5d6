import Gomoku
import GomokuRules
import Testing

extension EndToEnd {
  /// The positions with which Gomocup's judge examines an engine before it lets it play.
  @Suite(.serialized) struct JudgeTests {
    struct Case: Sendable {
      let name: String
      let rules: [Int]
      let sizes: [Int]
      let moves: String
      let accepts: @Sendable (String) -> Bool
    }

    static let cases = [
      Case(
        name: "wins at once", rules: [0, 1, 4, 8, 9], sizes: [15, 20], moves: "h8h9i8i9j8j9k8k9",
        accepts: { ["g8", "l8"].contains($0) }),
      Case(
        name: "does not take six for five", rules: [1], sizes: [15],
        moves: "h8h9i8h10g8h11j13h12g14h14i15", accepts: { ["f8", "j8"].contains($0) }),
      Case(
        name: "avoids the forbidden point", rules: [4], sizes: [15], moves: "h8h9i7i9h10i6i11i12",
        accepts: { $0 != "g9" }),
      Case(
        name: "knows that an enclosed five is none", rules: [8], sizes: [15],
        moves: "h8f8g8f9i8f7j8l8", accepts: { ["f5", "f6", "f10", "f11"].contains($0) }),
    ]

    @Test(arguments: cases)
    func positionsAreAnsweredRightly(test: Case) throws {
      for rule in test.rules {
        for size in test.sizes {
          let engine = try BuiltEngine()
          engine.send("START \(size)\nINFO max_node 50000\nINFO rule \(rule)")
          #expect(try engine.answer() == "OK")
          let stones = try #require(Point.list(test.moves))
          // Own stones are those of the side to move.
          let lines = stones.enumerated().map { index, point in
            "\(point.x),\(point.y),\((stones.count - index).isMultiple(of: 2) ? 1 : 2)"
          }
          let answer = try engine.ask("BOARD\n\(lines.joined(separator: "\n"))\nDONE")
          let move = try #require(Point(answer), "\(answer)").description
          #expect(test.accepts(move), "\(test.name), rule \(rule): \(move)")
        }
      }
    }
  }
}
