import CommandLineKit
import SearchTypes

/// A comparison of search scores with game results, which yields the scale from scores to odds of
/// winning.
public struct Calibration: Sendable {
  /// The score in centistones and the result of each position, both for the side to move.
  ///
  /// Results are shares of a point, 0 to 1. Proven scores are left out.
  fileprivate var pairs: [(score: Float, result: Float)] = []

  public init() {}

  /// Adds the search score of a position and the result of its game, both for the side to move.
  ///
  /// Proven scores are ignored.
  public mutating func add(_ score: Score, result: Double) {
    guard !score.isProven else { return }
    pairs.append((Float(score.rawValue), Float(result)))
  }

  /// The number of centistones by which the odds of winning grow e-fold.
  ///
  /// The number minimises the logistic loss of `sigmoid(score / scale)` against the results. The
  /// candidates are the multiples of 5 from 50 to 800.
  public var scale: Float {
    func loss(_ scale: Float) -> Float {
      pairs.reduce(0) { $0 + crossEntropy(sigmoid($1.score / scale), $1.result) }
    }
    return stride(from: Float(50), through: 800, by: 5).min { loss($0) < loss($1) } ?? 200
  }

  /// The positions whose expected share of points is in one interval.
  public struct Bin: Sendable {
    /// The positions' expected shares of points.
    var expected = RunningMean()
    /// The positions' results.
    var scored = RunningMean()

    public var count: Int { scored.count }
    /// The absolute difference between the mean result and the mean expected share.
    public var error: Double { abs(expected.mean - scored.mean) }
  }

  /// Returns ten bins of equal width in the expected share of points, `sigmoid(score / scale)`.
  public func bins(scale: Float) -> [Bin] {
    var bins = Array(repeating: Bin(), count: 10)
    for pair in pairs {
      let expected = sigmoid(pair.score / scale)
      let index = min(Int(expected * 10), 9)
      bins[index].expected.add(Double(expected))
      bins[index].scored.add(Double(pair.result))
    }
    return bins
  }

  /// The report as lines of text: the scale, each bin with positions, and the mean error over all
  /// positions.
  public var summary: [String] {
    let scale = scale
    let bins = bins(scale: scale)
    let lines = bins.filter { $0.count > 0 }.map { bin in
      "expected \(percentText(bin.expected.mean)), scored \(percentText(bin.scored.mean))"
        + " of \(bin.count)"
    }
    let error = bins.reduce(0) { $0 + $1.error * Double($1.count) } / Double(max(pairs.count, 1))
    return ["scale \(Int(scale))"] + lines
      + ["mean error \(percentText(error)) of \(pairs.count) positions"]
  }
}

extension LabProgram.Command {
  /// Returns the command `calibrate`, which prints the calibration for standard input.
  ///
  /// - Parameters:
  ///   - input: the name of the input in the help text.
  ///   - texts: the text options of the command.
  ///   - read: reads standard input.
  public static func calibrate(
    _ input: String, texts: [Substring] = [],
    _ read: @escaping @Sendable (Options) throws -> Calibration
  ) -> Self {
    Self(
      "calibrate", texts: texts,
      usage: """
        \(texts.map { "[\($0)=…] " }.joined())< \(input)
            the centistones by which the odds of winning grow e-fold, and how well scores
            foretell results with them
        """
    ) { options in
      let calibration = try read(options)
      guard !calibration.pairs.isEmpty else { throw CommandError("no positions to learn from") }
      calibration.summary.forEach { print($0) }
    }
  }
}
