import Basics
import LabKit
import Liuzhou
import Platform
import SearchKit

/// The parameters of the evaluation's network during training, in one block of memory.
///
/// The embedding row of a feature's value is the sum of two rows. One belongs to the value; the
/// other is shared by all values of the feature, and multiplied by the value. Rare values thus
/// learn from common ones.
final class EvaluationModel {
  /// Half an embedding row.
  typealias Vector = SIMD16<Float>
  /// The neurons of a hidden layer.
  typealias Layer = SIMD8<Float>

  static let channels = EvaluationWeights.channels
  static let hidden = EvaluationWeights.hidden
  static let upperClamp = EvaluationWeights.upperClamp
  /// The factor of a feature's shared row for each unit of the feature's value.
  static let featureUnit: Float = 0.25

  // The offsets of the parts in `parameters`; the embedding rows come first.
  static let shared = EvaluationEncoding.rowCount * channels
  static let layers = shared + EvaluationEncoding.featureCount * channels
  static let outputs = layers + EvaluationEncoding.stageCount * (channels + 1) * hidden
  /// The size of a stage's output layer: a weight for each neuron and a bias, padded.
  static let outputWidth = 2 * hidden
  /// The number of parameters.
  static let count = outputs + EvaluationEncoding.stageCount * outputWidth

  let parameters: UnsafeMutablePointer<Float>

  private init() { parameters = .zeroed(EvaluationModel.count) }

  deinit { parameters.deallocate() }

  /// Creates a network with random initial parameters.
  convenience init(seed: UInt64) {
    self.init()
    var generator = SplitMix64(seed: seed)
    /// Returns a nearly normally distributed number with standard deviation `deviation`.
    func random(_ deviation: Float) -> Float {
      let sum = (0..<12).reduce(-6 as Float) { sum, _ in
        sum + Float.random(in: 0..<1, using: &generator)
      }
      return deviation * sum
    }
    let patternNumbers = EvaluationEncoding.firstFeatureRow * EvaluationModel.channels
    for index in 0..<patternNumbers { parameters[index] = random(0.05) }
    for channel in 0..<EvaluationModel.channels {
      parameters[EvaluationEncoding.biasRow * EvaluationModel.channels + channel] = 0.5
    }
    for index in EvaluationModel.shared..<EvaluationModel.layers { parameters[index] = random(0.1) }
    for stage in 0..<EvaluationEncoding.stageCount {
      let layer = EvaluationModel.layer(stage)
      for index in 0..<EvaluationModel.channels * EvaluationModel.hidden {
        parameters[layer + index] = random((2 / Float(EvaluationModel.channels)).squareRoot())
      }
      for index in 0..<EvaluationModel.hidden {
        parameters[EvaluationModel.output(stage) + index] =
          random(0.5 / Float(EvaluationModel.hidden).squareRoot())
      }
    }
  }

  /// A network that values each stone at a hundred centistones and nothing else.
  static var stonesOnly: EvaluationModel {
    let model = EvaluationModel()
    let step: Float = 0.1
    let (own, opponent) = EvaluationEncoding.stoneFeatures
    model.parameters[EvaluationEncoding.biasRow * channels] = EvaluationWeights.upperClamp / 2
    model.parameters[shared + own * channels] = step / featureUnit
    model.parameters[shared + opponent * channels] = -step / featureUnit
    for stage in 0..<EvaluationEncoding.stageCount {
      model.parameters[layer(stage)] = 1
      let weight = 100 / EvaluationEncoding.scale / step
      model.parameters[output(stage)] = weight
      model.parameters[output(stage) + hidden] = -weight * EvaluationWeights.upperClamp / 2
    }
    return model
  }

  /// Returns the offset of a stage's hidden layer: the weights of each channel, then the biases.
  static func layer(_ stage: Int) -> Int { layers + stage * (channels + 1) * hidden }
  /// Returns the offset of a stage's output layer: the weights, then the bias.
  static func output(_ stage: Int) -> Int { outputs + stage * outputWidth }

  // MARK: Files

  /// The network in the fixed-point format of the engine.
  var file: WeightFile {
    func quantised(_ number: Float, _ unit: Float) -> Int16 {
      Int16(quantising: number * unit)
    }
    var rows: [Int16] = []
    for row in 0..<EvaluationEncoding.rowCount {
      let index = row - EvaluationEncoding.firstFeatureRow
      let (feature, value) = index.quotientAndRemainder(
        dividingBy: EvaluationEncoding.rowsPerFeature)
      let isFeature = index >= 0 && feature < EvaluationEncoding.featureCount
      for channel in 0..<EvaluationModel.channels {
        var number = parameters[row * EvaluationModel.channels + channel]
        if isFeature {
          number +=
            EvaluationModel.featureUnit * Float(value)
            * parameters[EvaluationModel.shared + feature * EvaluationModel.channels + channel]
        }
        rows.append(quantised(number, EvaluationWeights.rowUnit))
      }
    }
    let layers = (EvaluationModel.layers..<EvaluationModel.outputs).map {
      quantised(parameters[$0], EvaluationWeights.hiddenUnit)
    }
    let outputs = (0..<EvaluationEncoding.stageCount).flatMap { stage in
      (0...EvaluationModel.hidden).map {
        quantised(parameters[EvaluationModel.output(stage) + $0], EvaluationWeights.outputUnit)
      }
    }
    return WeightFile(EvaluationWeights.shape, numbers: rows + layers + outputs)
  }
}
