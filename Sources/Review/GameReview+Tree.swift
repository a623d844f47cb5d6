import Basics
import Gomocup
import Match
import Records

extension GameReview {
  /// The record with the review, in place of its properties `V`, `DO` and `BM`.
  ///
  /// Bad moves have marks. They and moves that miss a win have comments, and better lines as
  /// variations. Each reviewed move has Black's chance after it in percent (`V`). The root's
  /// comment ends with the sums of both sides.
  public var annotatedTree: GameTree {
    var tree = game.tree
    let chances = blackChances
    for (ply, node) in game.nodes.enumerated() {
      let judged = moves[ply]
      var texts = tree[node]
      texts.kept.removeAll { ["V", "DO", "BM"].contains($0.name) }
      let percent = Int((chances[ply + 1] * 100).rounded())
      texts.kept.append(KeptProperty("V", ["\(percent)"]))
      if let mark = judged.mark { texts.kept.append(GameReview.property(of: mark)) }
      if let words = judged.comment { texts.comment = GameReview.joined(texts.comment, words) }
      tree[node] = texts
      if judged.mark != nil || judged.missedWin != nil { addLine(judged, to: &tree) }
    }
    let words = zip(["Black:", "White:"], Color.allCases).map { "\($0) \(summary(of: $1).words)" }
    tree[GameTree.root].comment = GameReview.joined(
      tree[GameTree.root].comment, "Review. " + words.joined(separator: " "))
    return tree
  }

  private static func joined(_ text: String, _ more: String) -> String {
    text.isEmpty ? more : "\(text)\n\n\(more)"
  }

  /// The property of SGF for a bad move.
  private static func property(of mark: JudgedMove.Mark) -> KeptProperty {
    switch mark {
    case .inaccuracy: KeptProperty("DO", [""])
    case .mistake: KeptProperty("BM", ["1"])
    case .blunder: KeptProperty("BM", ["2"])
    }
  }

  /// Adds the better line (`shownLine`) as a variation beside the move.
  private func addLine(_ judged: JudgedMove, to tree: inout GameTree) {
    guard var node = tree.parent(game.nodes[judged.ply]) else { return }
    var state = game.states[judged.ply]
    for move in judged.shownLine {
      let color = state.sideToMove
      guard (try? state.play(move)) != nil else { return }
      node = tree.add(TreeMove(color, TreeMove.Action(move)), to: node)
    }
  }
}

extension TreeMove.Action {
  fileprivate init(_ move: Move) {
    switch move {
    case .point(let point): self = .stone(point)
    case .turn(let turn): self = .turn(turn)
    }
  }
}

// MARK: - In words

extension JudgedMove {
  /// The largest number of moves of a better line in records and on pages. A win is shown whole.
  private static let lineMoves = 9

  /// The winning line that was missed, or else the beginning of the best line.
  var shownLine: [Move] {
    missedWin?.line ?? Array(better.prefix(JudgedMove.lineMoves))
  }

  /// The judgement in words; `nil` for a move without a mark that misses no win.
  public var comment: String? {
    var sentences: [String] = []
    if let mark {
      let name = mark.rawValue.prefix(1).uppercased() + mark.rawValue.dropFirst()
      sentences.append(
        "\(name): the chance falls from \(JudgedMove.percent(before)) to \(JudgedMove.percent(after))."
      )
    }
    if let missedWin {
      sentences.append("Missed a \(missedWin.words): \(missedWin.line.text).")
    } else if mark != nil, !better.isEmpty {
      sentences.append("Better: \(better.prefix(5).text).")
    }
    if let allowedWin { sentences.append("Allows a \(allowedWin.words): \(allowedWin.line.text).") }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  static func percent(_ chance: Double) -> String { "\(Int((chance * 100).rounded())) %" }
}

extension PositionReview.ForcedWin {
  /// The win in words: `win by fours (VCF) in 5 moves`.
  var words: String {
    let kind = goal == .vcf ? "fours (VCF)" : "threats (VCT)"
    return "win by \(kind) in \(length.counted("move"))"
  }
}

extension GameReview.Summary {
  /// The sums in one sentence: `8 of 12 moves as the engine, 1 blunder, mean loss 3.4 %.`
  public var words: String {
    var parts = ["\(best) of \(moves.counted("move")) as the engine"]
    for mark in JudgedMove.Mark.allCases.reversed() {
      guard let count = marks[mark] else { continue }
      parts.append("\(count) \(GameReview.Summary.plural(mark, count))")
    }
    if missedWins > 0 { parts.append(missedWins.counted("missed win")) }
    if let meanLoss {
      let tenths = Int((meanLoss * 1000).rounded())
      parts.append("mean loss \(tenths / 10).\(tenths % 10) %")
    }
    if let milliseconds { parts.append("\(milliseconds / 1000) s") }
    return parts.joined(separator: ", ") + "."
  }

  private static func plural(_ mark: JudgedMove.Mark, _ count: Int) -> String {
    if count == 1 { return mark.rawValue }
    return mark == .inaccuracy ? "inaccuracies" : "\(mark.rawValue)s"
  }
}
