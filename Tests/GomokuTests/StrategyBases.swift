import Basics
import Foundation
import GomokuRules
import TestSupport

/// Strategies of every kind from which the mutation tests start.
enum StrategyBases {
  /// Those that `WinSearch` has found for `variant`, with up to two extra stones, on seeded random
  /// positions: small ones, so that they can be played out again and again.
  static func strategies(of variant: Variant) throws -> [NaiveStrategyText] {
    let text = try Fixture.text("strategies/\(variant).txt", in: .module)
    let last = "\nend\n"
    return text.components(separatedBy: last).compactMap { NaiveStrategyText($0 + last) }
  }
}
