import Basics
import Foundation
import Gomoku
import GomokuRules
import TestSupport
import Testing

/// Rows of the fixtures, and the positions they describe.
enum GomokuFixtures {
  /// One move and what it does under each rule.
  struct RuleCase: Decodable {
    let id: String
    let size: Int
    let black: String
    let white: String
    let side: String
    let move: String
    /// Rule code to `win`, `none` or `forbidden`.
    let expect: [String: String]
  }

  /// All forbidden points of a renju position, by kind: 3, 4 or 6.
  struct ForbiddenCase: Decodable {
    let id: String
    let size: Int
    let black: String
    let white: String
    let forbidden: [String: String]?
    let allForbidden: [String: String]?

    enum CodingKeys: String, CodingKey {
      case id, size, black, white, forbidden
      case allForbidden = "all_forbidden"
    }

    var points: [String: String] { forbidden ?? allForbidden ?? [:] }
  }

  /// Perft counts by rule code: a row `[leaves, wins]` a depth.
  struct Perft: Decodable {
    struct Case: Decodable {
      let id: String
      let size: Int
      let side: String
      let black: String
      let white: String
      let depths: [String: [[Int]]]
    }
    let cases: [Case]
  }

  static func ruleCases() throws -> [RuleCase] {
    try Fixture.rows("gomoku-rules.jsonl", in: .module)
  }

  static func forbiddenCases() throws -> [ForbiddenCase] {
    try Fixture.rows("renju-forbidden-published.jsonl", in: .module)
      + Fixture.rows("renju-forbidden-generated.jsonl", in: .module)
  }

  static func perft() throws -> Perft { try Fixture.json("gomoku-perft.json", in: .module) }

  /// A square board with the listed stones.
  static func position(
    size: Int, variant: Variant, black: String, white: String, toMove: Color = .black
  ) throws -> Position {
    var position = Position(size: try #require(BoardSize(side: size)), variant: variant)
    for (color, text) in [(Color.black, black), (.white, white)] {
      for point in try #require(Point.list(text)) { try position.place(color, on: point) }
    }
    position.sideToMove = toMove
    return position
  }

  static func variant(code: String) throws -> Variant {
    try #require(Int(code).flatMap { Variant(gomocupCode: $0) })
  }

  static func color(_ text: String) -> Color { text == "w" || text == "white" ? .white : .black }
}

extension ForbiddenReason {
  /// The fixtures' code.
  var fixtureCode: String {
    switch self {
    case .doubleThree: "3"
    case .doubleFour: "4"
    case .overline: "6"
    }
  }
}
