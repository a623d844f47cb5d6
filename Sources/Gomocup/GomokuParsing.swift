import Basics
import GomokuRules
import struct LiuzhouRules.Turn
import SearchTypes

extension GomokuCommand {
  /// Reads a command without a block of lines.
  init(_ reader: ArgumentReader) throws(ProtocolError) {
    switch reader.keyword {
    case .turn: self = .turn(try reader.pair())
    case .play: self = .play(try reader.pair())
    case .takeBack: self = .takeBack(try reader.pair())
    case .yxBalanceOne: self = .yxBalance(try reader.balance(stones: 1))
    case .yxBalanceTwo: self = .yxBalance(try reader.balance(stones: 2))
    case .opening:
      let (rule, actions) = try reader.opening()
      self = .opening(rule, actions)
    case .openingState:
      let (rule, actions) = try reader.opening()
      self = .openingState(rule, actions)
    case .position: self = .position(try reader.stones())
    case .solve: self = try reader.solve()
    case .yxShowForbid: self = try reader.bare(.yxShowForbid)
    case .yxSearchDefend: self = try reader.bare(.yxSearchDefend)
    case .yxBlockReset: self = try reader.bare(.yxBlockReset)
    case .yxSoosorvStep1: self = try reader.bare(.yxSoosyrv(SoosyrvStep(number: 1)))
    case .yxSwap2Step1: self = try reader.bare(.yxSwap2(.proposal))
    case .yxSwap2Step2: self = try reader.bare(.yxSwap2(.firstChoice))
    case .yxSwap2Step3: self = try reader.bare(.yxSwap2(.secondChoice))
    case .captures: throw reader.refusalInOtherGame()
    default:
      guard let command = try DatabaseCommand(line: reader) else {
        throw .unknownCommand(reader.keyword.word)
      }
      self = .database(command)
    }
  }

  /// Reads a command with a block of lines.
  init(block reader: ArgumentReader) throws(ProtocolError) {
    switch reader.keyword {
    case .board: self = .board(try reader.entries(allowPass: false))
    case .yxBoard: self = .yxBoard(try reader.entries(allowPass: true))
    case .swap2Board: self = .swap2Board(try reader.pairs())
    case .yxBlock: self = .yxBlock(try reader.pairs())
    case .yxBlockUndo: self = .yxBlockUndo(try reader.pairs())
    case .yxSoosorvStep2, .yxSoosorvStep3, .yxSoosorvStep4, .yxSoosorvStep5, .yxSoosorvStep6:
      self = .yxSoosyrv(try reader.soosyrvStep())
    default:
      guard let command = try DatabaseCommand(block: reader) else {
        throw .unknownCommand(reader.keyword.word)
      }
      self = .database(command)
    }
  }
}

extension ArgumentReader {
  fileprivate func balance(stones: Int) throws(ProtocolError) -> BalanceTask {
    if words.isEmpty { return BalanceTask(stones: stones, bias: 0) }
    let largest = Int(Score.largestEstimate.rawValue)
    return BalanceTask(stones: stones, bias: try number(-largest...largest, "centistones"))
  }

  fileprivate func opening() throws(ProtocolError) -> (OpeningRule, [OpeningAction]) {
    let words = words.map { Substring($0.lowercased()) }
    guard let rule = words.first.flatMap({ OpeningRule($0) }) else {
      throw refusal("a rule: \(OpeningRule.names)", of: words.first.map(String.init) ?? "")
    }
    var rest = words.dropFirst()
    var actions: [OpeningAction] = []
    while let word = rest.first {
      guard let action = OpeningAction(popping: &rest) else {
        let length = OpeningAction.wordsWithArgument.contains(word) ? 2 : 1
        throw refusal(OpeningAction.forms, of: rest.prefix(length).joined(separator: " "))
      }
      actions.append(action)
    }
    return (rule, actions)
  }

  fileprivate func soosyrvStep() throws(ProtocolError) -> SoosyrvStep {
    var step = SoosyrvStep(number: SoosyrvStep.number(of: keyword) ?? 1)
    let (counts, numbers) = (step.stoneCounts, step.hasNumber ? 1 : 0)
    step.fifths = words.first.flatMap(integer)
    step.stones = try pairs(words.dropFirst(numbers))
    guard (step.fifths != nil) == step.hasNumber, counts.contains(step.stones.count) else {
      throw refusal(
        (step.hasNumber ? "a number and " : "") + "\(counts.lowerBound)"
          + (counts.count > 1 ? " to \(counts.upperBound)" : "") + " lines x,y")
    }
    return step
  }

