import Basics
import GomokuRules
import struct LiuzhouRules.PointSet
import struct LiuzhouRules.Turn
import SearchTypes

/// A reply of an engine, nearly always one line.
///
/// The engine writes replies, and a tournament manager parses them. `init(parsing:)` accepts any
/// line of any engine and never fails.
public enum GomocupReply: Equatable, Sendable {
  case ok
  case move(Move)
  /// The stones of a swap2 opening: three for a proposal, two when the opponent may choose. The two
  /// stones for YXBALANCETWO are sent in the same way.
  case stones([Point])
  case swap
  /// The next action of an opening; `nil` if the opening is over.
  case opening(OpeningAction?)
  case suggest(Move)
  case about([Attribute])
  case progress(Progress)
  case realtime(Realtime)
  case database(DatabaseReply)
  case message(String)
  /// A line of a block that analysis programs ask for with `INFO show_detail`.
  case info(key: String, value: String)
  /// The principal variation in a block of `INFO …` lines.
  case bestLine([Move])
  case forbidden([Point])
  case error(String)
  case unknown(String)
  case debug(String)
  case script(ScriptReply)
  /// A line outside the protocol.
  case other(String)

  /// A field `key="value"` of the reply to ABOUT.
  public struct Attribute: Equatable, Sendable {
    public var key: String
    public var value: String

    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// A line `MESSAGE REALTIME …`, which reports on the root moves of the running search.
  public enum Realtime: Equatable, Sendable {
    case refresh
    case searching(Move)
    case done(Move)
    case best(Move)
  }
}

/// A reply to one of the commands meant for scripts, such as SHOW, PERFT and SEARCH.
public enum ScriptReply: Equatable, Sendable {
  case show(side: Side, phase: Phase, result: Result)
  /// A legal move; in a divided perft, with its number of leaves.
  case move(Move, leaves: UInt64?)
  case moves(Int)
  case capture(Capture)
  case protected(Side, PointSet)
  case captures(Int)
  case openingState(OpeningState)
  case perft(depth: Int, leaves: UInt64, milliseconds: Int64, isStopped: Bool = false)
  case search(Answer)
  case solve(SolveAnswer)
  case eval(Score)
  case bench(nodes: UInt64, milliseconds: Int64, isStopped: Bool = false)

  /// A side: in SHOW the one to move, in PROTECTED the owner of the stones.
  public enum Side: String, Sendable { case black, white }
  /// The phase of the game. Gomoku is `playing` or `over`. Liuzhou chess (六洲棋) is never `playing`.
  public enum Phase: String, Sendable { case playing, placing, forcing, moving, exchanging, over }
  public enum Result: String, Sendable { case none, black, white, draw }

  /// The stones that an action of Liuzhou chess captures: `count` stones, namely all of `all` and
  /// the rest from `others`.
  public struct Capture: Equatable, Sendable {
    public var action: Turn.Action
    public var count: Int
    public var all: PointSet
    public var others: PointSet

    public init(
      _ action: Turn.Action, count: Int, all: PointSet = .none,
      others: PointSet = .none
    ) {
      self.action = action
      self.count = count
      self.all = all
      self.others = others
    }
  }

  /// The result of SEARCH: the best move, its evaluation and the principal variation.
  public struct Answer: Equatable, Sendable {
    public var move: Move
    public var score: Score
    public var depth: Int
    public var nodes: UInt64
    public var milliseconds: Int64
    /// The principal variation, `move` included.
    public var line: [Move]

    public init(
      move: Move, score: Score, depth: Int, nodes: UInt64, milliseconds: Int64, line: [Move]
    ) {
      self.move = move
      self.score = score
      self.depth = depth
      self.nodes = nodes
      self.milliseconds = milliseconds
      self.line = line
    }
  }
}

// MARK: - Text

extension GomocupReply {
  public var text: String { text(Notation()) }

  /// Returns the reply as text without the last line terminator. It is one line, except that the
  /// comment of a position in the database, sent to Yixin-Board, keeps its own lines.
  ///
  /// Control characters are escaped, so text from outside can neither end the line nor steer a
  /// terminal.
  public func text(_ notation: Notation) -> String {
    if case .database(let reply) = self {
      return "MESSAGE " + reply.lines(notation).map({ $0.shown }).joined(separator: "\n")
    }
    return line(notation).shown
  }

