import Platform

/// The state of the optimiser Adam (Kingma and Ba, 2015), with the learning rates of its steps.
///
/// The learning rate warms up to its highest value and decays by a cosine.
public final class Adam {
  /// The running means of each parameter's gradient and of its square.
  public let mean, square: UnsafeMutablePointer<Float>
  /// The number of steps that have begun. A training that resumes from a file sets this number.
  public var stepCount = 0

  public init(count: Int) { (mean, square) = (.zeroed(count), .zeroed(count)) }

  deinit {
    mean.deallocate()
    square.deallocate()
  }

  /// Begins the next step, and returns its learning rate.
  ///
  /// - Parameters:
  ///   - highest: the learning rate after the warm-up.
  ///   - all: the number of steps of the whole training.
  ///   - warmup: the number of warm-up steps.
  ///   - floor: the fraction of `highest` to which the rate decays.
  public func nextRate(_ highest: Float, of all: Int, warmup: Int, floor: Float) -> Float {
    let progress = Float(stepCount) / Float(all)
    stepCount += 1
    let rise = min(1, Float(stepCount) / Float(warmup))
    let annealing = max(floor, (1 + Float(cos(Double(progress) * .pi))) / 2)
    return highest * rise * annealing
  }

  /// The divisors that correct the bias of the running means.
  ///
  /// `square` is the root of the divisor, because a step divides by the root of the mean square.
  public var biasCorrection: (square: Float, mean: Float) {
    let steps = Float(stepCount)
    return ((1 - powf(0.999, steps)).squareRoot(), 1 - powf(0.9, steps))
  }
}
