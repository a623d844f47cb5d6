import Basics
import Liuzhou
import Platform
import SearchKit

/// The numbers of the evaluation's network while it is trained, in one piece of memory.
///
/// A measure's row is the sum of a row of its own and, in proportion to its value, of one that all its
/// values share: rare values learn from common ones.
final class EvaluationModel {
  /// Half a row.
  typealias Vector = SIMD16<Float>
  typealias Layer = SIMD8<Float>

  static let channels = EvaluationWeights.channels
  static let hidden = EvaluationWeights.hidden
  static let ceiling = EvaluationWeights.ceiling
  /// What a measure's shared row is multiplied with for each unit of its value.
  static let measureUnit: Float = 0.25

  // Where the parts begin, in numbers.
  static let shared = EvaluationTraining.rowCount * channels
  static let layers = shared + EvaluationTraining.measureCount * channels
  static let outputs = layers + EvaluationTraining.stageCount * (channels + 1) * hidden
  /// By stage: the weights of the excited numbers, and what is added, filled up to two layers.
  static let outputWidth = 2 * hidden
  static let count = outputs + EvaluationTraining.stageCount * outputWidth

  let numbers: UnsafeMutablePointer<Float>

  private init() {
    let bytes = EvaluationModel.count * MemoryLayout<Float>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 128)
    numbers = memory.initializeMemory(
      as: Float.self, repeating: 0, count: EvaluationModel.count)
  }

  deinit { numbers.deallocate() }

  /// A network that knows nothing, with random numbers to begin with.
  convenience init(seed: UInt64) {
    self.init()
    var generator = SplitMix64(seed: seed)
    /// A nearly normally distributed number.
    func random(_ deviation: Float) -> Float {
      let sum = (0..<12).reduce(-6 as Float) { sum, _ in
        sum + Float.random(in: 0..<1, using: &generator)
      }
      return deviation * sum
    }
    let pieces = EvaluationTraining.firstMeasureRow * EvaluationModel.channels
    for index in 0..<pieces { numbers[index] = random(0.05) }
    for channel in 0..<EvaluationModel.channels {
      numbers[EvaluationTraining.constantRow * EvaluationModel.channels + channel] = 0.5
    }
    for index in EvaluationModel.shared..<EvaluationModel.layers { numbers[index] = random(0.1) }
    for stage in 0..<EvaluationTraining.stageCount {
      let layer = EvaluationModel.layer(stage)
      for index in 0..<EvaluationModel.channels * EvaluationModel.hidden {
        numbers[layer + index] = random((2 / Float(EvaluationModel.channels)).squareRoot())
      }
      for index in 0..<EvaluationModel.hidden {
        numbers[EvaluationModel.output(stage) + index] =
          random(0.5 / Float(EvaluationModel.hidden).squareRoot())
      }
    }
  }

  /// A network that knows the worth of stones, a hundred centistones each, and nothing else.
  static var stonesOnly: EvaluationModel {
    let model = EvaluationModel()
    let step: Float = 0.1
    let (own, opponent) = EvaluationTraining.stoneMeasures
    model.numbers[EvaluationTraining.constantRow * channels] = EvaluationWeights.ceiling / 2
    model.numbers[shared + own * channels] = step / measureUnit
    model.numbers[shared + opponent * channels] = -step / measureUnit
    for stage in 0..<EvaluationTraining.stageCount {
      model.numbers[layer(stage)] = 1
      let worth = 100 / EvaluationTraining.scale / step
      model.numbers[output(stage)] = worth
      model.numbers[output(stage) + hidden] = -worth * EvaluationWeights.ceiling / 2
    }
    return model
  }

  /// Where the layer of a stage begins: the weights of each channel, and what is added.
  static func layer(_ stage: Int) -> Int { layers + stage * (channels + 1) * hidden }
  static func output(_ stage: Int) -> Int { outputs + stage * outputWidth }

  // MARK: Files

  /// The network as the engine reads it.
  var file: WeightFile {
    func whole(_ number: Float, _ unit: Float) -> Int16 {
      Int16(min(max((number * unit).rounded(), -32_767), 32_767))
    }
    var rows: [Int16] = []
    for row in 0..<EvaluationTraining.rowCount {
      let place = row - EvaluationTraining.firstMeasureRow
      let (measure, value) = place.quotientAndRemainder(
        dividingBy: EvaluationTraining.measureValues)
      let isMeasure = place >= 0 && measure < EvaluationTraining.measureCount
      for channel in 0..<EvaluationModel.channels {
        var number = numbers[row * EvaluationModel.channels + channel]
        if isMeasure {
          number +=
            EvaluationModel.measureUnit * Float(value)
            * numbers[EvaluationModel.shared + measure * EvaluationModel.channels + channel]
        }
        rows.append(whole(number, EvaluationWeights.rowUnit))
      }
    }
    let layers = (EvaluationModel.layers..<EvaluationModel.outputs).map {
      whole(numbers[$0], EvaluationWeights.hiddenUnit)
    }
    let outputs = (0..<EvaluationTraining.stageCount).flatMap { stage in
      (0...EvaluationModel.hidden).map {
        whole(numbers[EvaluationModel.output(stage) + $0], EvaluationWeights.outputUnit)
      }
    }
    return WeightFile(EvaluationWeights.shape, numbers: rows + layers + outputs)
  }
}
