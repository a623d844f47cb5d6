import GomokuRules

/// The numbers that evaluation and move ordering look up, learned from games.
///
/// One table for both colours; in renju, where Black's shapes are worth something else, one each.
public final class Weights: Sendable {
  /// What weights are made of, in this order, 16 bits a number.
  public enum Table: Int, CaseIterable, Sendable {
    /// What an empty point of each code is worth to a colour that may play there later, in
    /// `Weights.unit`ths of a centistone.
    case points
    /// How promising a move on a point of each code is for the shapes it makes.
    case attack
    /// How promising it is for the opponent's shapes that it denies.
    case defence
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

    func count(_ variant: Variant) -> Int {
      let tables = TrainingSample.tableCount(variant)
      return switch self {
      case .points, .attack, .defence: tables * PointCode.count
      case .threats: tables * Network.threatSets
      case .channels: tables * PointCode.count * Network.width
      case .pairs: tables * PointClass.pairCount * Network.width
      case .hidden: 2 * Network.width * Network.width
      case .alarms: tables * (1 + Network.threatKinds) * Network.width
      case .output: Network.width
      }
    }
  }

  /// Points are kept in this fraction of a centistone: they are summed by the hundred.
  public static let unit = 8

  public let variant: Variant
  private nonisolated(unsafe) let numbers: UnsafeMutablePointer<Int16>
  let network: Network

  /// - Parameter values: all numbers, table after table in the order of `Table`.
  public init(_ variant: Variant, values: [Int16]) {
    precondition(values.count == Weights.count(variant))
    self.variant = variant
    let numbers = UnsafeMutablePointer<Int16>.allocate(capacity: values.count)
    self.numbers = numbers
    for (index, value) in values.enumerated() { numbers[index] = value }
    func start(_ table: Table) -> UnsafePointer<Int16> {
      UnsafePointer(numbers + Weights.place(of: table, variant))
    }
    network = Network(
      channels: start(.channels), pairs: start(.pairs), hidden: start(.hidden),
      alarms: start(.alarms), tables: TrainingSample.tableCount(variant), output: start(.output))
  }

  deinit { numbers.deallocate() }

  /// All numbers, table after table.
  public var values: [Int16] { (0..<Weights.count(variant)).map { numbers[$0] } }

  /// The numbers of one table.
  public func values(of table: Table) -> [Int16] {
    (0..<table.count(variant)).map { start(of: table)[$0] }
  }

  /// How many numbers the weights of `variant` are.
  public static func count(_ variant: Variant) -> Int {
    Table.allCases.reduce(0) { $0 + $1.count(variant) }
  }

  private static func place(of table: Table, _ variant: Variant) -> Int {
    Table.allCases.prefix(table.rawValue).reduce(0) { $0 + $1.count(variant) }
  }

  /// The first number of `table`.
  func start(of table: Table) -> UnsafePointer<Int16> {
    UnsafePointer(numbers + Weights.place(of: table, variant))
  }
}
