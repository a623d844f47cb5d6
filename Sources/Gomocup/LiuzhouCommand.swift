import LiuzhouRules

/// A command that only Liuzhou chess (六洲棋) has, or that has a form of its own there.
public enum LiuzhouCommand: Equatable, Sendable {
  case turn(Turn)
  case play(Turn)
  /// Takes back the last turn.
  case takeBack
  case board(HistorySetup)
  case yxBoard(HistorySetup)
  case position(HistorySetup)
  /// Asks how many stones the legal actions at these points capture; without points, all actions.
  case captures([Point])
}

/// A position with its history: the first position (`origin`) and the turns after it.
public struct HistorySetup: Equatable, Sendable {
  /// The text of a position; its validity depends on the game's rules. `nil` means the empty board.
  public var origin: String?
  public var turns: [Turn]

  public init(origin: String? = nil, turns: [Turn]) {
    self.origin = origin
    self.turns = turns
  }
}

// MARK: - Text

extension LiuzhouCommand {
  package var replacesPosition: Bool {
    switch self {
    case .takeBack, .board, .yxBoard, .position: true
    case .turn, .play, .captures: false
    }
  }

  var text: String {
    switch self {
    case .turn(let turn), .play(let turn): "\(keyword.word) \(turn)"
    case .takeBack: keyword.word
    case .board(let setup), .yxBoard(let setup):
      keyword.block(
        (setup.origin.map { ["\(HistorySetup.originWord) \($0)"] } ?? [])
          + setup.turns.map({ $0.description }))
    case .position(let setup): "\(keyword.word) \(setup.text)"
    case .captures(let points):
      ([keyword.word] + points.map({ $0.description })).joined(separator: " ")
    }
  }

  var keyword: Keyword {
    switch self {
    case .turn: .turn
    case .play: .play
    case .takeBack: .takeBack
    case .board: .board
    case .yxBoard: .yxBoard
    case .position: .position
    case .captures: .captures
    }
  }
}

extension HistorySetup {
  /// The first word of a line of BOARD that gives the origin instead of a turn.
  static let originWord = "position"
  /// The number of words of a position's text: ranks, side, phase, quiet counter.
  static let originLength = 4

  /// The setup as the arguments of POSITION.
  var text: String {
    let moves = turns.isEmpty ? [] : ["moves"] + turns.map({ $0.description })
    return ([origin ?? "start"] + moves).joined(separator: " ")
  }
}
