import GomokuRules
import LiuzhouRules

/// The game that a tournament plays, with its rules and board.
public enum GameKind: Equatable, Sendable {
  case gomoku(Variant, BoardSize)
  case liuzhou(RuleSet)

  /// Reads the game from the members of the tournament file's object `game`.
  ///
  /// Gomoku is `{"rule": "renju", "size": 15}`, where `size` may be `[width, height]`. The defaults
  /// are freestyle and 15x15. Liuzhou chess (六洲棋) is `{"liuzhou": "fengyang quiet=80"}`.
  package init(_ fields: inout JSONFieldReader) throws(JSONFieldReader.Problem) {
    if let text = try fields.string("liuzhou") {
      do { self = .liuzhou(try RuleSet(text)) } catch {
        throw fields.problem("liuzhou", "\(error)")
      }
      try fields.finish()
      return
    }
    let name = try fields.string("rule") ?? "freestyle"
    guard let variant = Variant(rawValue: name) else {
      let names = Variant.allCases.map(\.rawValue).joined(separator: ", ")
      throw fields.problem("rule", "unknown rule \"\(name)\"; known: \(names)")
    }
    let range = "\(BoardSize.sides.lowerBound)…\(BoardSize.sides.upperBound)"
    let size = try fields.take("size", "\(range) or [\(range), \(range)]") { json -> BoardSize? in
      if let side = json.int { return BoardSize(side: side) }
      guard let sides = json.array, sides.count == 2, let width = sides[0].int,
        let height = sides[1].int
      else { return nil }
      return BoardSize(width: width, height: height)
    }
    self = .gomoku(variant, size ?? .standard)
    try fields.finish()
  }

  /// Creates gomoku with the rule named `rule` on a square board.
  ///
  /// The result is `nil` for an unknown rule, or a side outside `BoardSize.sides`.
  public init?(rule: String, side: Int) {
    guard let variant = Variant(rawValue: rule),
      let size = BoardSize(side: side)
    else { return nil }
    self = .gomoku(variant, size)
  }

  /// The name of the game for users, such as `renju 15x15`.
  public var name: String {
    switch self {
    case .gomoku(let variant, let size):
      let name = variant.description
      return "\(name) \(size.width)x\(size.height)"
    case .liuzhou(let rules): return "liuzhou \(rules)"
    }
  }
}
