import Basics

/// The reason why a text is not a valid position.
public enum PositionError: Error, Equatable, Sendable {
  case missingField
  case badRanks
  case badSide(String)
  case badPhase(String)
  case badQuiet(String)
  /// The stones cannot occur in the phase that the text gives.
  case irregular(Irregularity)

  /// A reason why stones cannot occur in a phase.
  public enum Irregularity: Equatable, Sendable {
    case placed(black: Int, white: Int, toMove: Color)
    case placingOver
    case removing(black: Int, white: Int, toRemove: Color)
    case tooManyStones
    case noEmptyPoint
    case exchangeUnknown
    case exchangeTooFull
    case deadStones
  }
}

extension PositionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingField: "a position is RANKS SIDE PHASE QUIET"
    case .badRanks: "ranks are six rows of six points, joined by /"
    case .badSide(let text): "side to move is b or w, not \(text)"
    case .badPhase(let text): "phase is p, f, m or x, not \(text)"
    case .badQuiet(let text): "quiet counter cannot be \(text)"
    case .irregular(let reason): reason.description
    }
  }
}

extension PositionError.Irregularity: CustomStringConvertible {
  public var description: String {
    switch self {
    case .placed(let black, let white, let side):
      "\(black) black and \(white) white stones placed with \(side) to move"
    case .placingOver: "the board is full, placing is over"
    case .removing(let black, let white, let side):
      "\(black) black and \(white) white stones with \(side) to remove one"
    case .tooManyStones: "more than 18 stones of a colour"
    case .noEmptyPoint: "no empty point to slide to"
    case .exchangeUnknown: "an exchange, which these rules do not know"
    case .exchangeTooFull: "more stones than an exchange leaves"
    case .deadStones: "dead stones outside placing"
    }
  }
}

extension Position: CustomStringConvertible {
  /// The position text: ranks 6…1 joined by `/`, side, phase and quiet counter, as in
  /// `6/6/6/6/6/6 b p 0`.
  public var description: String {
    let ranks = (0..<6).reversed().map(rankText).joined(separator: "/")
    return "\(ranks) \(sideToMove.letter) \(phase.letter) \(quiet)"
  }

  private func rankText(_ rank: Int) -> String {
    var text = ""
    var run = 0
    for file in 0..<6 {
      guard let letter = letter(at: Point(index: rank * 6 + file)) else {
        run += 1
        continue
      }
      if run > 0 { text += String(run) }
      run = 0
      text.append(letter)
    }
    return run > 0 ? text + String(run) : text
  }

  /// Returns the letter of the stone at `point`, or `nil` if the point is empty.
  ///
  /// Live stones are `X` (Black) and `O` (White), dead stones `x` and `o`.
  public func letter(at point: Point) -> Character? {
    if liveBlack.contains(point) { return "X" }
    if liveWhite.contains(point) { return "O" }
    if deadBlack.contains(point) { return "x" }
    return deadWhite.contains(point) ? "o" : nil
  }
}

extension Position {
  /// Parses the format of `description`; side and phase may be in either case.
  ///
  /// The key is not set, and the stones are not checked against the phase.
  init(parsing text: some StringProtocol) throws(PositionError) {
    self.init()
    let fields = text.split(whereSeparator: { $0.isWhitespace })
    guard fields.count == 4 else { throw .missingField }
    try readRanks(String(fields[0]))
    switch fields[1].lowercased() {
    case "b": sideToMove = .black
    case "w": sideToMove = .white
    default: throw .badSide(String(fields[1]))
    }
    guard let phase = Phase.allCases.first(where: { String($0.letter) == fields[2].lowercased() })
    else {
      throw .badPhase(String(fields[2]))
    }
    self.phase = phase
    guard fields[3].allSatisfy({ $0.isNumber }), let quiet = UInt16(fields[3]) else {
      throw .badQuiet(String(fields[3]))
    }
    self.quiet = Int(quiet)
  }

  /// Parses the stones: six ranks from the top, with digits for runs of empty points.
  private mutating func readRanks(_ text: String) throws(PositionError) {
    let rows = text.split(separator: "/", omittingEmptySubsequences: false)
    guard rows.count == 6 else { throw .badRanks }
    for (row, rank) in zip(rows, (0..<6).reversed()) {
      var file = 0
      for character in row {
        if let run = character.wholeNumberValue, character.isASCII, 1...6 ~= run {
          file += run
          continue
        }
        guard let point = Point(file: file, rank: rank) else { throw .badRanks }
        switch character {
        case "X": liveBlack |= PointSet(point)
        case "O": liveWhite |= PointSet(point)
        case "x": deadBlack |= PointSet(point)
        case "o": deadWhite |= PointSet(point)
        default: throw .badRanks
        }
        file += 1
      }
      guard file == 6 else { throw .badRanks }
    }
  }

  /// Throws unless the stones and the quiet counter can occur in this phase.
  func checkRegular(under book: Rulebook) throws(PositionError) {
    if !phase.canEnd, quiet != 0 { throw .badQuiet(String(quiet)) }
    let black = liveBlack.count + deadBlack.count
    let white = liveWhite.count + deadWhite.count
    switch phase {
    case .placing: try checkPlacing(black: black, white: white)
    case .forcing: try checkForcing(black: black, white: white, under: book)
    case .moving: try checkMoving(black: black, white: white, under: book)
    case .exchanging: try checkExchanging(black: black, white: white, under: book)
    }
  }

  private func checkPlacing(black: Int, white: Int) throws(PositionError) {
    guard black == (sideToMove == .black ? white : white + 1) else {
      throw .irregular(.placed(black: black, white: white, toMove: sideToMove))
    }
    if empty.isEmpty { throw .irregular(.placingOver) }
  }

  private func checkForcing(
    black: Int, white: Int, under book: Rulebook
  ) throws(PositionError) {
    try checkNoDead()
    let isFirst = sideToMove == book.rules.forceFirst.color
    // Before the first removal both sides have 18 stones. Before the second the side to move has
    // 17, or still 18 if nothing was removed.
    let isFull = black == 18 && white == 18
    let isSecond = !isFirst && own.count == 17 && opponent.count == 18
    guard isFull || isSecond else {
      throw .irregular(.removing(black: black, white: white, toRemove: sideToMove))
    }
  }

  private func checkMoving(black: Int, white: Int, under book: Rulebook) throws(PositionError) {
    try checkNoDead()
    guard black <= 18, white <= 18 else { throw .irregular(.tooManyStones) }
    // The board is still full only if neither player had a stone to remove in the forcing phase.
    let couldRemove = Color.allCases.contains { side in
      var asked = self
      asked.sideToMove = side
      return !book.requiredCaptures(earned: 1, in: asked).isEmpty
    }
    if empty.isEmpty, couldRemove { throw .irregular(.noEmptyPoint) }
  }

  /// Throws if this cannot be an exchange, in which the last turn took a stone of the side to move.
  private func checkExchanging(
    black: Int, white: Int, under book: Rulebook
  ) throws(PositionError) {
    try checkNoDead()
    guard book.rules.blocked == .exchange else {
      throw .irregular(.exchangeUnknown)
    }
    guard quiet == 0 else { throw .badQuiet(String(quiet)) }
    guard black <= 18, white <= 18, own.count < 18 else {
      throw .irregular(.exchangeTooFull)
    }
  }

  private func checkNoDead() throws(PositionError) {
    if !(deadBlack | deadWhite).isEmpty { throw .irregular(.deadStones) }
  }
}
