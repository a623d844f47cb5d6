extension OpeningAction: CustomStringConvertible {
  /// The action as text: `h8`, `swap`, `stay`, `fifths 3`, `offer g9,h12` or `take h12`.
  public var description: String {
    switch self {
    case .place(let point): point.description
    case .swap: "swap"
    case .stay: "stay"
    case .announce(let number): "fifths \(number)"
    case .offer(let points):
      "offer " + points.map({ $0.description }).joined(separator: ",")
    case .take(let point): "take \(point)"
    }
  }
}

/// An error in the text of an opening.
public struct OpeningTextError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The number of the word at which the action begins, counted from 1.
  public let word: Int
  public let problem: Problem

  public enum Problem: Equatable, Sendable {
    /// The text is not an action.
    case syntax
    /// The rule does not allow the action.
    case action(OpeningError)
  }

  public var description: String {
    switch problem {
    case .syntax:
      "word \(word): needs \(OpeningAction.forms)"
    case .action(let error): "word \(word): \(error)"
    }
  }
}

extension OpeningGame {
  /// The actions so far, separated by spaces: `h8 i9 i10 swap h10 offer g9,h12 take h12`.
  public var text: String { actions.map({ $0.description }).joined(separator: " ") }

  /// Plays the actions of a text; changes nothing if it throws.
  public mutating func play(text: some StringProtocol) throws(OpeningTextError) {
    var game = self
    var words = text.split(separator: " ").map { Substring($0) }[...]
    while !words.isEmpty {
      let number = words.startIndex + 1
      guard let action = OpeningAction(popping: &words) else {
        throw OpeningTextError(word: number, problem: .syntax)
      }
      do {
        try game.play(action)
      } catch {
        throw OpeningTextError(word: number, problem: .action(error))
      }
    }
    self = game
  }
}

extension OpeningAction {
  /// The forms of an action in a text.
  public static let forms = "a point, swap, stay, fifths N, offer POINT,POINT or take POINT"

  /// Parses the action at the start of `words` and removes its words; `nil` if there is none.
  public init?(popping words: inout ArraySlice<Substring>) {
    guard let word = words.first else { return nil }
    let argument = words.dropFirst().first
    let parsed: OpeningAction? =
      switch word {
      case "swap": .swap
      case "stay": .stay
      case "fifths": argument.flatMap(ProofText.number).map(OpeningAction.announce)
      case "offer": argument.flatMap(OpeningAction.points).map(OpeningAction.offer)
      case "take": argument.flatMap(ProofText.point).map(OpeningAction.take)
      default: ProofText.point(word).map(OpeningAction.place)
      }
    guard let parsed else { return nil }
    self = parsed
    words = words.dropFirst(OpeningAction.wordsWithArgument.contains(word) ? 2 : 1)
  }

  /// The first words of the actions that have two words.
  public static let wordsWithArgument: [Substring] = ["fifths", "offer", "take"]

  /// Parses points that are separated by commas.
  private static func points(_ text: Substring) -> [Point]? {
    var points: [Point] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let point = ProofText.point(word) else { return nil }
      points.append(point)
    }
    return points
  }
}
