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
      "word \(word): needs a point, swap, stay, fifths N, offer POINT,POINT or take POINT"
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
    let words = text.split(separator: " ").map { Substring($0) }
    var index = 0
    while index < words.count {
      let argument = index + 1 < words.count ? words[index + 1] : nil
      guard let (action, length) = OpeningAction.parse(words[index], argument) else {
        throw OpeningTextError(word: index + 1, problem: .syntax)
      }
      do {
        try game.play(action)
      } catch {
        throw OpeningTextError(word: index + 1, problem: .action(error))
      }
      index += length
    }
    self = game
  }
}

extension OpeningAction {
  /// Parses an action whose first word is `word`.
  ///
  /// - Returns: the action and its number of words, or `nil` if the words are no action.
  fileprivate static func parse(
    _ word: Substring, _ argument: Substring?
  ) -> (action: OpeningAction, words: Int)? {
    switch word {
    case "swap": return (.swap, 1)
    case "stay": return (.stay, 1)
    case "fifths": return argument.flatMap(ProofText.number).map { (.announce($0), 2) }
    case "offer": return argument.flatMap(points).map { (.offer($0), 2) }
    case "take": return argument.flatMap(ProofText.point).map { (.take($0), 2) }
    default: return ProofText.point(word).map { (.place($0), 1) }
    }
  }

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
