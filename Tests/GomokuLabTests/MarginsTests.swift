import CommandLineKit
import Gomoku
import GomokuRules
import Testing

@testable import GomokuLab

@Suite struct MarginsTests {
  @Test func everyNumberHasAName() {
    let numbers = [Margins(), Margins().time].flatMap { (part: Any) in
      Mirror(reflecting: part).children.filter { $0.value is Int }.compactMap(\.label)
    }
    #expect(Margins.parameters.map(\.name).sorted() == numbers.sorted())
    let margins = Margins()
    for parameter in Margins.parameters {
      #expect(parameter.range ~= margins[keyPath: parameter.number], "\(parameter.name)")
      var changed = margins
      changed[keyPath: parameter.number] += 1
      #expect(changed != margins)
    }
  }

  @Test func numbersAreSetByName() throws {
    let margins = try Margins(text: "reductionFactor:75,razorDepth:0")
    var expected = Margins()
    for parameter in Margins.parameters {
      if parameter.name == "reductionFactor" { expected[keyPath: parameter.number] = 75 }
      if parameter.name == "razorDepth" { expected[keyPath: parameter.number] = 0 }
    }
    #expect(margins == expected)
    #expect(try Margins(text: "") == Margins())
  }

  @Test(arguments: ["razorDepth", "razorDepth:", "razorDepth:-1", "razorDepth:1:2", "speed:3", ":"])
  func wrongNumbersAreRefused(_ text: String) {
    #expect(throws: CommandError.self) { try Margins(text: text) }
  }

  /// Points are won by being nearer to the best numbers: the tuner has to find these.
  @Test func theTunerClimbs() throws {
    let best = ["reductionFactor": 80, "futilitySlope": 40]
    let parameters = try best.keys.sorted().map { name in
      let parameter = try #require(Margins.parameters.first { $0.name == name })
      return MarginsTuner.TunedParameter(parameter, step: 8, from: Margins())
    }
    var tuner = MarginsTuner(parameters, from: Margins(), gain: 0.3, seed: 1)
    func distance(_ margins: Margins) -> Double {
      parameters.map(\.parameter).reduce(0) { sum, parameter in
        let miss = margins[keyPath: parameter.number] - (best[parameter.name] ?? 0)
        return sum + Double(miss * miss)
      }
    }
    let start = distance(tuner.margins)
    for round in 0..<400 {
      tuner.round(progress: Double(round) / 400) { first, second in
        0.5 * max(-1, min(1, (distance(second) - distance(first)) / 500))
      }
    }
    #expect(distance(tuner.margins) < start / 50)
  }

  @Test func numbersStayInTheirRange() throws {
    let parameter = try #require(Margins.parameters.first { $0.name == "razorDepth" })
    var tuner = MarginsTuner(
      [MarginsTuner.TunedParameter(parameter, step: 4, from: Margins())], from: Margins(), gain: 5,
      seed: 1)
    for _ in 0..<30 {
      tuner.round(progress: 0) { first, second in
        for margins in [first, second] {
          #expect(parameter.range ~= margins[keyPath: parameter.number])
        }
        return first[keyPath: parameter.number] < second[keyPath: parameter.number] ? 0.5 : -0.5
      }
    }
    #expect(tuner.margins[keyPath: parameter.number] == 0)
  }

  @Test(arguments: [NodeBudget.turn(100), .match(4_000)])
  func aMatchOfEqualsIsEven(budget: NodeBudget) {
    let runner = MatchRunner(budget: budget, threads: 2, seed: 3)
    let results = runner.play(EngineParameters(), EngineParameters(), pairs: 5)
    #expect(results == [0, 0, 5, 0, 0])
    #expect(runner.play(EngineParameters(), EngineParameters(), pairs: 5) == results)
  }

  @Test func anEngineThatKnowsNothingLoses() {
    let blind = EngineParameters(weights: .blank(.freestyle))
    let runner = MatchRunner(budget: .turn(400), threads: 1, seed: 3)
    let results = runner.play(EngineParameters(), blind, pairs: 10)
    #expect(results.reduce(0, +) == 10)
    #expect(results[3] + results[4] > 7)
  }
}
