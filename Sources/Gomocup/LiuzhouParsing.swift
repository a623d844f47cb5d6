import LiuzhouRules

extension LiuzhouCommand {
  /// Reads a command without a block of lines.
  init(_ reader: ArgumentReader) throws(ProtocolError) {
    switch reader.keyword {
    case .turn: self = .turn(try reader.turn())
    case .play: self = .play(try reader.turn())
    case .takeBack:
      try reader.expectNoPair()
      self = try reader.bare(.takeBack)
    case .position: self = .position(try reader.course())
    case .captures: self = .captures(try reader.points())
    default: throw reader.refusalInOtherGame()
    }
  }

  /// Reads a command with a block of lines.
  init(block reader: ArgumentReader) throws(ProtocolError) {
    switch reader.keyword {
    case .board: self = .board(try reader.recordedCourse())
    case .yxBoard: self = .yxBoard(try reader.recordedCourse())
    default: throw reader.refusalInOtherGame()
    }
  }
}

extension ArgumentReader {
  private static let turnForms = "a turn: c3, c3c4, xb2 or pass, captures as in c3xa1f6"
  private static let courseForms =
    "start, or RANKS SIDE PHASE QUIET, then perhaps moves c3 ..., or only moves c3 ..."

  /// Reads the only argument, a turn, which may contain blanks.
  fileprivate func turn() throws(ProtocolError) -> Turn {
    try turn(words.joined(), in: words.joined(separator: " "))
  }

  /// Throws if a point or stone of gomoku, such as `7,7` or `7,7,1`, is among the words.
  fileprivate func expectNoPair(_ expected: String? = nil) throws(ProtocolError) {
    for word in words {
      let numbers = word.split(separator: ",", omittingEmptySubsequences: false).map(integer)
      if 2...3 ~= numbers.count, !numbers.contains(nil) {
        throw refusalInOtherGame(word, expected)
      }
    }
  }

  /// Reads points, which may be separate or joined as in a slide.
  fileprivate func points() throws(ProtocolError) -> [Point] {
    let forms = "points: c3, c3c4"
    try expectNoPair(forms)
    var points: [Point] = []
    for word in words {
      switch Turn.Action(word) {
      case .place(let point): points.append(point)
      case .slide(let from, let to): points += [from, to]
      default: throw refusal(forms, of: word)
      }
    }
    return points
  }

  /// Reads `text` as a turn; an error quotes `source`, the text as it was sent.
  private func turn(_ text: String, in source: String) throws(ProtocolError) -> Turn {
    try expectNoPair(ArgumentReader.turnForms)
    do { return try Turn(text) } catch {
      guard case .noSuchPoint = error else {
        throw refusal(ArgumentReader.turnForms, of: source)
      }
      throw .illegalTurn(error)
    }
  }

  /// Reads each word as a turn.
  private func turns(_ words: ArraySlice<String>) throws(ProtocolError) -> [Turn] {
    var turns: [Turn] = []
    for word in words { turns.append(try turn(word, in: word)) }
    return turns
  }

  /// Reads the words of a block: turns, before which `position` and a position's text may come.
  fileprivate func recordedCourse() throws(ProtocolError) -> HistorySetup {
    guard words.first?.lowercased() == HistorySetup.originWord else {
      return HistorySetup(turns: try turns(words[...]))
    }
    let text = words.dropFirst().prefix(HistorySetup.originLength)
    return HistorySetup(
      origin: text.joined(separator: " "), turns: try turns(words.dropFirst(1 + text.count)))
  }

  /// Reads the words after POSITION.
  fileprivate func course() throws(ProtocolError) -> HistorySetup {
    if words.first?.lowercased() == "black" {
      throw refusalInOtherGame("black", ArgumentReader.courseForms)
    }
    let moves = words.firstIndex { $0.lowercased() == "moves" } ?? words.endIndex
    let origin = words[..<moves]
    let turns = try turns(words.dropFirst(moves + 1))
    if origin.count == 1, origin[0].lowercased() == "start" { return HistorySetup(turns: turns) }
    if origin.isEmpty, !words.isEmpty { return HistorySetup(turns: turns) }
    guard origin.count == HistorySetup.originLength else {
      throw refusal(ArgumentReader.courseForms)
    }
    return HistorySetup(origin: origin.joined(separator: " "), turns: turns)
  }
}
