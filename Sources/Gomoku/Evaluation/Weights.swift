import Basics
import GomokuRules
import SearchKit
import WeightData

/// The numbers that the evaluation looks up, learned from games.
///
/// One table for both colours; in renju, where Black's shapes are worth something else, one each.
public final class Weights: Sendable {
  /// What weights are made of, in this order, 16 bits a number.
  public enum Table: String, CaseIterable, Sendable {
    /// What an empty point of each code is worth to a colour that may play there later, in
    /// `Weights.unit`ths of a centistone.
    case points
    /// What each set of threats (`Board.threatMask`) is worth to the side to move, in centistones.
    case threats
    /// What an empty point of each code adds to its colour's sums: a vector a code.
    case channels
    /// What it adds for its classes, the colour's own and the opponent's: a vector a pair.
    case pairs
    /// What the sums excite in the network: a vector for each own and each opponent's channel.
    case hidden
    /// What the presence of each threat excites, after what every position does.
    case alarms
    /// What the network's excitement is worth to the side to move.
    case output

    fileprivate func dimensions(_ variant: Variant) -> [Int] {
      let tables = Weights.tableCount(variant)
      return switch self {
      case .points: [tables, PointCode.count]
      case .threats: [tables, Network.threatSets]
      case .channels: [tables, PointCode.count, Network.width]
      case .pairs: [tables, PointClass.pairCount, Network.width]
      case .hidden: [2, Network.width, Network.width]
      case .alarms: [tables, 1 + Network.threatKinds, Network.width]
      case .output: [Network.width]
      }
    }

    fileprivate func count(_ variant: Variant) -> Int { dimensions(variant).reduce(1, *) }
  }

  /// How many tables of each kind `variant` has: one for both colours, or one each.
  public static func tableCount(_ variant: Variant) -> Int { variant == .renju ? 2 : 1 }

  /// Points are kept in this fraction of a centistone: they are summed by the hundred.
  public static let unit = 8

  public let variant: Variant
  private let file: WeightFile
  let network: Network

  /// - Parameter file: of the shape of `variant`.
  private init(_ variant: Variant, _ file: WeightFile) {
    self.variant = variant
    self.file = file
    func start(_ table: Table) -> UnsafePointer<Int16> {
      file.numbers + Weights.place(of: table, variant)
    }
    network = Network(
      channels: start(.channels), pairs: start(.pairs), hidden: start(.hidden),
      alarms: start(.alarms), tables: Weights.tableCount(variant), output: start(.output))
  }

  /// Takes weights of the variant that their name says.
  public convenience init(_ file: WeightFile) throws(WeightFile.Problem) {
    guard let variant = Variant.allCases.first(where: { file.shape.name == Weights.name($0) })
    else { throw .name(file.shape.name.shown, expected: "gomoku") }
    try file.expect(Weights.shape(variant))
    self.init(variant, file)
  }

  /// - Parameter values: all numbers, table after table.
  public convenience init(_ variant: Variant, values: [Int16]) {
    self.init(variant, WeightFile(Weights.shape(variant), numbers: values))
  }

  /// Weights that know nothing.
  public static func blank(_ variant: Variant) -> Weights {
    Weights(variant, values: Array(repeating: 0, count: shape(variant).count))
  }

  /// The bytes of a file with these weights.
  public var bytes: [UInt8] { file.bytes }

  /// All numbers, table after table.
  public var values: [Int16] { Table.allCases.flatMap(values) }

  /// The numbers of one table.
  public func values(of table: Table) -> [Int16] {
    (0..<table.count(variant)).map { start(of: table)[$0] }
  }

  /// The name and the tables of the weights of `variant`.
  public static func shape(_ variant: Variant) -> WeightShape {
    WeightShape(
      name(variant), Table.allCases.map { .init($0.rawValue, $0.dimensions(variant)) })
  }

  private static func name(_ variant: Variant) -> String { "gomoku-\(variant)" }

  private static func place(of table: Table, _ variant: Variant) -> Int {
    Table.allCases.prefix { $0 != table }.reduce(0) { $0 + $1.count(variant) }
  }

  /// The first number of `table`.
  func start(of table: Table) -> UnsafePointer<Int16> {
    file.numbers + Weights.place(of: table, variant)
  }
}

extension Weights {
  /// Finds weights that are compiled in: damage there is a broken build.
  static func compiledIn(_ variant: Variant) -> Weights {
    let data = weight_data(name(variant))
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
