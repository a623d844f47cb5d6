import Basics
import Gomocup
import GomokuRules
import Match

/// An action in a game, called *deed* in the game's file and in Sources/link.md.
///
/// The settings and the list of actions determine a game, so replaying the list restores it.
public enum GameAction: Equatable, Sendable {
  /// A move of the player to move, and the time that he took, in milliseconds.
  case move(Move, milliseconds: Int)
  /// An action of an opening that places no stone, and its time, in milliseconds.
  ///
  /// A stone of an opening is a `move`. So is the choice of one of several offered moves.
  case opening(OpeningAction, milliseconds: Int)
  /// A choice in the swap2 opening, and its time in milliseconds; only in files of version 0.1.0.
  case choose(FormerChoice, milliseconds: Int)
  /// The undo of the last moves and opening actions, `steps` in number.
  case undo(steps: Int)
  /// The undo of a resignation, a fallen flag or an agreed draw; no move is undone.
  case reopen
  /// A request of the player, which the opponent has to answer.
  case ask(Player, Request)
  /// The player's answer to the opponent's request: true for yes.
  case answer(Player, Bool)
  case resign(Player)
  /// The player's loss on time.
  case flag(Player)
  /// The level at which the player, which is an engine, plays from now on.
  case level(Player, Int)
  case name(Player, String)

  /// A request that needs the other player's consent.
  public enum Request: Equatable, Sendable {
    case draw
    case undo(steps: Int)
    case reopen
  }
}

/// A choice in the swap2 opening, in files of version 0.1.0.
public enum FormerChoice: String, Sendable {
  /// The choice of this colour.
  case black, white
  /// The announcement of two more stones, which are the next moves.
  case more
}

extension GameAction {
  /// The numbers of moves and opening actions that one action may undo.
  static let steps = 1...10_000

  /// The time of a move or opening action, in milliseconds; `nil` for other actions.
  var milliseconds: Int? {
    switch self {
    case .move(_, let time), .opening(_, let time), .choose(_, let time): time
    default: nil
    }
  }

  /// Returns the action with its time replaced; an action without a time stays unchanged.
  func taking(milliseconds: Int) -> GameAction {
    switch self {
    case .move(let move, _): .move(move, milliseconds: milliseconds)
    case .opening(let action, _): .opening(action, milliseconds: milliseconds)
    case .choose(let choice, _): .choose(choice, milliseconds: milliseconds)
    default: self
    }
  }

  /// Creates the action of the game that corresponds to an action of an opening.
  init(_ action: OpeningAction, milliseconds: Int) {
    switch action {
    case .place(let point), .take(let point):
      self = .move(.point(point), milliseconds: milliseconds)
    case .swap, .stay, .announce, .offer: self = .opening(action, milliseconds: milliseconds)
    }
  }

  /// The action as one line of text.
  public var text: String {
    switch self {
    case .move(let move, let milliseconds): "move \(move) \(milliseconds)"
    case .opening(let action, let milliseconds): "opening \(action) \(milliseconds)"
    case .choose(let choice, let milliseconds): "choose \(choice.rawValue) \(milliseconds)"
    case .undo(let steps): "undo \(steps)"
    case .reopen: "reopen"
    case .ask(let player, .draw): "ask \(player.rawValue) draw"
    case .ask(let player, .reopen): "ask \(player.rawValue) reopen"
    case .ask(let player, .undo(let steps)): "ask \(player.rawValue) undo \(steps)"
    case .answer(let player, let isYes): "answer \(player.rawValue) \(isYes ? "yes" : "no")"
    case .resign(let player): "resign \(player.rawValue)"
    case .flag(let player): "flag \(player.rawValue)"
    case .level(let player, let level): "level \(player.rawValue) \(level)"
    case .name(let player, let name): "name \(player.rawValue) \(name)"
    }
  }

  /// Parses the format of `text`; returns `nil` for anything else.
  public init?(_ text: some StringProtocol, in kind: GameKind) {
    let words = Substring(text).split(separator: " ", maxSplits: 2).map { $0 }
    guard let verb = words.first else { return nil }
    let player = words.dropFirst().first.flatMap { Int($0) }.flatMap(Player.init)
    switch (verb, words.count, player) {
    case ("move", 3, _):
      guard let move = kind.notation.move(named: words[1]), let time = Int(words[2]),
        Bounds.time ~= time
      else { return nil }
      self = .move(move, milliseconds: time)
    case ("opening", 3, _):
      guard let (action, time) = GameAction.openingAction(words[1...]) else { return nil }
      self = .opening(action, milliseconds: time)
    case ("choose", 2...3, _):
      // The earliest files have no time after a choice.
      guard let choice = FormerChoice(rawValue: String(words[1])),
        let time = words.count == 2 ? 0 : Int(words[2]), Bounds.time ~= time
      else { return nil }
      self = .choose(choice, milliseconds: time)
    case ("undo", 2, _):
      guard let steps = Int(words[1]), GameAction.steps ~= steps else { return nil }
      self = .undo(steps: steps)
    case ("reopen", 1, _): self = .reopen
    case ("ask", 3, let player?):
      guard let request = Request(words[2]) else { return nil }
      self = .ask(player, request)
    case ("answer", 3, let player?):
      guard words[2] == "yes" || words[2] == "no" else { return nil }
      self = .answer(player, words[2] == "yes")
    case ("resign", 2, let player?): self = .resign(player)
    case ("flag", 2, let player?): self = .flag(player)
    case ("level", 3, let player?):
      guard let level = Int(words[2]), Level.all ~= level else { return nil }
      self = .level(player, level)
    case ("name", 3, let player?):
      guard let name = PlayerName(words[2], isSaved: true) else { return nil }
      self = .name(player, name.text)
    default: return nil
    }
  }

  /// Parses an action of an opening that places no stone, and its time; `nil` for anything else.
  private static func openingAction(_ text: ArraySlice<Substring>) -> (OpeningAction, Int)? {
    var words = text.flatMap { $0.split(separator: " ") }[...]
    guard let action = OpeningAction(popping: &words), words.count == 1,
      let time = words.first.flatMap({ Int($0) }),
      Bounds.time ~= time
    else { return nil }
    switch action {
    case .place, .take: return nil
    case .swap, .stay, .announce, .offer: return (action, time)
    }
  }
}

extension GameAction.Request {
  fileprivate init?(_ text: Substring) {
    let words = text.split(separator: " ")
    switch (words.first, words.count) {
    case ("draw", 1): self = .draw
    case ("reopen", 1): self = .reopen
    case ("undo", 2):
      guard let steps = Int(words[1]), GameAction.steps ~= steps else { return nil }
      self = .undo(steps: steps)
    default: return nil
    }
  }
}
