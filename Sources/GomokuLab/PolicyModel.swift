import Basics
import Gomoku
import GomokuRules
import SearchKit

/// The numbers of a policy network (`PolicyNetwork`) while it is trained.
///
/// All are vectors of sixteen floating-point numbers: as many as a network has channels, and as its
/// excited layer has numbers. A window's row is the sum of a row of its own and one of the five cells
/// in its middle, so that rare windows learn from common ones.
struct PolicyModel: Sendable {
  typealias Vector = SIMD16<Float>

  // Where the tables start: those of a file in their order. What the channels excite has a vector for
  // each channel of the mover's view, then of the opponent's.
  static let straight = 0
  static let diagonal = PolicyWindow.rowCount
  static let mixing = 2 * PolicyWindow.rowCount
  static let first = mixing + 4
  static let threats = first + 2 * PolicyNetwork.channels

  let variant: Variant
  /// The network's tables, rows being sums of parts.
  private(set) var entries: [Vector]
  /// The network's tables, rows being windows' own, and then the rows of middles, along files and
  /// ranks first: what is learned. `merge` makes entries of them.
  var parameters: [Vector]

  /// Where the one vector of the last table is.
  var last: Int { entries.count - 1 }

  /// A network that knows nothing.
  init(_ variant: Variant, seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    /// Nearly normally distributed numbers.
    func random(_ count: Int, _ deviation: Float) -> [Vector] {
      (0..<count).map { _ in
        let sums = (0..<12).map { _ in
          Vector.random(in: -0.5..<0.5, using: &generator)
        }
        return deviation * sums.reduce(.zero, +)
      }
    }
    self.variant = variant
    entries = random(2 * PolicyWindow.rowCount, 0.03) + random(4, 0.15)
    entries += random(2 * PolicyNetwork.channels, 0.15)
    entries += random(TrainingSample.threatSetCount, 0.05) + random(1, 0.2)
    entries[PolicyModel.mixing] += 0.5
    parameters = entries + random(2 * PolicyModel.middleCount, 0.1)
    merge()
  }

  /// Makes the entries of the parameters.
  mutating func merge() {
    for index in entries.indices { entries[index] = parameters[index] }
    for row in 0..<PolicyModel.mixing { entries[row] += parameters[middle(of: row)] }
  }

  // MARK: Middles

  /// The parameter of the middle of a row's window.
  func middle(of row: Int) -> Int {
    let isDiagonal = row >= PolicyModel.diagonal
    return entries.count
      + (isDiagonal
        ? PolicyModel.middleCount + PolicyModel.middles[row - PolicyModel.diagonal]
        : PolicyModel.middles[row])
  }

  /// The number of the middle of each row's window; a middle and its reverse share a number.
  private static let middles: [Int] = {
    var middles = [Int](repeating: 0, count: PolicyWindow.rowCount)
    var numbers: [Int: Int] = [:]
    // A row's last code is the one that has nothing behind a cell outside.
    for code in 0..<PolicyWindow.codeCount where code >> (2 * PolicyWindow.reach) & 3 != 3 {
      let middle = (0..<5).map { code >> (2 * $0 + 2) & 3 }
      let (forward, backward) = (number(middle), number(middle.reversed()))
      middles[Int(PolicyWindow.rows[code])] = min(forward, backward)
    }
    for middle in middles where numbers[middle] == nil { numbers[middle] = numbers.count }
    return middles.map { numbers[$0, default: 0] }
  }()

  private static let middleCount = 1 + (middles.max() ?? 0)

  private static func number(_ cells: [Int]) -> Int { cells.reduce(0) { 4 * $0 + $1 } }
}

// MARK: Files

extension PolicyModel {
  /// The network of a file, which may be another variant's.
  init(_ variant: Variant, from file: WeightFile) throws(WeightFile.Problem) {
    _ = try PolicyNetwork(file)
    let count = file.shape.count / Vector.scalarCount
    self.variant = variant
    entries = (0..<count).map { PolicyModel.vector($0, of: count, in: file.numbers) }
    parameters = entries + Array(repeating: .zero, count: 2 * PolicyModel.middleCount)
  }

  /// The network as the engine reads it.
  var file: WeightFile {
    var numbers = [Int16](repeating: 0, count: entries.count * Vector.scalarCount)
    for (index, entry) in entries.enumerated() {
      let (unit, added) = PolicyModel.unit(index, of: entries.count)
      let isRow = index < PolicyModel.mixing
      let limit = isRow ? Float(PolicyNetwork.rowLimit) : Float(Int16.max)
      for lane in 0..<Vector.scalarCount {
        let whole = (entry[lane] * unit + added).rounded()
        numbers[PolicyModel.place(index, lane)] = Int16(max(-limit, min(limit, whole)))
      }
    }
    return WeightFile(PolicyNetwork.shape(variant), numbers: numbers)
  }

  private static func vector(
    _ index: Int, of count: Int, in numbers: UnsafePointer<Int16>
  ) -> Vector {
    let (unit, added) = unit(index, of: count)
    let whole = (0..<Vector.scalarCount).map { Float(numbers[place(index, $0)]) }
    return (Vector(whole) - added) / unit
  }

  /// What stands for one in the vector `index` of `count`, and what is added.
  private static func unit(_ index: Int, of count: Int) -> (unit: Float, added: Float) {
    switch index {
    case ..<mixing: (PolicyNetwork.vectorUnit, 0)
    case ..<(first - 1): (PolicyNetwork.mixingUnit, 0)
    // Each of the engine's three products loses half a unit, being rounded down.
    case first - 1: (PolicyNetwork.mixedUnit, 1.5)
    case ..<threats: (PolicyNetwork.firstUnit, 0)
    case ..<(count - 1): (PolicyNetwork.threatUnit, 0)
    default: (PolicyNetwork.lastUnit, 0)
    }
  }

  /// Where a file has a lane of a vector: what two channels excite alternates there.
  private static func place(_ index: Int, _ lane: Int) -> Int {
    guard first..<threats ~= index else { return index * Vector.scalarCount + lane }
    let (pair, part) = (index - first).quotientAndRemainder(dividingBy: 2)
    return first * Vector.scalarCount + (pair * Vector.scalarCount + lane) * 2 + part
  }
}
