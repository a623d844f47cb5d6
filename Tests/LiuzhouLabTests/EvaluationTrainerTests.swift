import Basics
import Foundation
import LabKit
import LiuzhouRules
import SearchKit
import SearchTypes
import TestSupport
import Testing

@testable import Liuzhou
@testable import LiuzhouLab

@Suite struct EvaluationPassTests {
  private static func inputs(_ count: Int) throws -> [EvaluationEncoding.Inputs] {
    var play = SelfPlay(.fengyang, .compiledIn)
    (play.games, play.nodes) = (2, 30)
    let encoding = EvaluationEncoding(Rulebook(.fengyang))
    var inputs: [EvaluationEncoding.Inputs] = []
    play.run { inputs.append(encoding.inputs(of: $0.position)) }
    try #require(inputs.count > count)
    return Array(inputs.prefix(count))
  }

  /// What backward passes say of each number is what a small change of it does to the loss.
  @Test func slopesAreThoseOfTheLoss() throws {
    let model = EvaluationModel(seed: 3)
    let pass = EvaluationPass(model)
    let inputs = try EvaluationPassTests.inputs(12)
    let target: Float = 0.3
    func loss() -> Double {
      inputs.reduce(0) {
        let odds = Double(pass.logOdds(stage: $1.stage, rows: $1.rows[...]))
        return $0 + log(1 + exp(odds)) - Double(target) * odds
      }
    }
    for input in inputs {
      let expected = sigmoid(pass.logOdds(stage: input.stage, rows: input.rows[...]))
      pass.backpropagate(stage: input.stage, rows: input.rows[...], error: expected - target)
    }
    let rows = Set(inputs.flatMap { $0.rows.map(Int.init) })
    #expect(Set(pass.touchedRows) == rows && pass.touchedRows.count == rows.count)
    let numbers = (0..<EvaluationModel.count).filter { pass.gradient[$0] != 0 }
    #expect(numbers.allSatisfy { $0 >= EvaluationModel.shared || rows.contains($0 / 32) })
    var generator = SplitMix64(seed: 4)
    var wrong = 0
    for index in numbers.shuffled(using: &generator).prefix(Effort.count(300, sanitized: 60)) {
      let (number, step) = (model.parameters[index], 2e-3 as Float)
      model.parameters[index] = number + step
      let more = loss()
      model.parameters[index] = number - step
      let slope = (more - loss()) / Double(2 * step)
      model.parameters[index] = number
      // A kink of the network may lie between.
      if abs(slope - Double(pass.gradient[index])) > 0.02 + 0.05 * abs(slope) { wrong += 1 }
    }
    #expect(wrong <= 6)
  }

  /// What the engine reads says what the model says, but for rounding.
  @Test func theFileIsTheModel() throws {
    let model = EvaluationModel(seed: 5)
    let pass = EvaluationPass(model)
    let weights = try EvaluationWeights(model.file)
    let book = Rulebook(.fengyang)
    let encoding = EvaluationEncoding(book)
    let evaluation = Evaluation(book, weights: weights)
    var play = SelfPlay(.fengyang, .compiledIn)
    (play.games, play.nodes) = (2, 30)
    var greatest: Float = 0
    play.run { sample in
      let inputs = encoding.inputs(of: sample.position)
      let odds = pass.logOdds(stage: inputs.stage, rows: inputs.rows[...]) * inputs.quietFactor
      let score = Float(evaluation.score(of: sample.position).rawValue)
      greatest = max(greatest, abs(odds * EvaluationEncoding.scale - score))
    }
    #expect(greatest < 12)
  }
}

@Suite struct ScoreAccuracyTests {
  private static func sample(_ text: String, _ score: Int32, _ points: Double) throws
    -> ScoredPosition
  {
    ScoredPosition(
      position: try Rulebook(.fengyang).position(text), score: Score(rawValue: score),
      points: points)
  }

