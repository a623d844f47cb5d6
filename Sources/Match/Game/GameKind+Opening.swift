import Gomocup
import GomokuRules
import Records

/// The reason why a game cannot begin with an opening rule.
public struct UnusableOpening: PhrasedError, Equatable {
  public let phrase: Phrase

  init(_ format: Phrase.Format) { phrase = Phrase(format) }
}

extension GameKind {
  /// Begins an opening; `nil` if its rule does not allow this game.
  public func opening(_ rule: OpeningRule) -> OpeningGame? {
    guard case .gomoku(let variant, let size) = self else { return nil }
    return OpeningGame(rule, size: size, variant: variant)
  }

  /// Returns the opening rule with this name.
  ///
  /// - Throws: an error if there is no such rule, or if it does not allow the game.
  public func openingRule(named name: String) throws(UnusableOpening) -> OpeningRule {
    guard let rule = OpeningRule(name) else {
      throw UnusableOpening("unknown opening rule \"\(name)\"; known: \(OpeningRule.names)")
    }
    guard opening(rule) != nil else {
      let needs = rule.isRenju ? "renju" : "gomoku"
      let side = rule.smallestSide
      throw UnusableOpening(
        "\(rule) opens a game of \(needs) from \(side)x\(side) on, not \(self.name)")
    }
    return rule
  }

  /// Returns the renju opening that the first three moves form.
  ///
  /// The result is `nil` if the game is not renju, or if the moves form none of the 26 openings.
  public func renjuOpening(of moves: [Move]) -> RenjuOpening? {
    guard case .gomoku(.renju, let size) = self else { return nil }
    let points = moves.prefix(3).compactMap {
      if case .point(let point) = $0 { point } else { nil }
    }
    return RenjuOpening.opening(of: points, on: size)
  }
}

extension RenjuOpening {
  /// The names in Latin letters and in Japanese characters, with the code: `Kagetsu 花月 (D4)`.
  public var title: String { "\(name) \(characters) (\(code))" }
}
