import SearchTypes

/// The search information in an engine's output, as far as it could be parsed.
public struct SearchNote: Equatable, Sendable {
  /// The depth of the last finished iteration, in plies.
  public var depth: Int?
  public var nodes: Int?
  public var score: ReportedScore?

  /// The plausible range of depths; others are ignored.
  public static let depths = 0...1_000_000
  /// The plausible range of node counts; others are ignored.
  public static let nodeCounts = 0...Int(clamping: 1_000_000_000_000_000 as Int64)

  public init(depth: Int? = nil, nodes: Int? = nil, score: ReportedScore? = nil) {
    (self.depth, self.nodes, self.score) = (depth, nodes, score)
  }

  /// Takes over the fields that are present in `news`, and keeps the others.
  public mutating func update(with news: SearchNote) {
    depth = news.depth ?? depth
    nodes = news.nodes ?? nodes
    score = news.score ?? score
  }
}

/// A score as reported by an engine: an estimate on the engine's own scale, or a proven result.
public enum ReportedScore: Hashable, Sendable {
  case estimate(Int)
  case win(inPlies: Int)
  case loss(inPlies: Int)
}

extension ReportedScore: CustomStringConvertible {
  /// The score as text: `-35`, or a proven result with its distance in plies: `+M7`, `-M4`.
  public var description: String {
    switch self {
    case .estimate(let value): String(value)
    case .win(let plies): "+M\(plies)"
    case .loss(let plies): "-M\(plies)"
    }
  }

  /// The most digits of a plausible score.
  private static let mostDigits = 8

  /// Reads `123`, `+12`, `-35`, `M5`, `+M7` or `-M4`; `nil` for anything else and for more than
  /// eight digits.
  ///
  /// Numbers with a decimal point or a percent sign are rejected, since they mean a winning
  /// probability.
  public init?(_ text: some StringProtocol) {
    let sign = text.first.flatMap { $0 == "+" || $0 == "-" ? $0 : nil }
    let size = sign == nil ? text[...] : text.dropFirst()
    let isProven = size.first == "M"
    let digits = isProven ? size.dropFirst() : size
    guard 1...ReportedScore.mostDigits ~= digits.utf8.count,
      digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = Int(digits)
    else { return nil }
    self =
      switch (isProven, sign == "-") {
      case (false, let isNegative): .estimate(isNegative ? -number : number)
      case (true, false): .win(inPlies: number)
      case (true, true): .loss(inPlies: number)
      }
  }
}

extension ReportedScore {
  public init(_ score: Score) {
    self =
      switch score.plies {
      case let plies? where score.isWin: .win(inPlies: plies)
      case let plies?: .loss(inPlies: plies)
      case nil: .estimate(Int(score.rawValue))
      }
  }
}

extension Score {
  /// Creates the score from one that an engine has reported; `nil` if it is outside this engine's
  /// range.
  init?(_ score: ReportedScore) {
    switch score {
    case .estimate(let value):
      guard abs(value) <= Int(Score.largestEstimate.rawValue) else { return nil }
      self = .centistones(value)
    case .win(let plies) where plies < 2000: self = .win(inPlies: plies)
    case .loss(let plies) where plies < 2000: self = .loss(inPlies: plies)
    default: return nil
    }
  }
}

/// The keys and values of a line of search information, in the forms that engines use.
///
/// Examples are `depth 5-8 ev 123 n 1500K …`, `Depth 5-8 | Eval 123 | …` and `dep=5, sc: -12`. Keys
/// match in any case. Of the synonyms of a key, the first with a valid value counts.
struct SearchFields {
  private var values: [String: Substring] = [:]

  init(_ text: Substring) {
    let words = text.split { $0.isWhitespace || "|:=,;()[]".contains($0) }
    for (key, value) in zip(words, words.dropFirst()) { values[key.lowercased()] = value }
  }

  /// Returns the first valid value among the synonyms `keys`.
  private func first<Value>(_ keys: [String], _ read: (Substring) -> Value?) -> Value? {
    for key in keys {
      if let value = values[key].flatMap(read) { return value }
    }
    return nil
  }

  /// The depth and, if given, the selective depth: `5`, `5-8`, `5/8`.
  private var depths: [Int]? {
    first(["depth", "dep"]) { text in
      let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) {
        $0 == "-" || $0 == "/"
      }
      let depths = parts.compactMap(integer).filter(SearchNote.depths.contains)
      return depths.count == parts.count ? depths : nil
    }
  }

  var depth: Int? { depths?.first }
  var selectiveDepth: Int? { depths.flatMap { $0.count == 2 ? $0[1] : nil } }

  /// The rank among several best lines, from 1.
  var rank: Int? { first(["multipv"], integer) }

  var score: ReportedScore? {
    first(["ev", "eval", "score", "sc", "value", "val"]) { ReportedScore($0) }
  }

  var nodes: Int? {
    first(["n", "nodes", "node", "nd", "visits", "visit"], SearchFields.count)
  }

  var milliseconds: Int64? { first(["tm"]) { Int64($0) } }

  /// Reads a number of nodes, possibly in thousands, millions or billions: `15000`, `1500K`,
  /// `1.2M`.
  private static func count(_ text: Substring) -> Int? {
    let units = ["k": 1e3, "m": 1e6, "g": 1e9]
    guard let unit = units[text.suffix(1).lowercased()] else {
      return integer(text).flatMap { SearchNote.nodeCounts ~= $0 ? $0 : nil }
    }
    let digits = text.dropLast()
    guard digits.allSatisfy({ "0123456789.".contains($0) }), let number = Double(digits),
      let count = Int(exactly: (number * unit).rounded()), SearchNote.nodeCounts ~= count
    else { return nil }
    return count
  }
}

extension SearchNote {
  /// Reads the text after `MESSAGE`; the note is empty for a line about another move than the best
  /// one.
  init(parsing text: some StringProtocol) {
    let fields = SearchFields(Substring(text))
    self.init()
    guard fields.rank ?? 1 == 1 else { return }
    (depth, nodes, score) = (fields.depth, fields.nodes, fields.score)
  }

  fileprivate init(_ progress: GomocupReply.Progress) {
    self.init()
    guard progress.rank ?? 1 == 1 else { return }
    depth = progress.depth
    nodes = Int(exactly: progress.nodes)
    score = ReportedScore(progress.score)
  }
}

extension GomocupReply {
  /// The search information in the line.
  public var searchNote: SearchNote {
    switch self {
    case .progress(let progress): SearchNote(progress)
    case .message(let text), .debug(let text): SearchNote(parsing: text)
    case .info(let key, let value): SearchNote(parsing: "\(key) \(value)")
    default: SearchNote()
    }
  }
}