  fileprivate func solve() throws(ProtocolError) -> GomokuCommand {
    guard let (task, limits) = SolveTask.parse(words, line: line) else {
      throw refusal(SolveTask.forms)
    }
    return .solve(task, limits)
  }

  // MARK: Points

  /// Throws if `text` is a turn of Liuzhou chess (六洲棋).
  private func expectNoTurn(_ text: String, _ expected: String) throws(ProtocolError) {
    if (try? Turn(text)) != nil { throw refusalInOtherGame(text, expected) }
  }

  /// Reads the only argument as a pair of coordinates.
  fileprivate func pair() throws(ProtocolError) -> Point {
    try expectNoTurn(words.joined(), "x,y")
    guard words.count == 1, let point = try order.point(words[0]) else { throw refusal("x,y") }
    return point
  }

  /// Reads each word of `some`, by default of the command, as a pair of coordinates.
  fileprivate func pairs(_ some: ArraySlice<String>? = nil) throws(ProtocolError) -> [Point] {
    var points: [Point] = []
    for word in some ?? words[...] {
      guard let point = try order.point(word) else { throw refusal("lines x,y", of: word) }
      points.append(point)
    }
    return points
  }

  private static let entryForms = "lines x,y,1 or x,y,2 or x,y,3"

  /// Reads each word as a stone `x,y,f`; with `allowPass`, `-1,-1,f` is a pass.
  fileprivate func entries(allowPass: Bool) throws(ProtocolError) -> [BoardEntry] {
    var entries: [BoardEntry] = []
    if let first = words.first, first.lowercased() == HistorySetup.originWord {
      throw refusalInOtherGame(first, ArgumentReader.entryForms)
    }
    for word in words {
      try expectNoTurn(word, ArgumentReader.entryForms)
      guard let comma = word.lastIndex(of: ","),
        let owner = integer(word[word.index(after: comma)...]).flatMap(BoardEntry.Owner.init)
      else { throw refusal(ArgumentReader.entryForms, of: word) }
      let pair = word[..<comma]
      if allowPass, pair == "-1,-1" {
        entries.append(BoardEntry(point: nil, owner: owner))
      } else {
        guard let point = try order.point(pair) else {
          throw refusal(ArgumentReader.entryForms, of: word)
        }
        entries.append(BoardEntry(point: point, owner: owner))
      }
    }
    return entries
  }

  // MARK: POSITION

  /// Reads the arguments of POSITION.
  fileprivate func stones() throws(ProtocolError) -> PositionSetup {
    let words = words.map { $0.lowercased() }
    switch words.first {
    case "start" where words.count == 1: return .start
    case "start" where words[1] == "moves":
      throw refusalInOtherGame("start moves", ArgumentReader.stoneForms)
    case let ranks? where ranks.contains("/"):
      throw refusalInOtherGame(ranks, ArgumentReader.stoneForms)
    case "moves": return .moves(try points(words.dropFirst()))
    case "black":
      guard let white = words.firstIndex(of: "white"), white < words.count - 2,
        words[words.count - 2] == "to",
        let color = Color.allCases.first(where: { $0.description == words.last })
      else { throw refusal(ArgumentReader.stoneForms) }
      return .stones(
        black: try points(words[1..<white]), white: try points(words[(white + 1)...].dropLast(2)),
        toMove: color)
    default: throw refusal(ArgumentReader.stoneForms)
    }
  }

  private static let stoneForms =
    "start, or moves h8 ..., or black h8 ... white i9 ... to black|white"

  /// Reads points as `h8` or `7,7`; several points may form one word, as in `h8i9`.
  private func points(_ words: ArraySlice<String>) throws(ProtocolError) -> [Point] {
    var points: [Point] = []
    for word in words {
      if word.contains(",") {
        guard let point = try order.point(word) else { throw refusal("points", of: word) }
        points.append(point)
      } else {
        guard let list = Point.list(word) else {
          try expectNoTurn(word, "points")
          throw refusal("points", of: word)
        }
        points += list
      }
    }
    return points
  }
}
