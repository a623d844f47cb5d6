import Basics
import Foundation
import GomokuRules
import TestSupport

/// Strategies of every kind from which the mutation tests start.
enum StrategyBases {
  /// Those that `WinSearch` has found for `variant`, with up to two extra stones, on seeded random
  /// positions: small ones, so that they can be played out again and again.
  static func strategies(of variant: Variant) throws -> [NaiveStrategyText] {
    try texts(in: "\(variant)").compactMap { NaiveStrategyText($0) }
  }

  /// Parts of the proofs that Black wins on 15x15 under `variant`, taken out at random by
  /// `gomoku-lab sample`: of up to 60 nodes, and some of up to 250; or those in the folder that
  /// `WULIU_SAMPLES` names.
  static func partsOfTheorem(_ variant: Variant) throws -> [String] {
    guard let folder = ProcessInfo.processInfo.environment["WULIU_SAMPLES"] else {
      return try texts(in: "theorem-\(variant)")
    }
    let file = URL(filePath: folder).appending(path: "theorem-\(variant).txt")
    return parts(try String(contentsOf: file, encoding: .utf8))
  }

  /// Parts of the proof of an opening of freestyle, with replies far from Black's attack.
  static var farPoints: [String] { get throws { try texts(in: "far-points") } }

  private static func texts(in file: String) throws -> [String] {
    parts(try Fixture.text("strategies/\(file).txt", in: .module))
  }

  private static func parts(_ text: String) -> [String] {
    let last = "\nend\n"
    return text.components(separatedBy: last).dropLast().map { $0 + last }
  }
}
