import Basics
import GomokuRules
import SearchKit
import WeightData

/// The learned tables of the small evaluation (`Board.evaluate`).
///
/// Both colours share all tables, except in renju. There they share only `hidden` and `output`.
public final class Weights: Sendable {
  /// The tables of the weights, in the order of a file; their numbers have 16 bits.
  public enum Table: String, CaseIterable, Sendable {
    /// The value of an empty point, by its code for one colour: the value of the chance to play
    /// there later. The unit is 1/`Weights.unit` centistone.
    case points
    /// The value of each set of threats (`Board.threatMask`) to the side to move, in centistones.
    case threats
    /// The embedding of each code. Each empty point adds one embedding to each colour's
    /// accumulator.
    case codes = "channels"
    /// The embedding of each pair of classes, which each empty point adds as well. The class for
    /// the accumulator's colour comes first.
    case pairs
    /// The hidden layer's weights: a row for each channel of the mover's accumulator, then one for
    /// each channel of the opponent's.
    case hidden
    /// The hidden layer's bias, and the addition to this bias for each kind of threat.
    case threatBias = "alarms"
    /// The output weights from the hidden layer to the value for the side to move.
    case output

    fileprivate func dimensions(_ variant: Variant) -> [Int] {
      let tables = Weights.tableCount(variant)
      return switch self {
      case .points: [tables, PointCode.count]
      case .threats: [tables, ShapeNetwork.threatSets]
      case .codes: [tables, PointCode.count, ShapeNetwork.width]
      case .pairs: [tables, PointClass.pairCount, ShapeNetwork.width]
      case .hidden: [2, ShapeNetwork.width, ShapeNetwork.width]
      case .threatBias: [tables, 1 + ShapeNetwork.threatKinds, ShapeNetwork.width]
      case .output: [ShapeNetwork.width]
      }
    }

    fileprivate func count(_ variant: Variant) -> Int { dimensions(variant).reduce(1, *) }
  }

  /// Returns the number of tables of a kind that the colours share except in renju: in renju 2,
  /// otherwise 1.
  public static func tableCount(_ variant: Variant) -> Int { variant == .renju ? 2 : 1 }

  /// The scale of point weights, in units per centistone.
  ///
  /// A unit is finer than a centistone, because hundreds of weights are summed.
  public static let unit = 8

  public let variant: Variant
  private let file: WeightFile
  let network: ShapeNetwork

  /// - Parameter file: has the shape of `variant`.
  private init(_ variant: Variant, _ file: WeightFile) {
    assert(file.shape == Weights.shape(variant))
    self.variant = variant
    self.file = file
    func start(_ table: Table) -> UnsafePointer<Int16> {
      file.numbers + Weights.place(of: table, variant)
    }
    network = ShapeNetwork(
      codes: start(.codes), pairs: start(.pairs), hidden: start(.hidden),
      threatBias: start(.threatBias), tables: Weights.tableCount(variant), output: start(.output))
  }

  /// Creates the weights of a file, for the variant in its name; throws if name or shape are wrong.
  public convenience init(_ file: WeightFile) throws(WeightFile.Problem) {
    guard let variant = Variant.allCases.first(where: { file.shape.name == Weights.name($0) })
    else { throw .name(file.shape.name.shown, expected: "gomoku") }
    try file.expect(Weights.shape(variant))
    self.init(variant, file)
  }

  /// - Parameter values: the numbers of all tables, in order.
  public convenience init(_ variant: Variant, values: [Int16]) {
    self.init(variant, WeightFile(Weights.shape(variant), numbers: values))
  }

  public static func blank(_ variant: Variant) -> Weights {
    Weights(variant, values: Array(repeating: 0, count: shape(variant).count))
  }

  public var bytes: [UInt8] { file.bytes }

  public var values: [Int16] { Table.allCases.flatMap(values) }

  public func values(of table: Table) -> [Int16] {
    (0..<table.count(variant)).map { start(of: table)[$0] }
  }

  /// Returns the name and the tables of the weights of `variant`.
  public static func shape(_ variant: Variant) -> WeightShape {
    WeightShape(
      name(variant), Table.allCases.map { .init($0.rawValue, $0.dimensions(variant)) })
  }

  private static func name(_ variant: Variant) -> String { "gomoku-\(variant)" }

  private static func place(of table: Table, _ variant: Variant) -> Int {
    Table.allCases.prefix { $0 != table }.reduce(0) { $0 + $1.count(variant) }
  }

  func start(of table: Table) -> UnsafePointer<Int16> {
    file.numbers + Weights.place(of: table, variant)
  }
}

extension Weights {
  /// Returns the compiled-in weights; damaged data means a broken build and ends the program.
  static func compiledIn(_ variant: Variant) -> Weights {
    let data = weight_data(name(variant)).pointee
    do {
      let file = try WeightFile(
        compiledIn: UnsafeRawBufferPointer(start: data.bytes, count: data.count))
      try file.expect(shape(variant))
      return Weights(variant, file)
    } catch {
      fatalError("\(name(variant)): \(error)")
    }
  }
}
