import Basics
import Gomocup
import GomokuRules
import Match

/// The result of the engine's search of a position, for the side to move.
public struct PositionReview: Equatable, Sendable {
  /// A win by threats alone.
  public struct ForcedWin: Equatable, Sendable {
    public var goal: ThreatGoal
    /// The line up to the five, the winner's move first.
    public var line: [Move]
    /// The number of the winner's moves.
    public var length: Int { (line.count + 1) / 2 }
  }

  public var score: ReportedScore
  /// The share of points to expect, from 0 to 1.
  public var chance: Double
  public var depth: Int
  public var nodes: Int
  /// The best line, the best move first.
  public var line: [Move]
  public var win: ForcedWin?

  /// True if a search has proved that the side to move wins.
  public var isWon: Bool { if case .win = score { true } else { win != nil } }
  public var isLost: Bool { if case .loss = score { true } else { false } }
}

// MARK: - As JSON

extension PositionReview {
  var json: JSON {
    .object(compacting: [
      ("score", .string(score.description)), ("chance", .double(chance)), ("depth", .int(depth)),
      ("nodes", .int(nodes)), ("line", .string(line.text)),
      (
        "win",
        win.map { .string("\($0.goal.rawValue) \($0.line.text)") }
      ),
    ])
  }

  /// Reads the review of a position from JSON; `nil` if anything is wrong.
  init?(_ json: JSON, of kind: GameKind) {
    guard let score = json["score"]?.string.flatMap({ ReportedScore($0) }),
      let chance = json["chance"]?.double, 0...1 ~= chance, let depth = json["depth"]?.int,
      let nodes = json["nodes"]?.int, let text = json["line"]?.string,
      let line = try? kind.moves(named: text)
    else { return nil }
    self.init(score: score, chance: chance, depth: depth, nodes: nodes, line: line, win: nil)
    guard let win = json["win"] else { return }
    let words = win.string?.split(separator: " ", maxSplits: 1) ?? []
    guard words.count == 2, let goal = ThreatGoal(rawValue: String(words[0])),
      let line = try? kind.moves(named: words[1])
    else { return nil }
    self.win = ForcedWin(goal: goal, line: line)
  }
}
