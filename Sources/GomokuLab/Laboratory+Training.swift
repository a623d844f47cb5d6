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
      "pack", usual: ["threads", "share", "foresight", "scale"], texts: ["variant"],
      usage: """
        [variant=freestyle] [scale=N] [share=PERCENT] [foresight=PERCENT] [threads=N]
             < GAMES > EXAMPLES
            packs the positions of games, with what a mix network has to learn of them: the
            results, mixed with what searches said (with foresight, in part what came of it), and
            the moves that these chose; several outputs in a row are one
        """
    ) { try Laboratory(options: $0).pack() },
    LabProgram.Command(
      "train-mix",
      usual: ["rounds", "rate", "threads"], numbers: ["channels": 1...1000],
      texts: ["examples", "from", "state"],
      usage: """
        examples=FILE [from=FILE] [rounds=N] [rate=PER MILLION] [threads=N] [state=FILE]
              [channels=N] > WEIGHTS
            learns a variant's mix network from the examples that pack has written, from nothing or
            from the network in a file; with state, an interrupted run goes on; the same network on
            any number of threads; with other channels than the engine has, 48 or 64, it only tells
            the losses
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

  /// The number of games that are read, and then packed, at a time.
  private static let packedGames = 500

  /// Packs the positions of the games on standard input.
  func pack() throws {
    let variant = try variant
    var maker = exampleMaker(share: 0.3, takesProven: true)
    var packer = ExamplePacker(variant)
    var games: [TrainingGame] = []
    func packGames() throws {
      try LabProgram.writeBytes(packer.add(maker.examples(of: games, threads: options.threads)))
      games = []
    }
    try LabProgram.readLines("game") { line in
      guard let game = TrainingGame(line) else { return false }
      if game.variant == variant { games.append(game) }
      if games.count == Laboratory.packedGames { try packGames() }
      return true
    }
    try packGames()
    guard maker.gameCount > 0 else { throw CommandError("no games of \(variant) to learn from") }
    try LabProgram.writeBytes(packer.finish())
  }

  /// Trains a mix network on packed examples, and writes the quantised network.
  ///
  /// Nothing is written if the engine cannot run a network with so many channels.
  func trainMix() throws {
    guard let path = options.text("examples") else { throw CommandError("train-mix examples=FILE") }
    let file = try ExampleFile(path: path)
    let channels = options.number("channels", or: MixModel.channels)
    guard MixModel.channelChoices.contains(channels),
      channels == MixModel.channels || options.text("from") == nil
    else { throw CommandError("no network of \(channels) channels can be trained so") }
    let model = MixModel(file.variant, seed: 1, channels: channels)
    _ = try options.weights("from") { try model.start(from: $0) }
    var trainer = MixTrainer(model, file)
    trainer.epochs = options.number("rounds", or: trainer.epochs)
    trainer.learningRate = options.float("rate", per: 1_000_000, or: trainer.learningRate)
    trainer.threads = options.threads
    trainer.checkpoint = options.text("state")
    let network = try trainer.fit { CurrentProcess.note($0) }
    try LabProgram.writeBytes(network?.bytes ?? [])
  }

  func judge() throws {
    let variant = try variant
    let network = try options.weights("weights") { try MixNetwork($0) } ?? .of(variant)
    guard network.variant == variant else {
      throw CommandError("a network of \(network.variant), not of \(variant)")
    }
    var maker = exampleMaker(share: 0.8, takesProven: false)
    let examples = try maker.examples(of: trainingGames(), threads: options.threads)
    let validation = MixValidation(network, examples, threads: options.threads)
    CurrentProcess.printLine(validation.text)
  }

  /// Returns the maker of training examples, with the parameters that options name.
  ///
  /// - Parameters:
  ///   - share: the default weight of results in the targets.
  ///   - takesProven: true if positions with a proven score have a target.
  func exampleMaker(share: Float, takesProven: Bool) -> ExampleMaker {
    ExampleMaker(
      resultShare: options.float("share", per: 100, or: share),
      lambda: options.float("foresight", per: 100, or: 0),
      scale: options.float("scale", or: 170), takesProven: takesProven)
  }

  /// Returns the variant's games on standard input; throws if there are none.
  func trainingGames() throws -> [TrainingGame] {
    let variant = try variant
    let games = try Laboratory.readGames().filter { $0.variant == variant }
    guard !games.isEmpty else { throw CommandError("no games of \(variant) to learn from") }
    return games
  }
}
