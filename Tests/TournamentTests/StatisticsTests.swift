import Basics
import Foundation
import Gomocup
import Testing

@testable import Tournament

/// The reference cases: inputs, expected outputs and the tolerance, absolute plus relative.
struct ReferenceCase: CustomTestStringConvertible, Sendable {
  let id: String
  let kind: String
  let input: JSON
  let expected: [JSON.Member]
  let tolerance: Double

  var testDescription: String { id }

  static let all: [ReferenceCase] = load()

  private static func load() -> [ReferenceCase] {
    guard let text = TestFiles.text("statistics.json"), let json = try? JSON(parsing: text),
      let cases = json["cases"]?.array
    else { return [] }
    return cases.compactMap { json in
      guard let id = json["id"]?.string, let kind = json["kind"]?.string,
        let input = json["input"], case .object(let expected) = json["expect"],
        let tolerance = json["tolerance"]?.double
      else { return nil }
      return ReferenceCase(
        id: id, kind: kind, input: input, expected: expected, tolerance: tolerance)
    }
  }

  func number(_ name: String) -> Double { input[name]?.double ?? 0 }
  var counts: ResultCounts { ResultCounts(input["counts"].flatMap(numbers) ?? []) ?? .noPairs }

  /// Compares every expected output with `actual`, which must name them all.
  func check(_ actual: [String: [Double?]]) throws {
    for member in expected {
      let values = try #require(actual[member.name], "\(member.name) is not computed")
      let wanted: [JSON] = if case .array(let list) = member.value { list } else { [member.value] }
      try #require(values.count == wanted.count)
      for (value, json) in zip(values, wanted) { compare(value, json, member.name) }
    }
  }

  private func compare(_ value: Double?, _ json: JSON, _ name: String) {
    switch json {
    case .null: #expect(value == nil, "\(name)")
    case .string(let text): #expect(value == (text == "+inf" ? .infinity : -.infinity), "\(name)")
    default:
      let wanted = json.double ?? .nan
      let difference = abs((value ?? .nan) - wanted)
      #expect(
        difference <= tolerance + tolerance * abs(wanted), "\(name): \(value ?? .nan) ≠ \(wanted)")
    }
  }
}

func numbers(_ json: JSON) -> [Double]? { json.array?.compactMap(\.double) }

@Suite("Statistics agree with the reference")
struct StatisticsTests {
  static func cases(_ kind: String) -> [ReferenceCase] {
    ReferenceCase.all.filter { $0.kind == kind }
  }

  @Test func everyReferenceCaseIsOfAKnownKind() {
    let kinds: Set = ["elo", "bounds", "llr", "plan", "bradley_terry"]
    #expect(ReferenceCase.all.count == 30)
    #expect(ReferenceCase.all.allSatisfy { kinds.contains($0.kind) })
  }

  @Test(arguments: cases("elo")) func eloEstimate(of row: ReferenceCase) throws {
    let counts = row.counts
    let estimate = EloEstimate(counts, confidence: row.input["conf"]?.double ?? 0.95)
    try row.check([
      "units": [counts.units], "games": [counts.games], "score": [counts.score],
      "variance": [counts.variance], "stderr_score": [counts.standardError],
      "elo": [estimate.elo], "elo_low": [estimate.low], "elo_high": [estimate.high],
      "nelo": [estimate.normalized], "nelo_error": [estimate.normalizedError],
      "los": [estimate.superiority],
    ])
  }

  @Test(arguments: cases("bounds")) func waldBounds(of row: ReferenceCase) throws {
    let test = SequentialTest(
      elo0: 0, elo1: 1, alpha: row.number("alpha"), beta: row.number("beta"))
    try row.check(["lower": [test.lowerBound], "upper": [test.upperBound]])
  }

  @Test(arguments: cases("llr")) func logLikelihoodRatio(of row: ReferenceCase) throws {
    let models: [String: SequentialTest.Model] = [
      "normalized": .normalized, "logistic": .logistic, "logistic_approx": .logisticApproximate,
      "bayeselo": .bayes, "bayeselo_jeffreys": .bayesJeffreys,
    ]
    let model = try #require(models[row.input["model"]?.string ?? ""])
    let test = SequentialTest(
      elo0: row.number("elo0"), elo1: row.number("elo1"), alpha: row.number("alpha"),
      beta: row.number("beta"), model: model)
    let ratio = test.logLikelihoodRatio(row.counts)
    let decision = row.expected.first { $0.name == "decision" }?.value.string
    #expect(test.decision(at: ratio).rawValue == decision)
    let numeric = ReferenceCase(
      id: row.id, kind: row.kind, input: row.input,
      expected: row.expected.filter { $0.name != "decision" }, tolerance: row.tolerance)
    try numeric.check(["llr": [ratio], "lower": [test.lowerBound], "upper": [test.upperBound]])
  }

  @Test(arguments: cases("plan")) func expectedCost(of row: ReferenceCase) throws {
    let games = Int(row.number("games_per_unit"))
    let test = SequentialTest(
      elo0: row.number("nelo0"), elo1: row.number("nelo1"), alpha: row.number("alpha"),
      beta: row.number("beta"))
    let units = test.expectedUnits(truth: row.number("nelo"), gamesPerUnit: games)
    try row.check(["expected_units": [units], "expected_games": [units * Double(games)]])
  }

  @Test(arguments: cases("bradley_terry")) func bradleyTerry(of row: ReferenceCase) throws {
    let pairs = (row.input["pairs"]?.array ?? []).flatMap { json -> [BradleyTerry.Pair] in
      guard let fields = json.array, fields.count == 3, let first = fields[0].int,
        let second = fields[1].int, let results = fields[2].string
      else { return [] }
      return results.split(separator: " ").map { text in
        BradleyTerry.Pair(
          first: first, second: second, points: text.map { $0 == "W" ? 1 : $0 == "D" ? 0.5 : 0 })
      }
    }
    let players = Int(row.number("players"))
    let ratings = try #require(
      BradleyTerry(players: players, pairs: pairs, virtualDraws: row.number("prior_draws")))
    let connected = row.expected.first { $0.name == "connected" }?.value.bool
    #expect(ratings.isConnected == connected)
    let numeric = ReferenceCase(
      id: row.id, kind: row.kind, input: row.input,
      expected: row.expected.filter { $0.name != "connected" }, tolerance: row.tolerance)
    try numeric.check([
      "rating": ratings.ratings, "error": (0..<players).map { ratings.error(of: $0) },
      "error_pair": (0..<players).map { ratings.pairedError(of: $0) },
    ])
  }

  @Test func resultsWithoutAVirtualDrawAreNotRateableUnlessConnected() {
    let pairs = [BradleyTerry.Pair(first: 0, second: 1, points: [1, 1])]
    #expect(BradleyTerry(players: 2, pairs: pairs, virtualDraws: 0) == nil)
    #expect(BradleyTerry(players: 2, pairs: pairs, virtualDraws: 1) != nil)
  }
}
