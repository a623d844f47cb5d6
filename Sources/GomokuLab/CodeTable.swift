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
extension Network.Vector<Float>: Trainable {}

/// An embedding table of codes, trained by Adam (Kingma and Ba, 2015).
///
/// An entry is the sum of the parameters of the code's parts and a residual of its own. A rare code
/// is thus valued by its parts, which occur in other codes too.
struct CodeTable<Entry: Trainable> {
  private let parts: [[Int]]
  private let partCount: Int
  /// The parameters: one for each part, then the residual of each code.
  private var parameters: [Entry]
  private var slopes: [Entry]
  private var mean: [Entry]
  private var square: [Entry]
  private var meanDecay: Float = 1
  private var squareDecay: Float = 1
  /// The weight decay of the residuals; `nil` if the codes have no residuals.
  private let pull: Float?

  /// The entry of each code: the sum of its parameters.
  private(set) var entries: [Entry]
  /// The gradient of each entry, to be added up by a batch.
  var gradient: [Entry]

  /// - Parameters:
  ///   - parts: the numbers of each code's parts.
  ///   - pull: the weight decay of the residuals; `nil` for no residuals.
  ///   - first: makes the initial parameter of a part.
  init(parts: [[Int]], pull: Float?, first: () -> Entry = { .zero }) {
    self.parts = parts
    self.pull = pull
    let partCount = (parts.joined().max() ?? -1) + 1
    self.partCount = partCount
    parameters = (0..<partCount + parts.count).map { $0 < partCount ? first() : .zero }
    slopes = Array(repeating: .zero, count: parameters.count)
    (mean, square) = (slopes, slopes)
    entries = Array(repeating: .zero, count: parts.count)
    gradient = entries
    merge()
  }

  /// Starts from `known` entries, with all other parameters 0.
  ///
  /// The entries become the residuals of the codes, or the parts if the codes have no residuals.
  mutating func start(from known: [Entry]) {
    let first = pull == nil ? 0 : partCount
    for i in parameters.indices { parameters[i] = .zero }
    for (index, entry) in known.enumerated() { parameters[first + index] = entry }
    merge()
  }

  /// Replaces each part's parameter by the result of `change`, which gets its number and the old
  /// one.
  mutating func changeParts(_ change: (Int, Entry) -> Entry) {
    for part in 0..<partCount { parameters[part] = change(part, parameters[part]) }
    merge()
  }

  /// The parameters of the parts, without the residuals.
  var partEntries: [Entry] { Array(parameters[..<partCount]) }

  /// Takes one step of Adam against `gradient`, and clears the gradient.
  mutating func step(rate: Float) {
    for part in 0..<partCount { slopes[part] = .zero }
    for code in parts.indices {
      let slope = gradient[code]
      gradient[code] = .zero
      let rest = partCount + code
      slopes[rest] = pull.map { slope + $0 * parameters[rest] } ?? .zero
      for part in parts[code] { slopes[part] = slopes[part] + slope }
    }
    meanDecay *= 0.9
    squareDecay *= 0.999
    let (meanScale, squareScale) = (rate / (1 - meanDecay), 1 / (1 - squareDecay))
    for i in parameters.indices {
      let slope = slopes[i]
      mean[i] = 0.9 * mean[i] + 0.1 * slope
      square[i] = 0.999 * square[i] + 0.001 * (slope * slope)
      let speed = (squareScale * square[i]).squareRoot() + 1e-8
      parameters[i] = parameters[i] - meanScale * mean[i] / speed
    }
    merge()
  }

  /// Computes the entries from the parameters.
  private mutating func merge() {
    for code in parts.indices {
      entries[code] = parts[code].reduce(parameters[partCount + code]) { $0 + parameters[$1] }
    }
  }
}
