import CommandLineKit
import Gomoku
import GomokuRules
import LabKit
import Platform

extension Laboratory {
  /// The commands that train weights and networks, and measure networks.
  static let trainingCommands = [
    LabProgram.Command(
      "train",
      usual: ["scale", "share", "rounds", "rate"], texts: ["variant", "from"],
      usage: """
        variant=NAME [from=FILE] [scale=N] [share=PERCENT] [rounds=N] [rate=PER MILLE]
              < GAMES > WEIGHTS
            learns a variant's weights from games and writes them, from nothing or from the
            weights in a file
        """
    ) { try Laboratory(options: $0).train() },
    LabProgram.Command(
      "train-mix",
      usual: ["rounds", "rate", "threads", "share", "foresight", "scale"],
      texts: ["variant", "from"],
      usage: """
        variant=NAME [from=FILE] [scale=N] [share=PERCENT] [foresight=PERCENT] [rounds=N]
              [rate=PER MILLION] [threads=N] < GAMES > WEIGHTS
            learns a variant's mix network from games, their results, what searches said (with
            foresight, in part what came of it) and the moves that they chose, from nothing or \
        from
            the network in a file; the same on as many threads
        """
    ) { try Laboratory(options: $0).trainMix() },
    LabProgram.Command(
      "judge", usual: ["share", "scale", "threads"], texts: ["variant", "weights"],
      usage: """
        [variant=freestyle] [weights=FILE] [share=PERCENT] [scale=N] [threads=N] < GAMES
            tells how well a mix network foretells the results of games, of which share is mixed
            with what searches said (80), beside those searches: the mean cross-entropies, over
            all and by the number of stones
        """
    ) { try Laboratory(options: $0).judge() },
  ]

  func train() throws {
    let variant = try variant
    var trainer = Trainer(variant, scale: options.float("scale", or: 170))
    trainer.resultShare = options.float("share", per: 100, or: 0.5)
    trainer.epochs = options.number("rounds", or: trainer.epochs)
    trainer.firstLearningRate = options.float("rate", per: 1000, or: trainer.firstLearningRate)
    if let start = try options.weights("from", { try Weights($0) }) { trainer.start(from: start) }
    for game in try trainingGames() { trainer.add(game) }
    let weights = trainer.fit { CurrentProcess.note($0) }
    try LabProgram.writeBytes(weights.bytes)
  }

  /// Trains a mix network on the games on standard input, and writes the quantised network.
  func trainMix() throws {
    let variant = try variant
    let model = MixModel(variant, seed: 1)
    _ = try options.weights("from") { try model.start(from: $0) }
    let examples = try mixExamples(share: 0.3, takesProven: true)
    var trainer = MixTrainer(model, examples)
    trainer.epochs = options.number("rounds", or: trainer.epochs)
    trainer.learningRate = options.float("rate", per: 1_000_000, or: trainer.learningRate)
    trainer.threads = options.threads
    trainer.fit { CurrentProcess.note($0) }
    guard (0..<model.count).allSatisfy({ model.parameters[$0].isFinite }) else {
      throw CommandError("the numbers have grown without bounds: take a smaller rate")
    }
    try LabProgram.writeBytes(MixQuantisation(model, examples).file().bytes)
  }

  func judge() throws {
    let variant = try variant
    let network = try options.weights("weights") { try MixNetwork($0) } ?? .of(variant)
    guard network.variant == variant else {
      throw CommandError("a network of \(network.variant), not of \(variant)")
    }
    let validation = MixValidation(
      network, try mixExamples(share: 0.8, takesProven: false), threads: options.threads)
    CurrentProcess.printLine(validation.text)
  }

  /// Returns the training examples of mix networks from the games on standard input.
  ///
  /// - Parameters:
  ///   - share: the default weight of results in the targets.
  ///   - takesProven: true if positions with a proven score have a target.
  func mixExamples(share: Float, takesProven: Bool) throws -> MixExamples {
    var examples = MixExamples(
      resultShare: options.float("share", per: 100, or: share),
      lambda: options.float("foresight", per: 100, or: 0),
      scale: options.float("scale", or: 170), takesProven: takesProven)
    try examples.add(trainingGames(), threads: options.threads)
    return examples
  }

  /// Returns those games on standard input that are of the variant; throws if there are none.
  func trainingGames() throws -> [TrainingGame] {
    let variant = try variant
    let games = try Laboratory.readGames().filter { $0.variant == variant }
    guard !games.isEmpty else { throw CommandError("no games of \(variant) to learn from") }
    return games
  }
}
