import SearchTypes

extension GomocupReply {
  /// A principal variation of a finished iteration: `MESSAGE depth …`.
  public struct Progress: Equatable, Sendable {
    public var depth: Int
    /// The greatest ply that the search reached.
    public var selectiveDepth: Int
    /// The rank among several best lines, from 1; `nil` if only one line is searched.
    public var rank: Int?
    public var score: Score
    public var nodes: UInt64
    public var milliseconds: Int64
    /// The principal variation.
    public var line: [Move]

    public init(
      depth: Int, selectiveDepth: Int, rank: Int? = nil, score: Score, nodes: UInt64,
      milliseconds: Int64, line: [Move]
    ) {
      self.depth = depth
      self.selectiveDepth = selectiveDepth
      self.rank = rank
      self.score = score
      self.nodes = nodes
      self.milliseconds = milliseconds
      self.line = line
    }
  }
}

extension GomocupReply.Progress {
  /// Returns text such as `depth 5-8 ev 123 n 15000 n/ms 150 tm 100 pv h8 i9`.
  func text(_ notation: Notation) -> String {
    let rank = rank.map { " multipv \($0)" } ?? ""
    let speed = nodes / UInt64(max(milliseconds, 1))
    return "depth \(depth)-\(selectiveDepth)\(rank) ev \(score) n \(nodes) n/ms \(speed)"
      + " tm \(milliseconds) pv " + line.map(notation.named).joined(separator: " ")
  }

  /// Reads text such as `depth 5-8 [multipv 2] ev 123 n 1500K n/ms 150 tm 1234 pv h8 i9`; `nil` if
  /// a field other than `multipv` and `n/ms` is missing or wrong.
  init?(parsing text: Substring, _ notation: Notation) {
    let words = text.split(whereSeparator: { $0.isWhitespace })
    guard words.first == "depth", let start = words.firstIndex(of: "pv") else { return nil }
    let fields = SearchFields(text[..<words[start].startIndex])
    guard let depth = fields.depth, let selectiveDepth = fields.selectiveDepth,
      let score = fields.score.flatMap(Score.init), let nodes = fields.nodes,
      let time = fields.milliseconds, let line = notation.moves(named: words[(start + 1)...])
    else { return nil }
    self.init(
      depth: depth, selectiveDepth: selectiveDepth, rank: fields.rank, score: score,
      nodes: UInt64(nodes), milliseconds: time, line: line)
  }
}
