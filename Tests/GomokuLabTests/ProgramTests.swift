import Gomoku
import GomokuRules
import Platform
import SearchKit
import TestSupport
import Testing

@testable import GomokuLab
@testable import Prover

/// The commands of `gomoku-lab`, each run as a program on an input of a few games.
@Suite struct ProgramTests {
  /// Runs a command that has to succeed.
  private static func run(_ words: [String], input: String = "") throws -> ProgramRun {
    let run = try ProgramRun("gomoku-lab", words, input: input)
    #expect(run.status == 0, "\(words) \(run.errors)")
    return run
  }

  /// Four short games on a small board, some with random moves.
  private static let games = Result {
    try run(["generate", "games=4", "nodes=60", "size=9", "seed=3"]).text
  }

  @Test func generatePlaysWholeGames() throws {
    let lines = try ProgramTests.games.get().split(separator: "\n")
    let games = lines.compactMap { TrainingGame(String($0)) }
    #expect(lines.count == 4 && games.count == 4)
    #expect(games.allSatisfy { $0.outcome != nil && $0.size.width == 9 && $0.plies.count > 5 })
    #expect(games.contains { $0.lastRandomPly != nil })
    let again = try ProgramTests.run(["generate", "games=4", "nodes=60", "size=9", "seed=3"])
    #expect(try again.text == ProgramTests.games.get())
    let others = try ProgramTests.run(
      ["generate", "games=2", "nodes=60", "strays=0", "variant=renju", "seed=4"]
    ).lines.compactMap { TrainingGame($0) }
    #expect(others.count == 2)
    #expect(others.allSatisfy { $0.variant == .renju && $0.lastRandomPly == nil })
  }

  @Test func labelSearchesOnePositionInSoMany() throws {
    let games = try ProgramTests.games.get()
    let plies = games.split(separator: "\n").reduce(0) {
      $0 + (TrainingGame(String($1))?.plies.count ?? 0)
    }
    let lines = try ProgramTests.run(["label", "nodes=300", "interval=5"], input: games).lines
    let labels = lines.compactMap { TrainingGame($0) }
    #expect(labels.count == plies / 5 && labels.count == lines.count)
    for label in labels {
      #expect(label.outcome == nil && label.plies.count == 1 && label.plies[0].score != nil)
    }
  }

  @Test func calibrateFindsTheScaleOfScores() throws {
    let games = try ProgramTests.run(["generate", "games=6", "nodes=60", "strays=0"]).text
    let lines = try ProgramTests.run(["calibrate"], input: games).lines
    let scale = try #require(lines.first?.split(separator: " ").last.flatMap { Int($0) })
    #expect(50...800 ~= scale)
    // Every interval says how many positions it holds, and the last line says of how many in all.
    let counts = lines.dropFirst().compactMap { line in
      line.split(separator: " ").compactMap { Int($0) }.last
    }
    #expect(counts.count == lines.count - 1 && counts.dropLast().reduce(0, +) == counts.last)
  }

