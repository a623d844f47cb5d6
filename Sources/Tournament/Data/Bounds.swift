/// The ranges of all numbers that users, engines and logs can give.
///
/// Each reaches far beyond any use, and sums and products of them stay within 64 bits.
public enum Bounds {
  // MARK: Limits of engines

  /// Milliseconds, up to the protocol's word for an unlimited time (25 days).
  public static let time = 0...2_147_483_647
  /// Milliseconds of a limit that nobody could keep if it were zero.
  public static let positiveTime = 1...2_147_483_647
  public static let nodes = 1...1_000_000_000_000_000
  public static let depth = 1...1000
  /// Bytes, up to a pebibyte.
  public static let memory = 1...(1 << 50)

  // MARK: Tournaments

  /// Any number is a seed.
  public static let seed = 0...Int.max
  public static let engines = 1...1000
  public static let pairs = 1...1_000_000
  /// Pairs of all pairings together: the standings keep some bytes for each game.
  public static let allPairs = 1...10_000_000
  /// Numbers of games.
  public static let game = 0...(2 * allPairs.upperBound - 1)
  public static let faults = 1...1_000_000
  public static let concurrency = 1...1024
  public static let shards = 1...100_000
  public static let randomPlies = 0...60
  /// Distance of a point from the board's centre.
  public static let offset = -22...22

  // MARK: Adjudication

  public static let plies = 1...100_000
  public static let ply = 0...100_000
  public static let movesInARow = 1...1000
  /// Centistones.
  public static let score = 0...1_000_000

  // MARK: Sequential tests

  public static let elo = -2000.0...2000.0
  /// Closer hypotheses could not be told apart by any number of games.
  public static let leastEloStep = 0.01
  public static let errorRate = 1e-9...0.49
  /// Pairs or games given as counts.
  public static let count = 0.0...1e9
  public static let seconds = 1...86_400

  // MARK: Checks and openings

  public static let fuzzLines = 1...100_000_000
  public static let openingPlies = 1...40
  public static let openings = 1...100_000
  public static let bias = 0...10_000
  public static let openingNodes = 1...1_000_000_000

  // MARK: Logs

  /// The code of a symmetry.
  public static let symmetry = 0...7
  /// The time of a move, in microseconds.
  public static let moveTime = 0...10_000_000_000_000
  /// KiB.
  public static let peak = 0...(1 << 40)
  /// Processor time of a game, in milliseconds.
  public static let processorTime = 0...1_000_000_000_000
  /// Milliseconds since 1970.
  public static let date = 0...100_000_000_000_000
}
