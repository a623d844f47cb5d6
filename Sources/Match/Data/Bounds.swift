/// The accepted ranges of numbers in tournament files, logs and command lines.
///
/// They are far wider than needed, yet narrow enough that calculations do not overflow 64 bits.
public enum Bounds {
  // MARK: Limits of engines

  /// Milliseconds, up to the protocol's value for unlimited time (2³¹ − 1 ms, about 25 days).
  public static let time = 0...2_147_483_647
  /// Milliseconds, for limits that must not be zero.
  public static let positiveTime = 1...2_147_483_647
  public static let nodes = 1...1_000_000_000_000_000
  public static let depth = 1...1000
  /// Bytes, up to a pebibyte.
  public static let memory = 1...(1 << 50)

  // MARK: Tournaments

  public static let seed = 0...Int.max
  public static let engines = 1...1000
  public static let pairs = 1...1_000_000
  /// The number of pairs of games in all pairings; the standings need a few bytes a game.
  public static let allPairs = 1...10_000_000
  public static let game = 0...(2 * allPairs.upperBound - 1)
  public static let faults = 1...1_000_000
  public static let concurrency = 1...1024
  public static let shards = 1...100_000
  public static let randomPlies = 0...60
  /// The coordinates of a point relative to the board's centre.
  public static let offset = -22...22

  // MARK: Adjudication

  public static let plies = 1...100_000
  public static let ply = 0...100_000
  public static let movesInARow = 1...1000
  /// An adjudication threshold, in the unit of the engines' scores.
  public static let score = 0...1_000_000

  // MARK: Sequential tests

  /// A hypothesis of a sequential test, as an Elo difference.
  public static let elo = -2000.0...2000.0
  /// The smallest difference between two hypotheses; less would need too many games.
  public static let leastEloStep = 0.01
  /// The probability of a test's error of the first or second kind.
  public static let errorRate = 1e-9...0.49
  /// A number of pairs or games given as an observed count.
  public static let count = 0.0...1e9
  public static let seconds = 1...86_400

  // MARK: Checks and openings

  public static let fuzzLines = 1...100_000_000
  public static let openingPlies = 1...40
  public static let openings = 1...100_000
  /// The largest absolute score of a balanced opening, in the unit of the engine's scores.
  public static let bias = 0...10_000
  public static let openingNodes = 1...1_000_000_000

  // MARK: Logs

  public static let symmetry = 0...7
  /// The time of a move, in microseconds.
  public static let moveTime = 0...10_000_000_000_000
  /// The peak resident memory, in KiB.
  public static let peak = 0...(1 << 40)
  /// The processor time of a game, in milliseconds.
  public static let processorTime = 0...1_000_000_000_000
  /// A date, in milliseconds since 1970.
  public static let date = 0...100_000_000_000_000
}
