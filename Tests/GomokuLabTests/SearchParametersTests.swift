import CommandLineKit
import Gomoku
import GomokuRules
import Testing

@testable import GomokuLab

@Suite struct SearchParametersTests {
  @Test func everyNumberHasAName() {
    let numbers = [SearchParameters(), SearchParameters().time].flatMap { (part: Any) in
      Mirror(reflecting: part).children.filter { $0.value is Int }.compactMap(\.label)
    }
    #expect(SearchParameters.all.map(\.name).sorted() == numbers.sorted())
    let parameters = SearchParameters()
    for parameter in SearchParameters.all {
      #expect(parameter.range ~= parameters[keyPath: parameter.number], "\(parameter.name)")
      var changed = parameters
      changed[keyPath: parameter.number] += 1
      #expect(changed != parameters)
    }
  }

  @Test func numbersAreSetByName() throws {
    let parameters = try SearchParameters(text: "reductionFactor:75,razorDepth:0")
    var expected = SearchParameters()
    for parameter in SearchParameters.all {
      if parameter.name == "reductionFactor" { expected[keyPath: parameter.number] = 75 }
      if parameter.name == "razorDepth" { expected[keyPath: parameter.number] = 0 }
    }
    #expect(parameters == expected)
    #expect(try SearchParameters(text: "") == SearchParameters())
  }

  @Test func someNumbersAreReplaced() throws {
    let names = ["reductionFactor", "razorDepth"]
    let parameters = try names.map { name in
      try #require(SearchParameters.all.first { $0.name == name })
    }
    let margins = try SearchParameters(text: "razorSlope:3")
    #expect(
      SearchParameters(margins, parameters, numbers: [75, 0])
        == (try SearchParameters(text: "razorSlope:3,reductionFactor:75,razorDepth:0")))
  }

  @Test(arguments: ["razorDepth", "razorDepth:", "razorDepth:-1", "razorDepth:1:2", "speed:3", ":"])
  func wrongNumbersAreRefused(_ text: String) {
    #expect(throws: CommandError.self) { try SearchParameters(text: text) }
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
