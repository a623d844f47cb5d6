import LiuzhouRules

/// The commands that a game of Liuzhou chess understands in its own way.
public enum LiuzhouCommand: Equatable, Sendable {
  case turn(Turn)
  case play(Turn)
  /// Undoes the last turn.
  case takeBack
  case board(CourseSetup)
  case yxBoard(CourseSetup)
  case position(CourseSetup)
  /// Asks what actions capture: all that come to or from one of these points, or simply all.
  case captures([Point])
}

/// A course of play: where it begins, and the turns since.
public struct CourseSetup: Equatable, Sendable {
  /// A position text, whose regularity depends on the rules of the running game; `nil` is the start.
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
        (setup.origin.map { ["\(CourseSetup.originWord) \($0)"] } ?? [])
          + setup.turns.map(\.description))
    case .position(let setup): "\(keyword.word) \(setup.text)"
    case .captures(let points): ([keyword.word] + points.map(\.description)).joined(separator: " ")
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

extension CourseSetup {
  /// Begins the first line of BOARD that is no turn.
  static let originWord = "position"
  /// The words of a position text: ranks, side, phase, quiet counter.
  static let originLength = 4

  /// As it stands behind POSITION.
  var text: String {
    let moves = turns.isEmpty ? [] : ["moves"] + turns.map(\.description)
    return ([origin ?? "start"] + moves).joined(separator: " ")
  }
}
