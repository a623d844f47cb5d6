import Gomoku

/// A number, or a vector of numbers, that can be trained.
protocol Trainable {
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  static func + (a: Self, b: Float) -> Self
  static func * (a: Float, b: Self) -> Self
  func squareRoot() -> Self
}

extension Float: Trainable {}
extension ShapeNetwork.Vector<Float>: Trainable {}

/// An embedding table of codes, trained by Adam (Kingma and Ba, 2015).
///
/// An entry is the sum of the parameters of the code's parts, such as `TrainingSample.parts`, and
/// usually a residual of its own. A rare code is thus valued by its parts, which occur in other
/// codes too.
struct FactoredEmbedding<Value: Trainable> {
  private let parts: [[Int]]
  private let partCount: Int
  /// The parameters: one for each part, then the residual of each code.
  private var parameters: [Value]
  private var parameterGradient: [Value]
  private var mean: [Value]
  private var square: [Value]
  private var meanDecay: Float = 1
  private var squareDecay: Float = 1
  /// The weight decay of the residuals; `nil` if the codes have no residuals.
  private let weightDecay: Float?

  /// The entry of each code: the sum of its parameters.
  private(set) var entries: [Value]
  /// The gradient of each entry, to which the samples of a batch add; `step` clears it.
  var gradient: [Value]

  /// - Parameters:
  ///   - parts: for each code, the indices of its parts.
  ///   - weightDecay: the weight decay of the residuals; `nil` for no residuals.
  ///   - first: makes the initial parameter of a part.
  init(parts: [[Int]], weightDecay: Float?, first: () -> Value = { .zero }) {
    self.parts = parts
    self.weightDecay = weightDecay
    let partCount = (parts.joined().max() ?? -1) + 1
    self.partCount = partCount
    parameters = (0..<partCount + parts.count).map { $0 < partCount ? first() : .zero }
    parameterGradient = Array(repeating: .zero, count: parameters.count)
    (mean, square) = (parameterGradient, parameterGradient)
    entries = Array(repeating: .zero, count: parts.count)
    gradient = entries
    composeEntries()
  }

  /// Starts from `initial` entries, with all other parameters 0.
  ///
  /// The entries become the residuals of the codes. If the codes have no residuals, `initial` has
  /// the parameters of the parts instead.
  mutating func start(from initial: [Value]) {
    let first = weightDecay == nil ? 0 : partCount
    for i in parameters.indices { parameters[i] = .zero }
    for (index, entry) in initial.enumerated() { parameters[first + index] = entry }
    composeEntries()
  }

  /// Replaces each part's parameter by the result of `change` for its number and old value.
  mutating func changeParts(_ change: (Int, Value) -> Value) {
    for part in 0..<partCount { parameters[part] = change(part, parameters[part]) }
    composeEntries()
  }

  /// The parameters of the parts, without the residuals.
  var partEntries: [Value] { Array(parameters[..<partCount]) }

  /// Takes one step of Adam against `gradient`, and clears the gradient.
  mutating func step(learningRate: Float) {
    for part in 0..<partCount { parameterGradient[part] = .zero }
    for code in parts.indices {
      let derivative = gradient[code]
      gradient[code] = .zero
      let residual = partCount + code
      parameterGradient[residual] =
        weightDecay.map { derivative + $0 * parameters[residual] } ?? .zero
      for part in parts[code] { parameterGradient[part] = parameterGradient[part] + derivative }
    }
    meanDecay *= 0.9
    squareDecay *= 0.999
    let (meanScale, squareScale) = (learningRate / (1 - meanDecay), 1 / (1 - squareDecay))
    for i in parameters.indices {
      let derivative = parameterGradient[i]
      mean[i] = 0.9 * mean[i] + 0.1 * derivative
      square[i] = 0.999 * square[i] + 0.001 * (derivative * derivative)
      let denominator = (squareScale * square[i]).squareRoot() + 1e-8
      parameters[i] = parameters[i] - meanScale * mean[i] / denominator
    }
    composeEntries()
  }

  private mutating func composeEntries() {
    for code in parts.indices {
      entries[code] = parts[code].reduce(parameters[partCount + code]) { $0 + parameters[$1] }
    }
  }
}
