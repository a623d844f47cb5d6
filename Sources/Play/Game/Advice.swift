import Gomocup
import Records

extension PlayState {
  /// The advice to the user, a hint or an analysis, as the advising engine has reported it so far.
  public struct Advice: Equatable, Sendable {
    /// A line of an analysis: the principal variation of one of the best moves, and its value.
    public struct Line: Equatable, Sendable {
      /// The expected result for the player to move, from 0 (loss) to 1 (win); `nil` if unknown.
      public var chance: Double?
      public var score: ReportedScore?
      public var depth = 0
      public var moves: [Move] = []
    }

    public var isHint: Bool
    public var isRunning: Bool
    /// The engine's answer or, until it comes, the first move of the best line.
    public var move: Move?
    /// The engine's answer, or a message of an engine that reports its score only as free text.
    ///
    /// It is `nil` until one of them has come, and is shown only while `lines` has no best line.
    public var text: Phrase?
    /// The lines of an analysis by their ranks; the best line has rank 1.
    public var lines: [Int: Line] = [:]

    /// The numbers of lines that the user may ask for in an analysis.
    static let lineCounts = 1...10
    /// The largest number of moves that are shown of a line.
    static let shownMoves = 8
  }
}

extension PlayState.Advice {
  /// The advice in words. An analysis of several lines has a heading and then one text for each
  /// line.
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
  /// The line's value in words: a proved result with its distance in moves, otherwise the chance.
  ///
  /// Without a chance, the engine's own score is shown; without either, a dash.
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

/// A reader that makes lines of an analysis from an engine's search information.
///
/// Some engines send a block of `INFO` lines for each line of the analysis, from `INFO PV n` to
/// `INFO PV DONE`. If an engine sends no block, its messages `MESSAGE depth …` are read instead.
struct AnalysisReader {
  /// The rank of the block's line; `nil` between blocks, and in a block of no rank that is shown.
  private var rank: Int?
  private var line = PlayState.Advice.Line()
  /// True once the engine has sent a block. Its messages are then ignored, as they tell less.
  private var hasBlocks = false

  /// Reads a reply of the engine. Returns a line of the analysis, with its rank, if the reply
  /// completes one; otherwise `nil`.
  mutating func read(_ reply: GomocupReply) -> (rank: Int, line: PlayState.Advice.Line)? {
    switch reply {
    case .info("PV", "DONE"):
      defer { rank = nil }
      return rank.map { ($0, line) }
    case .info("PV", let number):
      rank = Int(number).flatMap { 0..<PlayState.Advice.lineCounts.upperBound ~= $0 ? $0 + 1 : nil }
      (line, hasBlocks) = (PlayState.Advice.Line(), true)
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
