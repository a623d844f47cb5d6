import CommandLineKit
import LabKit
import Platform
import Testing

@Suite struct LabKitTests {
  private static let known: [Substring: Options.Kind] = [
    "games": .number(1...1000), "seed": .number(0...Int.max), "text": .text,
  ]

  @Test func optionsAreReadByName() throws {
    let options = try Options(["games=12", "text=a=b"], of: LabKitTests.known)
    #expect(options.number("games") == 12)
    #expect(options.number("seed") == nil)
    #expect(options.text("text") == "a=b")
    #expect(options.text("seed") == nil)
  }

  @Test(
    arguments: [
      ("plies=3", "no option 'plies'"), ("--fast", "no option '--fast'"), ("", "no option ''"),
      ("seed=x", "seed=N, a whole number in 0...9223372036854775807, not 'seed=x'"),
      ("games", "games=N, a whole number in 1...1000, not 'games'"),
      ("games=", "games=N, a whole number in 1...1000, not 'games='"),
      ("games=-1", "games=N, a whole number in 1...1000, not 'games=-1'"),
      ("games=0", "games=N, a whole number in 1...1000, not 'games=0'"),
      ("games=1001", "games=N, a whole number in 1...1000, not 'games=1001'"),
      (
        "games=4611686018427387904",
        "games=N, a whole number in 1...1000, not 'games=4611686018427387904'"
      ),
      (
        "seed=9223372036854775808",
        "seed=N, a whole number in 0...9223372036854775807, not 'seed=9223372036854775808'"
      ),
      ("games=nan", "games=N, a whole number in 1...1000, not 'games=nan'"),
      ("text=", "text=VALUE, not 'text='"),
    ]) func wrongOptionsAreNamed(_ argument: String, _ message: String)
  {
    #expect(throws: CommandError(message)) {
      try Options(["games=1", argument], of: LabKitTests.known)
    }
  }

  @Test func aProgramRunsTheNamedCommand() throws {
    nonisolated(unsafe) var seen: [Int?] = []
    let program = LabProgram(
      "lab", summary: "counts things",
      [
        LabProgram.Command(
          "count", numbers: ["games": 0...9], usage: "[games=N]\n    counts games, or not"
        ) {
          seen.append($0.number("games"))
        }
      ])
    try program.run(arguments: ["count", "games=3"])
    try program.run(arguments: ["count"])
    #expect(seen == [3, nil])
    #expect(
      program.pages.help == "lab: counts things\n\ncount [games=N]\n    counts games, or not")
    #expect(program.pages.manual.contains("count [games=N]"))
    #expect(throws: CommandError.self) { try program.run(arguments: ["count", "plies=3"]) }
    #expect(throws: CommandError.self) { try program.run(arguments: ["measure"]) }
    #expect(seen.count == 2)
  }

  @Test func lossesAreLeastAtTheTarget() {
    #expect(sigmoid(0) == 0.5)
    #expect(abs(sigmoid(2) + sigmoid(-2) - 1) < 1e-6)
    #expect(sigmoid(1000) < 1 && sigmoid(-1000) > 0)
    let chances = stride(from: Float(0.05), through: 0.95, by: 0.05)
    let best = chances.min { crossEntropy($0, 0.3) < crossEntropy($1, 0.3) }
    #expect(abs((best ?? 0) - 0.3) < 1e-4)
  }

  /// Points are won by being nearer to the best numbers: the tuner has to find these.
  @Test func theTunerClimbs() {
    let best = [80, 40]
    var tuner = SPSA(
      [55, 65].map { SPSA.Parameter($0, step: 8, range: 0...200) }, gain: 0.3, seed: 1)
    func distance(_ numbers: [Int]) -> Double {
      zip(numbers, best).reduce(0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
    }
    let start = distance(tuner.numbers)
    for round in 0..<400 {
      tuner.round(progress: Double(round) / 400) { first, second in
        0.5 * max(-1, min(1, (distance(second) - distance(first)) / 500))
      }
    }
    #expect(distance(tuner.numbers) < start / 50)
  }

  @Test func tunedNumbersStayInTheirRange() {
    var tuner = SPSA([SPSA.Parameter(5, step: 4, range: 0...20)], gain: 5, seed: 1)
    for _ in 0..<30 {
      tuner.round(progress: 0) { first, second in
        for number in first + second { #expect(0...20 ~= number) }
        return first[0] < second[0] ? 0.5 : -0.5
      }
    }
    #expect(tuner.numbers == [0])
  }

  @Test func theLearningRateRisesAndFalls() {
    let adam = Adam(count: 16)
    let rates = (0..<100).map { _ in adam.nextRate(2, of: 100, warmup: 10, floor: 0.1) }
    #expect(abs(rates[0] - 0.2) < 1e-6)
    #expect(zip(rates, rates.dropFirst()).prefix(9).allSatisfy { $0 < $1 })
    #expect(zip(rates, rates.dropFirst()).dropFirst(10).allSatisfy { $0 >= $1 })
    #expect(rates[99] == 0.2 && adam.stepCount == 100)
    #expect((0..<16).allSatisfy { adam.mean[$0] == 0 && adam.square[$0] == 0 })
    #expect(abs(adam.biasCorrection.mean - 0.999_973) < 1e-4)
  }

  @Test func numbersAreQuantisedWithinTheirLimit() {
    #expect([0.4, -0.6, 1e9, -1e9].map { Int16(quantising: $0) } == [0, -1, 32_767, -32_767])
    #expect(Int16(quantising: 1e9, limit: 32_000) == 32_000)
    #expect(roundedText(0.69314, parts: 10_000) == "0.6931" && percentText(0.5) == "50.0 %")
  }

  @Test func meansAddUp() {
    var (one, other) = (RunningMean(), RunningMean())
    #expect(one.mean == 0)
    for number in [1.0, 2, 6] { one.add(number) }
    other.add(-1)
    one += other
    #expect(one.count == 4 && one.sum == 8 && one.mean == 2)
  }

  /// By hand: the mean of 0, 1, 1/2, 1 is 5/8, the squares of the distances sum to 11/16, and
  /// 1.96 times the root of 11/16/3/4 is 0.4691.
  @Test func aScoreKnowsHowSureItIs() {
    let score = PairedScore([0, 1, 0.5, 1])
    #expect(score.mean == 0.625)
    #expect(abs(score.error - 0.4691) < 1e-4)
    #expect(abs(score.elo - 88.74) < 0.01)
    #expect(PairedScore([0.5, 0.5, 0.5]).error == 0)
    #expect(PairedScore([]).error == 0.5)
  }

  @Test func eloDifferencesAreSymmetric() {
    #expect(PairedScore([0.5, 0.5]).elo == 0)
    #expect(abs(PairedScore([0.75]).elo + PairedScore([0.25]).elo) < 1e-9)
    #expect(PairedScore([1]).elo < 1300)
    #expect(PairedScore([1, 0.5, 1]).eloError.isFinite)
  }
}
