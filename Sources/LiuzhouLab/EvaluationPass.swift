import LabKit
import Liuzhou

/// The forward and backward pass through the evaluation's network.
final class EvaluationPass {
  typealias Vector = EvaluationModel.Vector
  typealias Layer = EvaluationModel.Layer

  private let parameters: UnsafeMutablePointer<Float>
  /// The gradient, summed over the samples since the last step.
  let gradient: UnsafeMutablePointer<Float>
  /// The embedding rows with a gradient, each once.
  private(set) var touchedRows: [Int] = []
  private let isTouched: UnsafeMutablePointer<Bool>

  /// The accumulator: the sum of the embedding rows, as two vectors.
  private let accumulator = EvaluationPass.buffer()
  /// The accumulator after its clamped ReLU.
  private let activations = EvaluationPass.buffer()
  /// The gradient of the accumulator.
  private let accumulatorGradient = EvaluationPass.buffer()
  /// The hidden layer before its ReLU.
  private var hidden = Layer.zero

  init(_ model: EvaluationModel) {
    parameters = model.parameters
    gradient = .zeroed(EvaluationModel.count)
    isTouched = .allocate(capacity: EvaluationEncoding.rowCount)
    isTouched.initialize(repeating: false, count: EvaluationEncoding.rowCount)
  }

  private static func buffer() -> UnsafeMutablePointer<Vector> {
    UnsafeMutablePointer.zeroed(EvaluationModel.channels).bound()
  }

  deinit {
    gradient.deallocate()
    isTouched.deallocate()
    for vector in [accumulator, activations, accumulatorGradient] { vector.deallocate() }
  }

  /// The feature of each embedding row, and the factor of the feature's shared row.
  ///
  /// The factor is 0 for rows that belong to no feature.
  private let features: [(feature: Int32, value: Float)] = (0..<EvaluationEncoding.rowCount).map {
    let index = $0 - EvaluationEncoding.firstFeatureRow
    let (feature, value) = index.quotientAndRemainder(
      dividingBy: EvaluationEncoding.rowsPerFeature)
    guard index >= 0, feature < EvaluationEncoding.featureCount else { return (0, 0) }
    return (Int32(feature), EvaluationModel.featureUnit * Float(value))
  }

  @inline(__always) private static func sum(_ layer: Layer) -> Float {
    let four = layer.lowHalf + layer.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }

  /// Returns a mask of the lanes that the ReLU passes: all bits of a lane that is not negative.
  @inline(__always) private static func mask(_ layer: Layer) -> SIMD8<Int32> {
    let bits = unsafeBitCast(layer, to: SIMD8<Int32>.self)
    return ~(bits &>> 31)
  }

  @inline(__always) private static func masked(_ layer: Layer, _ mask: SIMD8<Int32>) -> Layer {
    unsafeBitCast(unsafeBitCast(layer, to: SIMD8<Int32>.self) & mask, to: Layer.self)
  }

  /// Returns the log odds of a position, without the factor for turns since the last capture.
  func logOdds(stage: Int, rows: ArraySlice<UInt16>) -> Float {
    let vectors = parameters.bound(to: Vector.self)
    let shared = (parameters + EvaluationModel.shared).bound(to: Vector.self)
    var (first, second) = (Vector.zero, Vector.zero)
    for row in rows {
      let row = Int(row)
      first += vectors[2 &* row]
      second += vectors[2 &* row &+ 1]
      let (feature, value) = features[row]
      if value > 0 {
        first += shared[2 &* Int(feature)] * value
        second += shared[2 &* Int(feature) &+ 1] * value
      }
    }
    (accumulator[0], accumulator[1]) = (first, second)
    let upperClamp = Vector(repeating: EvaluationModel.upperClamp)
    for half in 0..<2 {
      let rest = upperClamp - accumulator[half].relu
      activations[half] = upperClamp - rest.relu
    }
    let weights = (parameters + EvaluationModel.layer(stage)).bound(to: Layer.self)
    let channels = activations.bound(to: Float.self)
    hidden = weights[EvaluationModel.channels]
    for channel in 0..<EvaluationModel.channels { hidden += weights[channel] * channels[channel] }
    let output = (parameters + EvaluationModel.output(stage)).bound(to: Layer.self)
    let rectified = EvaluationPass.masked(hidden, EvaluationPass.mask(hidden))
    return EvaluationPass.sum(rectified * output[0]) + output[1][0]
  }

  /// Adds the gradient of the position of the last forward pass.
  ///
  /// - Parameter error: the derivative of the loss with respect to the log odds.
  func backpropagate(stage: Int, rows: ArraySlice<UInt16>, error: Float) {
    let output = (parameters + EvaluationModel.output(stage)).bound(to: Layer.self)
    let outputGradient = (gradient + EvaluationModel.output(stage)).bound(to: Layer.self)
    let mask = EvaluationPass.mask(hidden)
    outputGradient[0] += EvaluationPass.masked(hidden * error, mask)
    outputGradient[1][0] += error
    let hiddenGradient = EvaluationPass.masked(output[0] * error, mask)
    let weights = (parameters + EvaluationModel.layer(stage)).bound(to: Layer.self)
    let weightGradient = (gradient + EvaluationModel.layer(stage)).bound(to: Layer.self)
    weightGradient[EvaluationModel.channels] += hiddenGradient
    let channels = activations.bound(to: Float.self)
    let channelGradient = accumulatorGradient.bound(to: Float.self)
    let sums = accumulator.bound(to: Float.self)
    for channel in 0..<EvaluationModel.channels {
      weightGradient[channel] += hiddenGradient * channels[channel]
      let isInside = sums[channel] > 0 && sums[channel] < EvaluationModel.upperClamp
      channelGradient[channel] =
        isInside ? EvaluationPass.sum(hiddenGradient * weights[channel]) : 0
    }
    let vectors = gradient.bound(to: Vector.self)
    let shared = (gradient + EvaluationModel.shared).bound(to: Vector.self)
    let (first, second) = (accumulatorGradient[0], accumulatorGradient[1])
    for row in rows {
      let row = Int(row)
      if !isTouched[row] {
        isTouched[row] = true
        touchedRows.append(row)
      }
      vectors[2 &* row] += first
      vectors[2 &* row &+ 1] += second
      let (feature, value) = features[row]
      if value > 0 {
        shared[2 &* Int(feature)] += first * value
        shared[2 &* Int(feature) &+ 1] += second * value
      }
    }
  }

  /// Clears the list of rows with a gradient.
  func clearTouchedRows() {
    for row in touchedRows { isTouched[row] = false }
    touchedRows.removeAll(keepingCapacity: true)
  }
}
