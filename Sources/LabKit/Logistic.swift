import Platform

/// The chance that log odds of `x` stand for, never quite 0 or 1.
@inlinable public func sigmoid(_ x: Float) -> Float {
  min(max(1 / (1 + exp(-x)), 1e-6), 1 - 1e-6)
}

/// The loss of having expected a result `target` with the chance `expected`.
@inlinable public func crossEntropy(_ expected: Float, _ target: Float) -> Float {
  -target * log(expected) - (1 - target) * log(1 - expected)
}
