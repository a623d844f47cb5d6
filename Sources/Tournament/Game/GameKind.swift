import GomokuRules
import LiuzhouRules

/// Which game a tournament plays.
public enum GameKind: Equatable, Sendable {
  case gomoku(Variant, BoardSize)
  case liuzhou(RuleSet)

  /// The names of the rules of gomoku in a tournament file.
  static let variants: [(name: String, variant: Variant)] = [
    ("freestyle", .freestyle), ("standard", .standard), ("renju", .renju), ("caro", .caro),
    ("exact-caro", .exactCaro),
  ]

  /// Reads `"game": {"rule": "renju", "size": 15}`, where `size` may be `[width, height]`, or
  /// `"game": {"liuzhou": "fengyang quiet=80"}`.
  init(_ fields: inout Fields) throws(Fields.Problem) {
    if let text = try fields.string("liuzhou") {
      do { self = .liuzhou(try RuleSet(text)) } catch {
        throw fields.problem("liuzhou", "\(error)")
      }
      try fields.finish()
      return
    }
    let name = try fields.string("rule") ?? "freestyle"
    guard let variant = GameKind.variants.first(where: { $0.name == name })?.variant else {
      let names = GameKind.variants.map(\.name).joined(separator: ", ")
      throw fields.problem("rule", "unknown rule \"\(name)\"; known: \(names)")
    }
    let size = try fields.take("size", "5…22 or [5…22, 5…22]") { json -> BoardSize? in
      if let side = json.int { return BoardSize(side: side) }
      guard let sides = json.array, sides.count == 2, let width = sides[0].int,
        let height = sides[1].int
      else { return nil }
      return BoardSize(width: width, height: height)
    }
    self = .gomoku(variant, size ?? .standard)
    try fields.finish()
  }

  /// Gomoku by the rule called `rule` on a square board; `nil` if there is no such game.
  public init?(rule: String, side: Int) {
    guard let variant = GameKind.variants.first(where: { $0.name == rule })?.variant,
      let size = BoardSize(side: side)
    else { return nil }
    self = .gomoku(variant, size)
  }

  /// The game as people say it: `renju 15x15`.
  public var name: String {
    switch self {
    case .gomoku(let variant, let size):
      let name = GameKind.variants.first { $0.variant == variant }?.name ?? "gomoku"
      return "\(name) \(size.width)x\(size.height)"
    case .liuzhou(let rules): return "liuzhou \(rules)"
    }
  }
}
