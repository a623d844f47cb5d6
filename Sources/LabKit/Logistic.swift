import Platform

/// Returns the logistic function of `x`: the probability for log odds `x`.
///
/// The result is clamped away from 0 and 1, so that its logarithm is finite.
@inlinable public func sigmoid(_ x: Float) -> Float {
  min(max(1 / (1 + exp(-x)), 1e-6), 1 - 1e-6)
}

/// Returns the logistic loss of the probability `expected` for the result `target`, 0...1.
@inlinable public func crossEntropy(_ expected: Float, _ target: Float) -> Float {
  -target * log(expected) - (1 - target) * log(1 - expected)
}
