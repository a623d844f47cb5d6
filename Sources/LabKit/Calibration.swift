import SearchKit

/// How well scores foretell results.
public struct Calibration: Sendable {
  /// Scores that are no proven results, for the mover, and the mover's points, 0 to 1.
  fileprivate var pairs: [(score: Float, result: Float)] = []

  public init() {}

  /// Adds what a search said of a position, unless it proved the result.
  public mutating func add(_ score: Score, result: Double) {
    guard !score.isProven else { return }
    pairs.append((Float(score.rawValue), Float(result)))
  }

  /// The centistones by which the odds of winning grow e-fold: the scale that foretells best.
  public var scale: Float {
    func loss(_ scale: Float) -> Float {
      pairs.reduce(0) { $0 + crossEntropy(sigmoid($1.score / scale), $1.result) }
    }
    return stride(from: Float(50), through: 800, by: 5).min { loss($0) < loss($1) } ?? 200
  }

  /// Positions whose expected share of points is about the same.
  public struct Bin: Sendable {
    public var count = 0
    /// Sums over the positions.
    var expected: Float = 0
    var scored: Float = 0

    /// How far the mean result is from the expected one.
    public var error: Float { count == 0 ? 0 : abs(expected - scored) / Float(count) }
  }

  /// Ten bins of equal width in the share that `scale` makes scores stand for.
  public func bins(scale: Float) -> [Bin] {
    var bins = Array(repeating: Bin(), count: 10)
    for pair in pairs {
      let expected = sigmoid(pair.score / scale)
      let index = min(Int(expected * 10), 9)
      bins[index].count += 1
      bins[index].expected += expected
      bins[index].scored += pair.result
    }
    return bins
  }

  /// The scale, each bin, and the mean error over all positions, as text.
  public var summary: [String] {
    let scale = scale
    let bins = bins(scale: scale)
    let lines = bins.filter { $0.count > 0 }.map { bin in
      let count = Float(bin.count)
      return "expected \(percent(bin.expected / count)), scored \(percent(bin.scored / count)) of "
        + "\(bin.count)"
    }
    let error = bins.reduce(Float(0)) { $0 + $1.error * Float($1.count) }
    return ["scale \(Int(scale))"] + lines
      + ["mean error \(percent(error / Float(max(pairs.count, 1)))) of \(pairs.count) positions"]
  }
}

extension LabProgram.Command {
  /// The command that tells the calibration of what `read` finds on standard input.
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
      guard !calibration.pairs.isEmpty else { throw Options.Failure("no positions to learn from") }
      calibration.summary.forEach { print($0) }
    }
  }
}