  /// True if the reply tells that the file of the database is opened or saved.
  package var isAboutDatabaseFile: Bool {
    switch self {
    case .database(.loadStart), .database(.loadDone), .database(.saveStart), .database(.saveDone):
      true
    default: false
    }
  }

  /// The reply with its label in at most two characters.
  package var withShortLabel: GomocupReply {
    guard case .database(.move(let point, var summary, let hasText, let boardText)) = self else {
      return self
    }
    summary.label = summary.shortLabel
    return .database(.move(point, summary, hasText: hasText, boardText: boardText))
  }

  private func line(_ notation: Notation) -> String {
    switch self {
    case .ok: "OK"
    case .move(let move): notation.sent(move)
    case .stones(let points): points.map(notation.order.pair).joined(separator: " ")
    case .swap: "SWAP"
    case .opening(let action): "OPENING \(action?.description ?? GomocupReply.overWord)"
    case .suggest(let move): "SUGGEST \(notation.sent(move))"
    case .about(let attributes):
      attributes.map { "\($0.key)=\"\($0.value)\"" }.joined(separator: ", ")
    case .progress(let progress): "MESSAGE " + progress.text(notation)
    case .realtime(let news): "MESSAGE REALTIME " + news.text(notation)
    case .database(let reply): "MESSAGE " + reply.lines(notation)[0]
    case .message(let text): "MESSAGE \(text)"
    case .info(let key, let value): "INFO \(key) \(value)"
    case .bestLine(let moves): "INFO BESTLINE " + moves.map(notation.sent).joined(separator: " ")
    case .forbidden(let points): "FORBID " + GomocupReply.digits(points, notation.order) + "."
    case .error(let text): "ERROR \(text)"
    case .unknown(let text): "UNKNOWN \(text)"
    case .debug(let text): "DEBUG \(text)"
    case .script(let reply): reply.text
    case .other(let text): text
    }
  }

  /// The word after OPENING if the opening is over.
  static let overWord = "over"

  /// Returns the coordinates of the points, two digits each, without separators.
  private static func digits(_ points: [Point], _ order: CoordinateOrder) -> String {
    let twoDigits: (Int) -> String = { $0 < 10 ? "0\($0)" : "\($0)" }
    return points.map(order.converted).map { twoDigits($0.x) + twoDigits($0.y) }.joined()
  }
}

extension GomocupReply.Realtime {
  func text(_ notation: Notation) -> String {
    switch self {
    case .refresh: "REFRESH"
    case .searching(let move): "POS \(notation.sent(move))"
    case .done(let move): "DONE \(notation.sent(move))"
    case .best(let move): "BEST \(notation.sent(move))"
    }
  }
}

extension ScriptReply {
  var text: String {
    switch self {
    case .show(let side, let phase, let result):
      "SHOW \(side.rawValue) \(phase.rawValue) \(result.rawValue)"
    case .move(let move, let leaves): "MOVE \(move)" + (leaves.map { " \($0)" } ?? "")
    case .moves(let count): "MOVES \(count)"
    case .capture(let capture): capture.text
    case .protected(let side, let points):
      "PROTECTED \(side.rawValue) \(points.isEmpty ? "none" : "\(points)")"
    case .captures(let count): "CAPTURES \(count)"
    case .openingState(let state): "OPENINGSTATE \(state.text)"
    case .perft(let depth, let leaves, let time, let isStopped):
      "PERFT \(depth) \(leaves) \(time)" + ScriptReply.mark(isStopped)
    case .search(let answer): answer.text
    case .solve(let answer): answer.text
    case .eval(let score): "EVAL \(score)"
    case .bench(let nodes, let time, let isStopped):
      "BENCH \(nodes) \(time)" + ScriptReply.mark(isStopped)
    }
  }

  /// Returns the word that ends the answer of a stopped command; an empty text for any other.
  static func mark(_ isStopped: Bool) -> String { isStopped ? " stopped" : "" }
}

extension ScriptReply.Capture {
  /// The line, such as `CAPTURE c3c4 2 of a1b2d5` or `CAPTURE c3c4 3 with a1 of b2d5`.
  var text: String {
    "CAPTURE \(action) \(count)" + (all.isEmpty ? "" : " with \(all)")
      + (others.isEmpty ? "" : " of \(others)")
  }
}

extension ScriptReply.Answer {
  var text: String {
    "SEARCH \(move) score \(score) depth \(depth) nodes \(nodes) time \(milliseconds) pv "
      + line.map({ $0.description }).joined(separator: " ")
  }
}
