import Gomoku

/// A number, or a vector of numbers, that is trained.
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

/// What codes are worth: sums over the codes' parts and a rest of each code's own, so that rare codes
/// are worth what their parts are elsewhere. Follows its gradient by Adam (Kingma and Ba, 2015).
struct CodeTable<Entry: Trainable> {
  private let parts: [[Int]]
  private let partCount: Int
  /// Parts first, then the codes' rests.
  private var parameters: [Entry]
  private var slopes: [Entry]
  private var mean: [Entry]
  private var square: [Entry]
  private var meanDecay: Float = 1
  private var squareDecay: Float = 1
  /// How strongly a code's own rest is held to zero; without a pull it stays there.
  private let pull: Float?

  /// One a code.
  private(set) var entries: [Entry]
  /// To be filled by a batch.
  var gradient: [Entry]

  /// - Parameter first: where a part's entry starts.
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

  /// Starts from `known` entries: all of them the codes' own, or, where codes have none, those of the
  /// parts.
  mutating func start(from known: [Entry]) {
    let first = pull == nil ? 0 : partCount
    for i in parameters.indices { parameters[i] = .zero }
    for (index, entry) in known.enumerated() { parameters[first + index] = entry }
    merge()
  }

  /// Gives every part, by its number, another entry.
  mutating func changeParts(_ change: (Int, Entry) -> Entry) {
    for part in 0..<partCount { parameters[part] = change(part, parameters[part]) }
    merge()
  }

  /// The entries of the parts alone.
  var partEntries: [Entry] { Array(parameters[..<partCount]) }

  /// Takes one step against `gradient`, which it empties.
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

  private mutating func merge() {
    for code in parts.indices {
      entries[code] = parts[code].reduce(parameters[partCount + code]) { $0 + parameters[$1] }
    }
  }
}