  @Test func scoresThatTellTheWinnerLoseLittle() throws {
    var accuracy = ScoreAccuracy()
    let texts = ["XO4/6/6/6/6/6 b p 0", "XOXO2/6/6/6/6/6 b p 0", "XXXX2/6/6/6/6/OOOO2 b m 0"]
    for text in texts {
      for (score, points) in [(300, 1), (-300, 0), (200, 1), (-200, 0)] as [(Int32, Double)] {
        accuracy.add(try ScoreAccuracyTests.sample(text, score, points))
      }
    }
    let lines = accuracy.summary
    #expect(lines.count == 3)
    for (line, name) in zip(lines, ["0-3 placed: ", "4-12 placed: ", "moving: "]) {
      #expect(line.hasPrefix(name + "4 positions, right 100.0 %, loss 0.0"))
      #expect(line.hasSuffix("base rate 0.6931"))
    }
  }

  @Test func scoresThatSayNothingLoseAllThatIsToBeKnown() throws {
    var accuracy = ScoreAccuracy()
    for points in [0, 1, 0, 1, 0.5] {
      accuracy.add(try ScoreAccuracyTests.sample("XO4/6/6/6/6/6 b p 0", 0, points))
    }
    #expect(
      accuracy.summary.first?.hasPrefix("0-3 placed: 5 positions, right 50.0 %, loss 0.6931")
        == true)
  }

  @Test(arguments: [0.0, 1.0]) func aBaseRateOfOneWinnerLosesNothing(points: Double) throws {
    var accuracy = ScoreAccuracy()
    accuracy.add(try ScoreAccuracyTests.sample("XO4/6/6/6/6/6 b p 0", 100, points))
    #expect(accuracy.summary.first?.hasSuffix(", base rate 0.0") == true, "\(accuracy.summary)")
  }

  @Test func gamesAreReadBack() throws {
    var match = Match()
    var records: [Match.Record] = []
    match.onGame = { records.append($0) }
    var first = RandomContestant(seed: 1)
    var second = RandomContestant(seed: 2)
    _ = match.play(&first, &second, pairs: 3)
    let book = Rulebook(.fengyang)
    for record in records {
      let line = try #require(FinishedGame(record.text[...], under: book))
      #expect(line.turns == record.game.turns && line.winner == record.outcome.winner)
      let start = line.game(0)
      #expect(start.turns.isEmpty)
      let points = record.outcome.winner.map { $0 == .black ? 1.0 : 0 } ?? 0.5
      #expect(line.points(start) == points && line.points(line.game(1)) == 1 - points)
    }
    for line in ["", "1-0", "2-0 {x} a1", "1-0 {x} a1 a1", "1-0 {x} zz"] {
      #expect(FinishedGame(line[...], under: book) == nil, "\(line)")
    }
  }
}

@Suite struct EvaluationTrainerTests {
  private static func samples(games: Int, seed: UInt64) -> [ScoredPosition] {
    var play = SelfPlay(.fengyang, .compiledIn)
    (play.games, play.nodes, play.seed) = (games, 40, seed)
    var samples: [ScoredPosition] = []
    play.run { samples.append($0) }
    return samples
  }

  private static func numbers(of file: WeightFile) -> [Int16] {
    (0..<file.shape.count).map { file.numbers[$0] }
  }

  @Test func sameSeedsPlayTheSameGames() {
    let texts = EvaluationTrainerTests.samples(games: 2, seed: 4).map(\.text)
    #expect(!texts.isEmpty)
    #expect(EvaluationTrainerTests.samples(games: 2, seed: 4).map(\.text) == texts)
    #expect(EvaluationTrainerTests.samples(games: 2, seed: 5).map(\.text) != texts)
  }

