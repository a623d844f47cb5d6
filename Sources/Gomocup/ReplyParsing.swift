import Basics
import GomokuRules
import struct LiuzhouRules.PointSet
import struct LiuzhouRules.Turn
import SearchTypes

extension GomocupReply {
  /// Reads any line of any engine; a line that is no known reply becomes `.other`.
  public init(parsing line: some StringProtocol, in notation: Notation = Notation()) {
    let trimmed = Substring(line).trimmingBlanks
    let word = trimmed.prefix { !$0.isWhitespace }
    let rest = trimmed.dropFirst(word.count).trimmingBlanks
    let reply: GomocupReply? =
      switch word.uppercased() {
      case "OK" where rest.isEmpty: .ok
      case "SWAP" where rest.isEmpty: .swap
      case "OPENING": GomocupReply(opening: rest)
      case "SUGGEST":
        notation.moves(sent: rest).flatMap { $0.count == 1 ? .suggest($0[0]) : nil }
      case "MESSAGE": GomocupReply(message: rest, notation)
      case "INFO": GomocupReply(info: rest, notation)
      case "FORBID": GomocupReply.forbidden(rest, notation.order).map(GomocupReply.forbidden)
      case "ERROR": .error(String(rest))
      case "UNKNOWN": .unknown(String(rest))
      case "DEBUG": .debug(String(rest))
      default:
        GomocupReply(moves: trimmed, notation)
          ?? ScriptReply(parsing: trimmed, notation).map(GomocupReply.script)
          ?? GomocupReply(about: trimmed)
      }
    self = reply ?? .other(String(line))
  }

  /// Reads a move, or the two or three stones of an opening.
  private init?(moves text: Substring, _ notation: Notation) {
    guard let moves = notation.moves(sent: text), let first = moves.first else { return nil }
    let points = moves.compactMap { if case .point(let point) = $0 { point } else { nil } }
    switch moves.count {
    case 1: self = .move(first)
    case points.count where points.count <= 3: self = .stones(points)
    default: return nil
    }
  }

  /// Reads the text after OPENING.
  private init?(opening text: Substring) {
    let text = text.lowercased()
    var words = text.split(whereSeparator: { $0.isWhitespace })[...]
    if text == GomocupReply.overWord {
      self = .opening(nil)
    } else if let action = OpeningAction(popping: &words), words.isEmpty {
      self = .opening(action)
    } else {
      return nil
    }
  }

  /// Reads the text after MESSAGE.
  private init(message text: Substring, _ notation: Notation) {
    self =
      Progress(parsing: text, notation).map(GomocupReply.progress)
      ?? Realtime(parsing: text, notation).map(GomocupReply.realtime)
      ?? DatabaseReply(parsing: text, notation.order).map(GomocupReply.database)
      ?? .message(String(text))
  }

  /// Reads the text after INFO.
  private init?(info text: Substring, _ notation: Notation) {
    guard let blank = text.firstIndex(where: { $0.isWhitespace }) else { return nil }
    let value = text[blank...].trimmingBlanks
    if text[..<blank] == "BESTLINE", let moves = notation.moves(sent: value) {
      self = .bestLine(moves)
    } else {
      self = .info(key: String(text[..<blank]), value: String(value))
    }
  }

  /// Reads the points after FORBID: two digits for each coordinate, without separators, then a
  /// period.
  private static func forbidden(_ text: Substring, _ order: CoordinateOrder) -> [Point]? {
    guard text.last == ".", (text.count - 1) % 4 == 0 else { return nil }
    var numbers: [Int] = []
    var digits = text.dropLast()
    while !digits.isEmpty {
      guard let number = integer(digits.prefix(2)), 0..<BoardSize.sides.upperBound ~= number else {
        return nil
      }
      numbers.append(number)
      digits = digits.dropFirst(2)
    }
    return stride(from: 0, to: numbers.count, by: 2).map {
      order.converted(Point(x: numbers[$0], y: numbers[$0 + 1]))
    }
  }

  /// Reads `name="Engine", version="1.0"`, with any keys.
  private init?(about text: Substring) {
    var attributes: [Attribute] = []
    for part in text.split(separator: ",") {
      guard let equals = part.firstIndex(of: "=") else { return nil }
      let key = part[..<equals].trimmingBlanks
      let value = part[part.index(after: equals)...].trimmingBlanks
      guard !key.isEmpty, value.count >= 2, value.first == "\"", value.last == "\"" else {
        return nil
      }
      attributes.append(Attribute(String(key), String(value.dropFirst().dropLast())))
    }
    guard !attributes.isEmpty else { return nil }
    self = .about(attributes)
  }
}

