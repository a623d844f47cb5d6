import Gomocup

extension PlayState {
  /// A hint or an analysis, as far as the advising engine has come.
  public struct Advice: Equatable, Sendable {
    /// A line of an analysis: moves that the engine expects.
    public struct Line: Equatable, Sendable {
      /// The share of points to expect for the player to move, 0 to 1; `nil` if it is not told.
      public var chance: Double?
      public var score: ReportedScore?
      public var depth = 0
      public var moves: [Move] = []
    }

    public var isHint: Bool
    public var isRunning: Bool
    /// The move of the hint, or the first move of the principal variation.
    public var move: Move?
    /// The text of the advice; `nil` until the engine has said something.
    public var text: Phrase?
    /// The lines of an analysis, by their ranks from 1.
    public var lines: [Int: Line] = [:]

    /// The numbers of lines that can be asked for.
    static let lineCounts = 1...10
    /// The number of moves of a line that are shown.
    static let shownMoves = 8
  }
}

extension PlayState.Advice {
  /// The advice in words; the lines of an analysis follow the first text.
  var texts: [Phrase] {
    guard let best = lines[1] else {
      let text = text ?? Phrase("thinking …")
      return [isHint ? Phrase("hint: \(text)") : Phrase("analysis: \(text)")]
    }
    guard lines.count > 1 else {
      let (value, course) = (best.value, best.course)
      return [Phrase("analysis: \(value) for the player to move, depth \(best.depth): \(course)")]
    }
    let ranks = lines.sorted { $0.key < $1.key }
    return [Phrase("analysis, depth \(best.depth), for the player to move:")]
      + ranks.map { Phrase("\($0.key). \($0.value.value): \($0.value.course)") }
  }
}

extension PlayState.Advice.Line {
  /// The chance, or the proven result with its distance in moves, or the engine's own score.
  fileprivate var value: Phrase {
    switch (score, chance) {
    case (.win(let plies)?, _): Phrase("wins in \((plies + 1) / 2)")
    case (.loss(let plies)?, _): Phrase("loses in \((plies + 1) / 2)")
    case (_, let chance?): Phrase("\(Int((chance * 100).rounded())) %")
    case (.estimate(let value)?, nil): Phrase("score \(value)")
    case (nil, nil): Phrase(verbatim: "-")
    }
  }

  fileprivate var course: Phrase {
    let moves = moves.prefix(PlayState.Advice.shownMoves).map { Phrase("\($0)") }
    return Phrase(moves, separator: Phrase(verbatim: " "))
  }
}

/// The reader of an engine's search information: blocks of `INFO` lines, else `MESSAGE depth …`.
struct AnalysisReader {
  private var (rank, line) = (1, PlayState.Advice.Line())
  /// True once the engine has sent a block, which tells more than a message.
  private var hasBlocks = false

  /// Reads a line of the engine, and returns a line of the analysis that is complete.
  mutating func read(_ reply: GomocupReply) -> (rank: Int, line: PlayState.Advice.Line)? {
    switch reply {
    case .info("PV", "DONE"): return (rank, line)
    case .info("PV", let number):
      guard let index = Int(number), PlayState.Advice.lineCounts ~= index + 1 else { return nil }
      (rank, line, hasBlocks) = (index + 1, PlayState.Advice.Line(), true)
    case .info("DEPTH", let text): line.depth = Int(text) ?? 0
    case .info("EVAL", let text): line.score = ReportedScore(text)
    case .info("WINRATE", let text):
      line.chance = Double(text).flatMap { 0...1 ~= $0 ? $0 : nil }
    case .bestLine(let moves): line.moves = moves
    case .progress(let progress) where !hasBlocks:
      let line = PlayState.Advice.Line(
        score: ReportedScore(progress.score), depth: progress.depth, moves: progress.line)
      return (progress.rank ?? 1, line)
    default: break
    }
    return nil
  }
}