  /// Points of both players add up to one in every game, and texts are read back.
  @Test func samplesTellTheMoversPoints() throws {
    let book = Rulebook(.fengyang)
    for sample in EvaluationTrainerTests.samples(games: 1, seed: 3) {
      let read = try #require(ScoredPosition(sample.text[...], under: book))
      #expect(read.position == sample.position && read.score == sample.score)
      #expect(read.points == sample.points)
    }
    for seed in 1...4 as ClosedRange<UInt64> {
      let samples = EvaluationTrainerTests.samples(games: 1, seed: seed)
      let points = Dictionary(grouping: samples, by: \.position.sideToMove).mapValues {
        Set($0.map(\.points))
      }
      let sum = points.values.reduce(0) { $0 + $1.reduce(0, +) }
      #expect(points.count == 2 && points.values.allSatisfy { $0.count == 1 } && sum == 1)
    }
  }

  /// Targets that a rule of thumb makes are learned, the same each time.
  @Test func fitsFollowTheSamplesAndCanBePlayed() throws {
    let samples = EvaluationTrainerTests.samples(games: 12, seed: 1)
    func fit(_ sign: Int) -> (file: WeightFile, lines: [String]) {
      var trainer = EvaluationTrainer()
      trainer.epochs = 40
      for sample in samples {
        let lead = sign * (sample.position.own.count - sample.position.opponent.count)
        let points = lead > 0 ? 1 : lead < 0 ? 0 : 0.5
        let score = Score.centistones(400 * lead.signum())
        let target = ScoredPosition(position: sample.position, score: score, points: points)
        trainer.add(target, under: .fengyang)
      }
      var lines: [String] = []
      let file = trainer.fit { lines.append($0) }
      return (file, lines)
    }
    let (honest, lines) = fit(1)
    #expect(fit(1).file.bytes == honest.bytes)
    #expect(lines.count == 40 && lines[0].contains("loss ") && lines[0].contains(", of others "))
    /// The mean score of whoever has more stones.
    func worth(_ file: WeightFile) throws -> Int {
      let evaluation = Evaluation(
        Rulebook(.fengyang), weights: try EvaluationWeights(file))
      let scores = samples.map { sample in
        let lead = sample.position.own.count - sample.position.opponent.count
        return lead.signum() * Int(evaluation.score(of: sample.position).rawValue)
      }
      return scores.reduce(0, +) / scores.count
    }
    #expect(try worth(honest) > 20 && worth(fit(-1).file) < -20)
    let player = LiuzhouPlayer(memoryLimit: 32 << 20, weights: try EvaluationWeights(honest))
    #expect(player.search(Game(.fengyang), limits: SearchLimits(nodes: 100)).bestMove != nil)
  }

  @Test func stonesAreAllThatTheFirstWeightsKnow() throws {
    let player = LiuzhouPlayer(
      memoryLimit: 32 << 20, weights: try EvaluationWeights(EvaluationTrainer.stonesOnly))
    let book = Rulebook(.fengyang)
    for (text, score) in [
      ("XXXXX1/6/6/6/6/OOOO2 b m 0", 100), ("XXXXX1/6/6/6/6/OOOO2 w m 0", -100),
      ("XXXX2/6/6/6/6/OOOO2 w m 0", 0),
    ] {
      let game = Game(book, from: try book.position(text))
      #expect(abs(Int(player.evaluate(game).score.rawValue) - score) <= 3, "\(text)")
    }
  }

  /// Lines before positions say which rules they are of.
  @Test func positionsOfSeveralRulesAreReadTogether() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "liuzhou-lab").path(percentEncoded: false)
    let script = """
      cd '\(folder.path(percentEncoded: false))'
      for rules in shandong mover=first; do
        '\(program)' selfplay rules=$rules games=2 nodes=30 decisive=50 random=4 >> all
      done
      '\(program)' judge < all && '\(program)' tune rounds=1 < all > weights
      '\(program)' match pairs=1 first=nodes:30 second=nodes:30 first-weights=weights games=1 > games
      '\(program)' label nodes=20 < games | '\(program)' calibrate
      """
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-euc", script]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("13-24 placed: ") && text.contains("scale "), "\(text)")
    let all = try String(contentsOf: folder.appending(path: "all"), encoding: .utf8)
    let headings = all.split(separator: "\n").filter { $0.hasPrefix("#") }
    #expect(headings.count == 2 && headings[1].contains("mover=first"))
  }
}