extension GomocupReply.Realtime {
  init?(parsing text: Substring, _ notation: Notation) {
    let words = text.split(whereSeparator: { $0.isWhitespace })
    guard words.first == "REALTIME", words.count > 1 else { return nil }
    if words[1] == "REFRESH", words.count == 2 {
      self = .refresh
      return
    }
    guard words.count == 3, let move = notation.move(sent: words[2]) else { return nil }
    switch words[1] {
    case "POS": self = .searching(move)
    case "DONE": self = .done(move)
    case "BEST": self = .best(move)
    default: return nil
    }
  }
}

extension ScriptReply {
  /// Reads a reply to a command for scripts.
  init?(parsing line: Substring, _ notation: Notation) {
    var words = line.split(whereSeparator: { $0.isWhitespace })
    let isStopped = ["PERFT", "BENCH"].contains(words.first) && words.last == "stopped"
    if isStopped { words.removeLast() }
    let numbers = words.dropFirst().map { UInt64($0) }
    let milliseconds = numbers.last.flatMap { $0 }.flatMap { Int64(exactly: $0) }
    switch words.first {
    case "SHOW":
      guard words.count == 4, let phase = Phase(rawValue: String(words[2])),
        let side = Side(rawValue: String(words[1])), let result = Result(rawValue: String(words[3]))
      else { return nil }
      self = .show(side: side, phase: phase, result: result)
    case "MOVE":
      guard 2...3 ~= words.count, let move = notation.move(named: words[1]) else { return nil }
      if words.count == 3, numbers[1] == nil { return nil }
      self = .move(move, leaves: words.count == 3 ? numbers[1] : nil)
    case "MOVES":
      guard words.count == 2, let count = Int(words[1]) else { return nil }
      self = .moves(count)
    case "CAPTURE":
      guard let capture = Capture(words.dropFirst()) else { return nil }
      self = .capture(capture)
    case "PROTECTED":
      guard words.count == 3, let side = Side(rawValue: String(words[1])),
        let points = words[2] == "none" ? PointSet.none : .init(parsing: words[2])
      else { return nil }
      self = .protected(side, points)
    case "CAPTURES":
      guard words.count == 2, let count = Int(words[1]) else { return nil }
      self = .captures(count)
    case "OPENINGSTATE":
      guard let state = OpeningState(words.dropFirst()) else { return nil }
      self = .openingState(state)
    case "PERFT":
      guard words.count == 4, let depth = Int(words[1]), let leaves = numbers[1], let milliseconds
      else { return nil }
      self = .perft(depth: depth, leaves: leaves, milliseconds: milliseconds, isStopped: isStopped)
    case "SEARCH":
      guard let answer = Answer(words, notation) else { return nil }
      self = .search(answer)
    case "SOLVE":
      guard let answer = SolveAnswer(words) else { return nil }
      self = .solve(answer)
    case "EVAL":
      guard words.count == 2, let score = Score(words[1]) else { return nil }
      self = .eval(score)
    case "BENCH":
      guard words.count == 3, let nodes = numbers[0], let milliseconds else { return nil }
      self = .bench(nodes: nodes, milliseconds: milliseconds, isStopped: isStopped)
    default: return nil
    }
  }
}

extension ScriptReply.Capture {
  /// Reads `ACTION COUNT [with POINTS] [of POINTS]`.
  init?(_ words: ArraySlice<Substring>) {
    var rest = words
    guard let action = rest.popFirst().flatMap({ Turn.Action($0) }),
      let count = rest.popFirst().flatMap({ Int($0) })
    else { return nil }
    /// Removes `WORD POINTS` from the start of `rest` and returns the points.
    ///
    /// Returns the empty set if `rest` begins with another word, and `nil` for unreadable points.
    func points(after word: Substring) -> PointSet? {
      guard rest.first == word else { return PointSet.none }
      defer { rest = rest.dropFirst(2) }
      return rest.dropFirst().first.flatMap { PointSet(parsing: $0) }
    }
    guard let all = points(after: "with"), let others = points(after: "of"), rest.isEmpty else {
      return nil
    }
    self.init(action, count: count, all: all, others: others)
  }
}

extension ScriptReply.Answer {
  init?(_ words: [Substring], _ notation: Notation) {
    let labels: [Int: Substring] = [2: "score", 4: "depth", 6: "nodes", 8: "time", 10: "pv"]
    guard words.count > 11, labels.allSatisfy({ words[$0.key] == $0.value }),
      let move = notation.move(named: words[1]), let score = Score(words[3]),
      let depth = Int(words[5]),
      let nodes = UInt64(words[7]), let time = Int64(words[9]),
      let line = notation.moves(named: words[11...])
    else { return nil }
    self.init(
      move: move, score: score, depth: depth, nodes: nodes, milliseconds: time, line: line)
  }
}