  @Test func weightsAreTrainedAndMeet() throws {
    let (games, scratch) = (try ProgramTests.games.get(), try Scratch())
    let (weights, network) = (scratch["plain"], scratch["mix"])
    let examples = "examples=\(scratch["examples"])"
    try FileSystem.write(ProgramTests.run(["train", "rounds=1"], input: games).output, to: weights)
    try FileSystem.write(
      ProgramTests.run(["pack"], input: games).output, to: scratch["examples"])
    try FileSystem.write(ProgramTests.run(["train-mix", examples, "rounds=1"]).output, to: network)
    #expect(try Weights(WeightFile(path: weights)).variant == .freestyle)
    #expect(try MixNetwork(WeightFile(path: network)).variant == .freestyle)
    let again = try ProgramTests.run(["train-mix", examples, "rounds=0", "from=\(network)"])
    #expect(try MixNetwork(WeightFile(reading: again.output)).variant == .freestyle)
    let line = try #require(
      ProgramTests.run(
        ["match", "first=\(weights)", "second=\(network)", "pairs=1", "nodes=50", "size=9"]
      ).lines.last)
    #expect(line.hasPrefix("2 games, ") && line.contains(" %, pairs ["))
  }

  /// A training that is killed in the middle makes the same network when it is started again.
  @Test func aKilledTrainingGoesOn() throws {
    let scratch = try Scratch()
    let state = scratch["state"]
    let games = try ProgramTests.games.get().split(separator: "\n").prefix(2)
    let packed = try ProgramTests.run(["pack"], input: games.joined(separator: "\n")).output
    // 260 equal blocks are three windows a round.
    try FileSystem.write(
      Array(repeating: packed, count: 260).flatMap { $0 }, to: scratch["examples"])
    let words = ["train-mix", "examples=\(scratch["examples"])", "rounds=2"]
    let network = try ProgramTests.run(words).output
    let resumable = words + ["state=\(state)", "threads=2"]
    for _ in 0..<2 {
      let old = try? FileSystem.contents(of: state)
      let run = try ChildProcess(ProgramRun.path(of: "gomoku-lab"), resumable)
      comesTrue { run.ending != nil || (try? FileSystem.contents(of: state)) != old }
      run.kill()
      #expect(FileSystem.exists(state))
    }
    #expect(try ProgramTests.run(resumable).output == network)
  }

  @Test func judgeComparesANetworkWithSearches() throws {
    let lines = try ProgramTests.run(["judge"], input: ProgramTests.games.get()).lines
    let numbers = lines.map { line in
      line.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
    }
    // Positions, the loss of the network, the loss of the searches; a group has its bounds before.
    let all = try #require(numbers.first)
    #expect(all.count == 3 && all[0] > 50)
    #expect((0.01...3).contains(all[1]) && (0.01...3).contains(all[2]))
    #expect(numbers.dropFirst().reduce(0) { $0 + $1[2] } == all[0])
    let wrong = try ProgramRun(
      "gomoku-lab", ["judge", "variant=renju"], input: ProgramTests.games.get())
    #expect(wrong.status == 1 && wrong.errors == "gomoku-lab: no games of renju to learn from\n")
  }

  @Test func spsaPrintsNumbersInTheirRange() throws {
    let lines = try ProgramTests.run(
      ["spsa", "margins=reductionFactor:5,razorSlope:9", "rounds=2", "pairs=1", "nodes=50"]
    ).lines
    let words = try #require(lines.last).split(separator: " ")
    #expect(words.prefix(2) == ["2", "rounds:"])
    for word in words[2].split(separator: ",") {
      let pair = word.split(separator: ":")
      let parameter = try #require(SearchParameters.all.first { $0.name == pair[0] })
      let number = try #require(Double(pair[1]))
      #expect(parameter.range ~= Int(number) && number > 0)
    }
  }

  @Test func winsAreCounted() throws {
    let run = try ProgramTests.run(
      ["wins", "nodes=300"], input: "freestyle 15 15 + h8a1i8c1j8e1\nfreestyle 15 15 + h8a1\n")
    #expect(run.text.hasPrefix("seen 1 of 2 (black 1 of 2, white 0 of 0), nodes "))
  }

  @Test func pathsOfWinsAreShown() throws {
    let run = try ProgramTests.run(
      ["win-path", "nodes=300", "line-nodes=300"],
      input: "freestyle 15 15 + h8a1i8c1j8e1\nfreestyle 15 15 + h8a1\n")
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(try #require(lines.first).hasPrefix("win in 3: seen after "))
    #expect(lines.last == "no win found")
  }

  @Test func searchesAreCompared() throws {
    let label = "freestyle 15 15 ? h8a1i8c1j8e1 g8:+M3\n"
    let run = try ProgramTests.run(
      ["compare", "first-nodes=300", "second-nodes=300", "second-threads=1"], input: label)
    #expect(run.text.hasPrefix("1 positions; losses "))
    #expect(run.text.contains("; second less first 0.0 ± 0.0; same move "))
  }

  @Test func proofsAreContinuedSampledAndMadeBooks() throws {
    let (folder, proofs) = try TheoremTests.proved()
    let task = try Scratch()
    try FileSystem.write(Array(TheoremTests.task.utf8), to: task["task.json"])
    let words = ["prove", task["task.json"], "--out", folder.folder]
    // All jobs are in the log, which stays as it is.
    let log = try FileSystem.contents(of: folder["jobs.log"])
    let proved = try ProgramTests.run(words).text
    #expect(proved.hasPrefix("proved: \(proofs.count - 1) openings, "))
    #expect(try FileSystem.contents(of: folder["jobs.log"]) == log)
    let samples = try ProgramTests.run(["sample", folder.folder, "count=3", "nodes=12"]).text
    let parts = samples.components(separatedBy: "end\n").dropLast()
    #expect(parts.count == 3)
    for part in parts { _ = try StrategyChecker.check(TheoremTests.read(part + "end\n")) }
    let book = try ProgramTests.run(["book", folder.folder]).text
    let size = try #require(BoardSize(side: 7))
    let entries = try #require(StrategyBook(reading: book, size: size))
    var position = try TheoremTests.task(TheoremTests.task).position
    position.remove(try #require(position.stones.last?.point))
    #expect(entries[position]?.move == Point("d3") && proofs.count > 40)
    let play = try ProgramTests.run(["play-book", task["task.json"], "--out", task["play"]]).lines
    #expect(play.first?.hasPrefix("d3d4-") == true)
  }

  @Test func drawsAreProved() throws {
    let scratch = try Scratch()
    try FileSystem.write(
      Array("{\"claim\": \"draw\", \"boards\": [\"5x5\"]}".utf8), to: scratch["task.json"])
    _ = try ProgramTests.run(["prove", scratch["task.json"], "--out", scratch.folder])
    let text = try FileSystem.contents(of: scratch["5x5.defence"])
    let proof = try #require(DefenceTests.read(String(decoding: text, as: UTF8.self)))
    _ = try DefenceChecker.check(proof)
  }

  @Test func theProvedGameIsPlayed() throws {
    let run = try ProgramTests.run(["proved", "nodes=500"], input: "g8\n")
    #expect(run.text.hasPrefix("won 1 of 1, later than announced 0, longest "))
    let corner = try ProgramTests.run(["proved", "games=1", "opponent=corner"])
    #expect(corner.text.hasPrefix("won 1 of 1, later than announced 0, longest "))
  }

  @Test(arguments: [
    (["label"], "zz\n", "no game in line 1 of standard input"),
    (["calibrate"], "", "no positions to learn from"),
    (["calibrate"], "freestyle 15 15 + h8 i9", "a stray move in game 1: generate games with"),
    (["train"], "", "no games of freestyle to learn from"),
    (["judge", "weights=/none"], "", "/none: cannot be read"),
    (["match", "first=/proc/self/exe"], "", "/proc/self/exe: no weights"),
    (["match", "nodes=1", "clock=1"], "", "nodes=N or clock=N, not both"),
    (["spsa"], "", "margins=NAME:STEP,… are wanted"),
    (["prove", "/none", "--out", "/none"], "", "/none"),
    (["prove", "x", "--out", "y", "--shard", "3/2"], "", "--shard needs K/N with K in 1…N"),
    (["book", "/none"], "", "/none: no proofs"), (["sample", "/none"], "", "/none: no proofs"),
    (["plane", "/none"], "", "plane FOLDER --far NAME"),
    (["play-book", "/none", "--out", "/none"], "", "/none"),
    (["proved", "opponent=me"], "", "opponent: one of"),
    (["proved", "nodes=9"], "h8 h8\n", "no moves in line 1 of standard input"),
    (["wins"], "\n", "no game in line 1 of standard input"), (["fly"], "", "no command 'fly'"),
    (["compare"], "freestyle 15 15 + h8 i9\n", "no positions that label has searched"),
    (["label", "speed=1"], "", "no option 'speed'"),
  ]) func aWrongLineIsOneError(words: [String], input: String, sentence: String) throws {
    let run = try ProgramRun("gomoku-lab", words, input: input)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("gomoku-lab: \(sentence)"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }
}
